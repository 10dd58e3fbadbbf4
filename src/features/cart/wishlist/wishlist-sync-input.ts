import { z } from "zod";
import type { SentChange } from "../sync/sent-change.ts";
import { MAX_SAVED } from "./stored-wishlist.ts";

/** Whether a piece is saved on a device, and when that came to be. */
export type SentSaved = SentChange & { readonly id: string; readonly saved: boolean };

const savedSchema = z.object({
  id: z.uuid().toLowerCase(),
  saved: z.boolean(),
  agoMs: z.number().nullable().catch(null),
  guest: z.boolean().catch(false),
});

/** Most entries one device can tell of: a full list and as many removals as it remembers. */
const MOST_SENT = 3 * MAX_SAVED;

/** Reads the entries out of anything a browser may send, without ever throwing: what cannot be one is left out. */
export function parseSentSaved(raw: unknown): SentSaved[] {
  if (!Array.isArray(raw)) return [];
  return raw.slice(0, MOST_SENT).flatMap((value) => {
    const entry = savedSchema.safeParse(value);
    return entry.success ? [entry.data] : [];
  });
}

/** The ids a wishlist's page asks for: those of products, each once, as many as a list holds. */
export function parseWantedIds(raw: unknown): string[] {
  if (!Array.isArray(raw)) return [];
  const ids = raw.flatMap((value) => {
    const id = z.uuid().toLowerCase().safeParse(value);
    return id.success ? [id.data] : [];
  });
  return [...new Set(ids)].slice(0, MAX_SAVED);
}
