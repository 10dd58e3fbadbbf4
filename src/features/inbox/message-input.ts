import { z } from "zod";
import { optionalLine, requiredEmail, requiredLine, requiredText } from "#core/text-schema.ts";
import type { MessageKind } from "./message-form.ts";

const fields = {
  fullName: requiredLine("Full name", 120),
  email: requiredEmail(),
  phone: optionalLine("Phone", 40).refine(
    (phone) => phone === "" || /\d/.test(phone),
    "Please enter a phone number with its digits, or leave it empty.",
  ),
  message: requiredText("Message", 5_000),
};

const contact = z.object({ ...fields, subject: requiredLine("Subject", 160) });

/** The rules of both message forms. A volunteer's message has no subject. */
export const messageSchemas = {
  contact,
  volunteer: z.object({ ...fields, subject: z.unknown().transform(() => "") }),
} satisfies Record<MessageKind, z.ZodType>;

/** A message that may be stored. */
export type MessageValues = z.output<typeof contact>;
