import { z } from "zod";
import { emailAsStored, MAX_EMAIL_LENGTH } from "#core/email.ts";
import { isId } from "#core/ids.ts";
import { MAX_NAME_LENGTH } from "#core/name-length.ts";
import { fieldText, tidyLine } from "#core/submitted-text.ts";
import {
  optionalLine,
  optionalText,
  requiredLine,
  requiredPhone,
  requiredText,
} from "#core/text-schema.ts";
import { tidyNumber } from "#core/written-number.ts";
import { KEY_FIELD, MAX_INQUIRY_QUANTITY } from "./inquiry-form.ts";

const SIZE_REQUIRED = "Size selection is required";
const MAX_SIZE_LENGTH = 40;

/** Non-numeric is 1 (specification 5); fractions are cut. */
function toQuantity(raw: string | undefined): number {
  const written = tidyNumber(raw ?? "");
  const number = written === "" ? Number.NaN : Number(written);
  return Number.isFinite(number) ? Math.trunc(number) : 1;
}

/** Specification 5; the length limits are ours. */
export const inquirySchema = z.object({
  firstName: requiredLine("First name", MAX_NAME_LENGTH),
  // Many people have one name.
  lastName: optionalLine("Last name", MAX_NAME_LENGTH),
  // Only required (specification 5); whoever cannot be mailed is called.
  email: requiredLine("Email", MAX_EMAIL_LENGTH).transform(emailAsStored),
  phone: requiredPhone("Phone", 40),
  address: requiredText("Address", 300),
  city: requiredLine("City", 100),
  postalCode: optionalLine("Postal code", 20),
  // The use case checks the product's sizes.
  size: z
    .string(SIZE_REQUIRED)
    .transform(tidyLine)
    .refine((size) => size !== "" && size.length <= MAX_SIZE_LENGTH, SIZE_REQUIRED),
  // #RRGGBB; anything else is no choice.
  color: z
    .string("Color must be text")
    .optional()
    .transform((raw) => (raw && /^#[0-9a-f]{6}$/i.test(raw) ? raw.toUpperCase() : "")),
  quantity: z
    .string("Quantity must be a number")
    .optional()
    .transform(toQuantity)
    .pipe(
      z
        .number()
        .gte(1, "Quantity must be at least 1")
        .lte(MAX_INQUIRY_QUANTITY, "For more than 1,000 pieces please tell us in the notes"),
    ),
  notes: optionalText("Additional notes", 2_000),
  // Of the made-to-measure page; anything else is "".
  specification: z
    .string("The made-to-measure choice must be text")
    .optional()
    .transform((raw) => (raw && isId(raw) ? raw : "")),
});

export type PurchaseInquiry = z.output<typeof inquirySchema>;

/** Reads the key; null when missing or malformed. */
export function submissionKeyOf(form: FormData): string | null {
  const key = fieldText(form, KEY_FIELD);
  return /^[A-Za-z0-9-]{16,64}$/.test(key) ? key : null;
}
