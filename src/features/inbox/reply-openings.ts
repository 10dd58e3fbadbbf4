import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyText, tooLongMessage } from "#core/submitted-text.ts";
import type { EntryKind } from "./inbox-entry.ts";

const MOST_LETTERS = 10_000;

/** Validates a reply: the tidy text, or a message. */
export function readReply(typed: string): Result<string, string> {
  const body = tidyText(typed);
  if (body === "") return fail("Please write your answer first");
  return body.length > MOST_LETTERS
    ? fail(tooLongMessage("An answer", MOST_LETTERS, body.length))
    : ok(body);
}

export type ReplyOpening = { readonly label: string; readonly text: string };

export type OpeningFacts = {
  kind: EntryKind;
  calledBy: string;
  /** Null without a product. */
  piece: { name: string; size: string; colorName: string; quantity: number } | null;
  siteName: string;
};

type Draft = { label: string; paragraphs: readonly string[] };

function pieceWords({ name, size, colorName, quantity }: NonNullable<OpeningFacts["piece"]>) {
  const count = quantity === 1 ? "" : `${quantity} × `;
  return `${count}${name} in size ${size}${colorName && ` and ${colorName}`}`;
}

function ofPiece(piece: NonNullable<OpeningFacts["piece"]>): Draft[] {
  const asked = pieceWords(piece);
  return [
    {
      label: "It is here",
      paragraphs: [
        `Thank you for asking after our work. ${asked}: we have it here in Georgetown, and have put it aside for you.`,
        "You are welcome to come by the atelier and try it on, or we bring it to you. Which day suits you?",
      ],
    },
    {
      label: "We would make it",
      paragraphs: [
        `Thank you for asking after our work. ${asked}: this one we would make for you, which takes us two to four weeks.`,
        "May we take your measures at the atelier, or would you send them to us? Then we tell you the price and the day it is ready.",
      ],
    },
    {
      label: "Not available",
      paragraphs: [
        `Thank you for asking after our work. ${asked}: I am sorry to say that we do not have it at the moment.`,
        "There are pieces close to it in cut and cloth. May I send you pictures of two or three?",
      ],
    },
    {
      label: "May we call?",
      paragraphs: [
        `Thank you for asking after our work. About ${asked} I would rather talk than write: a few minutes are enough.`,
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
        "I have passed your question to the people who know best. You hear from us again tomorrow at the latest, with an answer or with what we are waiting for.",
      ],
    },
    {
      label: "Your order number?",
      paragraphs: [
        "Thank you for writing to us. So that I look at the right order: would you send me its number? It stands in the mail that confirmed it, and has eight signs.",
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
        "Would you come by the atelier in Georgetown one afternoon? We show you what we do, and you meet the women we do it with.",
      ],
    },
  ],
};

/** Suggested beginnings of a reply, with name and product filled in. */
export function replyOpenings({ kind, calledBy, piece, siteName }: OpeningFacts): ReplyOpening[] {
  const wanted = kind === "inquiry" ? (piece ? ofPiece(piece) : []) : drafts[kind];
  return wanted.map(({ label, paragraphs }) => ({
    label,
    text: [
      `Dear ${calledBy.trim() || "friend of the house"},`,
      ...paragraphs,
      `With warm regards from Georgetown,\n${siteName}`,
    ].join("\n\n"),
  }));
}
