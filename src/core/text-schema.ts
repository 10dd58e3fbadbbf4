import { z } from "zod";
import { emailProblem, MAX_EMAIL_LENGTH, readEmail } from "./email.ts";
import { PHONE_MESSAGE, readWrittenPhone, writePhone } from "./phone.ts";
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

/** One email address that the shop can write to, in its one spelling (`readEmail`). */
export const requiredEmail = (label = "Email") =>
  requiredLine(label, MAX_EMAIL_LENGTH).transform((line, context) => {
    const message = emailProblem(line);
    if (message !== null) context.addIssue({ code: "custom", message });
    return message === null ? (readEmail(line) ?? z.NEVER) : z.NEVER;
  });

function readPhoneLine(line: string, context: z.RefinementCtx, message: string): string {
  if (line === "") return line;
  const phone = readWrittenPhone(line);
  if (phone === null) context.addIssue({ code: "custom", message });
  return phone === null ? z.NEVER : writePhone(phone);
}

/** A telephone number of a country that is not known, by its shape. */
export const requiredPhone = (label: string, max: number) =>
  requiredLine(label, max).transform((line, context) =>
    readPhoneLine(line, context, `${PHONE_MESSAGE}.`),
  );

export const optionalPhone = (label: string, max: number) =>
  optionalLine(label, max).transform((line, context) =>
    readPhoneLine(line, context, `${PHONE_MESSAGE}, or leave it empty.`),
  );
