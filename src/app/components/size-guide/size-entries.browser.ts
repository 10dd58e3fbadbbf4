import { SealedEntry } from "#app/web/sealed-entry.browser.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";

/** In the measurement's unit (mm or grams), and as entered. */
type SizeEntry = {
  readonly value: number;
  readonly entered: string;
  readonly unit: ChartUnit;
};

export type SizeEntries = Readonly<Partial<Record<MeasurementName, SizeEntry>>>;

const MAX_TEXT = 40;

function isEntry(stored: unknown): stored is SizeEntry {
  if (typeof stored !== "object" || stored === null) return false;
  const { entered, unit, value } = stored as Record<string, unknown>;
  const isText = typeof entered === "string" && entered.length <= MAX_TEXT;
  return isText && (unit === "cm" || unit === "inches") && Number.isInteger(value);
}

function parseEntries(content: unknown): SizeEntries {
  const entries = typeof content === "object" && content !== null ? Object.entries(content) : [];
  return Object.fromEntries(entries.filter(([, value]) => isEntry(value)));
}

/** The visitor's responses about the own size, the same in every tab. The server never receives them. */
export const enteredSizes = new SealedEntry<SizeEntries>({
  name: "size-entries",
  empty: {},
  parse: parseEntries,
  join: (entries, former) => ({ ...entries, ...former }),
  isEmpty: (entries) => Object.keys(entries).length === 0,
});

/** Replaces one response. */
export function saveSizeEntry(name: MeasurementName, entered: SizeEntry): void {
  enteredSizes.change((before) => ({ ...before, [name]: entered }));
}

export function forgetSizeEntries(): void {
  enteredSizes.change(() => ({}));
}
