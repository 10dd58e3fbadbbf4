import { describe, expect, test } from "vitest";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { validateDraft } from "./draft-garment.server.ts";
import type { DraftInput, GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

/** Measured people of the surveys with what an order of the garment holds, by their row: mm, degrees and grams. */
const TROUSERS = {
  /** His seat lies 19 mm below his crotch. */
  A1883: {
    height: 1890,
    weight: 114_400,
    waist: 980,
    waistBack: 474,
    hips: 1013,
    seat: 1152,
    seatBack: 632,
    waistToHips: 66,
    waistToSeat: 319,
    waistToUpperLeg: 300,
    waistToKnee: 685,
    waistToFloor: 1241,
    crossSeam: 811,
    crossSeamFront: 348,
    inseam: 941,
    upperLeg: 700,
    knee: 439,
  },
  /** Her seat is wide and her front rise short: the crotch curve is nearly level where the fly ends. */
  A721: {
    height: 1673,
    weight: 77_500,
    waist: 826,
    waistBack: 407,
    hips: 903,
    seat: 1159,
    seatBack: 596,
    waistToHips: 59,
    waistToSeat: 246,
    waistToUpperLeg: 263,
    waistToKnee: 578,
    waistToFloor: 1028,
    crossSeam: 780,
    crossSeamFront: 381,
    inseam: 765,
    upperLeg: 716,
    knee: 418,
  },
} as const;

/** Women whose shoulders are as wide as a quarter of their chest. */
const GOWNS = {
  A802: {
    height: 1586,
    weight: 55_100,
    neck: 320,
    shoulderToShoulder: 401,
    shoulderSlope: 20,
    shoulderToWrist: 522,
    biceps: 254,
    wrist: 148,
    highBust: 784,
    chest: 830,
    bustSpan: 154,
    underbust: 705,
    waist: 655,
    waistBack: 330,
    hips: 726,
    seat: 947,
    seatBack: 487,
    hpsToBust: 260,
    hpsToWaistFront: 355,
    hpsToWaistBack: 364,
    waistToArmpit: 188,
    waistToHips: 56,
    waistToSeat: 202,
    waistToKnee: 578,
    waistToFloor: 1009,
  },
  A809: {
    height: 1479,
    weight: 35_800,
    neck: 293,
    shoulderToShoulder: 369,
    shoulderSlope: 15,
    shoulderToWrist: 488,
    biceps: 212,
    wrist: 124,
    highBust: 666,
    chest: 695,
    bustSpan: 129,
    underbust: 599,
    waist: 548,
    waistBack: 280,
    hips: 615,
    seat: 798,
    seatBack: 410,
    hpsToBust: 207,
    hpsToWaistFront: 303,
    hpsToWaistBack: 329,
    waistToArmpit: 173,
    waistToHips: 52,
    waistToSeat: 223,
    waistToKnee: 551,
    waistToFloor: 943,
  },
  A615: {
    height: 1648,
    weight: 65_300,
    neck: 316,
    shoulderToShoulder: 424,
    shoulderSlope: 14,
    shoulderToWrist: 602,
    biceps: 285,
    wrist: 149,
    highBust: 787,
    chest: 834,
    bustSpan: 154,
    underbust: 709,
    waist: 712,
    waistBack: 356,
    hips: 785,
    seat: 983,
    seatBack: 505,
    hpsToBust: 243,
    hpsToWaistFront: 357,
    hpsToWaistBack: 366,
    waistToArmpit: 166,
    waistToHips: 58,
    waistToSeat: 224,
    waistToKnee: 597,
    waistToFloor: 1084,
  },
} as const;

/** Her waist is 246 mm larger than her chest. */
const N548 = {
  height: 1599,
  weight: 171_400,
  neck: 428,
  shoulderToShoulder: 410,
  shoulderSlope: 10,
  shoulderToWrist: 546,
  biceps: 483,
  wrist: 177,
  highBust: 1389,
  chest: 1521,
  bustSpan: 281,
  underbust: 1250,
  waist: 1767,
  waistBack: 778,
  hips: 1780,
  seat: 1766,
  seatBack: 908,
  hpsToBust: 316,
  hpsToWaistFront: 530,
  hpsToWaistBack: 456,
  waistToArmpit: 231,
  waistToHips: 56,
  waistToSeat: 160,
  waistToKnee: 536,
  waistToFloor: 970,
} as const;

async function drafted(
  design: DraftableDesign,
  measurements: Readonly<Record<string, number>>,
  { isExact = false, ...more }: Partial<DraftInput> & { isExact?: boolean } = {},
): Promise<GarmentDraft> {
  const job = validateDraft({ designs: [design], measurements, fit: "regular", ...more });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  return runDraftJob({ ...job.value, isExact });
}

describe("trousers with a fly", () => {
  test.each(["A1883", "A721"] as const)(
    "for %s get their fly from a crotch that lies lower",
    async (person) => {
      const { findings, options, parts, status } = await drafted("charlie", TROUSERS[person]);
      expect({ findings, status }).toEqual({ findings: [], status: "ready" });
      expect(Number(options.crotchDrop)).toBeGreaterThan(0.02);
      expect(parts.map(({ part }) => part)).toContain("charlie.flyFacing");
    },
  );

  test("whose crotch the tailor keeps say which measurement is the cause, and by how much", async () => {
    const { findings, parts, status } = await drafted("charlie", TROUSERS.A1883, {
      options: { crotchDrop: 0.02 },
    });
    expect({ parts, status }).toEqual({ parts: [], status: "by_hand" });
    expect(findings.map(({ code }) => code)).toEqual(["not-drafted"]);
    expect(findings[0]?.reason).toMatch(
      /^The part Front could not be drawn for this body\. It could be drawn with: Waist to /,
    );
  });
});

describe("a gown", () => {
  test.each(["A802", "A615"] as const)(
    "for shoulders as wide as those of %s has an armhole that reaches under the arm",
    async (person) => {
      const { findings, status } = await drafted("bibi", GOWNS[person]);
      expect({ findings, status }).toEqual({ findings: [], status: "ready" });
    },
  );

  test("for a chest of 695 mm and shoulders of 369 is to review, with how much the underarm lacks", async () => {
    const { findings, status } = await drafted("bibi", GOWNS.A809);
    expect(status).toBe("review");
    expect(findings.map(({ code }) => code)).toEqual(["narrow-underarm"]);
    expect(findings[0]?.reason).toMatch(
      /^The armhole reaches \d mm under the arm and needs 6 mm: it lies \d+ mm from the middle, the side seam \d+ mm\. .*Measure shoulder to shoulder and the chest again; /,
    );
  });

  test("for a waist larger than the chest has side seams without a corner", async () => {
    const { cutList, house } = await drafted("bibi", N548, { isExact: true });
    expect(house.map(({ part }) => part)).toEqual(["bibi.front", "bibi.back"]);
    const smoothed = cutList.filter(({ note = "" }) => note.includes("smoothly over the waist"));
    expect(smoothed.map(({ part }) => part)).toEqual(["bibi.back", "bibi.front"]);
  });
});
