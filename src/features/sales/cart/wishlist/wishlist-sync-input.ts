import { z } from "zod";
import type { SentSaved } from "./wishlist.ts";
import { MAX_SAVED } from "./wishlist.ts";

const savedSchema = z.object({
  id: z.uuid().toLowerCase(),
  saved: z.boolean(),
  agoMs: z.number().nullable().catch(null),
  guest: z.boolean().catch(false),
});

/** A full list and a device's removals. */
const MAX_SENT = 3 * MAX_SAVED;

/** The valid entries. Never throws. */
export function parseSentSaved(raw: unknown): SentSaved[] {
  if (!Array.isArray(raw)) return [];
  return raw.slice(0, MAX_SENT).flatMap((value) => {
    const entry = savedSchema.safeParse(value);
    return entry.success ? [entry.data] : [];
  });
}

/** Each once, at most MAX_SAVED. */
export function parseWantedIds(raw: unknown): string[] {
  if (!Array.isArray(raw)) return [];
  const ids = raw.flatMap((value) => {
    const id = z.uuid().toLowerCase().safeParse(value);
    return id.success ? [id.data] : [];
  });
  return [...new Set(ids)].slice(0, MAX_SAVED);
}
