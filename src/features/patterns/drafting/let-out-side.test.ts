import { describe, expect, it } from "vitest";
import type { DraftOptions } from "#features/patterns/designs/pattern-design.ts";
import { MEASURED_MAN, MEASURED_WOMAN } from "#tests/support/patterns.ts";
import { validateDraft } from "./draft-garment.server.ts";
import type { GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

const BODIES = { teagan: MEASURED_MAN, bibi: { ...MEASURED_WOMAN, height: 1_650 } };

/** With the options of the design as they are, beside these. */
async function drafted(design: keyof typeof BODIES, options: DraftOptions): Promise<GarmentDraft> {
  const measurements = BODIES[design];
  const job = validateDraft({ designs: [design], measurements, fit: "regular" });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  return runDraftJob({ ...job.value, isExact: true, options: { [design]: options } });
}

const finished = ({ measures }: GarmentDraft, name: string) =>
  measures.find((measure) => measure.name === name)?.finished ?? Number.NaN;

/** Measures that change by more than 1 mm, in whole mm. */
const changesOf = (before: GarmentDraft, after: GarmentDraft) =>
  Object.fromEntries(
    before.measures
      .map(
        ({ name }) => [name, Math.round(finished(after, name) - finished(before, name))] as const,
      )
      .filter(([, mm]) => Math.abs(mm) > 1),
  );

describe.each(["teagan", "bibi"] as const)("the side seam of %s", (design) => {
  it("goes out at the waist, and neither chest, seat nor hem change", async () => {
    const before = await drafted(design, {});
    const after = await drafted(design, { waistWidth: 0.02 });
    const { hips = 0, waist = 0, ...others } = changesOf(before, after);
    expect(waist).toBeGreaterThan(10);
    expect(hips).toBeLessThanOrEqual(waist);
    expect(others).toEqual({});
    expect(after.findings).toEqual(before.findings);
  });

  it("stays as FreeSewing draws it with a share of 0", async () => {
    const none = await drafted(design, { waistWidth: 0 });
    expect(none.parts).toEqual((await drafted(design, {})).parts);
    expect(none.house).toEqual([]);
  });
});

it("the side seam of a column gown goes out from the seat to the hem, and nothing changes above", async () => {
  const before = await drafted("bibi", {});
  const after = await drafted("bibi", { seatWidth: 0.02 });
  const { hem = 0, hips = 0, seat = 0, ...others } = changesOf(before, after);
  expect(seat).toBeGreaterThan(10);
  expect(Math.abs(hem - seat)).toBeLessThanOrEqual(1);
  expect(hips).toBeLessThanOrEqual(seat);
  expect(others).toEqual({});
});
