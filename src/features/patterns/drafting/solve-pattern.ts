import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type {
  BodyMeasurements,
  DraftMeasures,
  DraftOptions,
  Finding,
  FinishedMeasure,
  Lever,
  OptionValue,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import { clampOption } from "./draft-guard.ts";

/** A draft is asked for at most this often; most bodies need one. */
const MAX_DRAFTS = 160;
const SETTLE_DRAFTS = 40;

/** A girth should have at least half of the ease asked for, also where less could be worn. */
const LEAST_EASE = 0.5;
/** Ease that is missing by less than this is not worth another draft. */
const TOLERABLE_MM = 3;
const PER_FINDING = 10;

/** What one draft is made from: options of the design, and corrected measurements where the design needs them. */
export type DraftRecipe = {
  readonly options: DraftOptions;
  readonly measurements: BodyMeasurements;
};

export type Solution = DraftRecipe & DraftMeasures & { readonly drafts: number };

type SolveInput = {
  readonly design: PatternDesign;
  readonly body: BodyMeasurements;
  /** Defaults, fit and the tailor's own choices. */
  readonly options: DraftOptions;
  /** Options that the tailor chose: never changed. */
  readonly locked: ReadonlySet<string>;
  readonly measure: (recipe: DraftRecipe) => DraftMeasures;
  readonly maxDrafts?: number;
};

type Attempt = DraftRecipe & DraftMeasures & { readonly score: number };

/** A draft that is one lever away from another. */
type Step = { readonly attempt: Attempt; readonly lever: Lever; readonly steps: number };

/** Millimetres short of half the ease asked for. */
function missingEase(measures: readonly FinishedMeasure[]): number {
  return measures.reduce((sum, { finished, body, wanted }) => {
    if (body === null || wanted === null || wanted <= body) return sum;
    return sum + Math.max(0, body + LEAST_EASE * (wanted - body) - finished);
  }, 0);
}

const penaltyOf = (findings: readonly Finding[]) =>
  findings.reduce((sum, finding) => sum + PER_FINDING + finding.by, 0);

/** Findings decide; among drafts without any, ease. */
function scoreOf({ measures, findings }: DraftMeasures): number {
  return 1000 * penaltyOf(findings) + missingEase(measures);
}

class Solver {
  drafts = 0;
  readonly #input: SolveInput;
  readonly #known = new Map<string, Attempt>();
  readonly #levers: readonly Lever[];

  constructor(input: SolveInput) {
    this.#input = input;
    this.#levers = input.design.levers.filter((lever) => !input.locked.has(lever.option));
  }

  attempt(recipe: DraftRecipe): Attempt {
    const key = JSON.stringify(recipe);
    const known = this.#known.get(key);
    if (known) return known;
    this.drafts += 1;
    const measured = this.#input.measure(recipe);
    const attempt = { ...recipe, ...measured, score: scoreOf(measured) };
    this.#known.set(key, attempt);
    return attempt;
  }

  /** The recipe with one lever moved by a number of its steps; null at the end of its range. */
  moved(recipe: DraftRecipe, lever: Lever, steps: number): DraftRecipe | null {
    if (lever.kind === "measurement") return this.#corrected(recipe, lever, steps);
    const range = this.#input.design.options[lever.option];
    const value = recipe.options[lever.option];
    if (!range) return null;
    const next = typeof value === "number" ? value + steps * lever.step : lever.to;
    const clamped = clampOption(range, next);
    if (clamped === null || clamped === value) return null;
    return { ...recipe, options: { ...recipe.options, [lever.option]: rounded(clamped) } };
  }

  #corrected(recipe: DraftRecipe, lever: Lever, steps: number): DraftRecipe | null {
    const name = lever.option as MeasurementName;
    const own = this.#input.body[name];
    const value = recipe.measurements[name];
    if (own === undefined || value === undefined || lever.limit === undefined) return null;
    const next = Math.min(
      own + lever.limit,
      Math.max(own - lever.limit, value + steps * lever.step),
    );
    if (next === value) return null;
    return { ...recipe, measurements: { ...recipe.measurements, [name]: rounded(next) as number } };
  }

  /** The levers that can cure what is wrong, in the design's order. */
  leversFor({ findings, measures }: Attempt): readonly Lever[] {
    const wrong = new Set<string>();
    for (const { code, measure } of findings) {
      wrong.add(code);
      if (measure) wrong.add(measure);
    }
    if (findings.length === 0) {
      for (const measure of measures) if (missingEase([measure]) > 0) wrong.add(measure.name);
    }
    return this.#levers.filter((lever) => lever.cures.some((cause) => wrong.has(cause)));
  }

  isSpent(): boolean {
    return this.drafts >= (this.#input.maxDrafts ?? MAX_DRAFTS);
  }

  /** Null when no draft one lever away is better. */
  #bestStep(from: Attempt, scale: number): Step | null {
    let best: Step | null = null;
    for (const lever of this.leversFor(from)) {
      for (const steps of [scale, -scale]) {
        if (this.isSpent()) break;
        const recipe = this.moved(from, lever, steps);
        if (!recipe) continue;
        const attempt = this.attempt(recipe);
        if (attempt.score < (best?.attempt ?? from).score - 1e-6) best = { attempt, lever, steps };
      }
    }
    return best;
  }

  /** The best draft one lever away, followed as far as it improves; null when none is better. */
  improve(from: Attempt, scale: number): Attempt | null {
    const best = this.#bestStep(from, scale);
    if (!best) return null;
    let { attempt } = best;
    for (let steps = best.steps; !this.isSpent() && attempt.score > 0; steps *= 2) {
      const recipe = this.moved(attempt, best.lever, steps);
      const next = recipe && this.attempt(recipe);
      if (!next || next.score >= attempt.score - 1e-6) break;
      attempt = next;
    }
    return attempt;
  }
}

const rounded = (value: OptionValue) =>
  typeof value === "number" ? Math.round(value * 10_000) / 10_000 : value;

const isGood = (attempt: Attempt) => attempt.findings.length === 0 && attempt.score <= TOLERABLE_MM;

/** Steps of this size, in the order in which they are tried. */
const SCALES = [1, 4, 0.25];

function search(solver: Solver, start: Attempt): Attempt {
  let best = start;
  while (!isGood(best) && !solver.isSpent()) {
    let better: Attempt | null = null;
    for (const scale of SCALES) {
      better = solver.improve(best, scale);
      if (better) break;
    }
    if (!better) return best;
    best = better;
  }
  return best;
}

/** A value of a recipe. */
type Setting = { readonly field: "measurements" | "options"; readonly name: string };

const getValue = (recipe: DraftRecipe, { field, name }: Setting): OptionValue | undefined =>
  (recipe[field] as Readonly<Record<string, OptionValue>>)[name];

function withValue(recipe: DraftRecipe, { field, name }: Setting, value: OptionValue): DraftRecipe {
  const { options, measurements } = recipe;
  return { options, measurements, [field]: { ...recipe[field], [name]: value } };
}

/** Three halvings bring a value to within an eighth of its change. */
const HALVINGS = 3;

/** The draft with one value as near to the start's as the garment allows. `attemptFine` gives null for a draft that does not fit. */
function settleValue(
  solved: Attempt,
  { start, setting }: { start: DraftRecipe; setting: Setting },
  attemptFine: (recipe: DraftRecipe) => Attempt | null,
): Attempt {
  const wanted = getValue(start, setting);
  const found = getValue(solved, setting);
  if (wanted === undefined || found === undefined || found === wanted) return solved;
  const whole = attemptFine(withValue(solved, setting, wanted));
  if (whole) return whole;
  if (typeof wanted !== "number" || typeof found !== "number") return solved;
  let best = solved;
  let good = found;
  let bad = wanted;
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = rounded((good + bad) / 2) as number;
    const attempt = attemptFine(withValue(best, setting, middle));
    if (attempt) {
      best = attempt;
      good = middle;
    } else bad = middle;
  }
  return best;
}

/** Brings every changed option as near to what was asked for as the garment allows. */
function settle(solver: Solver, start: DraftRecipe, solved: Attempt): Attempt {
  let best = solved;
  const limit = Math.max(TOLERABLE_MM, solved.score);
  const until = solver.drafts + SETTLE_DRAFTS;
  const attemptFine = (recipe: DraftRecipe): Attempt | null => {
    if (solver.drafts >= until) return null;
    const attempt = solver.attempt(recipe);
    return attempt.findings.length === 0 && attempt.score <= limit ? attempt : null;
  };
  for (const field of ["measurements", "options"] as const) {
    for (const name of Object.keys(best[field])) {
      best = settleValue(best, { start, setting: { field, name } }, attemptFine);
    }
  }
  return best;
}

/** Missed intersections are gone a tenth of a degree away. */
const NUDGES = [0.1, -0.1, 0.3, -0.3];

function firstAttempt(solver: Solver, recipe: DraftRecipe): Attempt {
  const first = solver.attempt(recipe);
  const slope = recipe.measurements.shoulderSlope;
  if (slope === undefined || first.findings[0]?.code !== "not-drafted") return first;
  for (const nudge of NUDGES) {
    const measurements = {
      ...recipe.measurements,
      shoulderSlope: rounded(slope + nudge) as number,
    };
    const attempt = solver.attempt({ ...recipe, measurements });
    if (attempt.findings[0]?.code !== "not-drafted") return attempt;
  }
  return first;
}

/**
 * Changes the design's options in steps and drafts again until the finished garment measures right, or until nothing
 * helps. What is found is brought back as near to the fit asked for as the body allows. Never more than `maxDrafts` and a
 * few drafts; the same input has the same solution.
 */
export function solvePattern(input: SolveInput): Solution {
  const solver = new Solver(input);
  const start: DraftRecipe = { options: input.options, measurements: input.body };
  let best = firstAttempt(solver, start);
  if (!isGood(best)) {
    const starts = input.design.starts ?? [];
    const results = [search(solver, best)];
    for (const options of starts) {
      if (solver.isSpent() || results.some(isGood)) break;
      const allowed = Object.entries(options).filter(([name]) => !input.locked.has(name));
      const from = { ...start, options: { ...start.options, ...Object.fromEntries(allowed) } };
      results.push(search(solver, solver.attempt(from)));
    }
    best = results.reduce((a, b) => (b.score < a.score ? b : a));
    if (best.findings.length === 0) best = settle(solver, start, best);
  }
  const { score: _score, ...found } = best;
  return { ...found, drafts: solver.drafts };
}
