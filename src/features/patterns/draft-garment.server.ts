import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { DraftableDesign } from "./designs/all-designs.ts";
import { patternDesignOf } from "./designs/all-designs.ts";
import type { DraftFault } from "./draft-guard.ts";
import { validateMeasurements, validateOptions } from "./draft-guard.ts";
import type { DraftInput, DraftJob, DraftRefusal, GarmentDraft } from "./garment-draft.ts";
import { ORDER_LABEL } from "./garment-draft.ts";
import type { DraftOptions } from "./pattern-design.ts";
import type { PatternPool } from "./pattern-pool.server.ts";

/** Checks a request for all its designs; every fault is reported once. */
export function validateDraft(input: DraftInput): Result<DraftJob, readonly DraftFault[]> {
  const { designs, measurements, fit, options = {}, solve = true, drawing } = input;
  const faults = new Map<string, DraftFault>();
  const byDesign: Partial<Record<DraftableDesign, DraftOptions>> = {};
  const unknown = new Map<string, number>();
  let body = {};
  for (const design of designs) {
    const measured = validateMeasurements(design, measurements);
    const chosen = validateOptions(patternDesignOf(design), options);
    body = measured.body;
    byDesign[design] = chosen.options;
    for (const fault of [...measured.faults, ...chosen.faults]) {
      // A fallback may lack an option of the first design.
      if (fault.code === "unknown-option") {
        unknown.set(fault.name, (unknown.get(fault.name) ?? 0) + 1);
        if (unknown.get(fault.name) !== designs.length) continue;
      }
      faults.set(JSON.stringify(fault), fault);
    }
  }
  if (faults.size > 0 || designs.length === 0) return fail([...faults.values()]);
  const job = { designs, body, fit, options: byDesign, solve, drawing: drawing ?? null };
  return { ok: true, value: job };
}

/**
 * Drafts a garment to a body, measures the finished draft and changes its options until it fits. Refuses measurements and
 * options that cannot be right, all faults at once. The same input has the same drawing, byte for byte.
 */
export async function draftGarment(
  { patterns }: { readonly patterns: PatternPool },
  input: DraftInput,
): Promise<Result<GarmentDraft, DraftRefusal>> {
  const { label, seamAllowance } = input.drawing ?? {};
  if (label !== undefined && !ORDER_LABEL.test(label)) throw new Error("Unsafe label.");
  if (seamAllowance !== undefined && !(seamAllowance >= 0 && seamAllowance <= 50)) {
    throw new Error("A seam allowance is 0 to 50 mm.");
  }
  const checked = validateDraft(input);
  if (!checked.ok) return fail({ code: "refused", faults: checked.error });
  return patterns.run(checked.value);
}
