import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import { distance, widthAt } from "#features/patterns/measuring/drafted-part.ts";
import { measureCap } from "#features/patterns/measuring/measure-sleeve.ts";
import { measureTrunk } from "#features/patterns/measuring/measure-trunk.ts";
import { seamLength } from "#features/patterns/measuring/seam-lengths.ts";
import { findPocketBelowHem, findWideUnderarm } from "#features/patterns/measuring/shape-rules.ts";
import { capEaseOf } from "#features/patterns/seams/seam-pair.ts";
import type { DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { count, share } from "./pattern-design.ts";

/** A sleeve of an upper and an under part: blazers and coats. */
export function measureTwoPartSleeve(report: DraftReport, design: string, armhole: number): void {
  const { drafted, body, options } = report;
  const upper = `${design}.topsleeve`;
  const under = `${design}.undersleeve`;
  const edge = drafted.point(upper, "tsLeftEdge");
  const underEdge = drafted.point(under, "usLeftEdge");
  const width =
    widthAt(drafted.line(upper), edge.y + 0.5) + widthAt(drafted.line(under), underEdge.y + 0.5);
  const length =
    seamLength(drafted, upper, ["tsLeftEdge", "top", "backPitchPoint"]) +
    seamLength(drafted, under, ["usLeftEdge", null, "usTip"]);
  const height = edge.y - Math.min(...drafted.line(upper).map(({ y }) => y));
  const spot = report.spot(upper, "tsLeftEdge");
  report.girth("sleeve", { finished: width, body: body.biceps, spot });
  const capEase = capEaseOf(options);
  measureCap(report, { armhole, armholeSpot: spot, width, length, height, spot, capEase });
  const wrist = (part: string, prefix: string) =>
    distance(drafted.point(part, `${prefix}WristLeft`), drafted.point(part, `${prefix}WristRight`));
  report.girth("wrist", {
    finished: wrist(upper, "ts") + wrist(under, "us"),
    body: body.wrist,
    spot: report.spot(upper, "tsWristLeft"),
  });
  report.length("sleeveLength", {
    finished: drafted.point(upper, "tsWristRight").y - drafted.point(upper, "top").y,
    body: body.shoulderToWrist,
    option: "sleeveLengthBonus",
  });
}

function measureBlazer(input: MeasuringInput): DraftMeasures {
  const report = new DraftReport(jaeger, input);
  const { drafted, body } = report;
  const back = (name: string) => drafted.point("jaeger.back", name);
  const level = {
    waistY: back("cbWaist").y,
    chestY: Math.max(body.hpsToBust ?? 0, back("armhole").y) + 0.5,
    hemY: back("cbHem").y,
  };
  measureTrunk(
    report,
    [
      { part: "jaeger.front", times: 2, isOpen: true, darts: ["dart"], ...level },
      { part: "jaeger.side", times: 2, ...level },
      { part: "jaeger.back", times: 2, from: 0, ...level },
    ],
    { names: ["chest", "waist", "hips", "seat"] },
  );
  const armhole =
    seamLength(drafted, "jaeger.front", ["split", null, "shoulder"]) +
    seamLength(drafted, "jaeger.side", ["bsArmholeHollow", null, "fsArmhole"]) +
    seamLength(drafted, "jaeger.back", ["bsArmholeHollow", null, "shoulder"]);
  measureTwoPartSleeve(report, "jaeger", armhole);
  report.record("shoulder", distance(back("s3CollarSplit"), back("s3ArmholeSplit")));
  report.record("backLength", back("cbHem").y - back("cbNeck").y);
  report.hem(back("cbHem").y - back("cbWaist").y, report.spot("jaeger.back", "cbHem"));
  const front = (name: string) => drafted.point("jaeger.front", name);
  // Without a width it is left out, as on a full figure.
  report.atLeast("inverted-dart", front("dartRight").x - front("dartLeft").x, 0, {
    reason: "The waist is too large for the chest: draft the front dart by hand.",
    name: "waist",
    spot: report.spot("jaeger.front", "dartRight"),
  });
  findWideUnderarm(report, "jaeger.back", "jaeger.side");
  findPocketBelowHem(report, {
    part: "jaeger.front",
    corner: "frontPocketBottomRight",
    hemY: Math.min(front("fsHem").y, front("cfHem").y),
  });
  report.outlines(["jaeger.front", "jaeger.side", "jaeger.back", "jaeger.topsleeve"]);
  return report.done();
}

export const jaeger: PatternDesign = {
  design: "jaeger",
  title: "Blazer",
  garment: "jacket",
  hem: "jacket",
  hipsOnTheWayToSeat: 0.8,
  knit: false,
  options: {
    chestEase: share(-0.04, 0.2),
    waistEase: share(0.08, 0.25),
    hipsEase: share(0.08, 0.2),
    bicepsEase: share(0.1, 0.4),
    shoulderEase: share(-0.02, 0.06),
    collarEase: share(0, 0.1),
    cuffEase: share(0.02, 1),
    lengthBonus: share(0.02, 0.35),
    sleeveLengthBonus: share(-0.2, 0.15),
    armholeDepth: share(-0.1, 0.5),
    sleevecapHeight: share(0.4, 0.6),
    sleevecapEase: share(0, 0.1),
    backVent: count(0, 2),
    frontPocketDepth: share(0.8, 1.3),
    frontPocketWidth: share(0.55, 0.75),
    // FreeSewing's constant: the share of chest less waist that the front dart takes on each side.
    reduceWaistDartFraction: share(0, 0.05),
  },
  defaults: {
    lengthBonus: 0.19,
    sleeveLengthBonus: 0,
    armholeDepth: 0.05,
    sleevecapHeight: 0.45,
    sleevecapEase: 0.01,
    cuffEase: 0.4,
    shoulderEase: 0,
    // FreeSewing's own bag is longer than a jacket whose hips are measured at the hip bone.
    frontPocketDepth: 0.9,
    frontPocketWidth: 0.65,
    reduceWaistDartFraction: 0.05,
    backVent: 1,
  },
  eases: { chest: "chestEase", waist: "waistEase", seat: "hipsEase", sleeve: "bicepsEase" },
  lengths: { hemLevel: "lengthBonus", sleeveLength: "sleeveLengthBonus" },
  // The store says on the fold; the back is drawn with a center seam.
  cuts: {
    "jaeger.front": [{ material: "fabric", cut: 2, onFold: false, mirrored: true }],
    "jaeger.back": [{ material: "fabric", cut: 2, onFold: false, mirrored: true }],
  },
  levers: [
    { option: "chestEase", step: 0.01, cures: ["chest", "inverted-dart", "sleeve"] },
    { option: "waistEase", step: 0.01, cures: ["waist", "inverted-dart"] },
    { option: "hipsEase", step: 0.01, cures: ["hips", "seat", "hem"] },
    { option: "armholeDepth", step: 0.03, cures: ["sleeve", "tight-armhole", "flat-cap"] },
    { option: "sleevecapHeight", step: 0.02, cures: ["sleeve", "flat-cap", "cap-gap"] },
    // A waist as large as the chest has no front dart: the other seams carry the belly.
    { option: "reduceWaistDartFraction", step: -0.05, cures: ["inverted-dart"] },
    { option: "cuffEase", step: 0.05, cures: ["wrist"] },
    { option: "frontPocketDepth", step: -0.05, cures: ["pocket-over-edge"] },
    { option: "frontPocketWidth", step: -0.03, cures: ["pocket-over-edge"] },
  ],
  requested: {
    shoulder: { measures: ["shoulder"], option: "shoulderEase" },
    sleeve: { measures: ["sleeveLength"], option: "sleeveLengthBonus" },
    upperArm: { measures: ["sleeve"], option: "sleevecapHeight", moves: ["capHeight"] },
    chest: { measures: ["chest"], option: "chestEase" },
    // The hip bone lies between waist and seat: the seam there follows both.
    waist: { measures: ["waist"], option: "waistEase", moves: ["hips"] },
    hips: { measures: ["seat", "hips"], option: "hipsEase", moves: ["hips"] },
    length: { measures: ["backLength"], option: "lengthBonus", moves: ["hemLevel"] },
  },
  adjusters: [
    "chestEase",
    "waistEase",
    "hipsEase",
    "armholeDepth",
    "sleevecapHeight",
    "sleeveLengthBonus",
    "lengthBonus",
    "shoulderEase",
    "cuffEase",
  ],
  measure: measureBlazer,
};
