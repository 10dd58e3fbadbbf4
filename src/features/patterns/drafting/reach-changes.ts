import type {
  ChangeRule,
  DraftMeasures,
  DraftOptions,
  Finding,
  FitChange,
  MeasureName,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import { followToleranceIn } from "#features/patterns/finished/target-measures.ts";
import { labelOf } from "#features/patterns/measuring/draft-report.ts";
import { clampOption } from "./draft-guard.ts";
import type { ChangeResult, FollowedMeasure } from "./garment-draft.ts";
import { leastSquares } from "./least-squares.ts";
import type { DraftRecipe, Solution } from "./solve-pattern.ts";

/** A correction of 10 mm changes the finished garment by 9 to 11 mm. */
const CHANGE_TOLERANCE_MM = 1;
const ROUNDS = 6;
/** By how much an option is moved to find the slope of a measure over it. */
const STEP = { share: 0.01, degrees: 0.5, count: 1 };
/** Moving an option by this much weighs as much as a measure at its tolerance. */
const EFFORT = 0.2;
/** In a last approach a measure that is safely within its tolerance may move, so that those outside it can. */
const SAFE = 0.6;
const WEIGHTS = { safe: 0.2, outside: 2 };

type Goal = { readonly name: MeasureName; readonly value: number; readonly tolerance: number };

export type ChangesInput = {
  readonly design: PatternDesign;
  readonly solved: Solution;
  readonly requestedChanges: readonly FitChange[];
  readonly locked: ReadonlySet<string>;
  readonly measure: (recipe: DraftRecipe) => DraftMeasures;
};

export type ChangesSolution = Solution & {
  readonly requestedChanges: readonly ChangeResult[];
  readonly followed: readonly FollowedMeasure[];
};

const finishedOf = ({ measures }: DraftMeasures, name: MeasureName): number | null =>
  measures.find((measure) => measure.name === name)?.finished ?? null;

function ruleFor(
  { design, solved }: ChangesInput,
  { point }: FitChange,
): { readonly rule: ChangeRule; readonly measure: MeasureName } | null {
  const rule = design.requested[point];
  const measure = rule?.measures.find((name) => finishedOf(solved, name) !== null);
  return rule && measure ? { rule, measure } : null;
}

/**
 * The finished measures that the corrected draft should have. What belongs to a change may move as far as the change itself. Others stay;
 * where `mayFollow` they move as far as the table of ease allows.
 */
function goalsOf(
  input: ChangesInput,
  changes: readonly FitChange[],
  { mayFollow }: { readonly mayFollow: boolean },
): readonly Goal[] {
  const correctionMm = Math.max(0, ...changes.map(({ byMm }) => Math.abs(byMm)));
  const wanted = new Map<MeasureName, number>();
  const moved = new Map<MeasureName, number>();
  const free = new Set<MeasureName>();
  for (const change of changes) {
    const found = ruleFor(input, change);
    if (!found) continue;
    const now = finishedOf(input.solved, found.measure) ?? 0;
    wanted.set(found.measure, now + change.byMm);
    for (const name of found.rule.free ?? []) free.add(name);
    for (const name of found.rule.moves ?? []) {
      moved.set(name, Math.max(moved.get(name) ?? 0, Math.abs(change.byMm)));
    }
  }
  return input.solved.measures.map(({ name, finished }): Goal => {
    const value = wanted.get(name);
    if (value !== undefined) return { name, value, tolerance: CHANGE_TOLERANCE_MM };
    if (free.has(name)) return { name, value: finished, tolerance: Number.POSITIVE_INFINITY };
    const steady = followToleranceIn(input.design, name, mayFollow ? correctionMm : 0);
    return { name, value: finished, tolerance: steady + (moved.get(name) ?? 0) };
  });
}

/** How far a draft is from its goals, each as a multiple of its tolerance. */
function deviations(goals: readonly Goal[], draft: DraftMeasures): readonly number[] {
  return goals.map(({ name, value, tolerance }) => {
    const finished = finishedOf(draft, name);
    return finished === null ? 100 : (finished - value) / tolerance;
  });
}

const worstOf = (values: readonly number[]) =>
  values.reduce((worst, value) => Math.max(worst, Math.abs(value)), 0);

const rounded = (value: number) => Math.round(value * 100_000) / 100_000;

class ChangesSolver {
  drafts = 0;
  readonly #input: ChangesInput;
  readonly #goals: readonly Goal[];

  constructor(input: ChangesInput, goals: readonly Goal[]) {
    this.#input = input;
    this.#goals = goals;
  }

  measure(options: DraftOptions): Attempt {
    this.drafts += 1;
    const { measurements } = this.#input.solved;
    const draft = this.#input.measure({ options, measurements });
    return { options, draft, off: deviations(this.#goals, draft) };
  }

  with(options: DraftOptions, changes: Readonly<Record<string, number>>): DraftOptions {
    const next: Record<string, DraftOptions[string]> = { ...options };
    for (const [name, value] of Object.entries(changes)) {
      const range = this.#input.design.options[name];
      const clamped = range ? clampOption(range, value) : null;
      if (clamped !== null) next[name] = typeof clamped === "number" ? rounded(clamped) : clamped;
    }
    return next;
  }

  /**
   * One step toward the goals along the slopes of the options; null when no option moves anything. Weighted, it is the measures outside
   * their tolerance that count.
   */
  step(from: Attempt, names: readonly string[], isWeighted: boolean): Attempt | null {
    const weights = from.off.map((off) =>
      isWeighted ? (Math.abs(off) <= SAFE ? WEIGHTS.safe : WEIGHTS.outside) : 1,
    );
    const weighted = (values: readonly number[]) =>
      values.map((value, index) => value * (weights[index] ?? 1));
    const slopes: { name: string; value: number; unit: number; slope: readonly number[] }[] = [];
    for (const name of names) {
      const value = from.options[name];
      const range = this.#input.design.options[name];
      if (typeof value !== "number" || !range || !(range.kind in STEP)) continue;
      const unit = STEP[range.kind as keyof typeof STEP];
      const isAtEnd = "to" in range && value + unit > range.to;
      const moved = isAtEnd ? -unit : unit;
      const next = this.measure(this.with(from.options, { [name]: value + moved }));
      const slope = next.off.map((off, index) => ((off - (from.off[index] ?? 0)) * unit) / moved);
      if (slope.some((each) => Math.abs(each) > 1e-6 && Math.abs(each) < 90)) {
        slopes.push({ name, value, unit, slope });
      }
    }
    if (slopes.length === 0) return null;
    const steps = leastSquares(
      slopes.map(({ slope }) => weighted(slope)),
      weighted(from.off),
      EFFORT,
    );
    const changes = slopes.map(({ name, value, unit }, index) => [
      name,
      value + unit * (steps[index] ?? 0),
    ]);
    return this.measure(this.with(from.options, Object.fromEntries(changes)));
  }
}

type Attempt = {
  readonly options: DraftOptions;
  readonly draft: DraftMeasures;
  readonly off: readonly number[];
};

type Reached = Attempt & { readonly drafts: number };

/**
 * The primary options alone first: most lengths are linear. Then every option that keeps the rest in place, and last the same with the
 * rest as far as its tolerance.
 */
function approach(
  input: ChangesInput,
  {
    from,
    changes,
    goals,
  }: { from: DraftOptions; changes: readonly FitChange[]; goals: readonly Goal[] },
): Reached {
  const solver = new ChangesSolver(input, goals);
  const free = (names: readonly string[]) => names.filter((name) => !input.locked.has(name));
  const primary = free(changes.flatMap((change) => ruleFor(input, change)?.rule.option ?? []));
  const { adjusters, correctors = [] } = input.design;
  const all = [...new Set([...primary, ...free([...adjusters, ...correctors])])];
  const start = solver.measure(from);
  let best = start;
  const phases = [
    { names: primary, isWeighted: false },
    { names: all, isWeighted: false },
    { names: all, isWeighted: true },
  ];
  for (const { isWeighted, names } of phases) {
    let current = names === all ? best : start;
    for (let round = 0; round < ROUNDS && worstOf(best.off) > 0.9; round += 1) {
      const next = solver.step(current, names, isWeighted);
      if (!next) break;
      const isBetter = worstOf(next.off) < worstOf(best.off) - 1e-3;
      current = next;
      if (isBetter) best = next;
      else if (round > 1) break;
    }
  }
  return { ...best, drafts: solver.drafts };
}

const keyOf = ({ code, measure }: Finding) => `${code} ${measure}`;

/** Why a corrected draft is not used, as the end of a sentence; null when it is. */
function objectionTo(
  { solved }: ChangesInput,
  { draft }: Pick<Attempt, "draft">,
  goals: readonly Goal[],
): string | null {
  const known = new Set(solved.findings.map(keyOf));
  const fault = draft.findings.find((each) => !known.has(keyOf(each)));
  // A reason is a sentence, which its message ends.
  if (fault) return `of this: ${fault.reason.replace(/\.$/, "")}`;
  const missed = goals
    .map((goal) => ({ ...goal, by: (finishedOf(draft, goal.name) ?? Infinity) - goal.value }))
    .filter(({ by, tolerance }) => !(Math.abs(by) <= tolerance));
  const short = missed.find(({ tolerance }) => tolerance === CHANGE_TOLERANCE_MM);
  if (short) {
    const was = finishedOf(solved, short.name) ?? 0;
    return `the pattern reaches ${inMm(short.value + short.by - was)}`;
  }
  const [side] = missed.toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by));
  return side ? `${labelOf(side.name).toLowerCase()} would change by ${inMm(side.by)}` : null;
}

/** What moved in a corrected draft although it was neither asked for nor belongs to what was. */
function followedMeasures(
  input: ChangesInput,
  changes: readonly FitChange[],
  draft: DraftMeasures,
): readonly FollowedMeasure[] {
  const steady = goalsOf(input, changes, { mayFollow: false });
  return steady.flatMap(({ name, tolerance, value }): FollowedMeasure[] => {
    const byMm = (finishedOf(draft, name) ?? value) - value;
    const isRequested = tolerance === CHANGE_TOLERANCE_MM;
    return isRequested || Math.abs(byMm) <= tolerance ? [] : [{ measure: name, byMm }];
  });
}

/**
 * Changes a solved draft so that finished measures move by what was asked within 1 mm, what belongs to a change moves no further than it,
 * and no new fault appears. Everything else stays within 3 mm; where that cannot be, other girths follow as far as the table of ease
 * allows (ADR 0112), and `followed` names them. A change that cannot be reached so is left out whole: the draft is as it was without it,
 * and a finding says why. When not all can be reached together, they are tried in turn.
 */
export function reachChanges(input: ChangesInput): ChangesSolution {
  const { solved, requestedChanges } = input;
  if (requestedChanges.length === 0) return { ...solved, requestedChanges: [], followed: [] };
  const refused = new Map<FitChange, string>();
  const possible = requestedChanges.filter((change) => {
    const isKnown = ruleFor(input, change) !== null;
    if (!isKnown) refused.set(change, "this pattern has no measure for it");
    return isKnown;
  });
  let drafts = solved.drafts;
  let reached: readonly FitChange[] = [];
  let options = solved.options;
  let draft: DraftMeasures = solved;
  const approachWith = (changes: readonly FitChange[], mayFollow: boolean): string | null => {
    const goals = goalsOf(input, changes, { mayFollow });
    const found = approach(input, { from: options, changes, goals });
    drafts += found.drafts;
    const objection = objectionTo(input, found, goals);
    if (objection !== null) return objection;
    reached = changes;
    options = found.options;
    draft = found.draft;
    return null;
  };
  const attempt = (changes: readonly FitChange[]): string | null =>
    approachWith(changes, false) === null ? null : approachWith(changes, true);
  if (possible.length > 0 && attempt(possible) !== null) {
    for (const change of possible) {
      const objection = attempt([...reached, change]);
      if (objection !== null) refused.set(change, objection);
    }
  }
  const results = requestedChanges.map((change): ChangeResult => {
    const measure = ruleFor(input, change)?.measure ?? null;
    const isReached = reached.includes(change);
    const changedMm =
      measure && isReached
        ? (finishedOf(draft, measure) ?? 0) - (finishedOf(solved, measure) ?? 0)
        : 0;
    return { ...change, measure, changedMm, reached: isReached };
  });
  const leftOut = results.flatMap((result, index): Finding[] => {
    const change = requestedChanges[index];
    const reason = change && refused.get(change);
    return reason === undefined ? [] : [notReached(result, reason)];
  });
  return {
    ...solved,
    ...draft,
    options,
    findings: [...draft.findings, ...leftOut],
    requestedChanges: results,
    followed: followedMeasures(input, reached, draft),
    drafts,
  };
}

const inMm = (value: number) => `${value > 0 ? "+" : ""}${Math.round(value)} mm`;

function notReached({ measure, byMm, point }: ChangeResult, because: string): Finding {
  const subject = measure ? labelOf(measure) : `The correction "${point}"`;
  const reason = `${subject}: ${inMm(byMm)} asked for is left out, because ${because}. The pattern is as it was without it.`;
  return { code: "asked-not-reached", measure, reason, spot: null, by: Math.abs(byMm) };
}
