import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type {
  BodyMeasurements,
  DraftMeasures,
  DraftOptions,
  Finding,
  FindingCode,
  Lever,
  MeasureName,
  OptionValue,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import { approachGoals, costOf, isEnough } from "./approach-goals.ts";
import { clampOption } from "./draft-guard.ts";

/** A draft is asked for at most this often; most bodies need about twenty. */
const MAX_DRAFTS = 100;
const PER_FINDING = 10;

/** What one draft is made from: options of the design, and corrected measurements where the design needs them. */
export type DraftRecipe = {
  readonly options: DraftOptions;
  readonly measurements: BodyMeasurements;
};

export type Solution = DraftRecipe & DraftMeasures & { readonly drafts: number };

type SolveInput = {
  readonly design: PatternDesign;
  /** What the design is drafted from. */
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

/** How far an option is moved, in steps, before anything is solved. */
const MAX_MENDING_STEPS = 20;

/** What makes other measures of a draft meaningless: a part is missing, or an armhole folds. */
const UNSOUND: ReadonlySet<string> = new Set(["not-drafted", "part-missing", "narrow-underarm"]);

const isSound = ({ findings }: DraftMeasures) => findings.every(({ code }) => !UNSOUND.has(code));

/** A garment that FreeSewing drew with all its parts. */
export const isComplete = ({ findings }: Pick<DraftMeasures, "findings">) =>
  findings.every(({ code }) => code !== "not-drafted" && code !== "part-missing");

const penaltyOf = (findings: readonly Finding[]) =>
  findings.reduce((sum, finding) => sum + PER_FINDING + finding.by, 0);

/** Findings decide; among drafts without any, how near they are to what was asked for. */
function scoreOf(draft: DraftMeasures): number {
  return 1000 * penaltyOf(draft.findings) + costOf(draft);
}

/** The measures that an option is there for: its ease, and what it corrects. */
function measuresOfOption(
  { eases, requested }: PatternDesign,
  option: string,
): readonly MeasureName[] {
  const eased = (Object.keys(eases) as MeasureName[]).filter((name) => eases[name] === option);
  const corrected = Object.values(requested).flatMap((rule) =>
    rule?.option === option ? rule.measures : [],
  );
  return [...eased, ...corrected];
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
  leversFor({ findings }: Attempt): readonly Lever[] {
    const wrong = new Set<string>();
    for (const { code, measure } of findings) {
      wrong.add(code);
      if (measure) wrong.add(measure);
    }
    return this.#levers.filter((lever) => lever.cures.some((cause) => wrong.has(cause)));
  }

  /** All options together toward what was asked for; with `few` only those whose own measures are not right yet. */
  approach(from: Attempt, { few }: { readonly few: boolean }): Attempt {
    const { design, locked } = this.#input;
    const { measurements } = from;
    const right = new Set<string>();
    for (const measure of from.measures) if (isEnough(measure)) right.add(measure.name);
    const { options } = approachGoals({
      start: { options: from.options, draft: from },
      names: [...design.adjusters, ...(design.shapers ?? [])].filter((name) => {
        const own = measuresOfOption(design, name);
        const isRight = own.length > 0 && own.every((each) => right.has(each));
        return !(locked.has(name) || (few && isRight));
      }),
      ranges: design.options,
      measure: (next) => (this.isSpent() ? null : this.attempt({ options: next, measurements })),
    });
    const approached = this.attempt({ options, measurements });
    return approached.score <= from.score ? approached : from;
  }

  isSpent(): boolean {
    return this.drafts >= (this.#input.maxDrafts ?? MAX_DRAFTS);
  }

  /** Drafts one lever away from another, the nearest first. */
  *#around(from: Attempt, lever: Lever): Generator<Attempt> {
    for (let steps = 1; steps <= MAX_MENDING_STEPS; steps += 1) {
      for (const recipe of [this.moved(from, lever, steps), this.moved(from, lever, -steps)]) {
        if (recipe && !this.isSpent()) yield this.attempt(recipe);
      }
    }
  }

  /** The nearest sound draft to one that is not: one lever after the other, each as far as it mends. */
  mended(from: Attempt): Attempt {
    const unsound = ({ findings }: Attempt) => findings.filter(({ code }) => UNSOUND.has(code));
    let nearest = from;
    for (const lever of this.leversFor({ ...from, findings: unsound(from) })) {
      for (const attempt of this.#around(nearest, lever)) {
        if (isSound(attempt)) return attempt;
        if (penaltyOf(unsound(attempt)) < penaltyOf(unsound(nearest))) nearest = attempt;
      }
    }
    return nearest;
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

/** Nothing is wrong that another draft could cure. */
const isGood = (attempt: Attempt) =>
  attempt.findings.every(({ code }) => code === "level-not-measured");

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

/** Few options together, then all, then one after the other where something stays wrong, then all together from there. */
function solveFrom(solver: Solver, start: Attempt): Attempt {
  let best = solver.approach(start, { few: true });
  if (!isGood(best)) best = solver.approach(best, { few: false });
  if (isGood(best)) return best;
  const searched = search(solver, best);
  return searched === best || isGood(searched)
    ? searched
    : solver.approach(searched, { few: false });
}

/** Missed intersections are gone a tenth of a degree away. */
const NUDGES = [0.1, -0.1, 0.3, -0.3];

function firstAttempt(solver: Solver, recipe: DraftRecipe): Attempt {
  const first = solver.attempt(recipe);
  if (isSound(first)) return first;
  const slope = recipe.measurements.shoulderSlope;
  const nudges = slope === undefined || isComplete(first) ? [] : NUDGES;
  for (const nudge of nudges) {
    const measurements = {
      ...recipe.measurements,
      shoulderSlope: rounded((slope ?? 0) + nudge) as number,
    };
    const attempt = solver.attempt({ ...recipe, measurements });
    if (isComplete(attempt)) return attempt;
  }
  return solver.mended(first);
}

/** What a person can do about a finding that no option cures. */
const BY_HAND: Readonly<Partial<Record<FindingCode, string>>> = {
  "too-small": "Add the width at the seams by hand.",
  "too-little-ease": "Let the seams out by hand, or agree on a closer fit.",
  "too-much-ease": "Take the seams in by hand, or agree on an easier fit.",
  "hem-off": "Move the hem on the paper by hand.",
  "sleeve-off": "Move the end of the sleeve on the paper by hand.",
  "cap-gap": "Redraw the sleeve cap to its armhole.",
  "flat-cap": "Draw a higher sleeve cap by hand.",
  "tight-armhole": "Draw a deeper armhole by hand.",
  "wide-underarm": "Take it in with a panel below the arm.",
  "low-crotch":
    "Measure waist to upper leg and waist to seat again; if they are right, draw the crotch by hand.",
  "narrow-underarm":
    "Measure shoulder to shoulder and the chest again; if they are right, draw the armhole by hand.",
};

function withAdvice(finding: Finding): Finding {
  const advice = BY_HAND[finding.code];
  return advice === undefined ? finding : { ...finding, reason: `${finding.reason} ${advice}` };
}

/**
 * Changes the design's options and drafts again until the finished garment measures what was asked for, or until nothing helps.
 * What is asked for is fixed before the first draft and never follows an option. A finding that stays says what is wrong, by how
 * much, and what a person can do. Never more than `maxDrafts` and a few drafts; the
 * same input has the same solution.
 */
export function solvePattern(input: SolveInput): Solution {
  const solver = new Solver(input);
  const start: DraftRecipe = { options: input.options, measurements: input.body };
  let best = solveFrom(solver, firstAttempt(solver, start));
  for (const options of input.design.starts ?? []) {
    if (solver.isSpent() || isGood(best)) break;
    const allowed = Object.entries(options).filter(([name]) => !input.locked.has(name));
    const from = { ...start, options: { ...start.options, ...Object.fromEntries(allowed) } };
    const next = solveFrom(solver, solver.attempt(from));
    if (next.score < best.score) best = next;
  }
  const { score: _score, ...found } = best;
  return { ...found, findings: best.findings.map(withAdvice), drafts: solver.drafts };
}
