import { MAX_EMAIL_LENGTH } from "#core/email.ts";

/** The contact page and the volunteer form send messages (decision S7). */
export type MessageKind = "contact" | "volunteer";

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
  kinds: readonly MessageKind[];
  /** Inbox and email show it there; details stand under their label. */
  shownAs: "sender" | "topic" | "message" | "detail";
  autoComplete?: string;
  /** The sample email shows it. */
  sample: string;
};

const BOTH: readonly MessageKind[] = ["contact", "volunteer"];

/**
 * The fields of the message forms (specification 2, Contact). Parsing, storage, inbox, email, sample and
 * export derive from them; each needs a column of `contact_messages`.
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

/** Fields that the form lacks are empty. */
export type MessageValues = Readonly<Record<MessageField, string>>;

export const MESSAGE_FIELDS: Readonly<Record<MessageField, MessageFieldDescription>> = FIELDS;

const MESSAGE_FIELD_NAMES = Object.keys(FIELDS) as MessageField[];

export function messageFieldsOf(kind: MessageKind): readonly MessageField[] {
  return MESSAGE_FIELD_NAMES.filter((name) => MESSAGE_FIELDS[name].kinds.includes(kind));
}

export function mapMessageFields<Value>(
  read: (name: MessageField, description: MessageFieldDescription) => Value,
): Record<MessageField, Value> {
  const entries = MESSAGE_FIELD_NAMES.map((name) => [name, read(name, MESSAGE_FIELDS[name])]);
  return Object.fromEntries(entries) as Record<MessageField, Value>;
}

export type MessageDetail = { readonly label: string; readonly value: string };

/** Lists the filled-in fields that appear under their label. */
export function messageDetails(values: MessageValues): MessageDetail[] {
  return MESSAGE_FIELD_NAMES.flatMap((name) => {
    const { shownAs, label } = MESSAGE_FIELDS[name];
    const value = values[name];
    return shownAs === "detail" && value !== "" ? [{ label, value }] : [];
  });
}
