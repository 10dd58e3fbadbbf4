import type { FormValue } from "./form-body.ts";
import type { Shape } from "./parameter-types.ts";

/** `param` is Stripe's name. */
export type ParameterFault = { param: string; message: string };

export type Checked = { value: unknown; faults: readonly ParameterFault[] };

const wrong = (param: string, message: string): Checked => ({
  value: undefined,
  faults: [{ param, message }],
});
const right = (value: unknown): Checked => ({ value, faults: [] });

const NUMBER = /^-?\d+(\.\d+)?$/;

function checkText(shape: Shape, text: string, param: string): Checked {
  const wrongType = (type: string) => wrong(param, `Invalid ${type}: ${text || "''"}`);
  switch (shape.kind) {
    case "text":
      return text === ""
        ? wrong(param, `You passed an empty string for '${param}'; it cannot be unset here.`)
        : right(text);
    case "number":
      return NUMBER.test(text) ? right(Number(text)) : wrongType("integer");
    case "decimal":
      return NUMBER.test(text) ? right(text) : wrongType("decimal");
    case "boolean":
      return text === "true" || text === "false" ? right(text === "true") : wrongType("boolean");
    case "literal":
      return text === String(shape.value)
        ? right(shape.value)
        : wrong(param, `Invalid ${param}: must be ${String(shape.value)}`);
    case "nothing":
      return text === "" ? right(null) : wrong(param, `Invalid ${param}: must be empty`);
    default:
      return wrong(param, `Invalid ${shape.kind}: '${text}' was given for ${param}`);
  }
}

function checkEither(of: readonly Shape[], given: FormValue, param: string): Checked {
  const tried = of.map((shape) => checkValue(shape, given, param));
  const fitting = tried.find((checked) => checked.faults.length === 0);
  if (fitting) return fitting;
  const text = of.flatMap((shape) => (shape.kind === "literal" ? [String(shape.value)] : []));
  const isText = typeof given === "string";
  if (isText && text.length > 0 && !of.some((shape) => shape.kind === "text")) {
    const first = text.slice(0, 5).join(", ");
    return wrong(param, `Invalid ${param}: '${given}' is none of ${text.length} such as ${first}`);
  }
  // The clearest message is of the same type.
  const sorts = isText ? ["text", "number", "boolean", "decimal"] : ["object", "list"];
  const near = of.findIndex((shape) => sorts.includes(shape.kind));
  return tried[near] ?? tried[0] ?? wrong(param, `Invalid ${param}`);
}

const below = (param: string, name: string) => (param === "" ? name : `${param}[${name}]`);

function checkObject(
  shape: Shape & { kind: "object" },
  given: { [name: string]: FormValue },
  param: string,
): Checked {
  const faults: ParameterFault[] = [];
  const value: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(given)) {
    const path = below(param, name);
    const member = shape.members[name]?.shape ?? shape.others;
    if (!member) {
      faults.push({ param: path, message: `Received unknown parameter: ${path}` });
      continue;
    }
    const checked = checkValue(member, part, path);
    faults.push(...checked.faults);
    value[name] = checked.value;
  }
  for (const [name, member] of Object.entries(shape.members)) {
    if (!member.required || name in given) continue;
    const path = below(param, name);
    faults.push({ param: path, message: `Missing required param: ${path}.` });
  }
  return { value, faults };
}

/** Decoded text as the SDK's types, with faults. */
export function checkValue(shape: Shape, given: FormValue, param = ""): Checked {
  if (shape.kind === "anything") return right(given);
  if (shape.kind === "either") return checkEither(shape.of, given, param);
  if (typeof given === "string") return checkText(shape, given, param);
  if (shape.kind === "list") {
    if (!Array.isArray(given)) return wrong(param, `Invalid array at ${param}`);
    const items = given.map((item, index) =>
      checkValue(shape.of, item, below(param, String(index))),
    );
    return {
      value: items.map((item) => item.value),
      faults: items.flatMap((item) => item.faults),
    };
  }
  if (shape.kind === "object" && !Array.isArray(given)) return checkObject(shape, given, param);
  return wrong(param, `Invalid ${shape.kind} at ${param}`);
}
