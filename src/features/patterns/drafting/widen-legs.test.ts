import { describe, expect, it } from "vitest";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import { validateDraft } from "./draft-garment.server.ts";
import type { DraftInput, GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

async function trousers(more: Partial<DraftInput> = {}): Promise<GarmentDraft> {
  const input = {
    designs: ["titan"],
    measurements: MEASURED_MAN,
    fit: "regular",
    ...more,
  } as const;
  const job = validateDraft(input);
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  return runDraftJob(job.value);
}

const finished = ({ measures }: GarmentDraft, name: string) =>
  measures.find((measure) => measure.name === name)?.finished ?? Number.NaN;

describe("trousers with wide legs", () => {
  it("are wider at the hem than at the knee, and ready with equal seams", async () => {
    const straight = await trousers();
    const wide = await trousers({ styles: ["leg:wide"] });
    expect(finished(straight, "legHem")).toBeLessThan(finished(straight, "knee"));
    expect(finished(wide, "legHem")).toBeGreaterThan(finished(wide, "knee"));
    expect(finished(wide, "legHem") / finished(straight, "legHem")).toBeCloseTo(1.3, 3);
    expect({ findings: wide.findings, status: wide.status }).toEqual({
      findings: [],
      status: "ready",
    });
    expect(wide.styles).toEqual([{ style: "leg:wide", outcome: "drafted", note: "" }]);
  });

  it("fit waist and seat within 3 mm as straight ones do", async () => {
    const straight = await trousers();
    const wide = await trousers({ styles: ["leg:wide"] });
    for (const name of ["waist", "seat"]) {
      expect(Math.abs(finished(wide, name) - finished(straight, name))).toBeLessThan(3);
    }
  });
});
