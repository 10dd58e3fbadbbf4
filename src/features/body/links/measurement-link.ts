import { z } from "zod";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { tidyLine } from "#core/submitted-text.ts";
import { requiredEmail } from "#core/text-schema.ts";
import { MAX_LABEL_LENGTH } from "#features/body/measurement/measurement-profile.ts";
import { minutesOfGarment } from "#features/body/measurement/measuring-effort.ts";
import { MEASURED_GARMENTS } from "#features/body/measurement/required-measurements.ts";

export const MAX_GROUPS = 50;
export const MAX_LINKS = 30;

/** A link that is not done ends after these days. */
export const LINK_DAYS = 60;

/** What was measured through a link is deleted these days after it was done; a shared copy stays with the sender. */
export const UNSHARED_DAYS = 180;

/** What the measured person agrees to before the first value is stored. A change of the text is a new version. */
export const LINK_CONSENT = {
  version: 2,
  text: "I agree that my body measurements are stored encrypted, and that the atelier reads them when these clothes are ordered. The person who sent me this link sees when I am done, and sees the numbers only if I share them. I can delete them at any time.",
} as const;

/** Since this version of `LINK_CONSENT` people agree that the atelier reads the numbers when clothes are ordered. */
export const ORDER_CONSENT = 2;

/** Somebody whom the sender can order for without seeing a number. */
export type OrderableLink = {
  readonly id: string;
  /** As the sender calls them. */
  readonly personName: string;
  /** What they were asked to measure themselves for (`MEASURED_GARMENTS`). */
  readonly garment: string;
  readonly occasion: string;
};

/** Sharing is a choice of its own, after measuring. A change of the text is a new version. */
export const SHARE_CONSENT = {
  version: 1,
  text: "I agree that the person who sent me this link sees my measurements and orders clothes with them. I can take this back on this page at any time.",
} as const;

/** The emails of one link, limited so that nobody is bothered through the shop. */
export const MAX_EMAILS = 5;

/** A reminder is sent at the earliest these hours after the last email. */
export const EMAIL_PAUSE_HOURS = 24;

/** `measuring`: the person has agreed; `deleted`: by the measured person, or after `UNSHARED_DAYS`. */
export type LinkState =
  | "not_opened"
  | "measuring"
  | "done"
  | "shared"
  | "withdrawn"
  | "expired"
  | "deleted";

type Times = {
  readonly consentAt: Date | null;
  readonly doneAt: Date | null;
  readonly sharedAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly deletedAt: Date | null;
  readonly expiresAt: Date;
};

/** What the sender sees of a link, and what decides whether it opens. A link that is done in time does not expire. */
export function linkState(link: Times, now: Date): LinkState {
  if (link.deletedAt) return "deleted";
  if (link.withdrawnAt) return "withdrawn";
  if (link.sharedAt) return "shared";
  if (link.doneAt) return "done";
  if (link.expiresAt <= now) return "expired";
  return link.consentAt ? "measuring" : "not_opened";
}

/** Whether the link ends with words instead of opening. */
export const hasEnded = (state: LinkState): boolean =>
  state === "withdrawn" || state === "expired" || state === "deleted";

export type DoneLink = {
  readonly senderName: string;
  readonly garment: string;
  /** Whether the sender has ordered with the numbers. */
  readonly isOrdered: boolean;
  /** What is left to measure for the garment, as `leftToDoText` says it; empty when nothing is. */
  readonly leftToDo: string;
};

/** What a person who is done reads on the page of their link while the numbers are not shared: an order that exists is not announced as a possibility. */
export function doneLinkText({ garment, isOrdered, leftToDo, senderName }: DoneLink): string {
  const name = garmentTypeName(garment).name.toLowerCase();
  if (leftToDo !== "") {
    return isOrdered
      ? `Everything so far is saved. What is ordered already is below; another ${name} cannot be ordered before this is done: ${leftToDo}.`
      : `Everything so far is saved. Your ${name} cannot be ordered before this is done: ${leftToDo}.`;
  }
  return isOrdered
    ? `You are done, and ${senderName} has ordered with your measurements: the list below says what. ${senderName} sees no number; the atelier reads them. You can close this page now.`
    : `You are done, and ${senderName} can see that. ${senderName} sees no number, and can now order your ${name}: the atelier then reads the numbers. You can close this page now.`;
}

export const linkStateLabels: Readonly<Record<LinkState, string>> = {
  not_opened: "Not started",
  measuring: "In progress",
  done: "Done",
  shared: "Done and shared",
  withdrawn: "Withdrawn",
  expired: "Expired",
  deleted: "Deleted",
};

const shortText = (empty: string) =>
  z
    .string(empty)
    .transform(tidyLine)
    .pipe(
      z.string().min(1, empty).max(MAX_LABEL_LENGTH, `At most ${MAX_LABEL_LENGTH} letters, please`),
    );

export const groupSchema = z.object({
  name: shortText("Please name the occasion, such as a wedding"),
  garment: z.enum(MEASURED_GARMENTS, "Please choose what will be made"),
});

/** The first people of a group, one name a line; more can be added later. */
export const peopleSchema = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split("\n")
      .map(tidyLine)
      .filter((name) => name !== ""),
  )
  .pipe(
    z
      .array(z.string().max(MAX_LABEL_LENGTH, `At most ${MAX_LABEL_LENGTH} letters a name, please`))
      .max(MAX_LINKS, `At most ${MAX_LINKS} people in a group, please`),
  );

export const linkSchema = z.object({ personName: shortText("Please name the person") });

export const linkEmailSchema = z.object({
  email: requiredEmail("The email address"),
});

/** What the sender writes in WhatsApp or another app. */
export const linkMessage = ({
  garment,
  occasion,
  personName,
  url,
}: {
  garment: string;
  /** As the sender calls the group. */
  occasion: string;
  personName: string;
  url: string;
}) =>
  `Hello ${personName}, could you measure yourself for ${garmentTypeName(garment).phrase} (${occasion})? It takes about ${minutesOfGarment(garment)} minutes with a tape, and this page shows you how: ${url}`;

export const linkPath = (token: string) => `/measure/${token}`;
