import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type {
  BodyMeasurements,
  DraftMeasures,
  DraftOptions,
} from "#features/patterns/designs/pattern-design.ts";
import { labelOf } from "#features/patterns/measuring/measure-parts.ts";
import { draftForScreen, drawPattern, measurePattern } from "./draft-pattern.server.ts";
import type { LoadedDesign } from "./freesewing.server.ts";
import { loadDesign } from "./freesewing.server.ts";
import type { DraftJob, GarmentDraft, MeasurementChange, MeasureRow } from "./garment-draft.ts";
import type { ChangesSolution } from "./reach-changes.ts";
import { reachChanges } from "./reach-changes.ts";
import type { DraftRecipe } from "./solve-pattern.ts";
import { solvePattern } from "./solve-pattern.ts";

/** The options a draft starts from: the design's, the fit's, then the tailor's. */
function startOptions(
  design: DraftableDesign,
  { fit, options }: Pick<DraftJob, "fit" | "options">,
): DraftOptions {
  const { defaults, fits } = patternDesignOf(design);
  return { ...defaults, ...fits[fit ?? "regular"], ...options[design] };
}

type Solved = ChangesSolution & { readonly before: DraftMeasures };

function solve(loaded: LoadedDesign, design: DraftableDesign, job: DraftJob): Solved {
  const { body, requestedChanges } = job;
  const measure = (recipe: DraftRecipe) => measurePattern({ loaded, design, ...recipe }, body);
  const locked = new Set(Object.keys(job.options[design] ?? {}));
  const pattern = patternDesignOf(design);
  const options = startOptions(design, job);
  const solved = solvePattern({ design: pattern, body, options, locked, measure });
  if (isByHand(solved)) return { ...solved, requestedChanges: [], before: solved };
  return {
    ...reachChanges({ design: pattern, solved, requestedChanges, locked, measure }),
    before: solved,
  };
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
    tried.find(({ solved }) => !isByHand(solved)) ??
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

/** A design that cannot be drafted to this body at all. */
const isByHand = ({ findings }: DraftMeasures) =>
  findings.some(({ code }) => code === "not-drafted" || code === "part-missing");

function garmentDraft(
  { design, loaded, solved }: Candidate,
  job: DraftJob,
  screen: Pick<GarmentDraft, "parts" | "cutList">,
): GarmentDraft {
  const { options, measurements, findings, requestedChanges, drafts } = solved;
  const byHand = isByHand(solved);
  const request = { loaded, design, measurements, options };
  const pattern = patternDesignOf(design);
  return {
    status: findings.length === 0 ? "ready" : byHand ? "by_hand" : "review",
    design,
    title: pattern.title,
    options: { ...pattern.defaults, ...options },
    measurements,
    corrections: changesOf(job.body, measurements),
    measures: rowsOf(solved),
    requestedChanges: requestedChanges.map((each) => ({
      ...each,
      changedMm: tenth(each.changedMm),
    })),
    findings: findings.map(({ code, measure, reason, spot }) => ({ code, measure, reason, spot })),
    ...screen,
    drawing: byHand || !job.drawing ? null : drawPattern(request, job.drawing, findings),
    versions: loaded.versions,
    drafts,
  };
}

/**
 * Drafts, measures and solves, and draws what was found. Without a fit it drafts exactly the options, once. Runs in a process
 * of its own, because it needs 20 ms to 3 s of computing.
 */
export async function runDraftJob(job: DraftJob): Promise<GarmentDraft> {
  const tried: Candidate[] = [];
  for (const design of job.designs) {
    const loaded = await loadDesign(design);
    if (job.fit === null) return draftExactly(loaded, design, job);
    const solved = solve(loaded, design, job);
    tried.push({ design, loaded, solved });
    if (isRight(solved)) break;
  }
  const chosen = choose(tried);
  const { design, loaded, solved } = chosen;
  const drafts = tried.reduce((sum, { solved: each }) => sum + each.drafts, 0);
  const screen = draftForScreen({ ...solved, loaded, design }, job.body, job.seamAllowance);
  // Seam allowances can fail where the seams alone are sound.
  const isDrawn = !isByHand(screen.measured);
  const { findings } = isDrawn ? solved : screen.measured;
  const { parts, cutList } = screen.drawn(findings);
  const drawn = isDrawn && !isByHand(solved) ? { parts, cutList } : { parts: [], cutList: [] };
  return garmentDraft({ ...chosen, solved: { ...solved, findings, drafts } }, job, drawn);
}

function draftExactly(loaded: LoadedDesign, design: DraftableDesign, job: DraftJob): GarmentDraft {
  const { body, seamAllowance } = job;
  const options = startOptions(design, job);
  const request = { loaded, design, measurements: body, options };
  const { measured, drawn } = draftForScreen(request, body, seamAllowance);
  const solved = { ...request, ...measured, requestedChanges: [], before: measured, drafts: 1 };
  return garmentDraft({ design, loaded, solved }, job, drawn(measured.findings));
}
