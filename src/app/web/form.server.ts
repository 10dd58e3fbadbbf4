import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { z } from "zod";
import type { Result } from "#core/result.ts";
import { normalizeNewlines } from "#core/submitted-text.ts";
import { buttonText, hasConformFields, parseFields, readFields } from "./form-fields.ts";
import { IDENTITY_FIELDS, isIdentityField } from "./identity-request.ts";

export type FormResult = SubmissionResult<string[]>;

/** Keyed by field name, such as `items[0].quantity`. */
export type FormErrorList = {
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
};

/** Conform fills a list up to the largest index, so longer indexes are dropped. */
const LARGE_INDEX = /\[\d{4,}\]/;

/** The page's script requests data instead. */
export function isPagePost(request: Request): boolean {
  return !new URL(request.url).pathname.endsWith(".data");
}

/** The message to a body that is no form, or of which a part is missing; nothing of it is used. */
const BROKEN_FORM_MESSAGE =
  "The form did not arrive whole, so nothing was saved. Please go back, reload the page and send it again.";

/** The posted fields whose names are allowed, with LF newlines. Throws 400 for a body that is no whole form. */
async function receiveFields(request: Request, isAllowed: (name: string) => boolean) {
  // biome-ignore lint/plugin: every action receives its form from here
  const posted = await request.formData().catch(() => {
    throw data(BROKEN_FORM_MESSAGE, { status: 400 });
  });
  const form = new FormData();
  for (const [name, value] of posted) {
    if (!isAllowed(name)) continue;
    form.append(name, typeof value === "string" ? normalizeNewlines(value) : value);
  }
  return form;
}

/** The posted fields; none for an empty body, so that the schema names the missing ones. */
export async function readFormData(request: Request): Promise<FormData> {
  return receiveFields(request, (name) => !LARGE_INDEX.test(name) && !isIdentityField(name));
}

const proofForm = z.object({
  [IDENTITY_FIELDS.password]: z.string().max(500).catch(""),
  [IDENTITY_FIELDS.code]: buttonText,
  [IDENTITY_FIELDS.again]: buttonText,
});

/** A posted proof of who posts, and apart from it all other fields, which wait for it. */
export async function readConfirmation(request: Request) {
  const posted = await receiveFields(request, (name) => !LARGE_INDEX.test(name));
  const own = new FormData();
  const form = new FormData();
  for (const [name, value] of posted) (isIdentityField(name) ? own : form).append(name, value);
  const read = readFields(own, proofForm);
  const proof = {
    password: read[IDENTITY_FIELDS.password],
    code: read[IDENTITY_FIELDS.code],
  };
  return { form, proof, isAgain: read[IDENTITY_FIELDS.again] !== "" };
}

/** Drops names with brackets or dots, from which Conform builds lists. */
export async function readFlatFormData(request: Request): Promise<FormData> {
  return receiveFields(request, (name) => !/[[\].]/.test(name));
}

/** Parses a posted form; see `parseFields`. Throws 400 for an edit of rows that no page of the shop sends. */
export async function parseForm<Schema extends z.ZodType>(
  body: Request | FormData,
  schema: Schema,
): Promise<Submission<z.input<Schema>, string[], z.output<Schema>>> {
  const form = body instanceof FormData ? body : await readFormData(body);
  try {
    return parseFields(form, schema);
  } catch (error) {
    // Conform throws for an edit that it cannot read.
    if (!hasConformFields(form)) throw error;
    throw data(BROKEN_FORM_MESSAGE, { status: 400 });
  }
}

/** Returns the values except `hideFields` (passwords). Status 422, or 200 when the post only edits list rows. */
export function rejectForm(
  submission: Pick<Submission<unknown, string[]>, "status" | "reply">,
  { hideFields, ...errors }: FormErrorList & { hideFields?: string[] } = {},
  refusal: number | { status: number; headers: HeadersInit } = 422,
) {
  const result: FormResult = submission.reply(hideFields ? { ...errors, hideFields } : errors);
  if (result.status !== "error") return data(result, { status: 200 });
  return data(result, typeof refusal === "number" ? { status: refusal } : refusal);
}

/** Turns a shared rule into a schema. Missing fields are ""; errors belong to fields. */
export function textFields<Field extends string, Value>(
  fields: readonly Field[],
  read: (
    raw: Record<Field, string>,
  ) => Result<Value, { readonly [Name in Field]?: string | undefined }>,
) {
  const text = z.string().catch("");
  const shape = Object.fromEntries(fields.map((field) => [field, text]));
  return z.object(shape).transform((raw, context): Value => {
    const result = read(raw as Record<Field, string>);
    if (result.ok) return result.value;
    for (const [field, message] of Object.entries(result.error)) {
      if (message) context.addIssue({ code: "custom", path: [field], message: String(message) });
    }
    return z.NEVER;
  });
}

/** Keeps one message per field, for `rejectForm`. */
export function fieldErrorsOf(errors: {
  readonly [field: string]: string | undefined;
}): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const [field, message] of Object.entries(errors)) if (message) messages[field] = [message];
  return messages;
}
