import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import { distance } from "#features/patterns/measuring/drafted-part.ts";
import { measureSleeve, requireArmhole } from "#features/patterns/measuring/measure-sleeve.ts";
import type { Panel } from "#features/patterns/measuring/measure-trunk.ts";
import { measureTrunk } from "#features/patterns/measuring/measure-trunk.ts";
import { seamLength, seamLine } from "#features/patterns/measuring/seam-lengths.ts";
import {
  findNarrowUnderarm,
  findSideJog,
  findWideUnderarm,
} from "#features/patterns/measuring/shape-rules.ts";
import type { DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { flag, oneOf, share } from "./pattern-design.ts";

const FRONT = "bibi.front";
const BACK = "bibi.back";
const PARTS = [FRONT, BACK] as const;
const SLEEVE = "bibi.sleeve";

function panelsOf({ drafted, body }: DraftReport): readonly Panel[] {
  return PARTS.map((part) => {
    const at = (name: string) => drafted.point(part, name);
    return {
      part,
      times: 2,
      from: 0,
      waistY: at(part === FRONT ? "cfWaist" : "cbWaist").y,
      chestY: Math.max(body.hpsToBust ?? 0, at("armhole").y) + 0.5,
      hemY: at("hem").y,
    };
  });
}

function measureGownSleeve(report: DraftReport, armhole: number): void {
  const { drafted } = report;
  const spot = report.spot(FRONT, "armhole");
  if (report.options.sleeves === false) {
    requireArmhole(report, armhole, spot);
    return;
  }
  measureSleeve(report, {
    part: SLEEVE,
    cap: ["bicepsRight", "sleeveTip", "bicepsLeft"],
    armhole,
    armholeSpot: spot,
  });
  const sleeve = (name: string) => drafted.point(SLEEVE, name);
  report.length("sleeveLength", {
    finished: sleeve("centerCuff").y - sleeve("sleeveTip").y,
    body: undefined,
    option: "sleeveLength",
  });
  report.outlines([SLEEVE]);
}

function measureGown(input: MeasuringInput): DraftMeasures {
  const report = new DraftReport(bibi, input);
  const { drafted, body } = report;
  measureTrunk(report, panelsOf(report));
  const armhole = PARTS.reduce(
    (sum, part) => sum + seamLength(drafted, part, ["armhole", null, "shoulder"]),
    0,
  );
  measureGownSleeve(report, armhole);
  const neck =
    seamLength(drafted, FRONT, ["neck", null, "cfNeck"]) +
    seamLength(drafted, BACK, ["neck", null, "cbNeck"]);
  // The head passes through; it is wider than the neck.
  const spot = report.spot(FRONT, "cfNeck");
  report.girth("neck", { finished: 2 * neck, body: body.neck, spot, wanted: null });
  const back = (name: string) => drafted.point(BACK, name);
  // Without sleeves the seam ends at the strap.
  const end = report.options.sleeves === false ? "strapTop" : "shoulder";
  report.record("shoulder", distance(back("neck"), back(end)));
  report.record("backLength", back("cbHem").y - back("cbNeck").y);
  const front = (name: string) => drafted.point(FRONT, name);
  report.hem(front("cfHem").y - front("cfWaist").y, report.spot(FRONT, "cfHem"));
  for (const part of PARTS) {
    // The front curves out over the bust, where it is eased to the back.
    const from = part === FRONT ? "waist" : "armhole";
    findSideJog(report, part, seamLine(drafted, part, [from, null, "hem"]));
    findWideUnderarm(report, part);
    findNarrowUnderarm(report, part);
  }
  report.outlines(PARTS);
  return report.done();
}

export const bibi: PatternDesign = {
  design: "bibi",
  title: "Knit column gown",
  garment: "dress",
  hem: "dress",
  chestFollowsWaist: true,
  knit: true,
  options: {
    chestEase: share(-0.05, 0.25),
    waistEase: share(-0.1, 0.2),
    hipsEase: share(-0.05, 0.5),
    seatEase: share(-0.05, 0.5),
    fitWaist: flag,
    length: oneOf("hips", "seat", "knee", "floor"),
    lengthBonus: share(-0.3, 0.3),
    flare: share(0, 1.5),
    sleeves: flag,
    sleeveLength: share(0.15, 1.1),
    bicepsEase: share(0, 0.5),
    cuffEase: share(0, 2),
    necklineDepth: share(0.2, 1.1),
    necklineWidth: share(-0.05, 0.9),
    necklineBend: share(0, 0.7),
    backNeckCutout: share(0.02, 1.1),
    armholeDepth: share(-0.1, 0.5),
    shoulderEase: share(-0.08, 0.08),
    // Of the house: the side seam let out or taken in, as shares of its width (let-out-side.ts).
    waistWidth: share(-0.12, 0.12),
    seatWidth: share(-0.12, 0.12),
    acrossBackFactor: share(0.93, 1),
    sleevecapEase: share(0, 0.1),
    sleevecapTopFactorY: share(0.35, 1.25),
  },
  defaults: {
    length: "floor",
    lengthBonus: 0,
    sleeves: true,
    sleeveLength: 0.2,
    necklineWidth: 0.15,
    shoulderEase: 0,
    waistWidth: 0,
    seatWidth: 0,
    armholeDepth: 0.02,
    acrossBackFactor: 0.98,
    sleevecapTopFactorY: 0.45,
    necklineDepth: 0.25,
  },
  eases: {
    chest: "chestEase",
    waist: "waistEase",
    hips: "hipsEase",
    seat: "seatEase",
    sleeve: "bicepsEase",
  },
  lengths: { hemLevel: "lengthBonus", sleeveLength: "sleeveLength" },
  // The store lists nothing for front and back, and the sleeve twice.
  cuts: {
    [FRONT]: [{ material: "fabric", cut: 1, onFold: true, mirrored: false }],
    [BACK]: [{ material: "fabric", cut: 1, onFold: true, mirrored: false }],
    [SLEEVE]: [{ material: "fabric", cut: 2, onFold: false, mirrored: true }],
  },
  // Without an underbust it is drawn from waist and bust; bindings are cut to the length of their edge; the underarm is measured.
  readWarnings: [/waistToUnderbust/, /bindingHeight/, /largeShoulderWidth/],
  levers: [
    { option: "acrossBackFactor", step: 0.01, cures: ["narrow-underarm"] },
    {
      option: "armholeDepth",
      step: 0.03,
      cures: ["tight-armhole", "flat-cap", "cap-gap", "sleeve", "outline-crosses"],
    },
    { option: "bicepsEase", step: 0.03, cures: ["sleeve", "flat-cap", "cap-gap", "tight-armhole"] },
    { option: "sleevecapTopFactorY", step: 0.05, cures: ["flat-cap", "cap-gap", "sleeve"] },
    {
      option: "chestEase",
      step: 0.01,
      cures: [
        "chest",
        "tight-armhole",
        "cap-gap",
        "outline-crosses",
        "wide-underarm",
        "narrow-underarm",
      ],
    },
    { option: "waistEase", step: 0.01, cures: ["waist", "side-jog", "outline-crosses"] },
    { option: "hipsEase", step: 0.01, cures: ["hips", "side-jog"] },
    { option: "seatEase", step: 0.01, cures: ["seat", "hem"] },
  ],
  starts: [{ length: "knee" }, { length: "seat" }],
  requested: {
    shoulder: { measures: ["shoulder"], option: "shoulderEase" },
    sleeve: { measures: ["sleeveLength"], option: "sleeveLength" },
    upperArm: { measures: ["sleeve"], option: "bicepsEase", moves: ["capHeight"] },
    chest: { measures: ["chest"], option: "chestEase" },
    // The hip bone lies between waist and seat: the seam there follows both.
    waist: { measures: ["waist"], option: "waistWidth", moves: ["hips"] },
    hips: { measures: ["seat", "hips"], option: "seatWidth", moves: ["hem", "hips"] },
    length: { measures: ["backLength"], option: "lengthBonus", moves: ["hem", "hemLevel"] },
  },
  adjusters: [
    "chestEase",
    "waistEase",
    "hipsEase",
    "seatEase",
    "lengthBonus",
    "sleeveLength",
    "bicepsEase",
    "armholeDepth",
    "sleevecapTopFactorY",
  ],
  // The neckline is drawn at a share of the shoulder, and stays where it is when the shoulder becomes wider.
  correctors: ["shoulderEase", "necklineWidth", "waistWidth", "seatWidth"],
  measure: measureGown,
};
