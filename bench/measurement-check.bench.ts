import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { decodeModel } from "#features/body/check/decode-model.ts";
import type { CompletePerson } from "../scripts/body-model/complete-people.ts";
import { completePeople } from "../scripts/body-model/complete-people.ts";
import {
  bodyClass,
  check,
  falseAlarms,
  noticedFaults,
  noticedInTwoReadings,
} from "../scripts/body-model/evaluate.ts";
import type { SetName } from "../scripts/body-model/faults.ts";
import { FAULTS, readingsOf, SETS } from "../scripts/body-model/faults.ts";
import { seededRandom } from "../scripts/body-model/random.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";

const MODEL = new URL("../src/features/body/check/body-model.json", import.meta.url);
/** The least for a group's share. */
const MIN_GROUP = 100;
const SPEED_ROUNDS = 401;

const percent = (share: number) => 100 * share;
const cell = (share: number | undefined) =>
  share === undefined ? "    -" : percent(share).toFixed(0).padStart(5);

type Model = ReturnType<typeof decodeModel>;

/** The check engine on the surveys' even rows, which its model does not use. */
export async function measure(): Promise<Metric[]> {
  const stored = readFileSync(MODEL);
  const model = decodeModel(JSON.parse(stored.toString()));
  const people = completePeople("even", 1, seededRandom(8)).filter(
    ({ file }) => file !== "measured-waist",
  );
  const metrics: Metric[] = [];
  for (const set of Object.keys(SETS) as SetName[]) {
    metrics.push(...falseAlarmMetrics(model, people, set), ...faultMetrics(model, people, set));
  }
  const twice = noticedInTwoReadings(model, people, seededRandom(9));
  metrics.push(
    { subject: "digits and rows noticed with a second reading, percent", value: percent(twice) },
    { subject: "model, brotli kB", value: brotliCompressSync(stored).length / 1_000 },
    {
      subject: "a suit's profile, median processor ms",
      value: millisecondsPerProfile(model, people),
    },
  );
  return metrics;
}

function falseAlarmMetrics(
  model: Model,
  people: readonly CompletePerson[],
  set: SetName,
): Metric[] {
  const groups = falseAlarms(model, people, SETS[set], bodyClass, seededRandom(5));
  const all = groups.get("all");
  const sorted = [...groups].filter(([name]) => name !== "all").sort();
  console.log(`\n${set}, correct profiles: people, percent questioned, percent stopped`);
  for (const [name, { count, questioned, stopped }] of sorted) {
    console.log(
      `  ${name.padEnd(22)}${String(count).padStart(5)}${cell(questioned)}${cell(stopped)}`,
    );
  }
  const large = sorted.filter(([, { count }]) => count >= MIN_GROUP);
  const worst = Math.max(...large.map(([, { stopped }]) => stopped));
  return [
    {
      subject: `${set}, correct profiles questioned, percent`,
      value: percent(all?.questioned ?? 1),
    },
    { subject: `${set}, correct profiles stopped, percent`, value: percent(all?.stopped ?? 1) },
    { subject: `${set}, stopped in the worst group, percent`, value: percent(worst) },
  ];
}

function faultMetrics(model: Model, people: readonly CompletePerson[], set: SetName): Metric[] {
  const byFault = FAULTS.map((fault) => ({
    fault,
    rates: noticedFaults(model, people, set, fault, seededRandom(6)),
  }));
  console.log(`\n${set}, percent noticed by fault and measurement`);
  console.log(`  ${"".padEnd(18)}${FAULTS.map((fault) => fault.padStart(8)).join("")}`);
  for (const column of [...SETS[set], "all"]) {
    const cells = byFault.map(({ rates }) => cell(rates.get(column)?.noticed).padStart(8));
    console.log(`  ${column.padEnd(18)}${cells.join("")}`);
  }
  const named = byFault.map(({ rates }) => cell(rates.get("all")?.named).padStart(8));
  console.log(`  ${"right value named".padEnd(18)}${named.join("")}`);
  return byFault.map(({ fault, rates }) => ({
    subject: `${set}, ${fault} noticed, percent`,
    value: percent(rates.get("all")?.noticed ?? 0),
  }));
}

function millisecondsPerProfile(model: Model, people: readonly CompletePerson[]): number {
  const random = seededRandom(4);
  const profiles = people
    .slice(0, SPEED_ROUNDS)
    .map((person) => readingsOf(person, SETS.suit, random));
  for (const profile of profiles) check(model, profile);
  return median(
    profiles.map((profile) => {
      const start = performance.now();
      check(model, profile);
      return performance.now() - start;
    }),
  );
}
