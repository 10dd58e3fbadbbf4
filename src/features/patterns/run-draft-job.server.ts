import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import type { DraftableDesign } from "./designs/all-designs.ts";
import { patternDesignOf } from "./designs/all-designs.ts";
import { cutListOf, drawPattern, measurePattern } from "./draft-pattern.server.ts";
import type { LoadedDesign } from "./freesewing.server.ts";
import { loadDesign } from "./freesewing.server.ts";
import type { Correction, DraftJob, GarmentDraft } from "./garment-draft.ts";
import type { BodyMeasurements, DraftOptions } from "./pattern-design.ts";
import type { DraftRecipe, Solution } from "./solve-pattern.ts";
import { solvePattern } from "./solve-pattern.ts";

/** The options a draft starts from: the design's, the fit's, then the tailor's. */
export function startOptions(
  design: DraftableDesign,
  { fit, options }: Pick<DraftJob, "fit" | "options">,
): DraftOptions {
  const { defaults, fits } = patternDesignOf(design);
  return { ...defaults, ...fits[fit], ...options[design] };
}

function solve(loaded: LoadedDesign, design: DraftableDesign, job: DraftJob): Solution {
  const { body } = job;
  const measure = (recipe: DraftRecipe) => measurePattern({ loaded, design, ...recipe }, body);
  return solvePattern({
    design: patternDesignOf(design),
    body,
    options: startOptions(design, job),
    locked: new Set(Object.keys(job.options[design] ?? {})),
    measure,
    ...(job.solve ? {} : { maxDrafts: 1 }),
  });
}

function correctionsOf(body: BodyMeasurements, drafted: BodyMeasurements): readonly Correction[] {
  return (Object.keys(body) as MeasurementName[]).flatMap((measurement) => {
    const [own, used] = [body[measurement], drafted[measurement]];
    if (own === undefined || used === undefined || own === used) return [];
    return [{ measurement, body: own, drafted: used }];
  });
}

/**
 * Drafts, measures and solves; draws the first design that measures right, else the first one. Runs in a worker thread: it
 * takes 5 ms to 3 s of computing.
 */
export async function runDraftJob(job: DraftJob): Promise<GarmentDraft> {
  const tried: { design: DraftableDesign; loaded: LoadedDesign; solution: Solution }[] = [];
  for (const design of job.designs) {
    const loaded = await loadDesign(design);
    tried.push({ design, loaded, solution: solve(loaded, design, job) });
    if (tried.at(-1)?.solution.findings.length === 0) break;
  }
  const isReady = ({ solution }: (typeof tried)[number]) => solution.findings.length === 0;
  const chosen = tried.find(isReady) ?? tried[0];
  if (!chosen) throw new Error("A draft needs a design.");
  const { design, loaded, solution } = chosen;
  const { options, measurements, measures, findings } = solution;
  const request = { loaded, design, measurements, options };
  const drawn = job.drawing && drawPattern(request, job.drawing, findings);
  return {
    status: isReady(chosen) ? "ready" : "review",
    design,
    title: patternDesignOf(design).title,
    options,
    measurements,
    corrections: correctionsOf(job.body, measurements),
    measures,
    findings,
    cutList: drawn?.cutList ?? cutListOf(request),
    drawing: drawn && { svg: drawn.svg, width: drawn.width, height: drawn.height },
    versions: loaded.versions,
    drafts: tried.reduce((sum, { solution: { drafts } }) => sum + drafts, 0),
  };
}
