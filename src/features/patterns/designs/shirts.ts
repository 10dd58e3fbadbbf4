import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import { distance } from "#features/patterns/measuring/drafted-part.ts";
import { measureSleeve } from "#features/patterns/measuring/measure-sleeve.ts";
import type { Panel } from "#features/patterns/measuring/measure-trunk.ts";
import { measureTrunk } from "#features/patterns/measuring/measure-trunk.ts";
import { seamLength, seamLine } from "#features/patterns/measuring/seam-lengths.ts";
import {
  findDartBesideCorner,
  findSideJog,
  findSideSpur,
  findWideUnderarm,
} from "#features/patterns/measuring/shape-rules.ts";
import type {
  DraftMeasures,
  DraftOptions,
  Lever,
  MeasuringInput,
  PatternDesign,
} from "./pattern-design.ts";
import { count, degrees, flag, oneOf, share } from "./pattern-design.ts";

const ARMHOLE_LEVERS: readonly Lever[] = [
  {
    option: "armholeDepth",
    step: 0.04,
    cures: ["tight-armhole", "flat-cap", "cap-gap", "sleeve"],
  },
  { option: "bicepsEase", step: 0.03, cures: ["sleeve", "flat-cap", "cap-gap"] },
  { option: "sleevecapTopFactorY", step: 0.05, cures: ["flat-cap", "cap-gap"] },
  { option: "sleeveWidthGuarantee", step: 0.1, cures: ["cap-gap", "sleeve", "flat-cap"] },
];

/** Options of the sleeve and armhole that every shirt shares with FreeSewing's block. */
const SLEEVE_OPTIONS = {
  bicepsEase: share(0, 0.5),
  armholeDepth: share(-0.1, 0.5),
  sleevecapEase: share(0, 0.1),
  sleevecapTopFactorY: share(0.35, 1.25),
  sleeveWidthGuarantee: share(0.25, 1),
  shoulderSlopeReduction: share(0, 0.8),
};

const SHIRT_OPTIONS = {
  ...SLEEVE_OPTIONS,
  chestEase: share(-0.04, 0.35),
  // FreeSewing offers 0.1 at least: less than a close fit asks, and than a correction of a regular one.
  waistEase: share(0.05, 0.35),
  hipsEase: share(0.03, 0.35),
  collarEase: share(0, 0.1),
  cuffEase: share(0.1, 0.4),
  shoulderEase: share(0, 0.15),
  // Below 0 the hem lies above the end of the side seam.
  lengthBonus: share(0, 0.6),
  sleeveLengthBonus: share(-0.4, 0.1),
  sleeveStyle: oneOf("long", "short"),
  backDarts: oneOf("auto", "never", "always"),
  roundBack: share(0, 0.1),
  splitYoke: flag,
  yokeHeight: share(0.4, 0.9),
  hemStyle: oneOf("straight", "baseball", "slashed"),
  cuffStyle: oneOf(
    "roundedBarrelCuff",
    "angledBarrelCuff",
    "straightBarrelCuff",
    "roundedFrenchCuff",
    "angledFrenchCuff",
    "straightFrenchCuff",
  ),
  buttonholePlacketStyle: oneOf("classic", "seamless"),
  cuffButtonRows: count(1, 2),
  collarAngle: degrees(60, 130),
  collarFlare: degrees(0, 10),
  buttons: count(4, 12),
};

/** FreeSewing lists collar and under collar as two equal lines, and the two fronts are one of a kind each. */
const SHIRT_CUTS = {
  "simon.collar": [
    { material: "fabric", cut: 2, onFold: false, mirrored: false },
    { material: "interfacing", cut: 2, onFold: false, mirrored: false },
  ],
};

const SHIRT_EASES = {
  chest: "chestEase",
  waist: "waistEase",
  seat: "hipsEase",
  neck: "collarEase",
  sleeve: "bicepsEase",
  wrist: "cuffEase",
} as const;

const SHIRT_LEVERS: readonly Lever[] = [
  { option: "chestEase", step: 0.01, cures: ["chest", "hem", "seat", "side-jog", "wide-underarm"] },
  { option: "waistEase", step: 0.01, cures: ["waist", "side-jog"] },
  { option: "hipsEase", step: 0.01, cures: ["hips", "seat", "hem", "side-jog"] },
  { option: "collarEase", step: 0.01, cures: ["neck"] },
  { option: "cuffEase", step: 0.02, cures: ["wrist"] },
  ...ARMHOLE_LEVERS,
];

const SHIRT_CHANGES: PatternDesign["requested"] = {
  collar: { measures: ["neck"], option: "collarEase" },
  shoulder: { measures: ["shoulder"], option: "shoulderEase" },
  sleeve: { measures: ["sleeveLength"], option: "sleeveLengthBonus" },
  upperArm: { measures: ["sleeve"], option: "bicepsEase", moves: ["capHeight"] },
  chest: { measures: ["chest"], option: "chestEase" },
  // The hip bone lies between waist and seat: the seam there follows both.
  waist: { measures: ["waist"], option: "waistEase", moves: ["hips"] },
  hips: { measures: ["seat", "hips"], option: "hipsEase", moves: ["hem", "hips"] },
  length: { measures: ["backLength"], option: "lengthBonus", moves: ["hem", "hemLevel"] },
};

const SHIRT_ADJUSTERS = [
  "chestEase",
  "waistEase",
  "hipsEase",
  "lengthBonus",
  "sleeveLengthBonus",
  "bicepsEase",
  "armholeDepth",
  "shoulderEase",
  "collarEase",
  "cuffEase",
];

/** Where the side seam ends: curved hems rise at the side. */
function sideEnd(drafted: Drafted, part: string): string {
  if (drafted.hasPoint(part, "bballEnd")) return "bballEnd";
  return drafted.hasPoint(part, "slashEnd") ? "hips" : "hem";
}

function shirtPanels({ drafted }: DraftReport): readonly Panel[] {
  const back = (name: string) => drafted.point("simon.back", name);
  const panels: Panel[] = [
    {
      part: "simon.back",
      times: 2,
      waistY: back("cbWaist").y,
      chestY: Math.max(back("armhole").y, back("cbChest").y) + 0.5,
      hemY: back(sideEnd(drafted, "simon.back")).y,
      darts: ["dart"],
    },
  ];
  for (const part of ["simon.frontRight", "simon.frontLeft"]) {
    const front = (name: string) => drafted.point(part, name);
    const bust = drafted.hasPoint(part, "cfBust") ? front("cfBust") : front("cbChest");
    panels.push({
      part,
      times: 1,
      waistY: front("cfWaist").y,
      chestY: Math.max(front("armhole").y, bust.y) + 0.5,
      hemY: front(sideEnd(drafted, part)).y,
      ...(part === "simon.frontRight" ? { to: 0 } : { from: 0 }),
    });
  }
  return panels;
}

function measureShirtSleeve(report: DraftReport, options: DraftOptions): void {
  const { drafted, body } = report;
  const armhole =
    seamLength(drafted, "simon.frontLeft", ["armhole", "armholePitch", "s3ArmholeSplit"]) +
    seamLength(drafted, "simon.back", ["armhole", "armholePitch", "armholeYokeSplit"]) +
    seamLength(drafted, "simon.yoke", ["armholeYokeSplitPreBoxpleat", null, "s3ArmholeSplit"]);
  measureSleeve(report, {
    part: "simon.sleeve",
    cap: ["bicepsRight", "sleeveTip", "bicepsLeft"],
    armhole,
    armholeSpot: report.spot("simon.frontLeft", "armhole"),
  });
  const sleeve = (name: string) => drafted.point("simon.sleeve", name);
  if (options.sleeveStyle === "short") {
    report.record("sleeveLength", sleeve("wristLeft").y - sleeve("sleeveTip").y);
    return;
  }
  const cuff = (name: string) => drafted.point("simon.cuff", name);
  const cuffEnd = drafted.hasPoint("simon.cuff", "midLeft") ? "midLeft" : "bottomLeft";
  report.length("sleeveLength", {
    finished: sleeve("cuffMid").y - sleeve("top").y + cuff(cuffEnd).y - cuff("topLeft").y,
    body: body.shoulderToWrist,
    option: "sleeveLengthBonus",
  });
  report.girth("wrist", {
    finished: Math.abs(cuff("buttonLineTop").x - cuff("buttonholeLineTop").x),
    body: body.wrist,
    spot: report.spot("simon.cuff", "buttonLineTop"),
  });
}

/** The least side seam above the bust dart: the armpit may lie as low as the bust. */
const LEAST_ABOVE_DART_MM = 15;
/** Where the upper leg of the bust dart meets the side seam; missing without a dart. */
const BUST_DART_LEG = "bustSideCut1_rot1";

function findBustDart(report: DraftReport): void {
  const part = "simon.frontLeft";
  if (!report.drafted.hasPoint(part, BUST_DART_LEG)) return;
  findDartBesideCorner(report, {
    part,
    rests: [["armhole", BUST_DART_LEG]],
    leastMm: LEAST_ABOVE_DART_MM,
    at: BUST_DART_LEG,
  });
}

function measureShirt(design: PatternDesign, input: MeasuringInput): DraftMeasures {
  const report = new DraftReport(design, input);
  const { drafted, body } = report;
  measureTrunk(report, shirtPanels(report));
  report.girth("neck", {
    finished: seamLength(drafted, "simon.collarStand", [
      "rightBottomCf",
      "bottomMid",
      "leftBottomCf",
    ]),
    body: body.neck,
    spot: report.spot("simon.collarStand", "bottomMid"),
  });
  measureShirtSleeve(report, input.options);
  const yoke = (name: string) => drafted.point("simon.yoke", name);
  report.record("shoulder", distance(yoke("s3CollarSplit"), yoke("s3ArmholeSplit")));
  const back = (name: string) => drafted.point("simon.back", name);
  report.record("backLength", back("cbHem").y - yoke("cbNeck").y);
  report.hem(back("cbHem").y - back("cbWaist").y, report.spot("simon.back", "cbHem"));
  for (const part of ["simon.back", "simon.frontLeft"]) {
    const side = seamLine(drafted, part, ["armhole", "waist", sideEnd(drafted, part)]);
    findSideJog(report, part, side);
    const below = seamLine(drafted, part, ["waist", null, sideEnd(drafted, part)]);
    findSideSpur(report, part, [...below, drafted.point(part, "hem")]);
    // A bust dart opens the underarm of the front: flat, it is wider than sewn, and the back speaks for both.
    if (!drafted.hasPoint(part, BUST_DART_LEG)) findWideUnderarm(report, part);
  }
  findBustDart(report);
  report.outlines([
    "simon.back",
    "simon.frontRight",
    "simon.frontLeft",
    "simon.sleeve",
    "simon.yoke",
    "simon.collar",
    "simon.collarStand",
  ]);
  return report.done();
}

const WOMENS_SHIRT_OPTIONS = {
  ...SHIRT_OPTIONS,
  shoulderEase: share(-0.02, 0.06),
  contour: share(0.3, 0.75),
  bustDartAngle: degrees(0, 20),
  bustDartLength: share(0.5, 0.9),
};

export const simon: PatternDesign = {
  design: "simon",
  title: "Shirt",
  garment: "shirt",
  hem: "shirt",
  hipsOnTheWayToSeat: 1,
  chestFollowsWaist: true,
  knit: false,
  options: SHIRT_OPTIONS,
  defaults: {
    collarEase: 0.02,
    cuffEase: 0.2,
    lengthBonus: 0.1,
    sleeveLengthBonus: 0.035,
    armholeDepth: 0.02,
    sleevecapTopFactorY: 0.45,
    sleeveWidthGuarantee: 0.9,
    shoulderEase: 0.02,
  },
  eases: SHIRT_EASES,
  lengths: { hemLevel: "lengthBonus", sleeveLength: "sleeveLengthBonus" },
  cuts: SHIRT_CUTS,
  levers: SHIRT_LEVERS,
  requested: SHIRT_CHANGES,
  adjusters: SHIRT_ADJUSTERS,
  measure: (input) => measureShirt(simon, input),
};

export const simone: PatternDesign = {
  ...simon,
  design: "simone",
  title: "Shirt with bust darts",
  options: WOMENS_SHIRT_OPTIONS,
  defaults: { ...simon.defaults, bustDartAngle: 10, shoulderEase: 0 },
  levers: [
    ...SHIRT_LEVERS,
    { option: "bustDartAngle", step: 2, cures: ["dart-eats-seam"] },
    { option: "armholeDepth", step: -0.04, cures: ["dart-eats-seam"] },
  ],
  measure: (input) => measureShirt(simone, input),
};
