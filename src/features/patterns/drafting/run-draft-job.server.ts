import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { WAISTBANDS } from "#features/patterns/cutting/hand-parts.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type {
  BodyMeasurements,
  DraftMeasures,
  DraftOptions,
  Finding,
  FindingCode,
  FitChange,
  TargetGarment,
} from "#features/patterns/designs/pattern-design.ts";
import {
  draftedBodyOf,
  easeOptionsOf,
  targetGarmentOf,
} from "#features/patterns/finished/target-measures.ts";
import { labelOf } from "#features/patterns/measuring/draft-report.ts";
import { EQUAL } from "#features/patterns/seams/seam-pair.ts";
import { changesOfDraft } from "#features/patterns/styles/sleeves.ts";
import {
  orderedHeelMm,
  orderedHem,
  styleRequestOf,
} from "#features/patterns/styles/style-rules.ts";
import { draftForScreen, drawPattern, PatternMeasurer } from "./draft-pattern.server.ts";
import type { DraftRequest } from "./draft-request.ts";
import { expectedFindings } from "./expected-findings.ts";
import { explainUndrafted } from "./explain-undrafted.ts";
import type { LoadedDesign } from "./freesewing.server.ts";
import { loadDesign } from "./freesewing.server.ts";
import type { DraftJob, GarmentDraft, MeasurementChange, MeasureRow } from "./garment-draft.ts";
import type { ChangesInput, ChangesSolution } from "./reach-changes.ts";
import { reachChanges } from "./reach-changes.ts";
import { areReached, freeLengthsOf, reachLengths } from "./reach-lengths.ts";
import type { DraftRecipe, Solution } from "./solve-pattern.ts";
import { isComplete, solvePattern } from "./solve-pattern.ts";
import { styleResultsOf } from "./style-results.ts";

/** What a bodice decides of the skirt that is sewn to it; nothing of another garment and of exact options. */
function joinedOptions(
  design: DraftableDesign,
  { isExact, joinedWaistMm }: Pick<DraftJob, "isExact" | "joinedWaistMm">,
): DraftOptions {
  const isJoined = joinedWaistMm !== undefined && !isExact;
  return isJoined ? (patternDesignOf(design).joined ?? {}) : {};
}

/** The options a draft starts from: the design's, the ease of the fit, the ordered styles', the tailor's, then the bodice's. */
function startOptions(design: DraftableDesign, job: DraftJob): DraftOptions {
  const { fit, options, styles } = job;
  const pattern = patternDesignOf(design);
  const ordered = styleRequestOf(design, styles).options;
  const chosen = { ...ordered, ...options[design], ...joinedOptions(design, job) };
  return { ...pattern.defaults, ...easeOptionsOf(pattern, fit), ...chosen };
}

/** Options of a draft that the house or the tailor chose, without those that a bodice decides. */
const chosenOptions = (design: DraftableDesign, job: DraftJob): readonly string[] => {
  const joined = joinedOptions(design, job);
  return Object.keys(job.options[design] ?? {}).filter((name) => !(name in joined));
};

/** Parts that the ordered garment does not have: a skirt that is sewn to a bodice has no waistband. */
function leftOutOf(
  design: DraftableDesign,
  { joinedWaistMm, styles }: Pick<DraftJob, "joinedWaistMm" | "styles">,
): ReadonlySet<string> {
  const { leftOut } = styleRequestOf(design, styles);
  return joinedWaistMm === undefined ? leftOut : new Set([...leftOut, ...WAISTBANDS]);
}

/** What the finished garment should measure. Among exact options nobody tells which were chosen, but for the asked eases. */
function targetOf(design: DraftableDesign, job: DraftJob): TargetGarment {
  const { body, eases, fit, isExact, joinedWaistMm, options, styles } = job;
  const ordered = styleRequestOf(design, styles);
  const chosen = isExact ? eases : { ...ordered.options, ...options[design], ...eases };
  const sleeve = ordered.targets.find((each) => each.measure === "sleeveLength");
  const sleeveLength = sleeve?.goal(body) ?? null;
  return targetGarmentOf(patternDesignOf(design), {
    fit,
    body,
    hem: orderedHem(design, styles) ?? "standard",
    heelMm: orderedHeelMm(styles),
    lengths: sleeveLength === null ? {} : { sleeveLength },
    chosen,
    isExact,
    joinedWaistMm,
  });
}

/** The body that was drafted, with what the solver corrected, and without where its design has the hips. */
function recordedBody(
  { target, design }: { target: TargetGarment; design: DraftableDesign },
  body: BodyMeasurements,
  drafted: BodyMeasurements,
): BodyMeasurements {
  const start = draftedBodyOf(patternDesignOf(design), body, target);
  const corrected = (Object.keys(drafted) as MeasurementName[]).filter(
    (name) => drafted[name] !== start[name],
  );
  return { ...body, ...Object.fromEntries(corrected.map((name) => [name, drafted[name]])) };
}

type Solved = ChangesSolution & {
  readonly before: DraftMeasures;
  readonly target: TargetGarment;
};

/** One draft for each recipe: lengths and girths are solved one after the other and meet the same drafts. */
function remembered(measure: (recipe: DraftRecipe) => DraftMeasures) {
  const known = new Map<string, DraftMeasures>();
  return (recipe: DraftRecipe): DraftMeasures => {
    const key = JSON.stringify(recipe);
    const measured = known.get(key) ?? measure(recipe);
    known.set(key, measured);
    return measured;
  };
}

/** Solves the girths of a garment whose hem and sleeves are put in their places first, and again where solving moved them. */
function solveOrdered(
  design: DraftableDesign,
  job: DraftJob,
  { measure, target }: { measure: (recipe: DraftRecipe) => DraftMeasures; target: TargetGarment },
): Solution {
  const { body } = job;
  const pattern = patternDesignOf(design);
  const chosen = new Set(chosenOptions(design, job));
  const lengths = freeLengthsOf(pattern, chosen);
  let drafts = 0;
  const drafted = remembered((recipe) => {
    drafts += 1;
    return measure(recipe);
  });
  const aim = { design: pattern, lengths, measure: drafted };
  const measurements = draftedBodyOf(pattern, body, target);
  const { options } = reachLengths({ options: startOptions(design, job), measurements }, aim);
  const ordered = Object.keys(styleRequestOf(design, job.styles).options);
  const fixed = [...ordered, ...lengths.map(({ option }) => option)];
  const locked = new Set([...chosen, ...fixed]);
  const input = { design: pattern, body: measurements, options, locked, measure: drafted };
  const solved = solvePattern(input);
  if (!isComplete(solved) || areReached(solved, lengths)) return { ...solved, drafts };
  const again = reachLengths({ options: solved.options, measurements: solved.measurements }, aim);
  const measured = drafted(again);
  const isSound = measured.findings.length <= solved.findings.length;
  return { ...solved, ...(isSound && { ...again, ...measured }), drafts };
}

function solve(loaded: LoadedDesign, design: DraftableDesign, job: DraftJob): Solved {
  const { body, styles } = job;
  const requestedChanges = changesOfDraft(design, styles, job.requestedChanges);
  const ordered = styleRequestOf(design, styles);
  const leftOut = leftOutOf(design, job);
  const target = targetOf(design, job);
  const measurer = new PatternMeasurer({ design, leftOut, loaded, shape: job.shape, target }, body);
  const measure = (recipe: DraftRecipe) => measurer.measure(recipe);
  const pattern = patternDesignOf(design);
  const solved = solveOrdered(design, job, { measure, target });
  if (!isComplete(solved)) {
    return { ...solved, target, requestedChanges: [], followed: [], before: solved };
  }
  // A correction of an earlier garment may move an ordered length.
  const locked = new Set([...chosenOptions(design, job), ...Object.keys(ordered.options)]);
  const { joinedWaistMm } = job;
  const joined: readonly FitChange[] =
    joinedWaistMm === undefined ? [] : [{ point: "waist", byMm: 0 }];
  const isExpected = expectedFindings(pattern, [...requestedChanges, ...joined]);
  const measureChanged = (recipe: DraftRecipe): DraftMeasures => {
    const { findings, measures } = measure(recipe);
    return { measures, findings: findings.filter((finding) => !isExpected(finding)) };
  };
  const changing = { design: pattern, solved, requestedChanges, locked, measure: measureChanged };
  const changed =
    joinedWaistMm === undefined ? reachChanges(changing) : joinWaist(changing, joinedWaistMm);
  return { ...changed, target, before: solved };
}

const waistOf = ({ measures }: DraftMeasures) =>
  measures.find(({ name }) => name === "waist")?.finished;

/**
 * Makes the waist equal to that of the component it is sewn to. A correction of the waist is in that one already. What the options
 * cannot do is a finding.
 */
function joinWaist(input: ChangesInput, joinedWaistMm: number): ChangesSolution {
  const waist = waistOf(input.solved);
  const others = input.requestedChanges.filter(({ point }) => point !== "waist");
  if (waist === undefined) return reachChanges({ ...input, requestedChanges: others });
  const join: FitChange = { point: "waist", byMm: joinedWaistMm - waist };
  const reached = reachChanges({ ...input, requestedChanges: [...others, join] });
  const requestedChanges = reached.requestedChanges.filter(({ point }) => point !== "waist");
  const otherFindings = reached.findings.filter(
    ({ code, measure }) => code !== "asked-not-reached" || measure !== "waist",
  );
  const findings = [...otherFindings, ...findUnevenWaist(reached, joinedWaistMm)];
  return { ...reached, requestedChanges, findings };
}

/** A finding when the waist cannot be sewn to that of the component it is joined to. */
function findUnevenWaist(draft: DraftMeasures, joinedWaistMm: number): readonly Finding[] {
  const more = (waistOf(draft) ?? joinedWaistMm) - joinedWaistMm;
  if (Math.abs(more) <= EQUAL.most) return [];
  const reason = `Waist: ${Math.abs(more).toFixed(1)} mm ${more > 0 ? "longer" : "shorter"} than the bodice it is sewn to.`;
  const by = Math.abs(more) - EQUAL.most;
  return [{ code: "seams-differ", measure: "waist", reason, spot: null, by }];
}

type Candidate = {
  readonly design: DraftableDesign;
  readonly loaded: LoadedDesign;
  readonly solved: Solved;
};

/** Whether the pattern itself measures right: a correction that was left out is no reason for another design. */
const isRight = ({ findings }: DraftMeasures) =>
  findings.every(({ code }) => code === "asked-not-reached");

/** The first design that measures right, else the first one that can be drafted. */
function choose(tried: readonly Candidate[]): Candidate {
  const chosen =
    tried.find(({ solved }) => isRight(solved)) ??
    tried.find(({ solved }) => isComplete(solved)) ??
    tried[0];
  if (!chosen) throw new Error("A draft needs a design.");
  return chosen;
}

function changesOf(
  body: BodyMeasurements,
  drafted: BodyMeasurements,
): readonly MeasurementChange[] {
  return (Object.keys(body) as MeasurementName[]).flatMap((measurement) => {
    const own = body[measurement];
    const used = drafted[measurement];
    if (own === undefined || used === undefined || own === used) return [];
    return [{ measurement, body: own, drafted: used }];
  });
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const tenthOrNull = (value: number | null) => (value === null ? null : tenth(value));

function rowsOf({ measures, before, requestedChanges }: Solved): readonly MeasureRow[] {
  return measures.map(({ name, finished, body, wanted, least }) => {
    const was = before.measures.find((measure) => measure.name === name)?.finished ?? null;
    return {
      name,
      label: labelOf(name),
      finished: tenth(finished),
      body: tenthOrNull(body),
      easeAsked: wanted === null || body === null ? null : tenth(wanted - body),
      least: tenthOrNull(least),
      before: requestedChanges.length > 0 ? tenthOrNull(was) : null,
    };
  });
}

function garmentDraft(
  { design, loaded, solved }: Candidate,
  job: DraftJob,
  screen: Pick<GarmentDraft, "parts" | "cutList" | "house" | "trued" | "shaped">,
): GarmentDraft {
  const { target, drafts, findings, followed, measurements, options, requestedChanges } = solved;
  const byHand = !isComplete(solved);
  const leftOut = leftOutOf(design, job);
  const { shape } = job;
  const request = { design, leftOut, loaded, measurements, options, shape, target };
  const pattern = patternDesignOf(design);
  const recorded = recordedBody({ target, design }, job.body, measurements);
  return {
    status: findings.length === 0 ? "ready" : byHand ? "by_hand" : "review",
    design,
    title: pattern.title,
    options: { ...pattern.defaults, ...options },
    measurements: recorded,
    draftedFrom: measurements,
    corrections: changesOf(job.body, recorded),
    measures: rowsOf(solved),
    requestedChanges: requestedChanges.map((each) => ({
      ...each,
      changedMm: tenth(each.changedMm),
    })),
    followed: followed.map((each) => ({ ...each, byMm: tenth(each.byMm) })),
    styles: styleResultsOf(design, solved, job),
    findings: findings.map(({ code, measure, reason, spot }) => ({ code, measure, reason, spot })),
    ...screen,
    drawing: byHand || !job.drawing ? null : drawPattern(request, job.drawing, findings),
    versions: loaded.versions,
    drafts,
  };
}

/**
 * Adds to a draft that lacks parts which measurement or option is the cause. The cause is looked for with all parts and
 * seam allowances, because they can fail where the measured seams are sound.
 */
function explained(
  request: DraftRequest,
  findings: readonly Finding[],
  { body, seamAllowance }: Pick<DraftJob, "body" | "seamAllowance">,
): readonly Finding[] {
  const { design, measurements, options } = request;
  const cause = explainUndrafted({
    design: patternDesignOf(design),
    recipe: { measurements, options },
    isDrafted: (recipe) =>
      isComplete(draftForScreen({ ...request, ...recipe }, body, seamAllowance).measured),
  });
  return findings.map((finding) =>
    isComplete({ findings: [finding] })
      ? finding
      : { ...finding, reason: `${finding.reason} ${cause}` },
  );
}

/** What only a draft with all of its parts shows. */
const OF_ALL_PARTS: ReadonlySet<FindingCode> = new Set([
  "warned",
  "wider-than-cloth",
  "shape-missed",
]);

/**
 * Drafts, measures and solves, and draws what was found. Without a fit it drafts exactly the options, once. Runs in a process
 * of its own, because it needs 20 ms to 3 s of computing.
 */
export async function runDraftJob(job: DraftJob): Promise<GarmentDraft> {
  const tried: Candidate[] = [];
  for (const design of job.designs) {
    const loaded = await loadDesign(design);
    if (job.isExact) return draftExactly(loaded, design, job);
    const solved = solve(loaded, design, job);
    tried.push({ design, loaded, solved });
    if (isRight(solved)) break;
  }
  const chosen = choose(tried);
  const { design, loaded, solved } = chosen;
  const drafts = tried.reduce((sum, { solved: each }) => sum + each.drafts, 0);
  const leftOut = leftOutOf(design, job);
  const request = { ...solved, loaded, design, leftOut, shape: job.shape };
  const screen = draftForScreen(request, job.body, job.seamAllowance);
  // Seam allowances can fail where the seams alone are sound, and only a whole draft has all of FreeSewing's warnings.
  const isDrawn = isComplete(screen.measured);
  const ofAllParts = screen.measured.findings.filter(({ code }) => OF_ALL_PARTS.has(code));
  const ofMeasured = solved.findings.filter(({ code }) => !OF_ALL_PARTS.has(code));
  const found = isDrawn ? [...ofMeasured, ...ofAllParts] : screen.measured.findings;
  const findings = isComplete({ findings: found }) ? found : explained(request, found, job);
  const shown = screen.drawn(findings);
  const isShown = isDrawn && isComplete(solved);
  const drawn = isShown ? shown : { parts: [], cutList: [], house: [], trued: [], shaped: [] };
  return garmentDraft({ ...chosen, solved: { ...solved, findings, drafts } }, job, drawn);
}

function draftExactly(loaded: LoadedDesign, design: DraftableDesign, job: DraftJob): GarmentDraft {
  const { body, joinedWaistMm, seamAllowance } = job;
  const target = targetOf(design, job);
  const options = startOptions(design, job);
  const measurements = draftedBodyOf(patternDesignOf(design), body, target);
  const leftOut = leftOutOf(design, job);
  const { shape } = job;
  const request = { design, leftOut, loaded, measurements, options, shape, target };
  const { measured: own, drawn } = draftForScreen(request, body, seamAllowance);
  const uneven = joinedWaistMm === undefined ? [] : findUnevenWaist(own, joinedWaistMm);
  const found = isComplete(own) ? own.findings : explained(request, own.findings, job);
  const measured = { ...own, findings: [...found, ...uneven] };
  const unchanged = { requestedChanges: [], followed: [], before: measured };
  const solved = { ...request, ...measured, ...unchanged, drafts: 1 };
  return garmentDraft({ design, loaded, solved }, job, drawn(measured.findings));
}
