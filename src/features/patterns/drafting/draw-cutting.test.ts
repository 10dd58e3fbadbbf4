import { describe, expect, it } from "vitest";
import { HEM_ALLOWANCES_MM } from "#features/patterns/cutting/cutting-rules.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { DRAFTABLE_DESIGNS } from "#features/patterns/designs/all-designs.ts";
import { validateDraft } from "./draft-garment.server.ts";
import type { DraftInput, DrawnPart, GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

/** A measured woman of median build; mm, degrees. */
const BODY: Readonly<Record<string, number>> = {
  chest: 946,
  neck: 356,
  highBust: 886,
  underbust: 797,
  bustSpan: 175,
  waist: 766,
  waistBack: 377,
  hips: 847,
  seat: 1005,
  seatBack: 552,
  hpsToWaistBack: 405,
  hpsToWaistFront: 411,
  hpsToBust: 244,
  ankle: 215,
  biceps: 300,
  crossSeam: 700,
  crossSeamFront: 330,
  crotchDepth: 244,
  heel: 305,
  inseam: 760,
  knee: 370,
  shoulderSlope: 15,
  shoulderToElbow: 310,
  shoulderToShoulder: 400,
  shoulderToWrist: 560,
  upperLeg: 600,
  waistToArmpit: 165,
  waistToFloor: 1000,
  waistToHips: 57,
  waistToKnee: 560,
  waistToSeat: 205,
  waistToUpperLeg: 240,
  wrist: 152,
};

const PLAIN = { dimensioned: false, seamAllowance: 10 };

async function drafted(
  design: DraftableDesign,
  more: Partial<DraftInput> = {},
): Promise<GarmentDraft> {
  const request = { designs: [design], measurements: BODY, fit: "regular" as const };
  const input = { ...request, drawing: PLAIN, ...more };
  const job = validateDraft(input);
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  const key = JSON.stringify(job.value);
  const known = made.get(key) ?? runDraftJob(job.value);
  made.set(key, known);
  return known;
}

/** Several tests read the same draft, which is made once. */
const made = new Map<string, Promise<GarmentDraft>>();

const numbersIn = (d: string) => (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

/** The lowest point of a part's lines of a kind. */
const bottomOf = ({ lines }: DrawnPart, kind: string) =>
  Math.max(
    ...lines
      .filter((line) => line.kind === kind)
      .flatMap(({ d }) => numbersIn(d).filter((_, index) => index % 2 === 1)),
  );

describe.each(DRAFTABLE_DESIGNS)("a draft of %s", (design) => {
  it("has a grain or fold line on every part that is cut", async () => {
    const { parts, cutList } = await drafted(design);
    const cut = new Set(cutList.map(({ part }) => part));
    const without = parts
      .filter(({ part }) => cut.has(part))
      .filter(({ lines }) => !lines.some(({ kind }) => kind === "grain" || kind === "fold"))
      .map(({ part }) => part);
    expect(without).toEqual([]);
  });

  it("has the hem allowances that are declared", async () => {
    const { parts } = await drafted(design);
    for (const part of parts) {
      const hem = HEM_ALLOWANCES_MM[part.part];
      if (hem === undefined) continue;
      const turnedUp = bottomOf(part, "allowance") - bottomOf(part, "seam");
      expect(Math.abs(turnedUp - hem), part.part).toBeLessThan(5);
    }
  });

  it("is drawn for paper, with the corners that were moved named in its cut list", async () => {
    const { cutList, drawing, trued } = await drafted(design);
    expect(drawing?.svg).toContain("<svg");
    for (const { part, seam } of trued) {
      const entry = cutList.find((each) => each.part === part);
      if (entry) expect(entry.note).toContain(`${seam}: trued`);
    }
  });
});

it("plain trousers list waistband, closure and pockets that are drafted by hand", async () => {
  const { cutList } = await drafted("titan");
  expect(cutList.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Waistband", "Zip, hook and bar", "Pocket bags and facings"]),
  );
});

it("both sides of a side seam have notches at the same distance from the hem", async () => {
  const { parts } = await drafted("penelope");
  const heights = ["penelope.front", "penelope.back"].map((name) => {
    const part = parts.find((each) => each.part === name);
    return part?.notches.map(({ y }) => bottomOf(part, "seam") - y) ?? [];
  });
  expect(heights[0]).toHaveLength(1);
  expect(heights[1]).toHaveLength(1);
  expect(Math.abs((heights[0]?.[0] ?? 0) - (heights[1]?.[0] ?? 999))).toBeLessThan(8);
});

it("a circle skirt that is wider than every cloth is divided into panels", async () => {
  const { options, status, findings, parts } = await drafted("sandy", { styles: ["length:floor"] });
  expect({ findings, status }).toEqual({ findings: [], status: "ready" });
  expect(options.panels).toBeGreaterThan(1);
  const skirt = parts.find(({ part }) => part === "sandy.skirt");
  expect(2 * (skirt?.bounds.width ?? 0)).toBeLessThan(1_500);
});

const waistOf = ({ measures }: GarmentDraft) =>
  measures.find(({ name }) => name === "waist")?.finished ?? 0;

describe.each(["penelope", "sandy"] as const)(
  "a skirt of %s that is sewn to a bodice",
  (design) => {
    it("has the bodice's waist within 2 mm", async () => {
      const joinedWaistMm = waistOf(await drafted("bella"));
      const skirt = await drafted(design, { joinedWaistMm });
      expect({ findings: skirt.findings, status: skirt.status }).toEqual({
        findings: [],
        status: "ready",
      });
      expect(Math.abs(waistOf(skirt) - joinedWaistMm)).toBeLessThanOrEqual(2);
      expect(skirt.requestedChanges).toEqual([]);
    });

    it("is reviewed when its options do not reach the bodice", async () => {
      const skirt = await drafted(design, { joinedWaistMm: 500 });
      expect(skirt.status).toBe("review");
      expect(skirt.findings.map(({ reason }) => reason).join()).toContain(
        "the bodice it is sewn to",
      );
    });
  },
);
