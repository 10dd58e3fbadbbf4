import { useSyncExternalStore } from "react";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { createListeners, readStored, readStoredJson, writeStored } from "#ui/browser-storage.ts";

/** The mannequin that shows the tape, as the person chose. */
export const MANNEQUINS = ["woman", "man"] as const;
export type Mannequin = (typeof MANNEQUINS)[number];

/** Text of a field that has not been confirmed with Enter yet. */
export type Draft = { readonly step: string; readonly text: string; readonly unit: ChartUnit };

type Memory = { mannequin: Mannequin | null; step: string | null; draft: Draft | null };

const KEY = "measuring-guide";
const EMPTY: Memory = { mannequin: null, step: null, draft: null };

/** Keeps the newest people only; the guide works without a memory. */
const MAX_PEOPLE = 50;

type Stored = Record<string, Memory>;

const { subscribe, notify } = createListeners();
/** Without storage the memory lasts as long as the page. */
let unstored: Stored = {};

function readAll(): Stored {
  if (readStored(KEY) === undefined) return unstored;
  const stored = readStoredJson(KEY);
  return typeof stored === "object" && stored !== null && !Array.isArray(stored)
    ? (stored as Stored)
    : unstored;
}

const isMannequin = (value: unknown): value is Mannequin =>
  MANNEQUINS.some((each) => each === value);

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { step, text, unit } = value as Partial<Draft>;
  return (
    typeof step === "string" && typeof text === "string" && (unit === "cm" || unit === "inches")
  );
}

/** Where the guide of one person stopped on this device; external content is validated. */
export function recallGuide(profileId: string): Memory {
  const found: Partial<Memory> | undefined = readAll()[profileId];
  if (typeof found !== "object" || found === null) return EMPTY;
  return {
    mannequin: isMannequin(found.mannequin) ? found.mannequin : null,
    step: typeof found.step === "string" ? found.step : null,
    draft: isDraft(found.draft) ? found.draft : null,
  };
}

export function rememberGuide(profileId: string, change: Partial<Memory>): void {
  const { [profileId]: _, ...others } = readAll();
  const entry = { ...recallGuide(profileId), ...change };
  unstored = Object.fromEntries([...Object.entries(others), [profileId, entry]].slice(-MAX_PEOPLE));
  writeStored(KEY, JSON.stringify(unstored));
  notify();
}

/** Removes what the guide remembers of people that left the device. */
export function forgetGuides(profileIds: readonly string[]): void {
  const left = Object.entries(readAll()).filter(([id]) => !profileIds.includes(id));
  unstored = Object.fromEntries(left);
  writeStored(KEY, left.length > 0 ? JSON.stringify(unstored) : null);
  notify();
}

/** Null until one is chosen, on the server and in the first render. */
export function useMannequin(profileId: string): Mannequin | null {
  return useSyncExternalStore(
    subscribe,
    () => recallGuide(profileId).mannequin,
    () => null,
  );
}
