import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { loadDesigns } from "./pattern-drafts/check-draft.ts";
import type { Group, Solve } from "./pattern-drafts/compare.ts";
import { compareDefaults, comparePerson, peopleOf } from "./pattern-drafts/compare.ts";
import type { Garment } from "./pattern-drafts/garments.ts";
import { GARMENTS } from "./pattern-drafts/garments.ts";
import type { DraftPerson } from "./pattern-drafts/people.ts";
import {
  spreadOrder,
  storedPeople,
  storePerson,
  tallyOf,
} from "./pattern-drafts/person-records.ts";
import type { DefaultResults, GarmentResults } from "./pattern-drafts/results.ts";
import {
  describeDefaults,
  describeResults,
  percentReady,
  withoutReasonOf,
  wronglyReadyOf,
} from "./pattern-drafts/results.ts";
import { draftedByShop, shopSolver } from "./pattern-drafts/shop-drafts.ts";
import type { Metric } from "./support/metric.ts";

const TABLE = new URL("pattern-drafts/RESULTS.md", import.meta.url);
const DEFAULTS_TABLE = new URL("pattern-drafts/DEFAULTS.md", import.meta.url);
/** Default options that were compared before stay, so that the designs can be compared one after the other. */
const RECORDS = new URL("results/pattern-drafts/", import.meta.url);
/** What is compared is drafting, and not how busy the machine is. */
const TIMEOUT_MS = 120_000;
const DEFAULT_GROUPS: readonly Group[] = ["derived", "tape", "heavy derived"];
/** People of each group in one round; 100 rounds are everybody. */
const ROUND = { derived: 4, "heavy derived": 2, posture: 1 } as const;
const GROUPS = ["derived", "heavy derived", "posture"] as const;
const ROUNDS = 100;

const recordOf = ({ name }: Garment) => new URL(`${name.replaceAll(" ", "-")}.json`, RECORDS);

async function measureDefaults(garments: readonly Garment[]): Promise<void> {
  mkdirSync(RECORDS, { recursive: true });
  for (const garment of garments.filter(({ designs }) => designs.length === 1)) {
    await loadDesigns(garment.designs);
    const { name } = garment;
    const defaults = DEFAULT_GROUPS.map((group) => compareDefaults(name, group));
    writeFileSync(recordOf(garment), JSON.stringify({ name, defaults }));
  }
  const stored = GARMENTS.map(recordOf)
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as DefaultResults);
  writeFileSync(DEFAULTS_TABLE, describeDefaults(stored));
}

function resultsOf(garment: Garment): GarmentResults {
  const people = storedPeople(garment);
  return {
    name: garment.name,
    solved: GROUPS.flatMap((group) => tallyOf(people, group) ?? []),
    commits: [...new Set(people.map(({ commit }) => commit))],
  };
}

function metricsOf({ name, least }: Garment, results: GarmentResults): Metric[] {
  if (results.solved.length === 0) return [];
  const people = percentReady(results, "derived");
  const heavy = percentReady(results, "heavy derived");
  return [
    { subject: `${name}, ready but failing`, value: wronglyReadyOf(results).length },
    { subject: `${name}, not ready without a reason`, value: withoutReasonOf(results) },
    ...(least ? [{ subject: `${name}, ready, percent`, value: people }] : []),
    ...(least?.heavy ? [{ subject: `${name}, heavy people ready, percent`, value: heavy }] : []),
  ];
}

type Entry = { readonly garment: Garment; readonly group: Group; readonly person: DraftPerson };

/** Whom a round drafts: the same share of each group of each garment. */
function roundOf(garments: readonly Garment[]): (round: number) => Entry[] {
  const lists = garments.flatMap((garment) =>
    GROUPS.map((group) => {
      const people = spreadOrder(peopleOf(garment.designs[0] ?? "", group));
      return { garment, group, people, each: ROUND[group] };
    }),
  );
  return (round) =>
    lists.flatMap(({ each, garment, group, people }) =>
      people.slice(round * each, (round + 1) * each).map((person) => ({ garment, group, person })),
    );
}

const lastCommit = () =>
  execFileSync("git", ["log", "-1", "--format=%h", "--", "src/features/patterns"], {
    encoding: "utf8",
  }).trim();

const writeTable = () => writeFileSync(TABLE, describeResults(GARMENTS.map(resultsOf)));

async function draftPeople(garments: readonly Garment[], solve: Solve): Promise<void> {
  const rounds = Number(process.env.ROUNDS ?? ROUNDS);
  const endsAtMs = performance.now() + 60_000 * Number(process.env.MINUTES ?? Infinity);
  const commit = lastCommit();
  const known = new Map(
    garments.map((garment) => [garment, new Set(storedPeople(garment).map(idOf))]),
  );
  const entriesOf = roundOf(garments);
  for (let round = 0; round < rounds; round += 1) {
    const missing = entriesOf(round).filter(
      (entry) => !known.get(entry.garment)?.has(idOf({ ...entry, person: entry.person.id })),
    );
    if (missing.length === 0) continue;
    for (const { garment, group, person } of missing) {
      if (performance.now() > endsAtMs) return;
      const record = await comparePerson(garment.designs, { group, person, solve });
      storePerson(garment, { ...record, commit });
      const { faults, reasons = [], status } = record;
      if (status === "ready" && !faults) continue;
      console.log(`  ${garment.name}, ${person.id}, ${status}: ${faults?.findings ?? reasons}`);
    }
    writeTable();
    console.log(`  round ${round + 1} of ${ROUNDS}`);
  }
}

const idOf = ({ group, person }: { group: Group; person: string }) => `${group} ${person}`;

/**
 * Drafts of real people with the options that the shop finds, measured on their seam lines. It goes on with the people who were not
 * drafted yet: MINUTES=50 or ROUNDS=10 ends it earlier, at a sample that is spread evenly over all groups. GARMENTS=simon,jaeger
 * compares some. DEFAULTS=1 compares the designs' default options instead. Remove a garment's file in pattern-drafts/people/ to draft
 * its people again.
 */
export async function measure(): Promise<Metric[]> {
  const names = process.env.GARMENTS?.split(",");
  const garments = GARMENTS.filter(({ name }) => !names || names.includes(name));
  if (process.env.DEFAULTS) {
    await measureDefaults(garments);
    return [];
  }
  const drafted = garments.filter(({ designs }) => draftedByShop(designs));
  for (const { designs } of drafted) await loadDesigns(designs);
  const patterns = createPatternPool({ timeoutMs: TIMEOUT_MS, givesWay: false });
  await draftPeople(drafted, shopSolver(patterns));
  await patterns.stop();
  writeTable();
  return drafted.flatMap((garment) => metricsOf(garment, resultsOf(garment)));
}
