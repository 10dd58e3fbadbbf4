import { describe, expect, it } from "vitest";
import { MEASURED_MAN, MEASURED_WOMAN } from "#tests/support/patterns.ts";
import { validateDraft } from "./draft-garment.server.ts";
import type { GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

const BODIES = { carlton: MEASURED_MAN, carlita: MEASURED_WOMAN };

/** With the options of the design as they are. */
async function coat(
  design: "carlton" | "carlita",
  waist: number,
  { isExact = true } = {},
): Promise<GarmentDraft> {
  const body = BODIES[design];
  const hips = Math.max(body.hips, waist - 20);
  const seat = Math.max(body.seat, waist);
  const measurements = { ...body, waist, waistBack: waist / 2, hips, seat, seatBack: seat / 2 };
  const job = validateDraft({ designs: [design], measurements, fit: "regular" });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  return runDraftJob({ ...job.value, isExact });
}

const finished = ({ measures }: GarmentDraft, name: string) =>
  measures.find((measure) => measure.name === name)?.finished ?? Number.NaN;

describe.each(["carlton", "carlita"] as const)("the back dart of %s", (design) => {
  it("of a waist that is smaller than the chest stays", async () => {
    const { chest, waist } = BODIES[design];
    expect(waist).toBeLessThan(chest);
    expect((await coat(design, waist)).house).toEqual([]);
  });

  it("of a waist that is larger is left out, and the coat goes around it with its ease", async () => {
    const waist = Math.round(BODIES[design].chest * 1.08);
    const draft = await coat(design, waist);
    const back = draft.house.find(({ part }) => part === `${design}.back`);
    expect(back?.byMm).toBeGreaterThan(1);
    expect(back?.note).toMatch(
      /^No back dart: the side seam goes out by \d+\.\d mm at the waist\.$/,
    );
    expect(draft.cutList.some(({ note = "" }) => note.includes("No back dart"))).toBe(true);
    expect(finished(draft, "waist") / waist).toBeGreaterThan(1.1);
    expect(draft.findings.filter(({ code }) => code === "seams-differ")).toEqual([]);
    expect(draft.findings.filter(({ code }) => code === "outline-crosses")).toEqual([]);
  });
});

it("a coat for a waist as large as the chest is not wider at the chest than was asked for", async () => {
  const draft = await coat("carlton", MEASURED_MAN.chest, { isExact: false });
  const chest = draft.measures.find(({ name }) => name === "chest");
  const more = (chest?.finished ?? 0) - (chest?.body ?? 0) - (chest?.easeAsked ?? 0);
  expect({ findings: draft.findings, status: draft.status }).toEqual({
    findings: [],
    status: "ready",
  });
  expect(more).toBeLessThanOrEqual(15);
});
