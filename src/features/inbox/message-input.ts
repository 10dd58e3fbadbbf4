import { z } from "zod";
import {
  optionalLine,
  optionalText,
  requiredEmail,
  requiredLine,
  requiredText,
} from "#core/text-schema.ts";
import type { MessageField, MessageKind, MessageValues } from "./message-form.ts";
import { MESSAGE_FIELDS, mapMessageFields } from "./message-form.ts";

/** The label inside a sentence: 'Full name is required'. */
const inSentence = (label: string) => label.charAt(0) + label.slice(1).toLowerCase();

function fieldSchema(name: MessageField): z.ZodType<string> {
  const { format, isRequired, label, maxLength } = MESSAGE_FIELDS[name];
  const words = inSentence(label);
  if (format === "email") return requiredEmail(words);
  if (format === "text") {
    return isRequired ? requiredText(words, maxLength) : optionalText(words, maxLength);
  }
  const line = isRequired ? requiredLine(words, maxLength) : optionalLine(words, maxLength);
  if (format === "line") return line;
  return line.refine(
    (phone) => phone === "" || /\d/.test(phone),
    "Please enter a phone number with its digits, or leave it empty.",
  );
}

/** A field the form does not ask for stays empty, whatever is submitted. */
const empty = z.unknown().transform(() => "");

const schemaOf = (kind: MessageKind): z.ZodType<MessageValues> =>
  z.object(
    mapMessageFields((name, { kinds }) => (kinds.includes(kind) ? fieldSchema(name) : empty)),
  );

/** The rules of both message forms, from the description of their fields. */
export const messageSchemas = {
  contact: schemaOf("contact"),
  volunteer: schemaOf("volunteer"),
} satisfies Record<MessageKind, z.ZodType>;
