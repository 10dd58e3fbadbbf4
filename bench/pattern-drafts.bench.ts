import { writeFileSync } from "node:fs";
import { loadDesigns } from "./pattern-drafts/check-draft.ts";
import type { Group, SolvedTally, Tally } from "./pattern-drafts/compare.ts";
import { compareDefaults } from "./pattern-drafts/compare.ts";
import { RECIPES } from "./pattern-drafts/recipes.ts";
import { describeResults } from "./pattern-drafts/results.ts";
import type { Metric } from "./support/metric.ts";

const RESULTS = new URL("pattern-drafts/RESULTS.md", import.meta.url);
const GROUPS: readonly Group[] = ["derived", "tape", "heavy derived"];

/** Drafts of real people with the designs' defaults and with the options that the shop finds, measured on their seam lines. */
export async function measure(): Promise<Metric[]> {
  const designs = Object.keys(RECIPES).filter((design) => design !== "waralee");
  await loadDesigns(designs);
  const defaults: Tally[] = [];
  const solved: SolvedTally[] = [];
  for (const design of designs) {
    for (const group of GROUPS) {
      defaults.push(compareDefaults(design, group));
    }
    console.log(`  ${design}`);
  }
  writeFileSync(RESULTS, describeResults(designs, defaults, solved));
  return [];
}
