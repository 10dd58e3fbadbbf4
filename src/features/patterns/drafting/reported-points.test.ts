import { describe, expect, test } from "vitest";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { DRAFTABLE_DESIGNS, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { FitChange } from "#features/patterns/designs/pattern-design.ts";
import { MEASURED_MAN, MEASURED_WOMAN } from "#tests/support/patterns.ts";
import { validateDraft } from "./draft-garment.server.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

const MENS: ReadonlySet<string> = new Set(["simon", "teagan", "jaeger", "wahid", "carlton"]);

async function isReached(design: DraftableDesign, change: FitChange): Promise<boolean> {
  const measurements = MENS.has(design) ? MEASURED_MAN : { ...MEASURED_WOMAN, height: 1_650 };
  const job = validateDraft({
    designs: [design],
    measurements,
    fit: "regular",
    requestedChanges: [change],
  });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  const { requestedChanges } = await runDraftJob(job.value);
  return requestedChanges.every(({ reached }) => reached);
}

const POINTS = DRAFTABLE_DESIGNS.flatMap((design) =>
  (Object.keys(patternDesignOf(design).requested) as FitChange["point"][]).map(
    (point) => [design, point] as const,
  ),
);

// What a customer may report is what a design has a rule for: a rule that never reaches would refuse each of her next orders.
describe("a point that a customer can report", () => {
  test.each(POINTS)("%s, %s: 6 mm more or 6 mm less is reached", async (design, point) => {
    const reached =
      (await isReached(design, { point, byMm: 6 })) ||
      (await isReached(design, { point, byMm: -6 }));
    expect(reached).toBe(true);
  });
});
