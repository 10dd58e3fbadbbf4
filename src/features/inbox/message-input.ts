import { isEmail, MAX_EMAIL_LENGTH } from "#core/email.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { fieldText, tidyLine, tidyText, tooLongMessage } from "#core/submitted-text.ts";

/** Where a message was written: the contact page, or New Dawn's volunteer form (decision S7). */
export type MessageKind = "contact" | "volunteer";

/** The fields of both forms; a volunteer writes no subject. */
export const MESSAGE_FIELDS = ["fullName", "email", "phone", "subject", "message"] as const;

export type MessageField = (typeof MESSAGE_FIELDS)[number];

export type MessageValues = Readonly<Record<MessageField, string>>;

/** What is wrong with a field, in words that stand under it. */
export type MessageErrors = Readonly<Partial<Record<MessageField, string>>>;

type FieldRule = { readonly label: string; readonly max: number; readonly required: boolean };

const rules: Readonly<Record<MessageField, FieldRule>> = {
  fullName: { label: "Full name", max: 120, required: true },
  email: { label: "Email", max: MAX_EMAIL_LENGTH, required: true },
  phone: { label: "Phone", max: 40, required: false },
  subject: { label: "Subject", max: 160, required: true },
  message: { label: "Message", max: 5_000, required: true },
};

/** What a typed field becomes before it is judged and kept: one line without control characters, the message as many as it has. */
export function tidyField(field: MessageField, typed: string): string {
  return field === "message" ? tidyText(typed) : tidyLine(typed);
}

/** What is wrong with one field as typed, or null; required fields say so as the specification does ('Email is required'). */
export function messageFieldError(
  kind: MessageKind,
  field: MessageField,
  typed: string,
): string | null {
  if (kind === "volunteer" && field === "subject") return null;
  const { label, max, required } = rules[field];
  const value = tidyField(field, typed);
  if (value === "") return required ? `${label} is required` : null;
  if (value.length > max) return tooLongMessage(label, max, value.length);
  if (field === "email" && !isEmail(value)) {
    return "Please enter a valid email address, like name@example.com.";
  }
  if (field === "phone" && !/\d/.test(value)) {
    return "Please enter a phone number with its digits, or leave it empty.";
  }
  return null;
}

/** Judges a whole form: the tidy values, or every field's error. Never throws, whatever was typed. */
export function readMessage(
  kind: MessageKind,
  typed: MessageValues,
): Result<MessageValues, MessageErrors> {
  const errors: Partial<Record<MessageField, string>> = {};
  for (const field of MESSAGE_FIELDS) {
    const error = messageFieldError(kind, field, typed[field]);
    if (error !== null) errors[field] = error;
  }
  if (Object.keys(errors).length > 0) return fail(errors);
  return ok({
    fullName: tidyField("fullName", typed.fullName),
    email: tidyField("email", typed.email),
    phone: tidyField("phone", typed.phone),
    subject: kind === "volunteer" ? "" : tidyField("subject", typed.subject),
    message: tidyField("message", typed.message),
  });
}

/** The fields as they were typed; what is missing, or is a file, is empty. */
export function submittedMessage(form: FormData): MessageValues {
  return {
    fullName: fieldText(form, "fullName"),
    email: fieldText(form, "email"),
    phone: fieldText(form, "phone"),
    subject: fieldText(form, "subject"),
    message: fieldText(form, "message"),
  };
}
