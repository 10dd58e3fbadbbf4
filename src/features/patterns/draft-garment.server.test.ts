import { afterAll, describe, expect, test } from "vitest";
import type { DraftableDesign } from "./designs/all-designs.ts";
import { DRAFTABLE_DESIGNS } from "./designs/all-designs.ts";
import { draftGarment, draftOnce, validateDraft } from "./draft-garment.server.ts";
import { createPatternPool } from "./drafting/pattern-pool.server.ts";

const patterns = createPatternPool({ timeoutMs: 60_000 });
afterAll(() => patterns.stop());

/** A measured man of median build; mm, degrees. */
const BODY: Readonly<Record<string, number>> = {
  ...{ chest: 1019, neck: 416, highBust: 999, underbust: 899, bustSpan: 189, waist: 897 },
  ...{ waistBack: 442, hips: 940, seat: 1024, seatBack: 562, hpsToWaistBack: 434 },
  ...{ hpsToWaistFront: 423, hpsToBust: 244, ankle: 224, biceps: 343, crossSeam: 711 },
  ...{ crossSeamFront: 325, crotchDepth: 244, heel: 325, inseam: 840, knee: 385 },
  ...{ shoulderSlope: 18, shoulderToElbow: 337, shoulderToShoulder: 455, shoulderToWrist: 614 },
  ...{ upperLeg: 617, waistToArmpit: 185, waistToFloor: 1084, waistToHips: 60 },
  ...{ waistToKnee: 604, waistToSeat: 223, waistToUpperLeg: 244, wrist: 173 },
};

const request = (design: DraftableDesign) => ({
  designs: [design],
  measurements: BODY,
  fit: "regular" as const,
});

async function drafted(input: Parameters<typeof draftGarment>[1]) {
  const result = await draftGarment({ patterns }, input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe.each(DRAFTABLE_DESIGNS)("%s", (design) => {
  test("a measured person's draft is ready, with parts, a table and the same bytes twice", async () => {
    const drawing = { seamAllowance: 10, dimensioned: true, label: "DM-1042" };
    const first = await drafted({ ...request(design), drawing });
    expect(first.findings).toEqual([]);
    expect(first.status).toBe("ready");
    expect(first.parts.length).toBeGreaterThan(0);
    expect(first.measures.length).toBeGreaterThan(0);
    expect(first.drawing?.svg).toContain("DM-1042");
    expect(first.drawing?.svg).not.toMatch(/NaN|FreeSewing|<script|<!--/);
    expect(await drafted({ ...request(design), drawing })).toEqual(first);
  });

  test("hostile measurements, options and corrections are refused before anything is drafted", () => {
    const measurement = Object.keys(BODY).find((name) => !refuses(design, without(name))) ?? "";
    expect(measurement).not.toBe("");
    const required = Object.keys(BODY).find((name) => refuses(design, without(name))) ?? "";
    const bad = [NaN, Infinity, -Infinity, -1, 0, 1, 50_000, "12", null, undefined, {}, [], true];
    for (const value of bad) expect(refuses(design, { ...BODY, [required]: value })).toBe(true);
    const centimeters = Object.entries(BODY).map(([name, mm]) => [name, mm / 10]);
    expect(refuses(design, Object.fromEntries(centimeters))).toBe(true);
    expect(refuses(design, { ...BODY, __proto__x: 1 })).toBe(true);
    expect(refuses(design, {})).toBe(true);
    const options: Record<string, unknown>[] = [
      { noSuchOption: 1 },
      { constructor: 1 },
      { chestEase: "<script>" },
    ];
    for (const each of options) {
      expect(validateDraft({ ...request(design), options: each }).ok).toBe(false);
    }
    for (const byMm of [NaN, Infinity, 81]) {
      const asked = [{ point: "sleeve" as const, byMm }];
      expect(validateDraft({ ...request(design), asked }).ok).toBe(false);
    }
  });
});

function without(name: string): Record<string, number> {
  return Object.fromEntries(Object.entries(BODY).filter(([each]) => each !== name));
}

function refuses(design: DraftableDesign, measurements: Record<string, unknown>): boolean {
  return !validateDraft({ ...request(design), measurements }).ok;
}

test.each(["simon", "jaeger"] as const)(
  "%s: a sleeve asked 10 mm longer is 10 mm longer, and nothing else moves by more than 3 mm",
  async (design) => {
    for (const byMm of [10, -10]) {
      const draft = await drafted({ ...request(design), asked: [{ point: "sleeve", byMm }] });
      expect(draft.status).toBe("ready");
      expect(Math.abs((draft.asked[0]?.changedMm ?? 0) - byMm)).toBeLessThanOrEqual(1);
      for (const { name, finished, before } of draft.measures) {
        if (name === "sleeveLength") continue;
        expect(Math.abs(finished - (before ?? NaN))).toBeLessThanOrEqual(3);
      }
    }
  },
);

test("an option outside its range is clamped, and a redraw keeps exactly the given options", async () => {
  const { options } = await drafted(request("simon"));
  const input = { design: "simon" as const, measurements: BODY };
  const redraw = await draftOnce({ patterns }, { ...input, options: { ...options, chestEase: 9 } });
  if (!redraw.ok) throw new Error(JSON.stringify(redraw.error));
  expect(redraw.value.options).toEqual({ ...options, chestEase: 0.35 });
  expect(redraw.value.drafts).toBe(1);
});

test("a label that needs escaping is never drawn", async () => {
  const drawing = { seamAllowance: 10, dimensioned: false, label: "<script>" };
  await expect(draftGarment({ patterns }, { ...request("simon"), drawing })).rejects.toThrow();
});

test("a worker that does not finish in time is ended, and the next draft has a new one", async () => {
  const pool = createPatternPool({ timeoutMs: 1 });
  const stuck = await draftGarment({ patterns: pool }, request("jaeger"));
  expect(stuck).toEqual({ ok: false, error: { code: "timeout" } });
  await pool.stop();
  expect((await drafted(request("teagan"))).status).toBe("ready");
});

test("a worker without enough memory is ended, and the process lives on", async () => {
  const pool = createPatternPool({ maxHeapMb: 4 });
  const result = await draftGarment({ patterns: pool }, request("jaeger"));
  await pool.stop();
  expect(result).toEqual({ ok: false, error: { code: "too-large" } });
});
