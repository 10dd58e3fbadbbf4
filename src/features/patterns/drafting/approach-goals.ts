import type {
  DraftMeasures,
  DraftOptions,
  FinishedMeasure,
  OptionRange,
} from "#features/patterns/designs/pattern-design.ts";
import { boundedLeastSquares } from "./least-squares.ts";

/**
 * How far a finished measure is from its goal: 0 at the asked measure, 1 at its tolerance, beyond 1 what makes a finding. Always in
 * line with the findings of the draft, so that what is brought to zero is ready.
 */
function deviationOf({ finished, least, over, under, wanted }: FinishedMeasure): number {
  let deviation = 0;
  if (wanted !== null) {
    const off = finished - wanted;
    const limit = off < 0 ? under : over;
    if (limit !== null) deviation = off / Math.max(1, limit);
  }
  if (least === null || finished >= least) return deviation;
  return Math.min(deviation, -1 - (least - finished) / LEAST_UNIT_MM);
}

const LEAST_UNIT_MM = 5;

/** The sum of squared deviations: what the solver makes small. */
export function costOf({ measures }: Pick<DraftMeasures, "measures">): number {
  return measures.reduce((sum, measure) => sum + deviationOf(measure) ** 2, 0);
}

/** By how much an option is moved to find the slope of a measure over it. */
const STEP: Readonly<Partial<Record<OptionRange["kind"], number>>> = { share: 0.02, degrees: 1 };
/** Moving an option by one step weighs as much as a measure at a tenth of its tolerance. */
const EFFORT = 0.1;
/** A step is at most this many times longer than the one that found the slopes. */
const MAX_STEPS = 8;
/** Good enough: every measure within this share of its tolerance. */
const ENOUGH = 0.5;
const ROUNDS = 10;

export type Approached = { readonly options: DraftOptions; readonly draft: DraftMeasures };

type Slope = {
  readonly name: string;
  readonly unit: number;
  readonly column: number[];
};

export type GoalsInput = {
  readonly start: Approached;
  /** Options that may move. */
  readonly names: readonly string[];
  readonly ranges: Readonly<Record<string, OptionRange>>;
  /** Null when no more drafts are allowed. */
  readonly measure: (options: DraftOptions) => DraftMeasures | null;
};

const numberOf = (options: DraftOptions, name: string): number | null => {
  const value = options[name];
  return typeof value === "number" ? value : null;
};

const rounded = (value: number) => Math.round(value * 100_000) / 100_000;

class Approach {
  readonly #input: GoalsInput;
  /** Measures of the first draft; a draft without one of them is no step. */
  readonly #names: readonly string[];

  constructor(input: GoalsInput) {
    this.#input = input;
    this.#names = input.start.draft.measures.map(({ name }) => name);
  }

  deviations({ draft }: Approached): readonly number[] | null {
    const found = new Map(draft.measures.map((measure) => [measure.name, measure]));
    const values = this.#names.map((name) => {
      const measure = found.get(name as FinishedMeasure["name"]);
      return measure ? deviationOf(measure) : null;
    });
    return values.includes(null) ? null : (values as number[]);
  }

  at(options: DraftOptions): Approached | null {
    const draft = this.#input.measure(options);
    return draft && { options, draft };
  }

  range(name: string): { readonly from: number; readonly to: number } | null {
    const range = this.#input.ranges[name];
    return range && "from" in range ? range : null;
  }

  /** How every measure moves with every option, found by moving one after the other. */
  slopes(from: Approached, off: readonly number[]): readonly Slope[] {
    return this.#input.names.flatMap((name): Slope[] => {
      const value = numberOf(from.options, name);
      const range = this.range(name);
      const unit = STEP[this.#input.ranges[name]?.kind ?? "flag"];
      if (value === null || !range || unit === undefined) return [];
      const moved = value + unit > range.to ? -unit : unit;
      if (value + moved < range.from) return [];
      const next = this.at({ ...from.options, [name]: rounded(value + moved) });
      const values = next && this.deviations(next);
      if (!values) return [];
      const column = values.map((each, index) => ((each - (off[index] ?? 0)) * unit) / moved);
      return column.some((each) => Math.abs(each) > 1e-6) ? [{ name, unit, column }] : [];
    });
  }

  /** The draft at the end of the step that the slopes promise, shortened by `share`. */
  step(from: Approached, { slopes, off, share }: StepInput): Stepped | null {
    const bounds = slopes.map(({ name, unit }) => {
      const value = numberOf(from.options, name) ?? 0;
      const range = this.range(name) ?? { from: value, to: value };
      return {
        from: Math.max(-MAX_STEPS, (range.from - value) / unit),
        to: Math.min(MAX_STEPS, (range.to - value) / unit),
      };
    });
    const steps = boundedLeastSquares(
      slopes.map(({ column }) => column),
      off,
      { bounds, effort: EFFORT },
    ).map((each) => share * each);
    if (steps.every((each) => Math.abs(each) < 1e-3)) return null;
    const changes = slopes.map(({ name, unit }, index) => [
      name,
      rounded((numberOf(from.options, name) ?? 0) + unit * (steps[index] ?? 0)),
    ]);
    const next = this.at({ ...from.options, ...Object.fromEntries(changes) });
    return next && { next, steps };
  }
}

type StepInput = {
  readonly slopes: readonly Slope[];
  readonly off: readonly number[];
  readonly share: number;
};
type Stepped = { readonly next: Approached; readonly steps: readonly number[] };

/** Corrects the slopes by what a step really did (Broyden). */
function correct(slopes: readonly Slope[], steps: readonly number[], surprise: readonly number[]) {
  const length = steps.reduce((sum, each) => sum + each * each, 0);
  if (length === 0) return;
  slopes.forEach(({ column }, index) => {
    const weight = (steps[index] ?? 0) / length;
    surprise.forEach((value, row) => {
      column[row] = (column[row] ?? 0) + weight * value;
    });
  });
}

/** Findings that no measure tells: crossing outlines, jogs, darts. They may not become more. */
const OTHERS: ReadonlySet<string> = new Set([
  "too-small",
  "too-little-ease",
  "too-much-ease",
  "hem-off",
  "sleeve-off",
  "cap-gap",
  "flat-cap",
  "tight-armhole",
]);
const OTHER_COST = 25;

const wholeCost = ({ draft }: Approached) =>
  costOf(draft) +
  draft.findings.reduce(
    (sum, { code, by }) => (OTHERS.has(code) ? sum : sum + OTHER_COST + Math.min(by, 100) / 10),
    0,
  );

/** Whether a measure needs no further step. */
export function isEnough(measure: FinishedMeasure): boolean {
  return Math.abs(deviationOf(measure)) <= ENOUGH;
}

const areEnough = (off: readonly number[]) => off.every((each) => Math.abs(each) <= ENOUGH);

/** Where the approach stands: the best draft so far and how far its measures are off. */
type Standing = { readonly best: Approached; readonly off: readonly number[] };

/** One step and what it taught about the slopes; null when no step is left or its draft cannot be measured. */
function tryStep(
  approach: Approach,
  { best, off }: Standing,
  { share, slopes }: Pick<StepInput, "share" | "slopes">,
): Standing | null {
  const stepped = approach.step(best, { slopes, off, share });
  const values = stepped && approach.deviations(stepped.next);
  if (!stepped || !values) return null;
  const { next, steps } = stepped;
  const surprise = values.map((value, row) =>
    slopes.reduce(
      (rest, { column }, index) => rest - (column[row] ?? 0) * (steps[index] ?? 0),
      value - (off[row] ?? 0),
    ),
  );
  correct(slopes, steps, surprise);
  return { best: next, off: values };
}

/** A step that gains less than this share of the cost is the last. */
const LEAST_GAIN = 0.01;
const LEAST_SHARE = 0.2;

/**
 * Moves all options together toward what was asked for: the slopes of every measure over every option, then steps along them, each
 * corrected by what the one before did. Returns the best draft it saw, which is the start when nothing is better.
 */
export function approachGoals(input: GoalsInput): Approached {
  const approach = new Approach(input);
  const off = approach.deviations(input.start);
  if (!off || areEnough(off)) return input.start;
  let standing: Standing = { best: input.start, off };
  const slopes = approach.slopes(input.start, off);
  if (slopes.length === 0) return input.start;
  let share = 1;
  for (let round = 0; round < ROUNDS && share >= LEAST_SHARE; round += 1) {
    if (areEnough(standing.off)) break;
    const next = tryStep(approach, standing, { slopes, share });
    const cost = wholeCost(standing.best);
    const gain = next ? cost - wholeCost(next.best) : 0;
    if (!next || gain <= 0) {
      share /= 2;
      continue;
    }
    standing = next;
    share = 1;
    if (gain < LEAST_GAIN * cost) break;
  }
  return standing.best;
}
