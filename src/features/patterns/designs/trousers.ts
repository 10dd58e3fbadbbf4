import { bodyGirthAt } from "#features/patterns/measuring/body-girth.ts";
import { DraftReport, inMm } from "#features/patterns/measuring/draft-report.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import { distance, widthAt } from "#features/patterns/measuring/drafted-part.ts";
import { seamLength } from "#features/patterns/measuring/seam-lengths.ts";
import type { DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { flag, share } from "./pattern-design.ts";

const INSIDE_MM = 0.5;

/** A crotch that hangs lower binds the thighs when somebody walks. */
const MAX_LOWER_CROTCH_MM = 30;

type Trousers = {
  readonly back: string;
  /** Half of the top edge, as straight spans. */
  readonly waist: readonly (readonly [part: string, from: string, to: string])[];
  readonly waistband?: string;
  /** A path that is missing where the fly could not be constructed. */
  readonly fly?: readonly [part: string, path: string];
};

const FRONT = "titan.front";

/** The top edge, or the waistband where that is shorter, against the body at its own level. */
function measureWaist(report: DraftReport, { waist, waistband }: Trousers): void {
  const { drafted, body } = report;
  const half = waist.reduce(
    (sum, [part, from, to]) => sum + distance(drafted.point(part, from), drafted.point(part, to)),
    0,
  );
  let finished = 2 * half;
  let level = drafted.point(FRONT, "styleWaistOut").y;
  if (waistband !== undefined && drafted.has(waistband)) {
    const ys = drafted.line(waistband).map(({ y }) => y);
    const fly = drafted.hasPoint(waistband, "cfRight") ? drafted.point(waistband, "cfRight").y : 0;
    finished = Math.min(finished, Math.max(...ys) - Math.min(...ys) - fly);
    level -= (drafted.hasPoint(waistband, "top") ? drafted.point(waistband, "top").x : 0) / 2;
  }
  const spot = report.spot(FRONT, "styleWaistOut");
  report.girth("waist", { finished, body: bodyGirthAt(body, Math.max(0, level)), spot });
}

/**
 * The width of a half at a level without what reaches between the legs: below the start of the crotch curve the center seam goes on
 * as straight as above it.
 */
function widthToCenter(drafted: Drafted, part: string, y: number): number {
  const at = (name: string) => drafted.point(part, name);
  const start = at(part === FRONT ? "crotchSeamCurveStart" : "crossSeamCurveStart");
  const line = drafted.line(part);
  if (y <= start.y) return widthAt(line, y);
  const top = at("waistIn");
  const center = start.x + ((y - start.y) * (start.x - top.x)) / (start.y - top.y);
  return at("styleWaistOut").x > center
    ? widthAt(line, y, center)
    : widthAt(line, y, Number.NEGATIVE_INFINITY, center);
}

function measureTrousers(
  design: PatternDesign,
  input: MeasuringInput,
  trousers: Trousers,
): DraftMeasures {
  const report = new DraftReport(design, input);
  const { drafted, body } = report;
  const { back, fly } = trousers;
  const at = (name: string) => ({
    front: drafted.point(FRONT, name),
    back: drafted.point(back, name),
  });
  const around = (frontY: number, backY: number) =>
    widthAt(drafted.line(FRONT), frontY) + widthAt(drafted.line(back), backY);
  measureWaist(report, trousers);
  if (fly && !drafted.has(...fly)) {
    const spot = report.spot(FRONT, "fork");
    report.find("part-missing", "The fly could not be drawn.", { spot });
  }
  const fork = at("fork");
  const knee = at("knee");
  const seatY = body.waistToSeat ?? 0;
  const aroundTrunk = (y: number) =>
    2 * (widthToCenter(drafted, FRONT, y) + widthToCenter(drafted, back, y));
  const finished = aroundTrunk(seatY);
  report.girth("seat", { finished, body: body.seat, spot: report.spot(back, "seatOut") });
  report.girth("thigh", {
    finished: around(fork.front.y + INSIDE_MM, fork.back.y + INSIDE_MM),
    body: body.upperLeg,
    spot: report.spot(back, "fork"),
  });
  report.girth("knee", {
    finished: around(knee.front.y, knee.back.y),
    body: body.knee,
    spot: report.spot(back, "kneeIn"),
    wanted: null,
  });
  const top = [at("styleWaistIn"), at("styleWaistOut")];
  report.tightLevel({
    // The top edge slants: above its lowest end the cloth does not go all around.
    from: Math.max(0, ...top.flatMap((end) => [end.front.y, end.back.y])),
    to: seatY,
    bodyAt: (level) => bodyGirthAt(body, level),
    garmentAt: aroundTrunk,
    measureAt: () => "seat",
    spotAt: (level) => ({ part: FRONT, x: drafted.point(FRONT, "fork").x, y: level }),
  });
  report.atLeast("fork-above-seat", Math.min(fork.front.y, fork.back.y), seatY + 1, {
    reason: "The legs part above the fullest part of the seat.",
    spot: report.spot(FRONT, "fork"),
  });
  const lowerMm = Math.min(fork.front.y, fork.back.y) - (body.waistToUpperLeg ?? Infinity);
  report.atLeast("low-crotch", MAX_LOWER_CROTCH_MM - lowerMm, 0, {
    reason: `The crotch lies ${inMm(lowerMm)} below the body's own, which is measured ${inMm(body.waistToUpperLeg ?? 0)} below the waist, and the fullest seat ${inMm(seatY)} below it.`,
    spot: report.spot(FRONT, "fork"),
  });
  const outer = seamLength(drafted, FRONT, ["styleWaistOut", null, "floorOut"]);
  report.record("outseam", outer);
  report.record("inseam", seamLength(drafted, FRONT, ["fork", null, "floorIn"]));
  const hem = at("floorOut");
  report.hem(hem.front.y, report.spot(FRONT, "floorOut"));
  const inner = at("floorIn");
  report.record("legHem", distance(hem.front, inner.front) + distance(hem.back, inner.back));
  report.outlines([FRONT, back]);
  return report.done();
}

const TROUSER_CHANGES: PatternDesign["requested"] = {
  waist: { measures: ["waist"], option: "waistEase" },
  // The legs part below the seat: the thigh is as much closer or looser as the seat at most.
  hips: { measures: ["seat"], option: "seatEase", moves: ["thigh"] },
  thigh: { measures: ["thigh"], option: "thighWidth" },
  length: { measures: ["outseam"], option: "lengthBonus", moves: ["inseam", "hemLevel"] },
  inseam: { measures: ["inseam"], option: "lengthBonus", moves: ["outseam", "hemLevel"] },
};

const TROUSER_ADJUSTERS = ["waistEase", "seatEase", "kneeEase", "lengthBonus"];

const TROUSER_LEVERS: PatternDesign["levers"] = [
  { option: "waistEase", step: 0.01, cures: ["waist"] },
  { option: "seatEase", step: 0.01, cures: ["seat", "thigh", "waist", "seams-differ"] },
  // Where the crotch lies hardly below the seat a fly has no end: FreeSewing draws no front at all, or one without a fly.
  {
    option: "crotchDrop",
    step: 0.01,
    cures: ["not-drafted", "part-missing", "fork-above-seat", "low-crotch", "thigh"],
  },
  { option: "waistHeight", step: 0.05, cures: ["waist", "seams-differ", "part-missing"] },
  { option: "kneeEase", step: 0.02, cures: ["knee"] },
];

const TROUSER_EASES = { waist: "waistEase", seat: "seatEase" } as const;

export const titan: PatternDesign = {
  design: "titan",
  title: "Pants, plain",
  garment: "pants",
  hem: "pants",
  knit: false,
  options: {
    // FreeSewing's sliders begin at 0, which leaves no room for a correction; the least ease is measured.
    waistEase: share(-0.05, 0.1),
    seatEase: share(-0.05, 0.1),
    kneeEase: share(0.01, 0.25),
    waistHeight: share(0, 1),
    lengthBonus: share(-0.2, 0.1),
    crotchDrop: share(0.02, 0.15),
    fitKnee: flag,
    // Of the house: by how much of its own width the hem of each leg is wider (widen-legs.ts).
    legWidth: share(0, 0.6),
    // Of the house: seams let out or taken in at seat and thigh, as shares of the width at the fork (let-out-legs.ts).
    seatWidth: share(-0.08, 0.08),
    thighWidth: share(-0.08, 0.08),
  },
  defaults: {
    lengthBonus: 0.02,
    crotchDrop: 0.02,
    waistHeight: 1,
    kneeEase: 0.06,
    seatWidth: 0,
    thighWidth: 0,
  },
  eases: TROUSER_EASES,
  lengths: { hemLevel: "lengthBonus" },
  cuts: {},
  levers: TROUSER_LEVERS,
  // FreeSewing fits the crotch to each ease in steps of some millimetres: the outer seams reach a correction of the seat exactly.
  requested: {
    ...TROUSER_CHANGES,
    hips: { measures: ["seat"], option: "seatWidth", moves: ["thigh"] },
  },
  adjusters: TROUSER_ADJUSTERS,
  correctors: ["seatWidth", "thighWidth"],
  measure: (input) =>
    measureTrousers(titan, input, {
      back: "titan.back",
      waist: [
        ["titan.front", "styleWaistIn", "styleWaistOut"],
        ["titan.back", "styleWaistIn", "styleWaistOut"],
      ],
    }),
};

export const charlie: PatternDesign = {
  ...titan,
  design: "charlie",
  title: "Pants with a fly",
  options: {
    // FreeSewing's slider ends at 0.05, where the straight band of a full waist is still shorter than the body at its level.
    waistEase: share(-0.05, 0.12),
    seatEase: share(-0.05, 0.1),
    kneeEase: share(0.1, 0.3),
    waistHeight: share(-0.15, 0.4),
    lengthBonus: share(-0.2, 0.1),
    crotchDrop: share(0.02, 0.15),
    waistbandWidth: share(0.01, 0.06),
    thighWidth: share(-0.08, 0.08),
  },
  defaults: {
    lengthBonus: 0.02,
    crotchDrop: 0.02,
    waistHeight: -0.04,
    kneeEase: 0.15,
    thighWidth: 0,
  },
  // Its pockets lie in the outer seam at the seat, which stays as it is drawn.
  requested: TROUSER_CHANGES,
  correctors: ["thighWidth"],
  // The back rises above the front where the band lies low on a full figure.
  shapers: ["waistHeight"],
  // The outer seams are measured.
  readWarnings: [/outseam is longer than/],
  starts: [{ waistHeight: 0.1 }, { waistHeight: -0.15 }, { waistHeight: 0.3, seatEase: 0.08 }],
  measure: (input) =>
    measureTrousers(charlie, input, {
      back: "charlie.back",
      waist: [
        ["charlie.front", "styleWaistIn", "slantTop"],
        ["charlie.back", "styleWaistIn", "backDartLeft"],
        ["charlie.back", "backDartRight", "slantOut"],
      ],
      waistband: "charlie.waistband",
      fly: ["charlie.front", "flyRightLegExtension"],
    }),
};
