/**
 * JSON with sorted keys and without spaces, so that equal values have equal text on every machine. Undefined fields are left
 * out. Throws TypeError for what JSON cannot say exactly: NaN, infinity, functions, dates.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && isPlain(value)) {
    const fields = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`);
    return `{${fields.join(",")}}`;
  }
  throw new TypeError("This value has no canonical JSON");
}

const isPlain = (value: object) =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
