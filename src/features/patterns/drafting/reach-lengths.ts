import type {
  DraftMeasures,
  DraftOptions,
  FinishedMeasure,
  FitChange,
  LengthName,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import { clampOption } from "./draft-guard.ts";
import type { DraftRecipe } from "./solve-pattern.ts";

/** A hem or the end of a sleeve that is ordered lies within this. */
export const ORDERED_LENGTH_TOLERANCE_MM = 5;
/** Nearer than this needs no further draft. */
const CLOSE_MM = 0.3;
/** Solving the girths may move a length by this much; more is put right afterwards. */
const DRIFT_MM = 1;
const MAX_DRAFTS = 5;
/** By how much an option is moved to find the slope of the measure over it. */
const STEP = 0.05;

/** What a length is measured with and the option that moves it. */
type Length = { readonly measure: LengthName; readonly option: string };

/** The lengths of a design whose option nobody chose: hem and sleeve. */
export function freeLengthsOf(
  { lengths }: PatternDesign,
  locked: ReadonlySet<string>,
): readonly Length[] {
  return (Object.entries(lengths) as [LengthName, string][])
    .filter(([, option]) => !locked.has(option))
    .map(([measure, option]) => ({ measure, option }));
}

const measureOf = ({ measures }: DraftMeasures, name: LengthName): FinishedMeasure | null =>
  measures.find((measure) => measure.name === name) ?? null;

/** How far a finished length is from what was asked for, in mm: positive where it is too long. Null where nothing is asked. */
function offOf(draft: DraftMeasures, name: LengthName): number | null {
  const measure = measureOf(draft, name);
  return measure === null || measure.wanted === null ? null : measure.finished - measure.wanted;
}

/** Whether hem and sleeves are where they should be, as far as solving may move them. */
export function areReached(draft: DraftMeasures, lengths: readonly Length[]): boolean {
  return lengths.every(({ measure }) => Math.abs(offOf(draft, measure) ?? 0) <= DRIFT_MM);
}

type Trial = { readonly value: number; readonly off: number };

/** The value at which the line through two trials has its goal. */
function nextValue(last: Trial, before: Trial | null): number {
  if (!before || before.value === last.value || before.off === last.off) {
    return last.value + (last.off < 0 ? STEP : -STEP);
  }
  return last.value - (last.off * (last.value - before.value)) / (last.off - before.off);
}

/** The trials of one length: its option, and how far the hem or the sleeve was off. */
class LengthSearch {
  readonly option: string;
  readonly #measure: LengthName;
  readonly #design: PatternDesign;
  #best: Trial | null = null;
  #last: Trial | null = null;
  #before: Trial | null = null;

  constructor(design: PatternDesign, { measure, option }: Length) {
    this.#design = design;
    this.#measure = measure;
    this.option = option;
  }

  get bestValue(): number | null {
    return this.#best?.value ?? null;
  }

  record(draft: DraftMeasures, options: DraftOptions): void {
    const value = options[this.option];
    const off = offOf(draft, this.#measure);
    this.#before = this.#last;
    this.#last = typeof value === "number" && off !== null ? { value, off } : null;
    if (this.#last && Math.abs(this.#last.off) < Math.abs(this.#best?.off ?? Infinity)) {
      this.#best = this.#last;
    }
  }

  /** The option to try next; null where nothing is asked, it is near enough or the range of the option ends. */
  next(): number | null {
    const range = this.#design.options[this.option];
    if (!this.#last || !range || Math.abs(this.#best?.off ?? 0) <= CLOSE_MM) return null;
    const next = clampOption(range, nextValue(this.#last, this.#before));
    if (typeof next !== "number" || next === this.#last.value) return null;
    return Math.round(next * 100_000) / 100_000;
  }
}

type Input = {
  readonly design: PatternDesign;
  readonly lengths: readonly Length[];
  readonly measure: (recipe: DraftRecipe) => DraftMeasures;
};

/**
 * Moves the options of hem and sleeves together until the finished draft has the lengths that were asked for, ordered ones and those
 * of a garment without a chosen length alike, in at most five drafts. What a design's range or the draft does not allow stays as near
 * as it comes.
 */
export function reachLengths(
  recipe: DraftRecipe,
  { design, lengths, measure }: Input,
): DraftRecipe {
  const searches = lengths.map((length) => new LengthSearch(design, length));
  const withValues = (values: readonly (readonly [string, number | null])[]): DraftRecipe => {
    const changed = values.filter(([, value]) => value !== null);
    const options = { ...recipe.options, ...Object.fromEntries(changed) } as DraftOptions;
    return { ...recipe, options };
  };
  let current = recipe;
  for (let drafts = 0; drafts < MAX_DRAFTS; drafts += 1) {
    const draft = measure(current);
    for (const search of searches) search.record(draft, current.options);
    const next = searches.map((search) => [search.option, search.next()] as const);
    if (next.every(([, value]) => value === null)) break;
    const best = searches.map((search) => [search.option, search.bestValue] as const);
    current = withValues([...best, ...next.filter(([, value]) => value !== null)]);
  }
  return withValues(searches.map((search) => [search.option, search.bestValue] as const));
}

/** By how many mm a correction of an earlier garment moves a length. */
function correctionOf(
  name: LengthName,
  design: PatternDesign,
  changes: readonly FitChange[],
): number {
  const option = design.lengths[name];
  const own = changes.filter(({ point }) => design.requested[point]?.option === option);
  return own.reduce((sum, { byMm }) => sum + byMm, 0);
}

/**
 * How far the finished draft is from an ordered length, in mm: positive where it is too long. What a correction of the person's
 * earlier garments asks is part of the length. Null where nothing can be compared.
 */
export function missOf(
  name: LengthName,
  measured: DraftMeasures,
  { changes, design }: { design: PatternDesign; changes: readonly FitChange[] },
): number | null {
  const off = offOf(measured, name);
  return off === null ? null : off - correctionOf(name, design, changes);
}
