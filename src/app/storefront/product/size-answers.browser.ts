import { useSyncExternalStore } from "react";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import type { ChartUnit } from "#features/measurement/size-chart.ts";
import { createListeners, readStoredJson, writeStored } from "#ui/browser-storage.ts";

/** In the measurement's unit (mm or grams), and as entered. */
export type SizeAnswer = {
  readonly value: number;
  readonly entered: string;
  readonly unit: ChartUnit;
};

export type SizeAnswers = Readonly<Partial<Record<MeasurementName, SizeAnswer>>>;

const KEY = "size-answers";
const MAX_TEXT = 40;
const NONE: SizeAnswers = {};

const { notify, subscribe } = createListeners(() => {
  current = null;
  notify();
});

/** Without storage the answers last as long as the page. */
let current: SizeAnswers | null = null;

function isAnswer(stored: unknown): stored is SizeAnswer {
  if (typeof stored !== "object" || stored === null) return false;
  const { entered, unit, value } = stored as Record<string, unknown>;
  const isText = typeof entered === "string" && entered.length <= MAX_TEXT;
  return isText && (unit === "cm" || unit === "inches") && Number.isInteger(value);
}

function read(): SizeAnswers {
  if (current) return current;
  const stored = readStoredJson(KEY);
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  const answers = entries.filter(([, answer]) => isAnswer(answer));
  current = answers.length === 0 ? NONE : (Object.fromEntries(answers) as SizeAnswers);
  return current;
}

/** Replaces the answers in this browser; the server never sees them. */
export function saveSizeAnswers(answers: SizeAnswers): void {
  current = answers;
  writeStored(KEY, Object.keys(answers).length === 0 ? null : JSON.stringify(answers));
  notify();
}

/** The visitor's answers about the own size, the same in every tab; empty on the server. */
export function useSizeAnswers(): SizeAnswers {
  return useSyncExternalStore(subscribe, read, () => NONE);
}
