import type { RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";
import type { MessageKind, MessageValues } from "./message-input.ts";

/** A message as the shop's own mailbox gets it. */
export type MessageEmailInput = {
  kind: MessageKind;
  values: MessageValues;
  siteName: string;
  siteUrl: string;
};

const words: Readonly<Record<MessageKind, { heading: string; from: string }>> = {
  contact: { heading: "A message from the contact page", from: "the contact page" },
  volunteer: { heading: "Somebody would like to volunteer", from: "the New Dawn page" },
};

/** The mail that tells the owner of a message; everything the sender typed is text in it and nothing else. */
export function messageEmail({ kind, values, siteName, siteUrl }: MessageEmailInput): RenderedMail {
  const { fullName, email, phone, subject, message } = values;
  const topic = kind === "contact" ? subject : "Volunteering with New Dawn";
  const { heading, from } = words[kind];
  return renderMail({
    subject: `${topic} (${fullName})`,
    preview: message.slice(0, 140),
    heading,
    blocks: [
      { kind: "note", title: "From", lines: [fullName, email, ...(phone ? [phone] : [])] },
      ...(kind === "contact"
        ? [{ kind: "note" as const, title: "Subject", lines: [subject] }]
        : []),
      { kind: "note", title: "Message", lines: message.split("\n") },
    ],
    siteName,
    siteUrl,
    footer: [`Written on ${from} of ${siteName}.`, `Answer ${fullName} at ${email}.`],
  });
}
