import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";

/** What the form holds: stored texts by field, and the unit that they are in. */
export type PlainLinkTexts = {
  readonly unit: ChartUnit;
  readonly texts: Readonly<Record<string, string>>;
};

/** Whether a button said it that browsers without JavaScript measure with. */
export const isPlainLinkIntent = (intent: string | undefined): boolean =>
  intent === "plain-save" || intent === "plain-finish";

/** Says that the person stops before everything is measured. */
export const FINISH_WITHOUT_REST = "rest";

/** In the page's query: opens the guide again after the person was done. */
export const CORRECT = "correct";

/** In the page's query: the person stopped before everything was measured. */
export const STOPPED = "stopped";

/** In the page's query: says to a browser without JavaScript that its values are stored. */
export const SAVED = "saved";
