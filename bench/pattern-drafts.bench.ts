import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { loadDesigns } from "./pattern-drafts/check-draft.ts";
import type { Group } from "./pattern-drafts/compare.ts";
import { compareDefaults, compareSolved, mostFrequent } from "./pattern-drafts/compare.ts";
import type { Garment } from "./pattern-drafts/garments.ts";
import { GARMENTS } from "./pattern-drafts/garments.ts";
import type { GarmentResults } from "./pattern-drafts/results.ts";
import {
  describeResults,
  percentReady,
  withoutReasonOf,
  wronglyReadyOf,
} from "./pattern-drafts/results.ts";
import { draftedByShop, shopSolver } from "./pattern-drafts/shop-drafts.ts";
import type { Metric } from "./support/metric.ts";

const TABLE = new URL("pattern-drafts/RESULTS.md", import.meta.url);
/** What was compared before stays, so that the garments can be compared one after the other. */
const RECORDS = new URL("results/pattern-drafts/", import.meta.url);
/** What is compared is drafting, and not how busy the machine is. */
const TIMEOUT_MS = 120_000;
const GROUPS: readonly Group[] = ["derived", "tape", "heavy derived"];
const SOLVED_GROUPS: readonly Group[] = [...GROUPS, "posture"];

const recordOf = ({ name }: Garment) => new URL(`${name.replaceAll(" ", "-")}.json`, RECORDS);

function storedResults(): GarmentResults[] {
  return GARMENTS.map(recordOf)
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as GarmentResults);
}

async function compareGarment(
  { name, designs }: Garment,
  patterns: PatternPool,
  atMost: number | undefined,
): Promise<GarmentResults> {
  await loadDesigns(designs);
  const [first = ""] = designs;
  const defaults =
    designs.length === 1 ? GROUPS.map((group) => compareDefaults(first, group, atMost)) : [];
  const solve = shopSolver(patterns);
  const solved = [];
  for (const group of draftedByShop(designs) ? SOLVED_GROUPS : []) {
    const tally = await compareSolved(designs, group, { solve, atMost });
    solved.push(tally);
    const { statuses, count, wronglyReady, reasons } = tally;
    console.log(
      `  ${name}, ${group}: ${statuses.ready ?? 0} of ${count} ready, ${wronglyReady.length} of them wrongly; ${mostFrequent(reasons)}`,
    );
    for (const each of wronglyReady) {
      console.log(`    ${each.person}: ${each.findings} ${JSON.stringify(each.options)}`);
    }
  }
  return { name, defaults, solved };
}

function metricsOf({ name, least }: Garment, results: GarmentResults): Metric[] {
  if (results.solved.length === 0) return [];
  const people = Math.min(percentReady(results, "derived"), percentReady(results, "tape"));
  const heavy = percentReady(results, "heavy derived");
  return [
    { subject: `${name}, ready but failing`, value: wronglyReadyOf(results).length },
    { subject: `${name}, not ready without a reason`, value: withoutReasonOf(results) },
    ...(least ? [{ subject: `${name}, ready, percent`, value: people }] : []),
    ...(least?.heavy ? [{ subject: `${name}, heavy people ready, percent`, value: heavy }] : []),
  ];
}

/**
 * Drafts of real people with the designs' defaults and with the options that the shop finds, measured on their seam lines.
 * GARMENTS=simon,jaeger compares some; PEOPLE=40 takes a sample and writes no table.
 */
export async function measure(): Promise<Metric[]> {
  const names = process.env.GARMENTS?.split(",");
  const atMost = process.env.PEOPLE ? Number(process.env.PEOPLE) : undefined;
  mkdirSync(RECORDS, { recursive: true });
  const patterns = createPatternPool({ timeoutMs: TIMEOUT_MS });
  const metrics: Metric[] = [];
  for (const garment of GARMENTS) {
    if (names && !names.includes(garment.name)) continue;
    const results = await compareGarment(garment, patterns, atMost);
    metrics.push(...metricsOf(garment, results));
    if (atMost !== undefined) continue;
    writeFileSync(recordOf(garment), JSON.stringify(results));
    writeFileSync(TABLE, describeResults(storedResults()));
  }
  await patterns.stop();
  return metrics;
}
