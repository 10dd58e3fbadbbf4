import { canWriteTo } from "#core/email.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { formatMoney } from "#core/money-amount.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { SampleFacts } from "#features/base/mail/email.ts";
import {
  defineEmail,
  SAMPLE_CUSTOMER,
  SAMPLE_DATE,
  sampleGown,
} from "#features/base/mail/email.ts";
import type { EmailBlock, EmailImage } from "#features/base/mail/render-email.ts";
import { INQUIRY_REPLY_HOURS } from "#features/base/settings/business-facts.ts";
import { sizeLabel } from "#features/catalog/products/product.ts";
import { optionLabels } from "#features/orders/order/line-description.ts";
import type { EntryKind } from "./inbox-entry.ts";
import { entryTopic } from "./inbox-entry.ts";
import type { InquiredFit } from "./inquired-fit.server.ts";
import { INQUIRY_MESSAGES } from "./inquiry-form.ts";
import type { PurchaseInquiry } from "./inquiry-input.ts";
import type { MessageKind, MessageValues } from "./message-form.ts";
import { mapMessageFields, messageDetails } from "./message-form.ts";

export type InquiryEmailInput = {
  inquiry: PurchaseInquiry;
  product: { name: string; url: string; image: EmailImage | null };
  /** Empty when none was chosen. */
  colorName: string;
  /** Of a made-to-measure inquiry; without measurements, which no email has. */
  fit: InquiredFit | null;
  siteName: string;
  siteUrl: string;
  contactEmail: string;
};

const MAX_GREETING_LENGTH = 40;

const MAX_PREVIEW_LENGTH = 140;

/**
 * Returns a first name for the greeting, or null. Only letters are allowed, because anyone can have this email sent to
 * any address: no advertisement or link leaves in the shop's name.
 */
export function greetingName(firstName: string): string | null {
  const isName = /^[\p{L}\p{M}\u200C\u200D]+(?:[ '’-][\p{L}\p{M}\u200C\u200D]+){0,3}$/u.test(
    firstName,
  );
  return isName && firstName.length <= MAX_GREETING_LENGTH ? firstName : null;
}

function itemLines({ inquiry, colorName, fit }: InquiryEmailInput): string[] {
  const variant = [sizeLabel(inquiry.size), colorName].filter(Boolean).join(" · ");
  const made = fit
    ? [...optionLabels(fit.options), `${formatMoney(fit.unitPrice)} for one, made to measure`]
    : [];
  return [variant, `Quantity ${inquiry.quantity}`, ...made];
}

const note = (title: string, lines: readonly string[]): EmailBlock => ({
  kind: "note",
  title,
  lines,
});

const sampleInquiry = (facts: SampleFacts): InquiryEmailInput => ({
  ...facts,
  inquiry: {
    firstName: "Asha",
    lastName: "Persaud",
    email: SAMPLE_CUSTOMER,
    phone: "+592 555 0100",
    address: "12 Camp Street",
    city: "Georgetown",
    postalCode: "",
    size: "M",
    color: "",
    quantity: 1,
    notes: "For a wedding on the 12th. Can it be ready by then?",
    specification: "",
  },
  fit: null,
  product: { name: sampleGown.name, url: `${facts.siteUrl}/shop`, image: facts.image },
  colorName: sampleGown.colorName,
});

/** Reports an inquiry to the shop, as text only. */
export const inquiryEmail = defineEmail<InquiryEmailInput>({
  kind: "purchase-inquiry",
  compose: (input) => {
    const { inquiry, product, siteName } = input;
    const { firstName, lastName, email, phone, address, city, postalCode, notes } = inquiry;
    const name = `${firstName} ${lastName}`.trim();
    const reachable = canWriteTo(email);
    const doubt = reachable ? [] : ["This email address cannot receive email: please call."];
    return {
      subject: `Guyana Sales: ${product.name} (${name})`,
      preview: `${name} asks for ${product.name}, ${itemLines(input).join(", ").toLowerCase()}.`,
      heading: "Someone would like to buy in Guyana",
      blocks: [
        note(product.name, itemLines(input)),
        { kind: "button", label: "See the piece", url: product.url },
        note("From", [name, shownEmail(email), ...doubt, phone]),
        note("Address", [...address.split("\n"), [city, postalCode].filter(Boolean).join(", ")]),
        ...(notes ? [note("Additional Notes", notes.split("\n"))] : []),
      ],
      footer: [
        `Written in the Guyana Sales dialog of ${siteName}, which promises an answer within ${INQUIRY_REPLY_HOURS} hours.`,
        reachable ? `Answer ${name} at ${shownEmail(email)}.` : `Call ${name} at ${phone}.`,
      ],
    };
  },
  sample: sampleInquiry,
});

export const inquiryReceiptEmail = defineEmail<InquiryEmailInput>({
  kind: "inquiry-receipt",
  compose: (input) => {
    const { inquiry, product, siteName, contactEmail } = input;
    const greeting = greetingName(inquiry.firstName);
    return {
      subject: `Your inquiry about ${product.name}`,
      preview: INQUIRY_MESSAGES.sentText,
      heading: greeting ? `Thank you, ${greeting}` : "Thank you",
      blocks: [
        {
          kind: "text",
          text: `Your inquiry about ${product.name} is with our team in Georgetown. ${INQUIRY_MESSAGES.sentText}`,
        },
        ...(product.image ? [{ kind: "image" as const, ...product.image }] : []),
        note(product.name, itemLines(input)),
        { kind: "button", label: "See the piece again", url: product.url },
        note("Anything to add?", [
          "Reply to this email to reach the people who read your inquiry.",
        ]),
      ],
      footer: [
        `You receive this email because an inquiry was sent at ${siteName} with this email address. If it was not yours, please write to ${contactEmail}.`,
      ],
    };
  },
  sample: sampleInquiry,
});

type MessageEmailInput = { values: MessageValues; siteName: string; siteUrl: string };

const sampleMessage = (facts: SampleFacts, kind: MessageKind): MessageEmailInput => ({
  ...facts,
  values: mapMessageFields((_, { kinds, sample }) => (kinds.includes(kind) ? sample : "")),
});

const fromNote = ({ fullName, email, phone }: MessageValues) =>
  note("From", [fullName, shownEmail(email), ...(phone ? [phone] : [])]);

const detailNotes = (values: MessageValues) =>
  messageDetails(values).map(({ label, value }) => note(label, value.split("\n")));

const messageFooter = (page: string, { values, siteName }: MessageEmailInput) => [
  `Written on ${page} of ${siteName}.`,
  `Answer ${values.fullName} at ${shownEmail(values.email)}.`,
];

/** Reports a message to the shop, as text only. */
export const messageEmails = {
  contact: defineEmail<MessageEmailInput>({
    kind: "contact-message",
    compose: (input) => ({
      subject: `${input.values.subject} (${input.values.fullName})`,
      preview: input.values.message.slice(0, MAX_PREVIEW_LENGTH),
      heading: "A message from the contact page",
      blocks: [
        fromNote(input.values),
        note("Subject", [input.values.subject]),
        ...detailNotes(input.values),
        note("Message", input.values.message.split("\n")),
      ],
      footer: messageFooter("the contact page", input),
    }),
    sample: (facts) => sampleMessage(facts, "contact"),
  }),
  volunteer: defineEmail<MessageEmailInput>({
    kind: "volunteer-message",
    compose: (input) => ({
      subject: `Volunteering with New Dawn (${input.values.fullName})`,
      preview: input.values.message.slice(0, MAX_PREVIEW_LENGTH),
      heading: "Someone would like to volunteer",
      blocks: [
        fromNote(input.values),
        ...detailNotes(input.values),
        note("Message", input.values.message.split("\n")),
      ],
      footer: messageFooter("the New Dawn page", input),
    }),
    sample: (facts) => sampleMessage(facts, "volunteer"),
  }),
} satisfies Record<MessageKind, unknown>;

type ReplyEmailInput = {
  kind: EntryKind;
  about: string;
  text: string;
  writtenAt: Date;
  body: string;
  siteName: string;
  siteUrl: string;
};

/** Groups it in mail programs. */
function replySubject(entry: { kind: EntryKind; about: string }): string {
  const topic = entryTopic(entry);
  return entry.kind === "inquiry" ? `Re: Your inquiry about ${topic}` : `Re: ${topic}`;
}

/** The email is the owner's reply, with the original text below. */
export const replyEmail = defineEmail<ReplyEmailInput>({
  kind: "inbox-reply",
  compose: (reply) => {
    const { body, text: label, writtenAt, siteName } = reply;
    const topic = entryTopic(reply);
    const quoted = reply.kind === "inquiry" ? [`About: ${topic}`, label] : [label];
    return {
      subject: replySubject(reply),
      preview: body.replaceAll("\n", " ").slice(0, MAX_PREVIEW_LENGTH),
      heading: topic,
      blocks: [
        ...body.split(/\n{2,}/).map((text) => ({ kind: "text" as const, text })),
        note(
          `What you wrote on ${formatMoment(writtenAt)}`,
          quoted.filter(Boolean).flatMap((text) => text.split("\n")),
        ),
      ],
      footer: [
        `You receive this email because you wrote to ${siteName}. Reply to it to reach the people who read your message.`,
      ],
    };
  },
  sample: (facts) => ({
    ...facts,
    kind: "contact",
    about: "A fitting on Saturday",
    text: "Are you open this Saturday? I would like to come by.",
    writtenAt: SAMPLE_DATE,
    body: "Good morning Asha,\n\nyes, from nine to one. Come by when it suits you.\n\nMarcia",
  }),
});
