import { garmentTypeName } from "#core/garment-type-name.ts";
import { defineEmail } from "#features/base/mail/email.ts";
import type { EmailSite } from "#features/base/mail/render-email.ts";
import { LINK_DAYS } from "#features/body/links/measurement-link.ts";
import { minutesOfGarment } from "./measuring-effort.ts";

/** A name that holds an address would turn the shop's email into somebody's advertisement. */
const HOLDS_ADDRESS = /[/:@\\]|www\.|\.\p{L}{2,}/iu;

const nameOf = (senderName: string) =>
  senderName.trim() === "" || HOLDS_ADDRESS.test(senderName) ? "Somebody you know" : senderName;

type Input = EmailSite & {
  contactEmail: string;
  senderName: string;
  garment: string;
  /** As the sender calls it; left out of the email where it holds an address. */
  occasion: string;
  measureUrl: string;
  isReminder: boolean;
};

/** " for Wedding of Asha", or nothing. */
const forOccasion = (occasion: string) =>
  occasion.trim() === "" || HOLDS_ADDRESS.test(occasion) ? "" : ` for ${occasion.trim()}`;

/**
 * Brings a measure-me link to a person who may have no account. Holds nothing that was measured, and of the sender's own words the
 * name and the occasion alone: what the sender calls the person is theirs, so the email greets nobody by name.
 */
export const measureMeEmail = defineEmail<Input>({
  kind: "measure-me",
  greets: true,
  isPrivate: true,
  hasOneTimeLink: true,
  compose: (input) => {
    const name = nameOf(input.senderName);
    const { phrase } = garmentTypeName(input.garment);
    return {
      subject: `${input.isReminder ? "A reminder: " : ""}${name} asks for your measurements (${input.siteName})`,
      preview: `For ${phrase}${forOccasion(input.occasion)} that is made for you. About ${minutesOfGarment(input.garment)} minutes with a tape.`,
      heading: input.isReminder ? "Your measurements are still missing" : "May we measure you?",
      blocks: [
        {
          kind: "text",
          text: `${name} would like to have ${phrase}${forOccasion(input.occasion)} made for you at ${input.siteName} and asks you to take your measurements. You need a tape, about ${minutesOfGarment(input.garment)} minutes and, if you like, somebody who helps. The page shows each step. You need no account, and you can stop and continue at any time.`,
        },
        { kind: "button", label: "Begin measuring", url: input.measureUrl },
        {
          kind: "note",
          title: "Your numbers stay yours",
          lines: [
            `${name} sees that you are done, and sees no number unless you share them.`,
            `Please do not forward this email: the link is for you alone. It works for ${LINK_DAYS} days.`,
          ],
        },
      ],
      footer: [
        `You receive this email because ${name === input.senderName ? name : "a customer"} entered your address at ${input.siteName}. If you do not know why, do nothing: nothing about you is measured or stored without your consent.`,
        `Questions? Write to ${input.contactEmail}.`,
      ],
    };
  },
  sample: (facts) => ({
    ...facts,
    senderName: "Asha Persaud",
    garment: "dress",
    occasion: "Wedding of Asha",
    isReminder: false,
    measureUrl: `${facts.siteUrl}/measure/sample`,
  }),
});
