import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import type { BodyModel, Conditional } from "./body-model.ts";
import { conditionals, exchangeGains, marginalize, withoutColumn } from "./body-model.ts";
import type { Contradiction } from "./check-pairs.ts";
import {
  comparedPairs,
  contradictions,
  exchangedByPairs,
  expectationByPairs,
  misfitOfPairs,
} from "./check-pairs.ts";
import type { Expectation, Explanation } from "./explain-misfit.ts";
import { explainMisfit } from "./explain-misfit.ts";
import type { ColumnMapping, FindColumn } from "./measurement-columns.ts";
import { asReading } from "./measurement-columns.ts";
import {
  hasChangedALot,
  needsAnotherReading,
  readingTolerance,
  valueOfReadings,
} from "./reading-history.ts";
import { isTwoSided, rangeOf } from "./rule-table.ts";
import type { Assessment } from "./statistical-check.ts";
import { alarmBudget, assessReadings } from "./statistical-check.ts";

/** One measurement of a profile: its readings, and its value in the person's last profile (mm, weight in kg). */
export type ProfileValue = {
  readonly name: string;
  readonly readings: readonly number[];
  readonly previous?: number;
  /** Hard to reach, and taken without a second person: its readings may differ more, from each other and from the rest. */
  readonly isAlone?: boolean;
  /** Of the field that the newest reading was entered in; absent where it is not known. */
  readonly unit?: ChartUnit;
};

/** "ask": measure once more, or accept with one tap. "stop": it cannot be right as entered. */
export type CheckLevel = "ask" | "stop";

export type Finding = {
  readonly name: string;
  readonly level: CheckLevel;
  readonly cause:
    | Explanation
    | {
        /** "order": a part that is larger than its whole; "proportion": two that nearly never go together. */
        readonly reason: "order" | "proportion";
        readonly other: string;
        readonly isMore: boolean;
      }
    /** The only value of a profile, unlike nearly everybody's. */
    | { readonly reason: "unusual"; readonly isMore: boolean }
    /** Two readings disagree, or three of which no two agree. */
    | { readonly reason: "third-reading" | "readings-apart"; readonly tolerance: number }
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
  /** Whether its readings stand for one value, which can be compared with others. */
  readonly isSettled: boolean;
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
/** Two values are exchanged when that makes all of them much likelier, and the two are not nearly the same. */
const MIN_EXCHANGE_GAIN = 8;
const MIN_EXCHANGE_SHARE = 0.05;

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
  return checkWithin(model, values, findColumn, stage === "entry" ? ENTRY_SHARE : 1);
}

/** `checkProfile` with a share of the model's budget of false alarms: how many mistakes are noticed for how many questions. */
export function checkWithin(
  model: BodyModel,
  values: readonly ProfileValue[],
  findColumn: FindColumn,
  share: number,
): CheckResult {
  const entries = entriesOf(values, findColumn);
  const tested = entries.filter(
    ({ isInRange, isSettled, mapping }) => isInRange && isSettled && mapping !== null,
  );
  const hasGirths = tested.some(isRepeatedGirth);
  const pairs = comparedPairs(entries);
  const budget = share * alarmBudget("ask", tested.length, { hasGirths, pairs });
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
    if (!entry.isInRange) add(outOfRange(model, entry, entries, comparable, doubtful));
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
  for (const finding of pairFindings(entries, tested, findings, assessment)) add(finding);
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
      const range = rangeOf(name);
      const isPossible = (each: number) =>
        range ? each >= range.from && each <= range.to : each > 0;
      // The newest reading is checked like the first, also where earlier ones agree without it.
      const newest = readings.at(-1) ?? 0;
      const value = isPossible(newest) ? valueOfReadings(readings) : newest;
      return {
        ...profileValue,
        value,
        mapping: mappingOf(profileValue, findColumn),
        isInRange: isPossible(value),
        isSettled: !needsAnotherReading(name, readings, profileValue.isAlone),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The error of a reading beyond a second person's, in mm, where somebody measures alone. */
const ALONE_ERROR_MM = 20;

function mappingOf({ isAlone, name }: ProfileValue, findColumn: FindColumn): ColumnMapping | null {
  const mapping = findColumn(name);
  if (!mapping || !isAlone) return mapping;
  return { ...mapping, extraError: Math.hypot(mapping.extraError, ALONE_ERROR_MM) };
}

/** The girths that every garment over them is cut to. */
const CUT_TO: readonly string[] = ["chest", "waist", "seat"];

const isRepeatedGirth = ({ name, readings }: Entry): boolean =>
  CUT_TO.includes(name) && readings.length > 1;

function readingOf(entry: Entry) {
  const { mapping, value } = entry;
  if (!mapping) throw new Error("A measurement without a column has no reading.");
  const { column, extraError } = mapping;
  return {
    column,
    extraError,
    reading: asReading(mapping, value),
    isRepeatedGirth: isRepeatedGirth(entry),
  };
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

/** What the pairs say about an entry, without the doubtful ones. */
const byPairsOf = (entry: Entry, entries: readonly Entry[], doubtful: ReadonlySet<Entry>) =>
  expectationByPairs(
    entry.name,
    entries.filter((each) => each !== entry && !doubtful.has(each)),
  );

function outOfRange(
  model: BodyModel,
  entry: Entry,
  entries: readonly Entry[],
  comparable: readonly Entry[],
  doubtful: ReadonlySet<Entry>,
): Finding {
  const { name } = entry;
  const range = rangeOf(name);
  const isComparable = comparable.includes(entry);
  const other = isComparable
    ? exchangedWith(model, comparable, entry)?.name
    : exchangedByPairs(entry, entries);
  if (other) return { name, level: "stop", cause: { reason: "exchanged", other } };
  const expected = isComparable
    ? expectationOf(model, comparable, entry, doubtful)
    : byPairsOf(entry, entries, doubtful);
  return { name, level: "stop", cause: explainMisfit(entry, expected, range) };
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
    const { name } = entry;
    const other = exchangedWith(model, comparable, entry);
    const expected = expectationOf(model, comparable, entry, doubtful);
    const explained: Finding["cause"] = other
      ? { reason: "exchanged", other: other.name }
      : explainMisfit(entry, expected, rangeOf(name));
    const isAlone = comparable.length === 1 && !("suggested" in explained);
    const cause: Finding["cause"] = isAlone
      ? { reason: "unusual", isMore: explained.reason !== "too-small" }
      : explained;
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
  const own = conditionals(subset, logs)[index];
  if (!own) return null;
  // What another value in this row alone would explain, without an exchange.
  const explainedAlone = 0.5 * (((logs[index] ?? 0) - own.mean) / own.spread) ** 2;
  let best = -1;
  gains.forEach((gain, other) => {
    const candidate = comparable[other];
    const isOther =
      candidate?.name !== "weight" &&
      Math.abs((logs[other] ?? 0) - (logs[index] ?? 0)) > MIN_EXCHANGE_SHARE;
    if (isOther && gain > Math.max(MIN_EXCHANGE_GAIN, explainedAlone, gains[best] ?? 0))
      best = other;
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
    const certain = entry.isSettled ? tests : Math.min(0.5, tests);
    confidence.set(entry.name, entry.isInRange ? certain : 0);
  }
  return confidence;
}

/** A value that nothing else is compared with is the likelier mistake, unless the other one fits its own neighbours badly. */
const NEUTRAL_MISFIT = 6;

/** Of two values that contradict each other the one that fits the others least is named; without a difference, the part. */
function pairFindings(
  entries: readonly Entry[],
  tested: readonly Entry[],
  findings: ReadonlyMap<string, Finding>,
  { fits }: Assessment,
): Finding[] {
  const trusted = entries.filter(({ isSettled, name }) => isSettled && !findings.has(name));
  const found = contradictions(trusted);
  const doubtful = new Set(found.flatMap(({ part, whole }) => [part.name, whole.name]));
  const undoubted = trusted.filter(({ name }) => !doubtful.has(name));
  const misfitOf = (name: string, partner: string) => {
    const entry = trusted.find((each) => each.name === name);
    if (!entry) return NEUTRAL_MISFIT;
    const byModel = fits[tested.indexOf(entry)]?.z;
    const byPairs = misfitOfPairs(entry, undoubted, partner);
    if (byModel === undefined) return byPairs ?? NEUTRAL_MISFIT;
    return byPairs === null ? byModel * byModel : Math.max(byModel * byModel, byPairs);
  };
  const counts = new Map<string, number>();
  for (const name of found.flatMap(({ part, whole }) => [part.name, whole.name])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const named = new Set<string>();
  return found.flatMap((contradiction) => {
    const { part, whole } = contradiction;
    if (named.has(part.name) || named.has(whole.name)) return [];
    const more = (counts.get(whole.name) ?? 0) - (counts.get(part.name) ?? 0);
    const isWhole =
      more === 0 ? misfitOf(whole.name, part.name) > misfitOf(part.name, whole.name) : more > 0;
    const name = isWhole ? whole.name : part.name;
    named.add(name);
    return [{ name, level: "ask", cause: causeOf(contradiction, isWhole, trusted) }];
  });
}

function causeOf(
  { isMore, part, rule, whole }: Contradiction,
  isWhole: boolean,
  values: readonly Entry[],
): Finding["cause"] {
  const [suspect, other] = isWhole ? [whole, part] : [part, whole];
  const exchanged = exchangedByPairs(suspect, values);
  if (exchanged) return { reason: "exchanged", other: exchanged };
  const reason = isTwoSided(rule) ? "proportion" : "order";
  return { reason, other: other.name, isMore: isMore !== isWhole };
}

function historyFinding({
  isAlone,
  isSettled,
  name,
  previous,
  readings,
  value,
}: Entry): Finding | null {
  if (!isSettled) {
    const reason = readings.length > 2 ? "readings-apart" : "third-reading";
    const tolerance = readingTolerance(name, isAlone);
    return { name, level: "ask", cause: { reason, tolerance } };
  }
  if (previous !== undefined && hasChangedALot(name, value, previous)) {
    return { name, level: "ask", cause: { reason: "changed", previous } };
  }
  return null;
}
