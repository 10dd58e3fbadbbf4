import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { AppliedCorrection } from "#features/garments/fit-memory/correction.ts";
import { appliedTo, mergeReport } from "#features/garments/fit-memory/correction.ts";
import type { LocatedPoint } from "#features/garments/fit-memory/fit-sections.ts";
import type { DraftedComponent } from "#features/garments/order-patterns/draft-component.server.ts";
import { draftComponent } from "#features/garments/order-patterns/draft-component.server.ts";
import { changesOfComponent } from "#features/garments/order-patterns/pattern-content.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { designsOfComponent } from "#features/patterns/designs/pattern-table.ts";
import type { DraftJob, GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import { SEAM_ALLOWANCE_MM } from "#features/patterns/drafting/garment-draft.ts";
import { runDraftJob } from "#features/patterns/drafting/run-draft-job.server.ts";
import { asDrawn } from "../pattern-drafts/as-drawn.ts";
import { draft as draftAgain } from "../pattern-drafts/draft.ts";
import { heldByOrder } from "../pattern-drafts/order-measurements.ts";
import type { DraftPerson } from "../pattern-drafts/people.ts";
import type { MeasuredGarment } from "../pattern-drafts/reported-points.ts";
import { measureGarment } from "../pattern-drafts/reported-points.ts";

const FIT = "regular";

/** What a contract of this person's order says of the body and of earlier garments. */
type OrderedFit = Pick<FitSpecification, "corrections" | "measurements">;

/** An order as the shop stores it: the measurements that were asked for with the garment, and the corrections of its contract. */
export function orderOf(
  components: readonly ComponentName[],
  person: DraftPerson,
  corrections: readonly AppliedCorrection[] = [],
): OrderedFit {
  const held = heldByOrder(components.flatMap(designsOfComponent), person);
  const measurements = Object.entries(held).map(([name, value]) => [
    name,
    { value, confidence: 1, readings: 2, confirmed: true },
  ]);
  return { measurements: Object.fromEntries(measurements), corrections: [...corrections] };
}

/** What the next contract holds after a report about a garment that was sewn exactly to its pattern: `mm` too long, wide or loose. */
export function correctionsAfter(located: LocatedPoint, mm: number): readonly AppliedCorrection[] {
  const garment = {
    garmentId: "reported",
    product: "Reported garment",
    fit: FIT,
    applied: [],
    sewn: [],
    by: "customer" as const,
    at: "2027-03-04T12:00:00Z",
  };
  return appliedTo(mergeReport([], garment, [{ ...located, mm }]), FIT);
}

/** Of an ordered component: what the shop stores, the draft itself, and what the tool measures on the drawn lines. */
export type CorrectedDraft = {
  readonly stored: DraftedComponent;
  readonly draft: GarmentDraft;
  readonly measured: MeasuredGarment;
};

/**
 * Drafts a component as the job does it for an order that is paid, and measures the lines that the shop draws. Null when the component
 * is drafted by hand.
 */
export async function draftOrdered(
  fit: OrderedFit,
  part: { component: ComponentName; components: readonly ComponentName[] },
  person: DraftPerson,
): Promise<CorrectedDraft | null> {
  let drafted: GarmentDraft | null = null;
  const run = async (job: DraftJob): Promise<Result<GarmentDraft, never>> => {
    drafted = await runDraftJob(job);
    return ok(drafted);
  };
  const stored = await draftComponent(
    { patterns: { run } },
    {
      component: part.component,
      specification: fit,
      choices: { fit: FIT, options: {}, seamAllowance: SEAM_ALLOWANCE_MM },
      house: {},
      label: "Bench",
      changes: changesOfComponent(fit, part),
      ordered: [],
      isForScreen: true,
    },
  );
  const draft = drafted as GarmentDraft | null;
  if (!stored.ok || !draft || draft.status === "by_hand") return null;
  return { stored: stored.value, draft, measured: measure(draft, person) };
}

/** At the levels of the order, in whole millimetres as the shop has them: the tip of a dart may lie a hair below one. */
function measure(
  { design, draftedFrom, house, options, parts, trued }: GarmentDraft,
  person: DraftPerson,
): MeasuredGarment {
  const measurements = { ...person.measurements, ...heldByOrder([design], person) };
  const lines = parts.flatMap(({ lines: ofPart, part }) => ofPart.map(({ d }) => ({ part, d })));
  const again = draftAgain(design, { ...measurements, ...draftedFrom }, options);
  return measureGarment(asDrawn(again, lines, [...trued, ...house]), measurements);
}
