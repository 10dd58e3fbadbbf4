import type { RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import type { EntryKind } from "./inbox-entry.ts";
import { entryTopic } from "./inbox-entry.ts";

/** An answer as its mail tells it. */
export type ReplyEmailInput = {
  kind: EntryKind;
  about: string;
  words: string;
  writtenAt: Date;
  body: string;
  siteName: string;
  siteUrl: string;
};

const PREVIEW_LETTERS = 140;

/** The subject of the answer: the one that mail programs put below the mail it answers. */
export function replySubject(entry: { kind: EntryKind; about: string }): string {
  const topic = entryTopic(entry);
  return entry.kind === "inquiry" ? `Re: Your inquiry about ${topic}` : `Re: ${topic}`;
}

/** The mail that answers somebody: what the owner wrote, and below it what they had written. */
export function replyEmail(news: ReplyEmailInput): RenderedMail {
  const { body, words, writtenAt, siteName, siteUrl } = news;
  const topic = entryTopic(news);
  const quoted = news.kind === "inquiry" ? [`About: ${topic}`, words] : [words];
  return renderMail({
    subject: replySubject(news),
    preview: body.replaceAll("\n", " ").slice(0, PREVIEW_LETTERS),
    heading: topic,
    blocks: [
      ...body.split(/\n{2,}/).map((text) => ({ kind: "text" as const, text })),
      {
        kind: "note",
        title: `What you wrote on ${formatMoment(writtenAt)}`,
        lines: quoted.filter(Boolean).flatMap((text) => text.split("\n")),
      },
    ],
    siteName,
    siteUrl,
    footer: [
      `You receive this mail because you wrote to ${siteName}. Answer it, and your words reach the people who read yours.`,
    ],
  });
}
