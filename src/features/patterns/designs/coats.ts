import { bodyGirthAt } from "#features/patterns/measuring/body-girth.ts";
import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import { distance, sliceAt, widthAt } from "#features/patterns/measuring/drafted-part.ts";
import type { Panel } from "#features/patterns/measuring/measure-trunk.ts";
import { measureTrunk } from "#features/patterns/measuring/measure-trunk.ts";
import { seamLength, seamLine } from "#features/patterns/measuring/seam-lengths.ts";
import { findPocketOverSide, findWideUnderarm } from "#features/patterns/measuring/shape-rules.ts";
import { measureTwoPartSleeve } from "./jackets.ts";
import type { Cut, DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { degrees, share } from "./pattern-design.ts";

const INSIDE_MM = 0.5;

type Coat = {
  readonly front: string;
  readonly back: string;
  /** Women's coats have a panel below the arm, from the bust to the side. */
  readonly side: string | null;
};

/** Chest and waist: below it the back hangs in pleats from its half belt. */
function panelsOf({ drafted, body }: DraftReport, { front, side, back }: Coat): readonly Panel[] {
  const at = (part: string, name: string) => drafted.point(part, name).y;
  const chestOf = (part: string) => Math.max(body.hpsToBust ?? 0, at(part, "armhole") + INSIDE_MM);
  const panels: Panel[] = [front, back].map((part) => {
    const waistY = at(part, part === front ? "cfWaist" : "cbWaist") - INSIDE_MM;
    return { part, times: 2, from: 0, waistY, chestY: chestOf(part), hemY: at(part, "hem") };
  });
  if (side !== null) {
    const waistY = at(side, "waist") - INSIDE_MM;
    const chestY = at(side, "bustPoint") - INSIDE_MM;
    panels.push({ part: side, times: 2, waistY, chestY, hemY: at(side, "hem") });
  }
  return panels;
}

function armholeOf({ drafted }: DraftReport, { front, side, back }: Coat): number {
  const behind = seamLength(drafted, back, ["armhole", null, "s3ArmholeSplit"]);
  if (side === null) {
    return behind + seamLength(drafted, front, ["armhole", null, "s3ArmholeSplit"]);
  }
  return (
    behind +
    seamLength(drafted, front, ["armholePitch", null, "s3ArmholeSplit"]) +
    seamLength(drafted, side, ["armhole", null, "armholePitch"])
  );
}

const TAIL = "carlton.tail";

/**
 * The girth below the waist. The pleats of the tail open as far as the front is wide, so that the side seam stays at the side, and no
 * further than they are deep.
 */
function girthBelowWaist({ drafted }: DraftReport, { front, side }: Coat, below: number): number {
  const y = drafted.point(front, "cfWaist").y + below;
  const inFront = Math.max(0, ...sliceAt(drafted.line(front), y).map(({ to }) => to));
  const atSide =
    side === null ? 0 : widthAt(drafted.line(side), drafted.point(side, "waist").y + below);
  const unpleated = drafted.point(TAIL, "waistTop").x - drafted.point(TAIL, "cbTop").x;
  const half = inFront + atSide;
  return 2 * (half + Math.min(half, unpleated));
}

/** Hips and seat, and the body between waist and seat: nowhere is it wider than the coat. */
function measureBelowWaist(report: DraftReport, coat: Coat, hemBelowWaist: number): void {
  const { body, drafted } = report;
  const at = drafted.point(coat.front, "cfWaist");
  const levels = [
    { name: "hips", below: body.waistToHips, body: body.hips },
    { name: "seat", below: body.waistToSeat, body: body.seat },
  ] as const;
  for (const level of levels) {
    if (level.below === undefined || level.below > hemBelowWaist) continue;
    const finished = girthBelowWaist(report, coat, level.below);
    const spot = { part: coat.front, x: at.x, y: at.y + level.below };
    // The ease is asked for at the seat; the hips follow from it.
    const wanted = level.name === "hips" ? { wanted: null } : {};
    report.girth(level.name, { finished, body: level.body, spot, ...wanted });
  }
  report.tightLevel({
    from: 0,
    to: Math.min(hemBelowWaist, body.waistToSeat ?? 0),
    bodyAt: (level) => bodyGirthAt(body, level),
    garmentAt: (level) => girthBelowWaist(report, coat, level),
    measureAt: () => "seat",
    spotAt: (level) => ({ part: coat.front, x: at.x, y: at.y + level }),
  });
}

function measureCoat(design: PatternDesign, input: MeasuringInput, coat: Coat): DraftMeasures {
  const report = new DraftReport(design, input);
  const { drafted } = report;
  const { front, side, back } = coat;
  measureTrunk(report, panelsOf(report, coat), { names: ["chest", "waist"] });
  measureTwoPartSleeve(report, "carlton", armholeOf(report, coat));
  const behind = (name: string) => drafted.point(back, name);
  report.record("shoulder", distance(behind("s3CollarSplit"), behind("s3ArmholeSplit")));
  const hem = drafted.point(front, "cfHem").y;
  report.record("length", hem - drafted.point(front, "hps").y);
  const hemBelowWaist = hem - drafted.point(front, "cfWaist").y;
  report.hem(hemBelowWaist, report.spot(front, "cfHem"));
  measureBelowWaist(report, coat, hemBelowWaist);
  findWideUnderarm(report, back);
  if (side === null) {
    const corners = ["pocketTopRight", "pocketBottomRight"];
    const seam = seamLine(drafted, front, ["armhole", "waist", "hem"]);
    findPocketOverSide(report, { part: front, side: seam, corners });
  }
  report.outlines([
    front,
    back,
    ...(side === null ? [] : [side]),
    "carlton.topsleeve",
    "carlton.undersleeve",
    "carlton.backStay",
    "carlton.tail",
  ]);
  return report.done();
}

const pair = (material: string): Cut => ({ material, cut: 2, onFold: false, mirrored: true });

/**
 * The store lists the under sleeve twice, gives pockets and their linings each other's material, loses lining and canvas that
 * it is given under another name, and forgets that the collar is drawn as a half.
 */
const COAT_CUTS: PatternDesign["cuts"] = {
  "carlton.undersleeve": [pair("fabric"), pair("lining")],
  "carlton.pocket": [pair("fabric")],
  "carlton.pocketLining": [pair("lining")],
  "carlton.chestPocketWelt": [pair("fabric"), pair("canvas")],
  "carlton.chestPocketBag": [pair("lining")],
  "carlton.innerPocketTab": [{ material: "lining", cut: 1, onFold: false, mirrored: false }],
  "carlton.collar": [
    { material: "fabric", cut: 2, onFold: true, mirrored: false },
    { material: "canvas", cut: 1, onFold: true, mirrored: false },
  ],
};

export const carlton: PatternDesign = {
  design: "carlton",
  title: "Coat",
  garment: "outerwear",
  hem: "outerwear",
  knit: false,
  options: {
    chestEase: share(0.05, 0.2),
    waistEase: share(0.08, 0.25),
    seatEase: share(0.08, 0.25),
    bicepsEase: share(0, 0.5),
    shoulderEase: share(-0.02, 0.06),
    cuffEase: share(0.3, 1),
    length: share(0.18, 1),
    sleeveLengthBonus: share(0, 0.2),
    sleeveBend: degrees(0, 20),
    armholeDepth: share(-0.1, 0.5),
    sleevecapHeight: share(0.4, 0.6),
    sleevecapEase: share(0, 0.1),
    shoulderSlopeReduction: share(0, 0.8),
    // FreeSewing's slider ends at 0.7: of a front with one row of buttons, that is more than is left.
    pocketWidth: share(0.5, 1.2),
    pocketHeight: share(0, 0.4),
    pocketPlacementHorizontal: share(0.05, 0.3),
    // 0 is one row of buttons.
    buttonSpacingHorizontal: share(0, 0.6),
    frontOverlap: share(0.01, 0.03),
    lapelReduction: share(0, 0.1),
  },
  defaults: {
    length: 0.6,
    sleeveLengthBonus: 0.07,
    armholeDepth: 0.05,
    sleevecapHeight: 0.45,
    sleevecapEase: 0.01,
    cuffEase: 0.6,
    sleeveBend: 10,
    shoulderEase: 0,
    // FreeSewing's own pocket lies over the side seam.
    pocketWidth: 0.8,
    pocketPlacementHorizontal: 0.08,
  },
  eases: { chest: "chestEase", waist: "waistEase", seat: "seatEase", sleeve: "bicepsEase" },
  lengths: { hemLevel: "length", sleeveLength: "sleeveLengthBonus" },
  cuts: COAT_CUTS,
  // The ease of the cap is an option of another design; its seam is measured against the armhole.
  readWarnings: [/sleevecapEase/],
  levers: [
    { option: "chestEase", step: 0.01, cures: ["chest", "sleeve"] },
    { option: "waistEase", step: 0.01, cures: ["waist"] },
    { option: "armholeDepth", step: 0.03, cures: ["sleeve", "tight-armhole", "flat-cap"] },
    { option: "sleevecapHeight", step: 0.02, cures: ["sleeve", "flat-cap", "cap-gap"] },
    { option: "seatEase", step: 0.01, cures: ["hips", "seat"] },
    { option: "cuffEase", step: 0.05, cures: ["wrist"] },
    { option: "sleeveBend", step: -2, cures: ["outline-crosses"] },
    { option: "pocketWidth", step: -0.05, cures: ["pocket-over-edge"] },
  ],
  requested: {
    shoulder: { measures: ["shoulder"], option: "shoulderEase" },
    sleeve: { measures: ["sleeveLength"], option: "sleeveLengthBonus" },
    upperArm: { measures: ["sleeve"], option: "sleevecapHeight", moves: ["capHeight"] },
    chest: { measures: ["chest"], option: "chestEase" },
    // The hip bone lies between waist and seat: the seam there follows both.
    waist: { measures: ["waist"], option: "waistEase", moves: ["hips"] },
    hips: { measures: ["seat"], option: "seatEase", moves: ["hips"] },
    length: { measures: ["length"], option: "length", moves: ["hemLevel"] },
  },
  adjusters: [
    "chestEase",
    "waistEase",
    "seatEase",
    "armholeDepth",
    "sleevecapHeight",
    "sleeveLengthBonus",
    "length",
    "shoulderEase",
    "cuffEase",
  ],
  measure: (input) =>
    measureCoat(carlton, input, { front: "carlton.front", side: null, back: "carlton.back" }),
};

export const carlita: PatternDesign = {
  ...carlton,
  design: "carlita",
  title: "Coat with a bust seam",
  // FreeSewing's slider ends at 0.2; its bust seam makes a third of the room that the bust needs.
  options: { ...carlton.options, chestEase: share(0.05, 0.3), contour: share(0.25, 0.75) },
  defaults: { ...carlton.defaults, contour: 0.5 },
  shapers: ["contour"],
  // A full arm in a sleeve that is still too narrow makes the chest too wide, from where no small step leads back.
  starts: [{ sleevecapHeight: 0.4, armholeDepth: 0.2 }, { shoulderEase: -0.02 }],
  // The front has a facing and a lining of its own.
  cuts: { ...COAT_CUTS, "carlita.front": [pair("fabric")] },
  levers: [
    ...carlton.levers,
    { option: "contour", step: 0.05, cures: ["chest", "outline-crosses"] },
  ],
  measure: (input) =>
    measureCoat(carlita, input, {
      front: "carlita.front",
      side: "carlita.side",
      back: "carlita.back",
    }),
};
