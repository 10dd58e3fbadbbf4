import { z } from "zod";
import { MAX_PROFILES } from "./measurement-profile.ts";

/** Why one person of a device is not in the account. */
export type RefusedReason = "consent" | "deleted" | "too-many" | "refused";

/** What a device sends: its unsent people, and what it knows of the account's. Each profile is validated on its own. */
export const sentPeopleSchema = z.object({
  people: z
    .array(
      z.object({
        profile: z.unknown(),
        /** The account that the person belongs to; null for a visitor's. */
        owner: z.string().nullable(),
        revision: z.int().nullable(),
      }),
    )
    .max(MAX_PROFILES),
  known: z.array(z.object({ id: z.string(), revision: z.int() })).max(MAX_PROFILES),
  /** The text that the person agreed to on this device. */
  consentVersion: z.int().nullable(),
});

export type SentPeople = z.infer<typeof sentPeopleSchema>;
