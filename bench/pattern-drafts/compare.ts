import { checkDraft, rulesOf } from "./check-draft.ts";
import type { Options } from "./draft.ts";
import { optionsOutOfRange } from "./draft.ts";
import type { Rule } from "./findings.ts";
import type { Measurements } from "./measurements.ts";
import type { DraftPerson } from "./people.ts";
import { heavyPeople, spreadPeople } from "./people.ts";
import { RECIPES } from "./recipes.ts";

export type Group = "derived" | "tape" | "heavy derived" | "heavy tape" | "heavy noisy";

/** What the shop's solver says about one person. */
export type Solved = {
  readonly status: "ready" | "review" | "by hand";
  readonly options: Options;
  /** Measurements that the shop corrected for the draft. */
  readonly draftedFrom?: Partial<Measurements> | undefined;
  readonly reasons: readonly string[];
};
export type Solve = (design: string, person: DraftPerson) => Promise<Solved> | Solved;

/** A draft that the shop calls ready and that does not pass. */
export type WronglyReady = {
  readonly design: string;
  readonly person: string;
  readonly options: Options;
  readonly findings: string;
};
export type Tally = {
  readonly design: string;
  readonly group: Group;
  readonly count: number;
  readonly passing: number;
  readonly rules: ReadonlyMap<string, number>;
  readonly draftMs: readonly number[];
};
export type SolvedTally = {
  readonly design: string;
  readonly group: Group;
  readonly count: number;
  readonly statuses: ReadonlyMap<Solved["status"], number>;
  readonly wronglyReady: readonly WronglyReady[];
  readonly withoutReason: number;
  readonly reasons: ReadonlyMap<string, number>;
  readonly solveMs: readonly number[];
};

export function peopleOf(design: string, group: Group): DraftPerson[] {
  const wearers = RECIPES[design]?.wearers ?? "both";
  switch (group) {
    case "derived":
    case "tape":
      return spreadPeople(wearers, group);
    case "heavy derived":
      return heavyPeople(wearers, "derived");
    case "heavy tape":
      return heavyPeople(wearers, "tape");
    default:
      return heavyPeople(wearers, "derived", { withNoise: true });
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Every person's draft with the design's own defaults. */
export function compareDefaults(design: string, group: Group): Tally {
  const rules = new Map<Rule, number>();
  const draftMs: number[] = [];
  let passing = 0;
  const people = peopleOf(design, group);
  for (const { measurements } of people) {
    const { findings, draftMs: ms } = checkDraft({ design, measurements });
    draftMs.push(ms);
    if (findings.length === 0) passing += 1;
    for (const rule of rulesOf(findings)) count(rules, rule);
  }
  return { design, group, count: people.length, passing, rules, draftMs };
}

/** Every person's draft with the options that the shop found, measured again where it says ready. */
export async function compareSolved(
  design: string,
  group: Group,
  solve: Solve,
): Promise<SolvedTally> {
  const statuses = new Map<Solved["status"], number>();
  const reasons = new Map<string, number>();
  const wronglyReady: WronglyReady[] = [];
  const solveMs: number[] = [];
  let withoutReason = 0;
  const people = peopleOf(design, group);
  for (const person of people) {
    const started = performance.now();
    const solved = await solve(design, person);
    solveMs.push(performance.now() - started);
    count(statuses, solved.status);
    if (solved.status !== "ready") {
      if (solved.reasons.length === 0) withoutReason += 1;
      for (const reason of new Set(solved.reasons)) count(reasons, reason);
      continue;
    }
    const { options, draftedFrom } = solved;
    const { measurements } = person;
    const { findings } = checkDraft({ design, measurements, options, draftedFrom });
    const outside = optionsOutOfRange(design, options).map((name) => `${name} out of range`);
    if (findings.length + outside.length === 0) continue;
    wronglyReady.push({
      design,
      person: person.id,
      options,
      findings: [
        ...findings.map(
          ({ rule, measured, limit }) =>
            `${rule} ${measured.toFixed(2)}, limit ${limit.toFixed(2)}`,
        ),
        ...outside,
      ].join("; "),
    });
  }
  return {
    design,
    group,
    count: people.length,
    statuses,
    wronglyReady,
    withoutReason,
    reasons,
    solveMs,
  };
}

export const percentOf = (part: number, whole: number) => (100 * part) / whole;

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The most frequent first: "hem 10, waist 3". */
export const mostFrequent = (counts: ReadonlyMap<string, number>, atMost = 4) =>
  [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, atMost)
    .map(([name, number]) => `${name} ${number}`)
    .join(", ");
