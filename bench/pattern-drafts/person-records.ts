import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import type { Group, SolvedTally, WronglyReady } from "./compare.ts";
import type { Garment } from "./garments.ts";

/** What became of one person's draft; kept in the repository, so that a later run goes on where an earlier one ended. */
export type PersonRecord = {
  readonly group: Group;
  readonly person: string;
  readonly status: "ready" | "review" | "by hand";
  /** The design that was drafted, of those that were tried. */
  readonly design: string;
  readonly solveMs: number;
  /** The last commit of the drafting engine when this person was drafted. */
  readonly commit: string;
  /** Why a draft is not ready. */
  readonly reasons?: readonly string[];
  /** What the tool finds in a draft that is called ready, with the options that the shop found. */
  readonly faults?: WronglyReady;
};

const FOLDER = new URL("people/", import.meta.url);

const fileOf = ({ name }: Garment) => new URL(`${name.replaceAll(" ", "-")}.jsonl`, FOLDER);

/** The people of a garment who were compared so far, one a line. */
export function storedPeople(garment: Garment): PersonRecord[] {
  const file = fileOf(garment);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as PersonRecord);
}

/** Adds a person at once, so that a run that is ended loses nothing. */
export function storePerson(garment: Garment, record: PersonRecord): void {
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(fileOf(garment), `${JSON.stringify(record)}\n`);
}

/**
 * Everybody once, in an order of which every beginning is spread evenly over the whole list: the positions in the order of their
 * reversed bits.
 */
export function spreadOrder<Item>(items: readonly Item[]): Item[] {
  const bits = Math.ceil(Math.log2(Math.max(1, items.length)));
  const size = 2 ** bits;
  const positions = Array.from({ length: size }, (_, index) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      reversed = 2 * reversed + (Math.floor(index / 2 ** bit) % 2);
    }
    return Math.floor((reversed * items.length) / size);
  });
  return [...new Set(positions)].flatMap((position) => items.slice(position, position + 1));
}

/** The people of one group, counted. */
export function tallyOf(records: readonly PersonRecord[], group: Group): SolvedTally | null {
  const own = records.filter((record) => record.group === group);
  if (own.length === 0) return null;
  const statuses: Record<string, number> = {};
  const reasons: Record<string, number> = {};
  for (const record of own) {
    statuses[record.status] = (statuses[record.status] ?? 0) + 1;
    for (const reason of new Set(record.reasons)) reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return {
    group,
    count: own.length,
    statuses,
    wronglyReady: own.flatMap(({ faults }) => faults ?? []),
    withoutReason: own.filter(
      ({ reasons: given, status }) => status !== "ready" && (given ?? []).length === 0,
    ).length,
    reasons,
    solveMs: own.map(({ solveMs }) => solveMs),
  };
}
