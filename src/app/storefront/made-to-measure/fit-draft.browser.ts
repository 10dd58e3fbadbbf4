import { useMemo, useSyncExternalStore } from "react";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import type { EnteredFit } from "#features/garments/specification/fit-draft.ts";
import { lostChoices, readDraft } from "#features/garments/specification/fit-draft.ts";
import { createListeners, readStored, writeStored } from "#ui/browser-storage.ts";

/** Drafts by product, and copies of what was ordered by specification. Without measurements, which are in the profile. */
const KEY = "made-to-measure";

/** A cart holds 100 lines; older entries are dropped. */
const MAX_ENTRIES = 120;

type Entries = Readonly<Record<string, { readonly at: number; readonly draft: unknown }>>;

const { subscribe, notify } = createListeners();

/** Used where the browser stores nothing. */
let unstored: Entries = {};
let held: { text: string | null; entries: Entries } = { text: null, entries: {} };

function parse(text: string | null): Entries {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Entries) : {};
  } catch {
    return {};
  }
}

/** The same object until something changes. */
function entries(): Entries {
  const text = readStored(KEY);
  if (text === undefined) return unstored;
  if (text !== held.text) held = { text, entries: parse(text) };
  return held.entries;
}

function write(next: Entries): void {
  const newest = Object.entries(next)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MAX_ENTRIES);
  unstored = Object.fromEntries(newest);
  const text = JSON.stringify(unstored);
  if (writeStored(KEY, text)) held = { text, entries: unstored };
  notify();
}

/** Stores a draft at once, so that a reload or a dead battery loses nothing. */
export function storeDraft(key: string, draft: EnteredFit): void {
  write({ ...entries(), [key]: { at: Date.now(), draft } });
}

/** Removes a draft that has become a line of the cart. */
export function forgetDraft(key: string): void {
  const { [key]: _, ...rest } = entries();
  write(rest);
}

/** What this browser ordered under the specification; null when it did not. */
export function storedCopy(specification: string): unknown {
  return entries()[specification]?.draft ?? null;
}

const none: Entries = {};

/** The draft of `key`, else `start`. On the server and in the first render the defaults. */
export function useFitDraft(key: string, start: unknown, terms: MadeToMeasureTerms) {
  const all = useSyncExternalStore(subscribe, entries, () => none);
  const stored = all[key]?.draft ?? start;
  return useMemo(
    () => ({
      draft: readDraft(stored, terms),
      lost: lostChoices(stored, terms),
      isStored: all[key] !== undefined,
    }),
    [stored, terms, all, key],
  );
}
