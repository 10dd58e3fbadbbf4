import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { WHOLE_SIZE_MM } from "./size-chart.ts";
import type { SizedFor } from "./size-ranges.ts";
import { decidesSize, decidingMeasurements } from "./size-ranges.ts";

/** Whole mm by measurement. */
export type KnownBody = ReadonlyMap<MeasurementName, number>;

/** Estimated mm; one body in three lies outside `plusMinus`. */
export type EstimatedBody = ReadonlyMap<
  MeasurementName,
  { readonly value: number; readonly plusMinus: number }
>;

/** People who could have given the known values; the same index is the same person. mm. */
export type LikelyBodies = ReadonlyMap<string, ArrayLike<number>>;

/** "short" and "long" are of lengths. */
type RegionFitKind = "inside" | "tight" | "loose" | "short" | "long";

/** How a size sits at one place. `byMm` is the distance to what the size is made for, 0 inside. */
export type RegionFit = {
  readonly name: MeasurementName;
  readonly bodyMm: number;
  readonly kind: RegionFitKind;
  readonly byMm: number;
  /** Null for a measured value. */
  readonly plusMinus: number | null;
};

/** A size, or null for people whom no size fits, with its share of the people. */
type SizeChance = { readonly size: string | null; readonly chance: number };

/**
 * A size is named from answers once this share of the people who could have given them wears it, and more than any other size. Of 342
 * measured people who answered height, weight and then one girth at a time, 87 in 100 had a size named after three answers, and for
 * 87 in 100 of these it was the size of all their girths; at a half it was 83 in 100, and at 0.8 only 61 in 100 had one.
 */
export const NAMING_CHANCE = 0.6;

export type FitAdvice = {
  /** The advised size; null when no size fits. */
  readonly size: string | null;
  /**
   * Whether the size may be named: every girth that decides is known, or it is likelier than any other and `NAMING_CHANCE` of the
   * people wear it. Otherwise pages say which sizes are open and what would tell them apart.
   */
  readonly isNamed: boolean;
  /** The advised size, or the nearest one when none fits. */
  readonly nearest: string;
  readonly outside: "above" | "below" | null;
  /** The smaller size that fits as well, because the values are where two sizes meet (decision M6). */
  readonly sharedWith: string | null;
  readonly fits: readonly RegionFit[];
  /** The smaller size when the advised one is loose somewhere or both fit, and how it would sit. */
  readonly smaller: { readonly size: string; readonly fits: readonly RegionFit[] } | null;
  /** How likely the advised size, or Custom, is right: 0 to 1. */
  readonly chance: number;
  /** Most likely first; adds up to 1. */
  readonly chances: readonly SizeChance[];
  /** Made-to-measure would fit better: no size fits, or the advised one is a whole size too wide. */
  readonly advisesCustom: boolean;
};

type GirthOf = (name: MeasurementName) => number | undefined;

function girthsOf(sizes: readonly SizedFor[], girthOf: GirthOf): [MeasurementName, number][] {
  return decidingMeasurements(sizes).flatMap((name): [MeasurementName, number][] => {
    const value = girthOf(name);
    return value === undefined ? [] : [[name, value]];
  });
}

/**
 * The index of a body's size among `sizes` (smallest first): the smallest that is nowhere tight, or the next one when it
 * holds every girth too. -1 when every girth is below the smallest, `sizes.length` when none is wide enough; null without any
 * girth that decides. A larger girth never gives a smaller place.
 */
export function sizeIndexOf(sizes: readonly SizedFor[], girthOf: GirthOf): number | null {
  return indexOfGirths(sizes, girthsOf(sizes, girthOf));
}

function indexOfGirths(
  sizes: readonly SizedFor[],
  girths: readonly (readonly [MeasurementName, number])[],
): number | null {
  const [smallest] = sizes;
  if (!smallest || girths.length === 0) return null;
  const is = (size: SizedFor | undefined, test: "tight" | "loose", missing: boolean) =>
    girths.map(([name, value]) => {
      const range = size?.ranges[name];
      if (!range) return missing;
      return test === "tight" ? value > range.to : value < range.from;
    });
  if (is(smallest, "loose", true).every(Boolean)) return -1;
  const wide = sizes.findIndex((size) => !is(size, "tight", false).some(Boolean));
  if (wide < 0) return sizes.length;
  const larger = sizes[wide + 1];
  const holdsAll =
    larger && ![...is(larger, "tight", true), ...is(larger, "loose", true)].some(Boolean);
  return holdsAll ? wide + 1 : wide;
}

function fitAt(size: SizedFor, name: MeasurementName, value: number, plusMinus: number | null) {
  const range = size.ranges[name];
  if (!range) return null;
  const over = value - range.to;
  const under = range.from - value;
  const bodyMm = Math.round(value);
  const [high, low] = decidesSize(name)
    ? (["tight", "loose"] as const)
    : (["short", "long"] as const);
  const kind: RegionFitKind = over > 0 ? high : under > 0 ? low : "inside";
  return { name, bodyMm, kind, byMm: Math.round(Math.max(0, over, under)), plusMinus };
}

/** How a size sits at every place that it is made for and that is measured or estimated. */
function fitOfSize(size: SizedFor, known: KnownBody, estimated: EstimatedBody): RegionFit[] {
  return (Object.keys(size.ranges) as MeasurementName[]).flatMap((name) => {
    const measured = known.get(name);
    const estimate = estimated.get(name);
    const fit =
      measured !== undefined
        ? fitAt(size, name, measured, null)
        : estimate && decidesSize(name)
          ? fitAt(size, name, estimate.value, Math.round(estimate.plusMinus))
          : null;
    return fit ? [fit] : [];
  });
}

/** The index of each of the people; see `sizeIndexOf`. Those without a value are left out. */
function indexesOf(sizes: readonly SizedFor[], bodies: LikelyBodies): number[] {
  const columns = decidingMeasurements(sizes).flatMap((name) => {
    const values = bodies.get(name);
    return values ? [[name, values] as const] : [];
  });
  const count = columns[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, person) =>
    indexOfGirths(
      sizes,
      columns.map(([name, values]) => [name, values[person] as number] as const),
    ),
  ).flatMap((sizeIndex) => (sizeIndex === null ? [] : [sizeIndex]));
}

/** The middle place, which a larger body never lowers. */
function middleOf(places: readonly number[]): number | null {
  return places.toSorted((a, b) => a - b)[Math.floor(places.length / 2)] ?? null;
}

type AdviceInput = {
  /** Smallest first. */
  readonly sizes: readonly SizedFor[];
  readonly known: KnownBody;
  readonly estimated: EstimatedBody;
  readonly bodies: LikelyBodies;
};

/** Where a body without a size lies. */
function outsideOf(sizes: readonly SizedFor[], index: number): FitAdvice["outside"] {
  if (sizes[index]) return null;
  return index < 0 ? "below" : "above";
}

/** Too short, or measured to be a whole size too wide. */
const isPoorFit = ({ byMm, kind, plusMinus }: RegionFit): boolean =>
  kind === "loose" ? byMm > WHOLE_SIZE_MM && plusMinus === null : kind === "short";

/**
 * The size for a body. When every girth that decides is known, or there are no people to compare with, it is the size of the
 * known girths; otherwise the size of the middle of the people who could have given the answers. Null without a girth or people.
 */
export function adviseSize({ sizes, known, estimated, bodies }: AdviceInput): FitAdvice | null {
  const places = indexesOf(sizes, bodies);
  const isMeasured =
    places.length === 0 || decidingMeasurements(sizes).every((name) => known.has(name));
  const likelyIndex = isMeasured ? null : middleOf(places);
  const sizeIndex = likelyIndex ?? sizeIndexOf(sizes, (name) => known.get(name));
  const nearest = sizes[Math.min(sizes.length - 1, Math.max(0, sizeIndex ?? 0))];
  if (sizeIndex === null || !nearest) return null;
  const chances = chancesOf(sizes, places.length > 0 ? places : [sizeIndex]);
  const size = sizes[sizeIndex]?.size ?? null;
  const chance = chanceOf(chances, size);
  const fits = fitOfSize(nearest, known, estimated);
  const smaller = size === null ? undefined : sizes[sizeIndex - 1];
  const sharedWith = isMeasured && smaller && holdsAll(smaller, known) ? smaller.size : null;
  const isAlternative = sharedWith !== null || fits.some(({ kind }) => kind === "loose");
  return {
    size,
    isNamed: canBeNamed(chances, chance, isMeasured),
    nearest: nearest.size,
    fits,
    chances,
    outside: outsideOf(sizes, sizeIndex),
    sharedWith,
    smaller: smaller && isAlternative ? sitting(smaller, known, estimated) : null,
    chance,
    advisesCustom: size === null || fits.some(isPoorFit),
  };
}

const sitting = (size: SizedFor, known: KnownBody, estimated: EstimatedBody) => ({
  size: size.size,
  fits: fitOfSize(size, known, estimated),
});

function holdsAll(size: SizedFor, known: KnownBody): boolean {
  const fits = fitOfSize(size, known, new Map()).filter(({ name }) => decidesSize(name));
  return fits.length > 0 && fits.every(({ kind }) => kind === "inside");
}

/** The chances are sorted, so that the second is the greatest of the others. */
function canBeNamed(chances: readonly SizeChance[], chance: number, isMeasured: boolean): boolean {
  const [first, second] = chances;
  const isLikeliest = first?.chance === chance && (second?.chance ?? 0) < chance;
  return isMeasured || (chance >= NAMING_CHANCE && isLikeliest);
}

const chanceOf = (chances: readonly SizeChance[], size: string | null): number =>
  chances.find((each) => each.size === size)?.chance ?? 0;

/** The share of each size among the people; those whom no size fits count together, because all of them need Custom. */
function chancesOf(sizes: readonly SizedFor[], places: readonly number[]): SizeChance[] {
  const counts = new Map<string | null, number>();
  for (const sizeIndex of places) {
    const size = sizes[sizeIndex]?.size ?? null;
    counts.set(size, (counts.get(size) ?? 0) + 1);
  }
  return [...counts]
    .map(([size, count]) => ({ size, chance: count / places.length }))
    .sort((a, b) => b.chance - a.chance);
}

const BINS = 20;

/**
 * Which measurement to ask for next: the one whose answer tells the two most likely sizes apart for most people. Null when every
 * girth that decides is known.
 */
export function nextMeasurement(
  sizes: readonly SizedFor[],
  known: ReadonlyMap<string, number>,
  bodies: LikelyBodies,
): MeasurementName | null {
  const open = decidingMeasurements(sizes).filter((name) => !known.has(name));
  const places = indexesOf(sizes, bodies);
  const counts = new Map<number, number>();
  for (const sizeIndex of places) counts.set(sizeIndex, (counts.get(sizeIndex) ?? 0) + 1);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]).map(([sizeIndex]) => sizeIndex);
  const rated = open.map((name) => {
    const values = bodies.get(name);
    const people = places.flatMap((sizeIndex, person) =>
      sizeIndex === first || sizeIndex === second
        ? [{ sizeIndex, value: values?.[person] ?? 0 }]
        : [],
    );
    return { name, right: values ? separableShare(people) : -1 };
  });
  return rated.sort((a, b) => b.right - a.right)[0]?.name ?? null;
}

/** The share of people whose size is the most frequent one among those with about their value. */
function separableShare(people: readonly { sizeIndex: number; value: number }[]): number {
  const sorted = people.toSorted((a, b) => a.value - b.value);
  const perBin = Math.max(1, Math.ceil(sorted.length / BINS));
  let right = 0;
  for (let start = 0; start < sorted.length; start += perBin) {
    const counts = new Map<number, number>();
    for (const { sizeIndex } of sorted.slice(start, start + perBin)) {
      counts.set(sizeIndex, (counts.get(sizeIndex) ?? 0) + 1);
    }
    right += Math.max(...counts.values());
  }
  return right / Math.max(1, sorted.length);
}
