import { describe, expect, it } from "vitest";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { DraftOptions, FitChange } from "#features/patterns/designs/pattern-design.ts";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import { validateDraft } from "./draft-garment.server.ts";
import type { GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

type Requested = { options?: DraftOptions; requestedChanges?: readonly FitChange[] };

async function drafted(
  design: DraftableDesign,
  { options = {}, requestedChanges = [] }: Requested,
): Promise<GarmentDraft> {
  const job = validateDraft({
    designs: [design],
    measurements: MEASURED_MAN,
    fit: "regular",
    requestedChanges,
  });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  const isExact = requestedChanges.length === 0;
  return runDraftJob({ ...job.value, isExact, options: { [design]: options } });
}

const finished = ({ measures }: GarmentDraft, name: string) =>
  measures.find((measure) => measure.name === name)?.finished ?? Number.NaN;

const changesOf = (before: GarmentDraft, after: GarmentDraft) =>
  Object.fromEntries(
    before.measures.map(({ name }) => [name, finished(after, name) - finished(before, name)]),
  );

const isSeam = ({ code }: GarmentDraft["findings"][number]) => code === "seams-differ";

describe.each([
  ["titan", 0.04],
  ["titan", -0.04],
  ["charlie", 0.04],
] as const)("the thighs of %s with a share of %d", (design, share) => {
  it("change, and neither waist, seat, knee nor hem, with equal seams", async () => {
    const before = await drafted(design, {});
    const after = await drafted(design, { options: { thighWidth: share } });
    const { thigh = 0, ...others } = changesOf(before, after);
    expect(thigh / share).toBeGreaterThan(400);
    for (const [name, byMm] of Object.entries(others)) {
      expect(Math.abs(byMm), name).toBeLessThanOrEqual(2);
    }
    expect(after.findings.filter(isSeam)).toEqual(before.findings.filter(isSeam));
  });
});

it("the seat of plain trousers changes with the thigh below it, and nothing else", async () => {
  const before = await drafted("titan", {});
  const after = await drafted("titan", { options: { seatWidth: 0.03 } });
  const { seat = 0, thigh = 0, ...others } = changesOf(before, after);
  expect(seat).toBeGreaterThan(10);
  expect(thigh).toBeGreaterThan(0);
  expect(thigh).toBeLessThan(seat);
  for (const [name, byMm] of Object.entries(others)) {
    expect(Math.abs(byMm), name).toBeLessThanOrEqual(1);
  }
});

it("a share of 0 leaves every line as FreeSewing draws it", async () => {
  const plain = await drafted("titan", {});
  const none = await drafted("titan", { options: { seatWidth: 0, thighWidth: 0 } });
  expect(none.parts).toEqual(plain.parts);
  expect(none.house).toEqual([]);
});

it.each([10, -10])("a thigh that is reported %d mm off is put right", async (byMm) => {
  for (const design of ["titan", "charlie"] as const) {
    const { requestedChanges } = await drafted(design, {
      requestedChanges: [{ point: "thigh", byMm }],
    });
    expect(requestedChanges).toMatchObject([{ point: "thigh", byMm, reached: true }]);
  }
});
