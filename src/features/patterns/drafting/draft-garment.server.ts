import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { isDraftableDesign, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { DraftOptions } from "#features/patterns/designs/pattern-design.ts";
import { isDraftedSleeveless } from "#features/patterns/styles/sleeves.ts";
import type { DraftFault } from "./draft-guard.ts";
import {
  validateChanges,
  validateMeasurements,
  validateOptions,
  validateShape,
} from "./draft-guard.ts";
import type {
  DraftInput,
  DraftJob,
  DraftOnceInput,
  DraftRefusal,
  Drawing,
  GarmentDraft,
} from "./garment-draft.ts";
import { ORDER_LABEL, SEAM_ALLOWANCE_MM } from "./garment-draft.ts";
import type { PatternPool } from "./pattern-pool.server.ts";

type DraftDeps = { readonly patterns: Pick<PatternPool, "run"> };

const MAX_SEAM_ALLOWANCE_MM = 50;

function assertDrawing({ label, seamAllowance }: Partial<Drawing>): void {
  if (label !== undefined && !ORDER_LABEL.test(label)) throw new Error("Unsafe label.");
  if (seamAllowance === undefined) return;
  if (!(seamAllowance >= 0 && seamAllowance <= MAX_SEAM_ALLOWANCE_MM)) {
    throw new Error("A seam allowance is 0 to 50 mm.");
  }
}

/** An option is unknown when every design lacks it, because a fallback may lack one of the first design. */
function faultsOfDesigns(byDesign: readonly (readonly DraftFault[])[]): DraftFault[] {
  const faults: DraftFault[] = [];
  const lacking = new Map<string, number>();
  for (const fault of byDesign.flat()) {
    if (fault.code === "unknown-option") {
      const count = (lacking.get(fault.name) ?? 0) + 1;
      lacking.set(fault.name, count);
      if (count !== byDesign.length) continue;
    }
    faults.push(fault);
  }
  return faults;
}

const withoutRepetition = (faults: readonly DraftFault[]): DraftFault[] => [
  ...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values(),
];

/** Checks a request for all its designs; every fault is reported once. */
export function validateDraft(input: DraftInput): Result<DraftJob, readonly DraftFault[]> {
  const {
    designs,
    measurements,
    fit,
    options = {},
    eases = {},
    requestedChanges = [],
    styles = [],
    shape = {},
    drawing,
    joinedWaistMm,
    awaitedBy = null,
  } = input;
  const reports: (readonly DraftFault[])[] = [];
  const byDesign: Partial<Record<DraftableDesign, DraftOptions>> = {};
  let body = {};
  for (const design of designs) {
    if (!isDraftableDesign(design)) {
      reports.push([{ code: "unknown-design", name: String(design) }]);
      continue;
    }
    const measured = validateMeasurements(
      design,
      measurements,
      isDraftedSleeveless(design, styles),
    );
    const chosen = validateOptions(patternDesignOf(design), options);
    body = measured.body;
    byDesign[design] = chosen.options;
    reports.push([...measured.faults, ...chosen.faults]);
  }
  const faults = [
    ...faultsOfDesigns(reports),
    ...validateChanges(requestedChanges),
    ...validateShape(shape),
  ];
  if (designs.length === 0) faults.push({ code: "unknown-design", name: "" });
  if (faults.length > 0) return fail(withoutRepetition(faults));
  const seamAllowance = drawing?.seamAllowance ?? SEAM_ALLOWANCE_MM;
  return ok({
    designs,
    body,
    fit,
    isExact: false,
    options: byDesign,
    eases,
    styles,
    shape,
    requestedChanges,
    ...(joinedWaistMm !== undefined && { joinedWaistMm }),
    seamAllowance,
    drawing: drawing ?? null,
    // A drawing for a screen has somebody before it.
    awaitedBy: awaitedBy ?? (drawing === undefined ? "visitor" : null),
  });
}

/**
 * Drafts a garment to a body, measures the finished draft and changes its options until it fits. Refuses measurements and
 * options that cannot be right, all faults at once. The same input has the same drawing, byte for byte. `signal`: nobody waits for
 * it any more.
 */
export async function draftGarment(
  { patterns }: DraftDeps,
  input: DraftInput,
  signal?: AbortSignal,
): Promise<Result<GarmentDraft, DraftRefusal>> {
  assertDrawing(input.drawing ?? {});
  const checked = validateDraft(input);
  if (!checked.ok) return fail({ code: "refused", faults: checked.error });
  return patterns.run(checked.value, signal);
}

/**
 * Drafts and measures with exactly these options, for a redraw while a slider moves. About 30 ms in a warm worker. Options
 * outside their range are clamped.
 */
export async function draftOnce(
  { patterns }: DraftDeps,
  input: DraftOnceInput,
): Promise<Result<GarmentDraft, DraftRefusal>> {
  const { design, drawing, fit = "regular", joinedWaistMm, measurements, options } = input;
  const { eases = {}, seamAllowance = SEAM_ALLOWANCE_MM, shape, styles } = input;
  assertDrawing({ ...drawing, seamAllowance });
  const request = { designs: [design], measurements, options, fit, eases };
  const checked = validateDraft({
    ...request,
    ...(drawing && { drawing }),
    ...(styles && { styles }),
    ...(shape && { shape }),
    ...(joinedWaistMm !== undefined && { joinedWaistMm }),
  });
  if (!checked.ok) return fail({ code: "refused", faults: checked.error });
  return patterns.run({ ...checked.value, isExact: true, seamAllowance });
}
