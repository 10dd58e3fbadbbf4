import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyText, tooLongMessage } from "#core/submitted-text.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";
import type { EntryKind } from "./inbox-entry.ts";

const MAX_LETTERS = 10_000;

/** Returns the tidy text, or a message. */
export function readReply(raw: string): Result<string, string> {
  const body = tidyText(raw);
  if (body === "") return fail("Please write your reply first");
  return body.length > MAX_LETTERS
    ? fail(tooLongMessage("An answer", MAX_LETTERS, body.length))
    : ok(body);
}

export type ReplyOpening = { readonly label: string; readonly text: string };

export type OpeningFacts = {
  kind: EntryKind;
  calledBy: string;
  product: { name: string; size: string; colorName: string; quantity: number } | null;
  siteName: string;
};

type Draft = { label: string; paragraphs: readonly string[] };

function itemText({ name, size, colorName, quantity }: NonNullable<OpeningFacts["product"]>) {
  const count = quantity === 1 ? "" : `${quantity} × `;
  return `${count}${name} in ${sizePhrase(size)}${colorName && ` and ${colorName}`}`;
}

function itemOpening(item: NonNullable<OpeningFacts["product"]>): Draft[] {
  const requested = itemText(item);
  return [
    {
      label: "It is here",
      paragraphs: [
        `Thank you for your interest in our work. ${requested}: we have it here in Georgetown and have put it aside for you.`,
        "You are welcome to try it on at the atelier, or we can bring it to you. Which day suits you?",
      ],
    },
    {
      label: "We would make it",
      paragraphs: [
        `Thank you for your interest in our work. ${requested}: we would make this one for you, which takes two to four weeks.`,
        "Could we take your measurements at the atelier, or would you send them to us? Then we can tell you the price and the day it will be ready.",
      ],
    },
    {
      label: "Not available",
      paragraphs: [
        `Thank you for your interest in our work. ${requested}: I am sorry to say that we do not have it at the moment.`,
        "We have similar pieces in cut and cloth. May I send you pictures of two or three?",
      ],
    },
    {
      label: "May we call?",
      paragraphs: [
        `Thank you for your interest in our work. About ${requested} I would like to talk to you: a few minutes are enough.`,
        "When may we call you at the number you gave us?",
      ],
    },
  ];
}

const drafts: Readonly<Record<"contact" | "volunteer", readonly Draft[]>> = {
  contact: [
    {
      label: "Thank you",
      paragraphs: ["Thank you for writing to us. I am glad to help you with this."],
    },
    {
      label: "We look into it",
      paragraphs: [
        "Thank you for writing to us, and for your patience.",
        "I have passed your question to the people who know best. You will hear from us by tomorrow, with an answer or with an update.",
      ],
    },
    {
      label: "Your order number?",
      paragraphs: [
        "Thank you for writing to us. Could you send me your order number? It has eight characters and is in your confirmation email.",
      ],
    },
  ],
  volunteer: [
    {
      label: "Welcome",
      paragraphs: [
        "Thank you for offering your time to New Dawn. It means a great deal to the women who are beginning something of their own.",
        "Would you tell us which days you are free, and what you like doing most?",
      ],
    },
    {
      label: "Let us meet",
      paragraphs: [
        "Thank you for offering your time to New Dawn. The best way to begin is to meet.",
        "Could you visit the atelier in Georgetown one afternoon? We will show you what we do and introduce you to the women we work with.",
      ],
    },
  ],
};

/** Suggests beginnings of a reply. */
export function replyOpenings({ kind, calledBy, product, siteName }: OpeningFacts): ReplyOpening[] {
  const wanted = kind === "inquiry" ? (product ? itemOpening(product) : []) : drafts[kind];
  return wanted.map(({ label, paragraphs }) => ({
    label,
    text: [
      `Dear ${calledBy.trim() || "friend of the house"},`,
      ...paragraphs,
      `With warm regards from Georgetown,\n${siteName}`,
    ].join("\n\n"),
  }));
}
