import { checkDraft, rulesOf, WALKED_MM } from "./check-draft.ts";
import type { Options } from "./draft.ts";
import { optionsOutOfRange } from "./draft.ts";
import type { DrawnSeam, MovedCorner } from "./drawn-seams.ts";
import { drawnLinesOf, seamsNotDrawn } from "./drawn-seams.ts";
import type { Measurements } from "./measurements.ts";
import type { DraftPerson } from "./people.ts";
import { heavyPeople, spreadPeople, unusualPostures } from "./people.ts";
import type { PersonRecord } from "./person-records.ts";
import { RECIPES } from "./recipes.ts";

export type Group =
  | ("derived" | "tape" | "posture")
  | ("heavy derived" | "heavy tape" | "heavy noisy");

/** What the shop's solver says about one person. */
export type Solved = {
  readonly status: "ready" | "review" | "by hand";
  /** Of the designs that were tried. */
  readonly design: string;
  readonly options: Options;
  /** Measurements that the shop corrected for the draft. */
  readonly draftedFrom?: Partial<Measurements> | undefined;
  /** As the shop draws them. */
  readonly seams: readonly DrawnSeam[];
  /** Corners that it moved to make seams equal. */
  readonly moved: readonly MovedCorner[];
  readonly reasons: readonly string[];
};
export type Solve = (designs: readonly string[], person: DraftPerson) => Promise<Solved> | Solved;

/** A draft that the shop calls ready and that does not pass. */
export type WronglyReady = {
  readonly design: string;
  readonly person: string;
  readonly options: Options;
  readonly findings: string;
};
type Counts = Readonly<Record<string, number>>;
export type Tally = {
  readonly group: Group;
  readonly count: number;
  readonly passing: number;
  readonly rules: Counts;
  readonly draftMs: readonly number[];
};
export type SolvedTally = {
  readonly group: Group;
  readonly count: number;
  readonly statuses: Counts;
  readonly wronglyReady: readonly WronglyReady[];
  readonly withoutReason: number;
  readonly reasons: Counts;
  readonly solveMs: readonly number[];
};

/** `atMost` of the group's people, evenly taken from the whole list. */
export function peopleOf(design: string, group: Group, atMost = Infinity): DraftPerson[] {
  const people = wholeGroup(RECIPES[design]?.wearers ?? "both", group);
  const count = Math.min(atMost, people.length);
  return Array.from({ length: count }, (_, index) =>
    Math.floor(((index + 0.5) * people.length) / count),
  ).flatMap((position) => people[position] ?? []);
}

function wholeGroup(wearers: "women" | "men" | "both", group: Group): DraftPerson[] {
  switch (group) {
    case "derived":
    case "tape":
      return spreadPeople(wearers, group);
    case "posture":
      return unusualPostures(wearers);
    case "heavy derived":
      return heavyPeople(wearers, "derived");
    case "heavy tape":
      return heavyPeople(wearers, "tape");
    default:
      return heavyPeople(wearers, "derived", { withNoise: true });
  }
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Every person's draft with the design's own defaults. */
export function compareDefaults(design: string, group: Group, atMost?: number): Tally {
  const rules: Record<string, number> = {};
  const draftMs: number[] = [];
  let passing = 0;
  const people = peopleOf(design, group, atMost);
  for (const { measurements } of people) {
    const { findings, draftMs: ms } = checkDraft({ design, measurements });
    draftMs.push(ms);
    if (findings.length === 0) passing += 1;
    for (const rule of rulesOf(findings)) count(rules, rule);
  }
  return { group, count: people.length, passing, rules, draftMs };
}

/** Why a draft that the shop calls ready is not: nothing when it is. */
export function faultsOfReady(person: DraftPerson, solved: Solved): string[] {
  const { design, draftedFrom, moved, options, seams } = solved;
  const { heightMm, measurements } = person;
  const { draft, findings, walked } = checkDraft({
    design,
    draftedFrom,
    heightMm,
    drawn: { seams, moved },
    lines: drawnLinesOf(seams),
    measurements,
    options,
  });
  return [
    ...walked
      .filter(({ beyond }) => beyond > WALKED_MM)
      .map(({ name, one, other }) => `${name} ${one.toFixed(1)} to ${other.toFixed(1)}`),
    ...findings.map(
      ({ rule, measured, limit }) => `${rule} ${measured.toFixed(2)}, limit ${limit.toFixed(2)}`,
    ),
    ...optionsOutOfRange(design, options).map((name) => `${name} out of range`),
    ...seamsNotDrawn(draft, seams, moved).map((part) => `${part} is drawn otherwise`),
  ];
}

/** One person's draft with the options that the shop found, measured again where it says ready. */
export async function comparePerson(
  designs: readonly string[],
  { group, person, solve }: { group: Group; person: DraftPerson; solve: Solve },
): Promise<Omit<PersonRecord, "commit">> {
  const started = performance.now();
  const solved = await solve(designs, person);
  const solveMs = Math.round(performance.now() - started);
  const { design, options, reasons, status } = solved;
  const record = { group, person: person.id, status, design, solveMs };
  if (status !== "ready") return { ...record, reasons };
  const faults = faultsOfReady(person, solved);
  if (faults.length === 0) return record;
  const findings = faults.join("; ");
  return { ...record, faults: { design, person: person.id, options, findings } };
}

export const percentOf = (part: number, whole: number) => (100 * part) / whole;

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The most frequent first: "hem 10, waist 3". */
export const mostFrequent = (counts: Counts, atMost = 4) =>
  Object.entries(counts)
    .sort((a, b) => b[1] - a[1])
    .slice(0, atMost)
    .map(([name, number]) => `${name} ${number}`)
    .join(", ");
