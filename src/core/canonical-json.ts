import { normalizeNewlines } from "./submitted-text.ts";

/**
 * JSON with names sorted by their UTF-16 code units and without spaces, so that equal values have equal text on every machine.
 * Undefined fields are left out, and a lone surrogate is written as its escape. The hashes of contracts and specifications are
 * computed over this text, so it never changes. Throws TypeError for what JSON cannot say exactly: NaN, infinity, functions,
 * dates.
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
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`);
    return `{${fields.join(",")}}`;
  }
  throw new TypeError("This value has no canonical JSON");
}

const isPlain = (value: object) =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;

/** What remains of a value once it is stored as JSON, with LF, because browsers post CRLF. */
function asStored(value: unknown): unknown {
  if (typeof value === "string") return normalizeNewlines(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map((each) => asStored(each) ?? null);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asStored(each)]));
  }
  return value;
}

/**
 * Canonical JSON for comparing records: two have the same text when they are stored as the same JSON, but for the newlines in
 * their texts. The text itself is never stored.
 */
export const comparableJson = (value: unknown): string => canonicalJson(asStored(value) ?? null);

/** Whether two records have the same content, whatever the order of their fields (Postgres and Zod order differently). */
export const isSameContent = (one: unknown, other: unknown): boolean =>
  comparableJson(one) === comparableJson(other);
