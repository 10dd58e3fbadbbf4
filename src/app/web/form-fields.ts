import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { z } from "zod";

/**
 * Parses the fields of a form, in the browser as on the server. Conform coerces: empty text is undefined (required:
 * `z.string("Enter a name.")`; optional: `.optional()` or `.default("")`), "on" is true, "3" is 3 for a number, and
 * `items[0].quantity` is a list.
 */
export function parseFields<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Submission<z.input<Schema>, string[], z.output<Schema>> {
  return parseWithZod(form, { schema });
}

/** How Conform says that a button edits the rows of a list, instead of sending the form. */
const ROW_EDIT = "__intent__";

/** The fields that Conform adds to a form and reads as JSON: an edit of rows, and what its script remembers. */
const CONFORM_FIELDS: readonly string[] = [ROW_EDIT, "__state__"];

/** Whether a form has fields of Conform's own, which a person cannot fill in. */
export const hasConformFields = (form: FormData): boolean =>
  [...form.keys()].some((name) => CONFORM_FIELDS.includes(name));

/**
 * Reads fields that nobody fills in, such as a button, a version or an id: the schema has a value for whatever may come
 * (`buttonText`). Throws 400 for what no page of the shop sends.
 */
export function readFields<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): z.output<Schema> {
  const fields = new FormData();
  for (const [name, value] of form) if (name !== ROW_EDIT) fields.append(name, value);
  const submission = parseFields(fields, schema);
  if (submission.status !== "success") throw data(null, { status: 400 });
  return submission.value;
}

/** Text of a button or a hidden field: the first one when a form has several, "" when it is missing. */
export const buttonText = z
  .union([z.string(), z.array(z.string()).transform(([first = ""]) => first)])
  .catch("");

/** The version that a page showed; 0, which no row has, when it is missing or unreadable. */
export const shownVersion = z.int().catch(0);

/** Whether a checkbox or a button was sent at all. */
export const isSent = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined);

/** Every text of a form by its full name, to show it again; files and repeated names are left out. */
export const allTexts = z.record(z.string(), z.unknown()).transform((fields) => onlyTexts(fields));

/** The texts whose names begin with the same word and a dot: `values.chest`. Conform coerces nothing in a record. */
export const textsByName = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((fields) => onlyTexts(fields));

/** Conform nests `option.chest`; the page knows its fields by their full names. */
function onlyTexts(fields: Readonly<Record<string, unknown>>, before = ""): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") texts[before + name] = value;
    else if (isNested(value)) Object.assign(texts, onlyTexts(value, `${before}${name}.`));
  }
  return texts;
}

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The files of a field; an empty file field has none. */
export const postedFiles = z.array(z.instanceof(File)).catch([]);

/** What the pressed button says; "" when there is none. */
export function pressedButton(form: FormData): string {
  return readFields(form, z.object({ intent: buttonText })).intent;
}
