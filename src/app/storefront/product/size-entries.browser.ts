import { useSyncExternalStore } from "react";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { createListeners, readStoredJson, writeStored } from "#ui/browser-storage.ts";

/** In the measurement's unit (mm or grams), and as entered. */
type SizeEntry = {
  readonly value: number;
  readonly entered: string;
  readonly unit: ChartUnit;
};

export type SizeEntries = Readonly<Partial<Record<MeasurementName, SizeEntry>>>;

const KEY = "size-entries";
const MAX_TEXT = 40;
const NONE: SizeEntries = {};

const { notify, subscribe } = createListeners(() => {
  current = null;
  notify();
});

/** Without storage the answers last as long as the page. */
let current: SizeEntries | null = null;

function isEntry(stored: unknown): stored is SizeEntry {
  if (typeof stored !== "object" || stored === null) return false;
  const { entered, unit, value } = stored as Record<string, unknown>;
  const isText = typeof entered === "string" && entered.length <= MAX_TEXT;
  return isText && (unit === "cm" || unit === "inches") && Number.isInteger(value);
}

function read(): SizeEntries {
  if (current) return current;
  const stored = readStoredJson(KEY);
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  const sizes = entries.filter(([, value]) => isEntry(value));
  current = sizes.length === 0 ? NONE : (Object.fromEntries(sizes) as SizeEntries);
  return current;
}

/** Replaces the answers in this browser; the server never sees them. */
export function saveSizeEntries(sizes: SizeEntries): void {
  current = sizes;
  writeStored(KEY, Object.keys(sizes).length === 0 ? null : JSON.stringify(sizes));
  notify();
}

/** The visitor's answers about the own size, the same in every tab; empty on the server. */
export function useSizeEntries(): SizeEntries {
  return useSyncExternalStore(subscribe, read, () => NONE);
}
