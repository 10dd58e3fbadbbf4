import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import { distance } from "#features/patterns/measuring/drafted-part.ts";
import { measureSleeve } from "#features/patterns/measuring/measure-sleeve.ts";
import type { Panel } from "#features/patterns/measuring/measure-trunk.ts";
import { measureTrunk } from "#features/patterns/measuring/measure-trunk.ts";
import { seamLength, seamLine } from "#features/patterns/measuring/seam-lengths.ts";
import { findSideJog, findWideUnderarm } from "#features/patterns/measuring/shape-rules.ts";
import type { DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { flag, share } from "./pattern-design.ts";

const PARTS = ["teagan.front", "teagan.back"] as const;

function panelsOf({ drafted }: DraftReport): readonly Panel[] {
  return PARTS.map((part) => {
    const at = (name: string) => drafted.point(part, name);
    return {
      part,
      times: 2,
      // The seam of a fitted waist moves its own point when the shirt is short.
      waistY: at("cbWaist").y,
      chestY: Math.max(at("armhole").y, at("cbChest").y) + 0.5,
      hemY: at("hem").y,
    };
  });
}

function measureTShirt(input: MeasuringInput): DraftMeasures {
  const report = new DraftReport(teagan, input);
  const { drafted, body } = report;
  measureTrunk(report, panelsOf(report));
  const armhole = PARTS.reduce(
    (sum, part) => sum + seamLength(drafted, part, ["armhole", "armholeHollow", "shoulder"]),
    0,
  );
  measureSleeve(report, {
    part: "teagan.sleeve",
    cap: ["bicepsRight", "capQ2", "bicepsLeft"],
    armhole,
    armholeSpot: report.spot("teagan.front", "armhole"),
  });
  const sleeve = (name: string) => drafted.point("teagan.sleeve", name);
  report.record("sleeveLength", sleeve("hemLeft").y - sleeve("sleeveTip").y);
  const back = (name: string) => drafted.point("teagan.back", name);
  report.record("shoulder", distance(back("neck"), back("shoulder")));
  report.record("backLength", back("cbHem").y - back("cbNeck").y);
  report.hem(back("cbHem").y - back("cbWaist").y, report.spot("teagan.back", "cbHem"));
  const [neckFront, neckBack] = PARTS.map((part) =>
    seamLength(drafted, part, ["neck", null, part === "teagan.front" ? "cfNeck" : "cbNeck"]),
  );
  // The head passes through; it is wider than the neck.
  report.girth("neck", {
    finished: 2 * ((neckFront ?? 0) + (neckBack ?? 0)),
    body: body.neck,
    spot: report.spot("teagan.front", "cfNeck"),
    wanted: null,
  });
  for (const part of PARTS) {
    findSideJog(report, part, seamLine(drafted, part, ["armhole", null, "hem"]));
    findWideUnderarm(report, part);
  }
  report.outlines([...PARTS, "teagan.sleeve"]);
  return report.done();
}

export const teagan: PatternDesign = {
  design: "teagan",
  title: "T-shirt",
  garment: "top",
  hem: "top",
  hipsOnTheWayToSeat: 1,
  chestFollowsWaist: true,
  knit: true,
  options: {
    chestEase: share(0.05, 0.25),
    hipsEase: share(0.08, 0.3),
    waistEase: share(0.08, 0.4),
    fitWaist: flag,
    // Of the house: the straight side seam let out or taken in at the waist, as a share of its width (let-out-side.ts).
    waistWidth: share(-0.12, 0.12),
    lengthBonus: share(-0.2, 0.6),
    sleeveLength: share(0.2, 1),
    sleeveEase: share(0.05, 0.35),
    necklineDepth: share(0.2, 0.4),
    necklineWidth: share(0.1, 0.5),
    necklineBend: share(0, 0.7),
    backNeckCutout: share(0.04, 0.12),
    armholeDepth: share(-0.1, 0.5),
    // FreeSewing's constant of its block.
    shoulderEase: share(-0.08, 0.08),
    acrossBackFactor: share(0.93, 1),
    sleevecapEase: share(0, 0.1),
    sleevecapTopFactorY: share(0.35, 1.25),
    sleeveWidthGuarantee: share(0.25, 1),
  },
  defaults: {
    lengthBonus: 0.04,
    sleeveLength: 0.3,
    necklineWidth: 0.3,
    shoulderEase: 0,
    waistWidth: 0,
    armholeDepth: 0.02,
    sleevecapTopFactorY: 0.45,
    sleeveWidthGuarantee: 0.9,
  },
  eases: { chest: "chestEase", waist: "waistEase", seat: "hipsEase", sleeve: "sleeveEase" },
  lengths: { hemLevel: "lengthBonus" },
  cuts: {},
  levers: [
    { option: "chestEase", step: 0.01, cures: ["chest", "wide-underarm"] },
    { option: "hipsEase", step: 0.01, cures: ["hips", "seat", "hem", "waist"] },
    {
      option: "armholeDepth",
      step: 0.03,
      cures: ["tight-armhole", "flat-cap", "cap-gap", "sleeve"],
    },
    { option: "sleevecapTopFactorY", step: 0.05, cures: ["flat-cap", "cap-gap", "sleeve"] },
    { option: "sleeveWidthGuarantee", step: 0.1, cures: ["cap-gap", "sleeve", "flat-cap"] },
  ],
  requested: {
    shoulder: { measures: ["shoulder"], option: "shoulderEase" },
    sleeve: { measures: ["sleeveLength"], option: "sleeveLength" },
    upperArm: { measures: ["sleeve"], option: "sleeveEase", moves: ["capHeight"] },
    // The side seam falls straight from the chest to the hips, and the waist lies between.
    chest: { measures: ["chest"], option: "chestEase", moves: ["waist"] },
    waist: { measures: ["waist"], option: "waistWidth", moves: ["hips"] },
    hips: { measures: ["seat", "hips"], option: "hipsEase", moves: ["hem", "hips", "waist"] },
    length: { measures: ["backLength"], option: "lengthBonus", moves: ["hem", "hemLevel"] },
  },
  adjusters: [
    "chestEase",
    "hipsEase",
    "waistEase",
    "lengthBonus",
    "sleeveLength",
    "sleeveEase",
    "armholeDepth",
    "sleeveWidthGuarantee",
    "sleevecapTopFactorY",
  ],
  // The neckline is drawn at a share of the shoulder, and stays where it is when the shoulder becomes wider.
  correctors: ["shoulderEase", "necklineWidth", "waistWidth"],
  measure: measureTShirt,
};
