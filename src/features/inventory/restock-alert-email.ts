import type { RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";

/** A combination that can be bought again, as its mail tells it. */
export type RestockAlertNotice = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  name: string;
  size: string;
  colorName: string;
  /** The product's page with the size and colour chosen. */
  url: string;
  picture: { src: string; alt: string } | null;
};

/** To whoever asked: the size is there again. One mail, and no more about it. */
export function restockAlertEmail(news: RestockAlertNotice): RenderedMail {
  const kind = [`size ${news.size}`, news.colorName].filter(Boolean).join(", ");
  return renderMail({
    subject: `Back: ${news.name}, ${kind}`,
    preview: "You asked us to tell you. Pieces are few, and first come, first served.",
    heading: `${news.name} is back`,
    blocks: [
      ...(news.picture ? [{ kind: "picture" as const, ...news.picture }] : []),
      {
        kind: "text",
        text: `You asked us to tell you when ${news.name} is back in ${kind}. It is. We cannot keep one aside for you: whoever orders first has it.`,
      },
      { kind: "button", label: "See it in the shop", url: news.url },
    ],
    siteName: news.siteName,
    siteUrl: news.siteUrl,
    footer: [
      `You receive this one mail because this address was left for it at ${news.siteName}. No other follows about this size.`,
      `Questions? Write to ${news.contactEmail}.`,
    ],
  });
}
