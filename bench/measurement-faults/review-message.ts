import type { WrongEntry } from "./wrong-entries.ts";

/**
 * Judges what the check engine says by the words alone and by what is true of the person. Shares no range, no rule and no
 * arithmetic with the engine: the limits are those of FreeSewing's models and of tailors' tables, in cm.
 */
const POSSIBLE_CM: Readonly<Record<string, readonly [number, number]>> = {
  height: [120, 230],
  neck: [23, 65],
  shoulderToShoulder: [26, 68],
  shoulderToElbow: [20, 48],
  shoulderToWrist: [36, 85],
  biceps: [15, 75],
  wrist: [10, 28],
  highBust: [56, 180],
  chest: [58, 190],
  bustSpan: [9, 38],
  underbust: [52, 175],
  waist: [45, 200],
  waistBack: [18, 105],
  hips: [48, 210],
  seat: [60, 215],
  seatBack: [28, 115],
  hpsToBust: [14, 55],
  hpsToWaistFront: [26, 72],
  hpsToWaistBack: [26, 68],
  waistToArmpit: [8, 38],
  waistToHips: [2, 27],
  waistToSeat: [9, 45],
  waistToUpperLeg: [12, 55],
  waistToKnee: [35, 95],
  waistToFloor: [70, 150],
  crossSeam: [42, 140],
  crossSeamFront: [20, 75],
  inseam: [48, 120],
  upperLeg: [33, 120],
  knee: [22, 80],
  ankle: [13, 42],
  heel: [20, 55],
};
const POSSIBLE_KG = [27, 320] as const;
const POSSIBLE_DEGREES = [0, 40] as const;

/** What the tape goes around. */
const AROUND = new Set(
  "neck biceps wrist head highBust chest underbust waist hips seat upperLeg knee ankle heel".split(
    " ",
  ),
);

export type Complaint =
  | "no sentence"
  | "another unit"
  | "unit doubted without reason"
  | "around what is no girth"
  | "suggestion is false"
  | "exchange is false"
  | "direction is false"
  | "asks nothing";

export type Spoken = { readonly name: string; readonly notice: string; readonly action: string };

function isPossible(name: string, value: number): boolean {
  if (name === "weight") return value / 1_000 >= POSSIBLE_KG[0] && value / 1_000 <= POSSIBLE_KG[1];
  if (name === "shoulderSlope") return value >= POSSIBLE_DEGREES[0] && value <= POSSIBLE_DEGREES[1];
  const range = POSSIBLE_CM[name];
  return !range || (value / 10 >= range[0] && value / 10 <= range[1]);
}

/** The value that a sentence offers, in the shop's unit; null without one. */
function offered(notice: string): number | null {
  const [, text = "", unit = ""] = /Did you mean ([\d ./]+?) ?(cm|in|kg|lb|°)\?/.exec(notice) ?? [];
  if (text === "") return null;
  const [whole = "0", fraction] = text.includes("/") ? splitFraction(text) : [text];
  const [over = "0", under = "1"] = (fraction ?? "0/1").split("/");
  const amount = Number(whole) + Number(over) / Number(under);
  const per: Readonly<Record<string, number>> = {
    cm: 10,
    in: 25.4,
    kg: 1_000,
    lb: 453.592,
    "°": 1,
  };
  return amount * (per[unit] ?? Number.NaN);
}

function splitFraction(text: string): [string, string] {
  const [first = "0", second] = text.split(" ");
  return second === undefined ? ["0", first] : [first, second];
}

/** The value that a person sees as entered: of several readings the one that is furthest from the truth. */
function enteredOf(entry: WrongEntry, name: string): number {
  const truth = entry.truth.get(name) ?? 0;
  const readings = entry.values.find((value) => value.name === name)?.readings ?? [];
  return readings.toSorted((a, b) => Math.abs(b - truth) - Math.abs(a - truth))[0] ?? 0;
}

/** The distance between the truth and what is not a mistake of the tape. */
const TAPE_MM = 35;
const TAPE_SHARE = 0.12;

function reviewUnits(entry: WrongEntry, { name, notice }: Spoken, entered: number): Complaint[] {
  const complaints: Complaint[] = [];
  const value = offered(notice);
  if (/inches|centimeters|pounds|kilograms/.test(notice)) {
    const isReasonable = value !== null && isPossible(name, value) && !isPossible(name, entered);
    if (!isReasonable) complaints.push("unit doubted without reason");
  }
  const own =
    name === "weight"
      ? /\d ?(cm|in|°)/
      : name === "shoulderSlope"
        ? /\d ?(cm|in|kg|lb)\b/
        : /\d ?(kg|lb|°)/;
  if (own.test(notice)) complaints.push("another unit");
  const other = entry.unit === "cm" ? /\d in\b|\blb\b/ : /\d cm\b|\bkg\b|by more than a centimeter/;
  if (other.test(notice)) complaints.push("another unit");
  return complaints;
}

/**
 * An offered value must be possible and closer to the truth than what was entered; what "looks like" twice or half the measurement
 * must be near the truth.
 */
function reviewSuggestion(
  entry: WrongEntry,
  { name, notice }: Spoken,
  entered: number,
): Complaint[] {
  const value = offered(notice);
  if (value === null) return [];
  const truth = entry.truth.get(name) ?? 0;
  const distance = Math.abs(value - truth);
  const isBetter = distance < Math.abs(entered - truth);
  const isNear = distance <= Math.max(TAPE_MM, TAPE_SHARE * truth);
  const isTrue = isBetter && (isNear || !/twice|half/.test(notice));
  return isTrue && isPossible(name, value) ? [] : ["suggestion is false"];
}

function reviewDirection(
  entry: WrongEntry,
  { name, notice }: Spoken,
  entered: number,
): Complaint[] {
  const [, direction] = /\bis (more|less) than/.exec(notice) ?? [];
  if (!direction || !entry.wrong.includes(name)) return [];
  const truth = entry.truth.get(name) ?? 0;
  const isMore = entered > truth;
  return (direction === "more") === isMore ? [] : ["direction is false"];
}

/** "The waist and the hips may be in each other's field": exchanging them must bring them closer to the truth. */
function reviewExchange(
  entry: WrongEntry,
  { name, notice }: Spoken,
  nameOf: (label: string) => string | undefined,
): Complaint[] {
  const [, label = ""] = /and the (.+) may be in each other's field/.exec(notice) ?? [];
  if (label === "") return [];
  const other = nameOf(label) ?? "";
  const distance = (own: string, value: number) => Math.abs(value - (entry.truth.get(own) ?? 0));
  const first = enteredOf(entry, name);
  const second = enteredOf(entry, other);
  const now = distance(name, first) + distance(other, second);
  const exchanged = distance(name, second) + distance(other, first);
  return exchanged < now ? [] : ["exchange is false"];
}

/** What is false or nonsense in one message about a wrong entry. */
export function reviewMessage(
  entry: WrongEntry,
  spoken: Spoken,
  nameOf: (label: string) => string | undefined,
): readonly Complaint[] {
  const { action, name, notice } = spoken;
  const entered = enteredOf(entry, name);
  const all = `${notice} ${action}`;
  const complaints: Complaint[] = [];
  if (
    /NaN|undefined|Infinity|null|object|^The measurement|and the measurement/.test(all) ||
    !/^[A-Z].*[.?]$/.test(notice)
  ) {
    complaints.push("no sentence");
  }
  if (!/[Mm]easure|[Ll]ook|[Rr]ead|[Ss]tep on|photo/.test(action)) complaints.push("asks nothing");
  if (/around/.test(notice) && !AROUND.has(name)) complaints.push("around what is no girth");
  complaints.push(...reviewUnits(entry, spoken, entered));
  complaints.push(...reviewSuggestion(entry, spoken, entered));
  complaints.push(...reviewDirection(entry, spoken, entered));
  complaints.push(...reviewExchange(entry, spoken, nameOf));
  return complaints;
}

/** A message without its numbers, so that every distinct sentence is read once. */
export function sentenceOf(notice: string): string {
  return notice.replaceAll(/\d+( \d\/\d)?(\.\d+)?|\d\/\d/g, "#");
}
