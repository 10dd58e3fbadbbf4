import * as z from "zod/mini";
import { isEmail, MAX_EMAIL_LENGTH } from "#core/email.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { fieldText, tidyLine, tidyText, tooLongMessage } from "#core/submitted-text.ts";

/** The form's fields in the order they stand in, so that the first wrong one is found by it. */
export const INQUIRY_FIELDS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "address",
  "city",
  "postalCode",
  "size",
  "color",
  "quantity",
  "notes",
] as const;

export type InquiryField = (typeof INQUIRY_FIELDS)[number];

/** The form as it was typed. */
export type SubmittedInquiry = Readonly<Record<InquiryField, string>>;

/** What is wrong with a field, in words that stand under it. */
export type InquiryErrors = Readonly<Partial<Record<InquiryField, string>>>;

/** As many pieces as one inquiry may ask for; whoever wants more says so in the notes. */
export const MAX_INQUIRY_QUANTITY = 1_000;

export const SIZE_REQUIRED = "Size selection is required";

const LONGEST_SIZE = 40;

const line = z.pipe(z.string(), z.transform(tidyLine));
const text = z.pipe(z.string(), z.transform(tidyText));

const within = (label: string, max: number) =>
  z.refine<string>((value) => value.length <= max, {
    error: ({ input }) => tooLongMessage(label, max, String(input).length),
  });

const optional = (typed: typeof line, label: string, max: number) =>
  z.pipe(typed, z.string().check(within(label, max)));

const required = (typed: typeof line, label: string, max: number) =>
  z.pipe(typed, z.string().check(z.minLength(1, `${label} is required`), within(label, max)));

/** A non-numeric quantity becomes 1 (specification 5), a fraction its whole pieces. */
function toPieces(typed: string): number {
  const number = typed.trim() === "" ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? Math.trunc(number) : 1;
}

const quantity = z.pipe(
  z.pipe(z.string(), z.transform(toPieces)),
  z
    .number()
    .check(
      z.gte(1, "Quantity must be at least 1"),
      z.lte(MAX_INQUIRY_QUANTITY, "For more than 1,000 pieces please tell us in the notes"),
    ),
);

/** What cannot be one of the list's sizes was not chosen from it; which sizes a product has, the use case knows. */
const size = z.pipe(
  line,
  z.string().check(z.minLength(1, SIZE_REQUIRED), z.maxLength(LONGEST_SIZE, SIZE_REQUIRED)),
);

/** A colour as #RRGGBB; anything else is no choice, which is allowed. */
const color = z.pipe(
  z.string(),
  z.transform((typed: string) => (/^#[0-9a-f]{6}$/i.test(typed) ? typed.toUpperCase() : "")),
);

/** The inquiry's rules (specification 5), the same in the browser and on the server; lengths are the shop's own. */
export const inquirySchema = z.object({
  firstName: required(line, "First name", 80),
  lastName: required(line, "Last name", 80),
  email: required(line, "Email", MAX_EMAIL_LENGTH),
  phone: required(line, "Phone", 40),
  address: required(text, "Address", 300),
  city: required(line, "City", 100),
  postalCode: optional(line, "Postal code", 20),
  size,
  color,
  quantity,
  notes: optional(text, "Additional notes", 2_000),
});

/** A purchase inquiry that may be kept: tidy, and complete as the specification asks. */
export type PurchaseInquiry = z.infer<typeof inquirySchema>;

const isInquiryField = (name: unknown): name is InquiryField =>
  INQUIRY_FIELDS.some((field) => field === name);

/** Judges a whole form: the inquiry, or the first thing wrong with each field. Never throws, whatever was typed. */
export function readInquiry(typed: SubmittedInquiry): Result<PurchaseInquiry, InquiryErrors> {
  const read = z.safeParse(inquirySchema, typed);
  if (read.success) return ok(read.data);
  const errors: Partial<Record<InquiryField, string>> = {};
  for (const { path, message } of read.error.issues) {
    const [field] = path;
    if (isInquiryField(field)) errors[field] ??= message;
  }
  return fail(errors);
}

/** The fields as they were typed; what is missing, or is a file, is empty. */
export function submittedInquiry(form: FormData): SubmittedInquiry {
  const fields = INQUIRY_FIELDS.map((field) => [field, fieldText(form, field)] as const);
  return Object.fromEntries(fields) as SubmittedInquiry;
}

/** A word about an email that no mail could be sent to; it stops nobody: the email need only be filled in (specification 5). */
export function emailDoubt(typed: string): string | null {
  const email = tidyLine(typed);
  if (email === "" || isEmail(email)) return null;
  return "This does not look like a mail address. Please check it, or we answer by phone.";
}

/** The form field that carries the key of one filled-in form. */
export const KEY_FIELD = "key";

/** The form's key, under which a repeated press is the same inquiry; null when none worth trusting came. */
export function submissionKeyOf(form: FormData): string | null {
  const key = fieldText(form, KEY_FIELD);
  return /^[A-Za-z0-9-]{16,64}$/.test(key) ? key : null;
}

/** What is chosen on the product's page; `color` is a hex value. */
export type PageChoice = { readonly size: string | null; readonly color: string | null };

/** What was typed before the dialog closed, and the page's choice when it had been opened. */
export type InquiryDraft = { readonly typed: SubmittedInquiry; readonly choice: PageChoice };

const blank: SubmittedInquiry = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  address: "",
  city: "",
  postalCode: "",
  size: "",
  color: "",
  quantity: "1",
  notes: "",
};

/** The form as it starts: with the page's choice. */
export function blankInquiry({ size, color }: PageChoice): SubmittedInquiry {
  return { ...blank, size: size ?? "", color: color ?? "" };
}

/** The form as it opens again: as it was left, but where the page's choice has changed since, with the newer choice. */
export function reopenedInquiry(draft: InquiryDraft | null, choice: PageChoice): SubmittedInquiry {
  if (draft === null) return blankInquiry(choice);
  const { typed } = draft;
  const newer = (now: string | null, before: string | null, kept: string) =>
    now !== null && now !== before ? now : kept;
  return {
    ...typed,
    size: newer(choice.size, draft.choice.size, typed.size),
    color: newer(choice.color, draft.choice.color, typed.color),
  };
}
