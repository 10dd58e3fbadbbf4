import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import type { DraftPoint } from "#features/patterns/measuring/drafted-part.ts";
import {
  distance,
  lengthOf,
  sectionOf,
  widthAt,
} from "#features/patterns/measuring/drafted-part.ts";
import { measureSleeve, requireArmhole } from "#features/patterns/measuring/measure-sleeve.ts";
import { seamLength } from "#features/patterns/measuring/seam-lengths.ts";
import {
  findDartBesideCorner,
  findWideUnderarm,
} from "#features/patterns/measuring/shape-rules.ts";
import { capEaseOf } from "#features/patterns/seams/seam-pair.ts";
import { between, distanceToSeam, findTightPrincess, findTightSideDart } from "./bodice-levels.ts";
import type { DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { degrees, flag, share } from "./pattern-design.ts";

const FRONT = "bella.frontSideDart";
const BACK = "bella.back";
const INSIDE_MM = 0.5;
/** The least side seam above and below the bust dart. */
const LEAST_BESIDE_DART_MM = 11;

type Ends = readonly [part: string, from: string, to: string];

/** Both halves of an edge of straight spans, its darts left out. */
const around = ({ drafted }: DraftReport, spans: readonly Ends[]) =>
  2 *
  spans.reduce(
    (sum, [part, from, to]) => sum + distance(drafted.point(part, from), drafted.point(part, to)),
    0,
  );

/** A waist as large as the chest has no front dart: its points cross over and are not drawn. */
function hasFrontDart({ drafted }: DraftReport): boolean {
  if (!drafted.hasPoint(FRONT, "waistDartLeft")) return false;
  const left = drafted.point(FRONT, "waistDartLeft");
  const right = drafted.point(FRONT, "waistDartRight");
  return right.x > left.x && drafted.line(FRONT).some((point) => distance(point, left) < INSIDE_MM);
}

/**
 * Where the level y of the back meets the side seam of the front when the bust dart is sewn. The dart lies low and rises to the bust,
 * so that the level of the bust is above its upper leg.
 */
function frontSideAt({ drafted }: DraftReport, y: number): DraftPoint {
  const front = (name: string) => drafted.point(FRONT, name);
  const back = (name: string) => drafted.point(BACK, name);
  const side = [back("waistSide"), back("armhole")] as const;
  const up = (distance(...side) * (side[0].y - y)) / (side[0].y - side[1].y);
  const aboveDart = up - distance(front("sideHem"), front("bustDartBottom"));
  const upper = distance(front("bustDartTop"), front("armhole"));
  const share = Math.min(1, Math.max(0, aboveDart / upper));
  return between(front("bustDartTop"), front("armhole"), share);
}

function measureBust(report: DraftReport): void {
  const { drafted, body } = report;
  const front = (name: string) => drafted.point(FRONT, name);
  const y = Math.max(body.hpsToBust ?? 0, drafted.point(BACK, "armhole").y + INSIDE_MM);
  const inFront =
    front("bust").x - front("cfHem").x + distance(front("bust"), frontSideAt(report, y));
  const finished = 2 * (inFront + widthAt(drafted.line(BACK), y, 0));
  report.girth("chest", { finished, body: body.chest, spot: report.spot(FRONT, "bust") });
  findTightSideDart(report, { front: FRONT, back: BACK, chestY: y });
  findDartBesideCorner(report, {
    part: FRONT,
    rests: [
      ["armhole", "bustDartTop"],
      ["bustDartBottom", "sideHem"],
    ],
    leastMm: LEAST_BESIDE_DART_MM,
    at: "bustDartTop",
  });
}

function measureBodiceSleeve(report: DraftReport, armhole: number): void {
  const { body, drafted, options } = report;
  const armholeSpot = report.spot(FRONT, "armhole");
  if (options.bellaSleeve === false) {
    requireArmhole(report, armhole, armholeSpot);
    return;
  }
  const part = "bella.sleeve";
  measureSleeve(report, {
    part,
    cap: ["bicepsRight", "sleeveTip", "bicepsLeft"],
    armhole,
    armholeSpot,
    capEase: capEaseOf(options),
  });
  const sleeve = (name: string) => drafted.point(part, name);
  report.length("sleeveLength", {
    finished: sleeve("wristLeft").y - sleeve("sleeveTip").y,
    body: body.shoulderToWrist,
    option: "sleeveLengthBonus",
  });
  report.girth("wrist", {
    finished: widthAt(drafted.line(part), sleeve("wristLeft").y - INSIDE_MM),
    body: body.wrist,
    spot: report.spot(part, "wristLeft"),
  });
  report.outlines([part]);
}

function measureBodice(input: MeasuringInput): DraftMeasures {
  const report = new DraftReport(bella, input);
  const { drafted, body } = report;
  const front: readonly Ends[] = hasFrontDart(report)
    ? [
        [FRONT, "cfHem", "waistDartLeft"],
        [FRONT, "waistDartRight", "sideHem"],
      ]
    : [[FRONT, "cfHem", "sideHem"]];
  const waist = around(report, [
    ...front,
    [BACK, "waistCenter", "dartBottomLeft"],
    [BACK, "dartBottomRight", "waistSide"],
  ]);
  const atWaist = report.spot(FRONT, "sideHem");
  report.girth("waist", { finished: waist, body: body.waist, spot: atWaist });
  measureBust(report);
  const neck =
    seamLength(drafted, FRONT, ["hps", null, "cfNeck"]) +
    seamLength(drafted, BACK, ["hps", null, "cbNeck"]);
  const atNeck = report.spot(FRONT, "cfNeck");
  report.girth("neck", { finished: 2 * neck, body: body.neck, spot: atNeck });
  const armhole = [FRONT, BACK].reduce(
    (sum, part) => sum + seamLength(drafted, part, ["armhole", null, "shoulder"]),
    0,
  );
  measureBodiceSleeve(report, armhole);
  const back = (name: string) => drafted.point(BACK, name);
  report.record("shoulder", distance(back("hps"), back("shoulder")));
  report.record("backLength", back("cbWaist").y - back("cbNeck").y);
  for (const part of [FRONT, BACK]) findWideUnderarm(report, part);
  report.outlines([FRONT, BACK]);
  return report.done();
}

const BODICE_OPTIONS = {
  chestEase: share(0.05, 0.2),
  fullChestEaseReduction: share(0, 0.08),
  waistEase: share(0.01, 0.2),
  shoulderToShoulderEase: share(-0.01, 0.05),
  armholeDepth: share(0.38, 0.46),
  backArmholeCurvature: share(0.5, 0.85),
  backArmholePitchDepth: share(0.3, 0.4),
  backArmholeSlant: degrees(1, 9),
  frontArmholeCurvature: share(0.5, 0.85),
  frontArmholePitchDepth: share(0.27, 0.31),
  backDartHeight: share(0.38, 0.54),
  backHemSlope: degrees(0, 5),
  backNeckCutout: share(0.03, 0.09),
  frontShoulderWidth: share(0.92, 0.98),
  highBustWidth: share(0.8, 0.92),
  waistDartLength: share(0.75, 0.95),
};

const BODICE_SHAPERS = [
  "frontArmholeCurvature",
  "backArmholeCurvature",
  "highBustWidth",
  "frontShoulderWidth",
];

const ARMHOLE_LEVERS: PatternDesign["levers"] = [
  { option: "armholeDepth", step: 0.01, cures: ["tight-armhole", "flat-cap", "cap-gap", "sleeve"] },
  {
    option: "shoulderToShoulderEase",
    step: -0.005,
    cures: ["tight-armhole", "flat-cap", "cap-gap", "sleeve"],
  },
  { option: "frontArmholeCurvature", step: 0.05, cures: ["tight-armhole", "flat-cap", "cap-gap"] },
  { option: "backArmholeCurvature", step: 0.05, cures: ["tight-armhole", "flat-cap", "cap-gap"] },
  { option: "frontArmholePitchDepth", step: 0.01, cures: ["tight-armhole"] },
  { option: "frontShoulderWidth", step: 0.01, cures: ["tight-armhole", "outline-crosses"] },
  { option: "highBustWidth", step: -0.02, cures: ["tight-armhole", "flat-cap", "cap-gap"] },
];

export const bella: PatternDesign = {
  design: "bella",
  title: "Bodice with a side dart",
  garment: "bodice",
  hem: null,
  chestFollowsWaist: true,
  knit: false,
  options: {
    ...BODICE_OPTIONS,
    bustSpanEase: share(0, 0.2),
    bustDartLength: share(0.75, 1),
    bustDartMinimumFabric: share(0.01, 0.5),
    bellaSleeve: flag,
    bicepsEase: share(0, 0.5),
    cuffEase: share(0, 2),
    sleeveLengthBonus: share(-0.4, 0.1),
    sleevecapEase: share(0, 0.1),
    sleevecapTopFactorY: share(0.35, 1.25),
    sleeveWidthGuarantee: share(0.25, 1),
  },
  defaults: {
    armholeDepth: 0.44,
    shoulderToShoulderEase: -0.005,
    fullChestEaseReduction: 0.04,
    bustDartMinimumFabric: 0.05,
    frontArmholeCurvature: 0.63,
    backArmholeCurvature: 0.63,
    frontArmholePitchDepth: 0.29,
    frontShoulderWidth: 0.95,
    highBustWidth: 0.86,
    bicepsEase: 0.15,
    cuffEase: 0.2,
    sleeveLengthBonus: 0,
    sleevecapTopFactorY: 0.45,
    sleeveWidthGuarantee: 0.9,
  },
  eases: { chest: "chestEase", waist: "waistEase", sleeve: "bicepsEase", wrist: "cuffEase" },
  lengths: { sleeveLength: "sleeveLengthBonus" },
  // The back is drawn with a shaped seam in its middle.
  cuts: {
    [BACK]: [{ material: "fabric", cut: 2, onFold: false, mirrored: true }],
    "bella.sleeve": [{ material: "fabric", cut: 2, onFold: false, mirrored: true }],
  },
  levers: [
    {
      option: "chestEase",
      step: 0.01,
      cures: ["chest", "dart-eats-seam", "tight-armhole", "flat-cap"],
    },
    { option: "waistEase", step: 0.01, cures: ["waist", "dart-eats-seam"] },
    { option: "bustDartMinimumFabric", step: 0.03, cures: ["dart-eats-seam"] },
    { option: "fullChestEaseReduction", step: 0.01, cures: ["dart-eats-seam", "chest"] },
    { option: "bicepsEase", step: 0.03, cures: ["sleeve", "flat-cap", "cap-gap"] },
    { option: "sleevecapTopFactorY", step: 0.05, cures: ["flat-cap", "cap-gap", "sleeve"] },
    { option: "sleeveWidthGuarantee", step: 0.1, cures: ["cap-gap", "sleeve", "flat-cap"] },
    { option: "cuffEase", step: 0.02, cures: ["wrist"] },
    ...ARMHOLE_LEVERS,
  ],
  requested: {
    shoulder: { measures: ["shoulder"], option: "shoulderToShoulderEase" },
    sleeve: { measures: ["sleeveLength"], option: "sleeveLengthBonus" },
    upperArm: { measures: ["sleeve"], option: "bicepsEase", moves: ["capHeight"] },
    chest: { measures: ["chest"], option: "chestEase" },
    waist: { measures: ["waist"], option: "waistEase" },
  },
  adjusters: [
    "chestEase",
    "waistEase",
    "shoulderToShoulderEase",
    "armholeDepth",
    "bicepsEase",
    "sleevecapTopFactorY",
    "sleeveLengthBonus",
    "cuffEase",
  ],
  shapers: ["sleeveWidthGuarantee", "fullChestEaseReduction", ...BODICE_SHAPERS],
  measure: measureBodice,
};

const NOBLE = {
  frontInside: "noble.frontInside",
  frontOutside: "noble.frontOutside",
  backInside: "noble.backInside",
  backOutside: "noble.backOutside",
} as const;

/** The level of the bust on the back, below the armhole. */
const princessBustY = ({ body, drafted }: DraftReport): number =>
  Math.max(body.hpsToBust ?? 0, drafted.point(NOBLE.backOutside, "armhole").y + INSIDE_MM);

/**
 * The girth at the bust: in front from the middle to the notch of the princess seam, and from the same notch of the outer part the
 * shortest way to its side seam, which the closed bust dart has turned.
 */
function princessChest(report: DraftReport): number {
  const { drafted } = report;
  const { backInside, backOutside, frontInside, frontOutside } = NOBLE;
  const outer = (name: string) => drafted.point(frontOutside, name);
  const inFront =
    drafted.point(frontInside, "bustInside").x - drafted.point(frontInside, "cfHem").x;
  const atSide = distanceToSeam(outer("bustOutside"), [outer("sideHem"), outer("armhole")]);
  const y = princessBustY(report);
  const behind =
    widthAt(drafted.line(backInside, "insideSeam"), y, 0) +
    widthAt(drafted.line(backOutside, "outsideSeam"), y);
  return 2 * (inFront + atSide + behind);
}

/** Its parts meet at the bust in a curve, which is measured from notch to notch. */
function measurePrincessBodice(input: MeasuringInput): DraftMeasures {
  const report = new DraftReport(noble, input);
  const { drafted, body } = report;
  const { frontInside, frontOutside, backInside, backOutside } = NOBLE;
  const waist = around(report, [
    [frontInside, "cfHem", "waistDartLeft"],
    [frontOutside, "waistDartRight", "sideHem"],
    [backInside, "waistCenter", "dartBottomLeft"],
    [backOutside, "dartBottomRight", "waistSide"],
  ]);
  const atWaist = report.spot(frontOutside, "sideHem");
  report.girth("waist", { finished: waist, body: body.waist, spot: atWaist });
  const atBust = report.spot(frontOutside, "bustOutside");
  report.girth("chest", { finished: princessChest(report), body: body.chest, spot: atBust });
  findTightPrincess(report, { ...NOBLE, chestY: princessBustY(report) });
  const along = ([part, from, to]: Ends, path: string) =>
    lengthOf(
      sectionOf(drafted.line(part, path), [
        drafted.point(part, from),
        null,
        drafted.point(part, to),
      ]),
    );
  const neck =
    along([frontInside, "hps", "cfNeck"], "seam") +
    along([backInside, "hps", "cbNeck"], "insideSeam");
  const atNeck = report.spot(frontInside, "cfNeck");
  report.girth("neck", { finished: 2 * neck, body: body.neck, spot: atNeck });
  const armhole =
    along([frontOutside, "armhole", "shoulder"], "seam") +
    along([backOutside, "armhole", "shoulder"], "outsideSeam");
  requireArmhole(report, armhole, report.spot(frontOutside, "armhole"));
  const back = (name: string) => drafted.point(backInside, name);
  report.record("shoulder", distance(back("hps"), back("shoulder")));
  report.record("backLength", back("cbWaist").y - back("cbNeck").y);
  for (const part of [frontOutside, backOutside]) findWideUnderarm(report, part);
  const inside = (name: string) => drafted.point(frontInside, name);
  report.atLeast("inverted-dart", inside("waistDartTip").x - inside("waistDartLeft").x, 0, {
    reason: "The waist is too large for the chest: draft the front seams by hand.",
    name: "waist",
    spot: report.spot(frontInside, "waistDartLeft"),
  });
  report.outlines(Object.values(NOBLE));
  report.outlines([backInside], "insideSeam");
  report.outlines([backOutside], "outsideSeam");
  return report.done();
}

export const noble: PatternDesign = {
  design: "noble",
  title: "Bodice with princess seams",
  garment: "bodice",
  hem: null,
  chestFollowsWaist: true,
  knit: false,
  options: {
    ...BODICE_OPTIONS,
    bustSpanEase: share(-0.05, 0.2),
    upperDartLength: share(0.8, 0.95),
    shoulderDartPosition: share(0.1, 0.9),
  },
  defaults: {
    chestEase: 0.11,
    fullChestEaseReduction: 0.04,
    armholeDepth: 0.44,
    shoulderToShoulderEase: -0.005,
    frontArmholeCurvature: 0.63,
    backArmholeCurvature: 0.63,
    frontArmholePitchDepth: 0.29,
    frontShoulderWidth: 0.95,
    highBustWidth: 0.86,
  },
  eases: { chest: "chestEase", waist: "waistEase" },
  lengths: {},
  cuts: {
    [NOBLE.frontOutside]: [{ material: "fabric", cut: 2, onFold: false, mirrored: true }],
    [NOBLE.backInside]: [{ material: "fabric", cut: 2, onFold: false, mirrored: true }],
    [NOBLE.backOutside]: [{ material: "fabric", cut: 2, onFold: false, mirrored: true }],
  },
  levers: [
    { option: "waistEase", step: 0.01, cures: ["waist", "outline-crosses", "inverted-dart"] },
    {
      option: "chestEase",
      step: 0.01,
      cures: ["chest", "tight-armhole", "outline-crosses", "inverted-dart"],
    },
    ...ARMHOLE_LEVERS,
  ],
  requested: {
    // Without a sleeve to fit, the armhole of a wider shoulder is shorter.
    shoulder: {
      measures: ["shoulder"],
      option: "shoulderToShoulderEase",
      moves: ["armhole"],
    },
    chest: { measures: ["chest"], option: "chestEase" },
    waist: { measures: ["waist"], option: "waistEase" },
  },
  adjusters: ["chestEase", "waistEase", "shoulderToShoulderEase", "armholeDepth"],
  shapers: ["fullChestEaseReduction", ...BODICE_SHAPERS],
  measure: measurePrincessBodice,
};
