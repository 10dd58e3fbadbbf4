import type { BodyModel, Conditional } from "./body-model.ts";
import { conditionals, exchangeGains, marginalize, withoutColumn } from "./body-model.ts";
import type { Expectation, Explanation } from "./explain-misfit.ts";
import { explainMisfit } from "./explain-misfit.ts";
import type { ColumnMapping, FindColumn } from "./measurement-columns.ts";
import { asReading } from "./measurement-columns.ts";
import { hasChangedALot, needsAnotherReading, valueOfReadings } from "./reading-history.ts";
import { HARD_RANGES, ORDER_RULES } from "./rule-table.ts";
import type { Assessment } from "./statistical-check.ts";
import { alarmBudget, assessReadings } from "./statistical-check.ts";

/** One measurement of a profile: its readings, and its value in the person's last profile (mm, weight in kg). */
export type ProfileValue = {
  readonly name: string;
  readonly readings: readonly number[];
  readonly previous?: number;
};

/** "ask": measure once more, or accept with one tap. "stop": it cannot be right as entered. */
export type CheckLevel = "ask" | "stop";

export type Finding = {
  readonly name: string;
  readonly level: CheckLevel;
  readonly cause:
    | Explanation
    | { readonly reason: "order"; readonly other: string; readonly isLarger: boolean }
    | { readonly reason: "third-reading" }
    | { readonly reason: "changed"; readonly previous: number };
};

export type CheckResult = {
  /** At most one for each measurement; the one that fits least comes first. */
  readonly findings: readonly Finding[];
  /** Probability from 0 to 1 that each value is right. */
  readonly confidence: ReadonlyMap<string, number>;
};

type Entry = ProfileValue & {
  readonly value: number;
  readonly mapping: ColumnMapping | null;
  readonly isInRange: boolean;
};

/** "entry": more values follow, so only what is clearly wrong is named at once; "complete": the whole profile. */
export type CheckStage = "entry" | "complete";

/**
 * Share of the budget before the profile is complete: otherwise three in ten people are questioned at some step of a suit,
 * because each step tests every value again.
 */
const ENTRY_SHARE = 0.03;

/** One in thirty values is wrong before anything is known about it. */
const PRIOR_ODDS = 1 / 29;
/** A mistake repeated in a second reading is rarer. */
const REPEATED = 0.2;
const UNTESTED_CONFIDENCE = 1 / (1 + PRIOR_ODDS);
const MIN_EXCHANGE_GAIN = 4;

/**
 * Checks a profile by rules, by the other measurements, and by the person's own history. Pure; the order of the values does
 * not matter; measurements without any reading are ignored. Never throws for finite readings.
 */
export function checkProfile(
  model: BodyModel,
  values: readonly ProfileValue[],
  findColumn: FindColumn,
  stage: CheckStage = "complete",
): CheckResult {
  const entries = entriesOf(values, findColumn);
  const tested = entries.filter(({ isInRange, mapping }) => isInRange && mapping !== null);
  const share = stage === "entry" ? ENTRY_SHARE : 1;
  const budget = share * alarmBudget("ask", tested.length);
  const stopBudget = share * alarmBudget("stop", tested.length);
  const assessment = assessReadings(model, tested.map(readingOf), budget);
  const findings = new Map<string, Finding>();
  const add = (finding: Finding) => {
    if (!findings.has(finding.name)) findings.set(finding.name, finding);
  };
  const comparable = entries.filter(({ value, mapping }) => value > 0 && mapping !== null);
  const doubtful = new Set(entries.filter(({ isInRange }) => !isInRange));
  for (const { index } of assessment.misfits) doubtful.add(tested[index] as Entry);
  for (const entry of entries) {
    if (!entry.isInRange) add(outOfRange(model, entry, comparable, doubtful));
  }
  for (const finding of misfitFindings(
    model,
    tested,
    comparable,
    doubtful,
    assessment,
    stopBudget,
  )) {
    add(finding);
  }
  const confidence = confidenceOf(entries, tested, assessment);
  for (const finding of orderFindings(entries, findings, confidence)) add(finding);
  for (const entry of entries) {
    const finding = historyFinding(entry);
    if (finding) add(finding);
  }
  return { findings: [...findings.values()], confidence };
}

function entriesOf(values: readonly ProfileValue[], findColumn: FindColumn): Entry[] {
  return values
    .filter(({ readings }) => readings.length > 0)
    .map((profileValue) => {
      const { name, readings } = profileValue;
      const value = valueOfReadings(readings);
      const range = Object.hasOwn(HARD_RANGES, name) ? HARD_RANGES[name] : undefined;
      const isInRange = range ? value >= range.from && value <= range.to : value > 0;
      return { ...profileValue, value, mapping: findColumn(name), isInRange };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readingOf({ mapping, value }: Entry) {
  if (!mapping) throw new Error("A measurement without a column has no reading.");
  const { column, extraError } = mapping;
  return { column, extraError, reading: asReading(mapping, value) };
}

/** What the other entries, without the doubtful ones, say about the entry's value: its logarithm in the unit of the profile. */
function expectationOf(
  model: BodyModel,
  comparable: readonly Entry[],
  entry: Entry,
  doubtful: ReadonlySet<Entry>,
): Expectation | null {
  if (!entry.mapping) return null;
  let subset = marginalize(model, comparable.map(readingOf));
  let left = [...comparable];
  for (const other of doubtful) {
    if (other === entry || !left.includes(other)) continue;
    subset = withoutColumn(subset, left.indexOf(other));
    left = left.filter((each) => each !== other);
  }
  const own = conditionals(subset, logsOf(left))[left.indexOf(entry)];
  return own
    ? { mean: own.mean - Math.log(asReading(entry.mapping, 1)), spread: own.spread }
    : null;
}

const logsOf = (entries: readonly Entry[]) =>
  Float64Array.from(entries, (entry) => Math.log(readingOf(entry).reading));

function outOfRange(
  model: BodyModel,
  entry: Entry,
  comparable: readonly Entry[],
  doubtful: ReadonlySet<Entry>,
): Finding {
  const { name, value } = entry;
  const range = HARD_RANGES[name];
  if (!comparable.includes(entry)) {
    return { name, level: "stop", cause: explainMisfit(name, value, null, range) };
  }
  const other = exchangedWith(model, comparable, entry);
  if (other) return { name, level: "stop", cause: { reason: "exchanged", other: other.name } };
  const byBody = explainMisfit(
    name,
    value,
    expectationOf(model, comparable, entry, doubtful),
    range,
  );
  const cause = "suggested" in byBody ? byBody : explainMisfit(name, value, null, range);
  return { name, level: "stop", cause };
}

function misfitFindings(
  model: BodyModel,
  tested: readonly Entry[],
  comparable: readonly Entry[],
  doubtful: ReadonlySet<Entry>,
  { misfits }: Assessment,
  stopBudget: number,
): Finding[] {
  return misfits.flatMap(({ index, alarms }) => {
    const entry = tested[index];
    if (!entry) return [];
    const { name, value } = entry;
    const other = exchangedWith(model, comparable, entry);
    const cause: Explanation = other
      ? { reason: "exchanged", other: other.name }
      : explainMisfit(
          name,
          value,
          expectationOf(model, comparable, entry, doubtful),
          HARD_RANGES[name],
        );
    return [{ name, level: alarms <= stopBudget ? "stop" : "ask", cause }];
  });
}

/** The measurement whose row the value was probably entered in: both fit when they are exchanged. */
function exchangedWith(model: BodyModel, comparable: readonly Entry[], entry: Entry): Entry | null {
  if (entry.name === "weight") return null;
  const index = comparable.indexOf(entry);
  const logs = logsOf(comparable);
  const subset = marginalize(model, comparable.map(readingOf));
  const gains = exchangeGains(subset, logs, index);
  let best = -1;
  gains.forEach((gain, other) => {
    const isLength = comparable[other]?.name !== "weight";
    if (isLength && gain > Math.max(MIN_EXCHANGE_GAIN, gains[best] ?? 0)) best = other;
  });
  if (best < 0) return null;
  [logs[index], logs[best]] = [logs[best] ?? 0, logs[index] ?? 0];
  return fitsAll(conditionals(subset, logs), [index, best]) ? (comparable[best] ?? null) : null;
}

function fitsAll(all: readonly Conditional[], indices: readonly number[]): boolean {
  return indices.every((index) => {
    const below = all[index]?.below ?? 0;
    return Math.min(below, 1 - below) > 0.005;
  });
}

function confidenceOf(
  entries: readonly Entry[],
  tested: readonly Entry[],
  { fits }: Assessment,
): Map<string, number> {
  const confidence = new Map<string, number>();
  for (const entry of entries) {
    const logRatio = fits[tested.indexOf(entry)]?.logRatio ?? 0;
    const repeated = entry.readings.length > 1 ? REPEATED : 1;
    const tests = 1 / (1 + PRIOR_ODDS * repeated * Math.exp(Math.min(700, logRatio)));
    const agrees = !needsAnotherReading(entry.name, entry.readings);
    confidence.set(entry.name, entry.isInRange ? (agrees ? tests : Math.min(0.5, tests)) : 0);
  }
  return confidence;
}

/** Of two values in the wrong order, the one with less confidence is named; without a difference, the smaller part. */
function orderFindings(
  entries: readonly Entry[],
  findings: ReadonlyMap<string, Finding>,
  confidence: ReadonlyMap<string, number>,
): Finding[] {
  const found: Finding[] = [];
  const named = new Set(findings.keys());
  const find = (name: string) => entries.find((entry) => entry.name === name);
  for (const { smaller, larger, factor, slackMm } of ORDER_RULES) {
    const part = find(smaller);
    const whole = find(larger);
    if (!part || !whole || named.has(smaller) || named.has(larger)) continue;
    if (part.value <= factor * whole.value + slackMm) continue;
    const trust = (name: string) => confidence.get(name) ?? UNTESTED_CONFIDENCE;
    const isLarger = trust(larger) < trust(smaller);
    const [name, other] = isLarger ? [larger, smaller] : [smaller, larger];
    named.add(name);
    found.push({ name, level: "ask", cause: { reason: "order", other, isLarger } });
  }
  return found;
}

function historyFinding({ name, readings, value, previous }: Entry): Finding | null {
  if (needsAnotherReading(name, readings)) {
    return { name, level: "ask", cause: { reason: "third-reading" } };
  }
  if (previous !== undefined && hasChangedALot(name, value, previous)) {
    return { name, level: "ask", cause: { reason: "changed", previous } };
  }
  return null;
}
