import { z } from "zod";
import { isEmail, MAX_EMAIL_LENGTH } from "./email.ts";
import { tidyLine, tidyText, tooLongMessage } from "./submitted-text.ts";

// No second string schema after the transform: Conform turns its empty text into undefined.
const required = (tidy: (raw: string) => string, label: string, max: number) => {
  const missing = `${label} is required`;
  return z
    .string(missing)
    .transform(tidy)
    .refine((value) => value !== "", { error: missing, abort: true })
    .refine((value) => value.length <= max, tooLong(label, max));
};

const optional = (tidy: (raw: string) => string, label: string, max: number) =>
  z
    .string(`${label} must be text`)
    .optional()
    .transform((raw) => tidy(raw ?? ""))
    .refine((value) => value.length <= max, tooLong(label, max));

const tooLong = (label: string, max: number) => ({
  error: ({ input }: { input: unknown }) => tooLongMessage(label, max, String(input).length),
});

/** Removes control characters. Messages use the field's label. */
export const requiredLine = (label: string, max: number) => required(tidyLine, label, max);

export const optionalLine = (label: string, max: number) => optional(tidyLine, label, max);

/** Line breaks stay. */
export const requiredText = (label: string, max: number) => required(tidyText, label, max);

/** Line breaks stay. */
export const optionalText = (label: string, max: number) => optional(tidyText, label, max);

export const requiredEmail = (
  label = "Email",
  invalid = "Please enter a valid email address, like name@example.com.",
) => requiredLine(label, MAX_EMAIL_LENGTH).refine(isEmail, invalid);
