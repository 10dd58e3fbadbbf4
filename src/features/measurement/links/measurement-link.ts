import { z } from "zod";
import { tidyLine } from "#core/submitted-text.ts";
import { MAX_LABEL_LENGTH } from "../measurement-profile.ts";
import { GARMENT_NAMES } from "../required-measurements.ts";

export const MAX_GROUPS = 50;
export const MAX_LINKS = 30;

/** A link that is not done ends after these days. */
export const LINK_DAYS = 60;

/** What was measured through a link is deleted these days after it was done; a shared copy stays with the sender. */
export const UNSHARED_DAYS = 180;

/** What the measured person agrees to before the first value is stored. A change of the text is a new version. */
export const LINK_CONSENT = {
  version: 1,
  text: "I agree that my body measurements are stored encrypted, for the clothes named above. Who sent me this link sees when I am done, and sees the numbers only if I share them. I can delete them at any time.",
} as const;

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

export const linkStateLabels: Readonly<Record<LinkState, string>> = {
  not_opened: "Not started",
  measuring: "Measuring",
  done: "Done, not shared",
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
  garment: z.enum(GARMENT_NAMES, "Please choose what will be made"),
});

export const linkSchema = z.object({ personName: shortText("Please name the person") });

export const linkPath = (token: string) => `/measure/${token}`;
