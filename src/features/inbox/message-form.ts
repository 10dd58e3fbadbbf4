import { MAX_EMAIL_LENGTH } from "#core/email.ts";

/** Where a message is written: the contact page, or New Dawn's volunteer form (decision S7). */
export type MessageKind = "contact" | "volunteer";

/** The messages of both forms, for toasts and for the page. */
export const MESSAGE_FORM_MESSAGES = {
  failed: "Your message could not be sent",
  invalid: "Please look at the marked fields",
  tryAgain: "Please try again later or contact us directly.",
  tooMany:
    "We have several messages from this address already and are reading them. Please try again in an hour, or call us.",
  stillHere: "Everything you wrote is still here.",
} as const;

type MessageFieldDescription = {
  label: string;
  maxLength: number;
  isRequired: boolean;
  format: "line" | "text" | "email" | "phone";
  /** The forms that ask for it. */
  kinds: readonly MessageKind[];
  /** Where the inbox and the owner's email show it; a detail is shown under its label. */
  shownAs: "sender" | "topic" | "message" | "detail";
  autoComplete?: string;
  /** The value in the sample email. */
  sample: string;
};

const BOTH: readonly MessageKind[] = ["contact", "volunteer"];

/**
 * Every field of the message forms (specification 2, Contact), in the order of the forms. Parsing, storage, the inbox, the owner's email,
 * its sample and the account's export follow from it: a new field needs its description here and a column of `contact_messages`.
 */
const FIELDS = {
  fullName: {
    label: "Full Name",
    maxLength: 120,
    isRequired: true,
    format: "line",
    kinds: BOTH,
    shownAs: "sender",
    autoComplete: "name",
    sample: "Asha Persaud",
  },
  email: {
    label: "Email",
    maxLength: MAX_EMAIL_LENGTH,
    isRequired: true,
    format: "email",
    kinds: BOTH,
    shownAs: "sender",
    autoComplete: "email",
    sample: "asha@example.com",
  },
  phone: {
    label: "Phone",
    maxLength: 40,
    isRequired: false,
    format: "phone",
    kinds: BOTH,
    shownAs: "sender",
    autoComplete: "tel",
    sample: "+592 555 0100",
  },
  subject: {
    label: "Subject",
    maxLength: 160,
    isRequired: true,
    format: "line",
    kinds: ["contact"],
    shownAs: "topic",
    sample: "A fitting on Saturday",
  },
  message: {
    label: "Message",
    maxLength: 5_000,
    isRequired: true,
    format: "text",
    kinds: BOTH,
    shownAs: "message",
    sample: "Are you open this Saturday? I would like to come by.",
  },
} as const satisfies Record<string, MessageFieldDescription>;

export type MessageField = keyof typeof FIELDS;

/** A message that may be stored; a field its form does not ask for is empty. */
export type MessageValues = Readonly<Record<MessageField, string>>;

/** The fields of the message forms. */
export const MESSAGE_FIELDS: Readonly<Record<MessageField, MessageFieldDescription>> = FIELDS;

export const MESSAGE_FIELD_NAMES = Object.keys(FIELDS) as MessageField[];

/** The fields that a form asks for, in its order. */
export function messageFieldsOf(kind: MessageKind): readonly MessageField[] {
  return MESSAGE_FIELD_NAMES.filter((name) => MESSAGE_FIELDS[name].kinds.includes(kind));
}

/** A value for every field. */
export function mapMessageFields<Value>(
  read: (name: MessageField, description: MessageFieldDescription) => Value,
): Record<MessageField, Value> {
  const entries = MESSAGE_FIELD_NAMES.map((name) => [name, read(name, MESSAGE_FIELDS[name])]);
  return Object.fromEntries(entries) as Record<MessageField, Value>;
}

/** A label and its value. */
export type MessageDetail = { readonly label: string; readonly value: string };

/** The filled-in fields that are shown under their label. */
export function messageDetails(values: MessageValues): MessageDetail[] {
  return MESSAGE_FIELD_NAMES.flatMap((name) => {
    const { shownAs, label } = MESSAGE_FIELDS[name];
    const value = values[name];
    return shownAs === "detail" && value !== "" ? [{ label, value }] : [];
  });
}
