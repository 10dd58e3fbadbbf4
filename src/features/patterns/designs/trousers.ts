import { bodyGirthAt } from "#features/patterns/measuring/body-girth.ts";
import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import { distance, widthAt } from "#features/patterns/measuring/drafted-part.ts";
import { seamLength, seamLine } from "#features/patterns/measuring/seam-lengths.ts";
import type { DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { count, flag, oneOf, share } from "./pattern-design.ts";

const INSIDE_MM = 0.5;

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
  { option: "crotchDrop", step: 0.01, cures: ["fork-above-seat", "thigh"] },
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

/** The top edge without the legs of its darts, which are steeper than it. */
function topEdge(drafted: Drafted, part: string): number {
  const line = seamLine(drafted, part, ["lWaist", null, "rWaist"]);
  return line.reduce((sum, point, index) => {
    const before = line[index - 1];
    if (!before || Math.abs(point.y - before.y) > Math.abs(point.x - before.x)) return sum;
    return sum + distance(before, point);
  }, 0);
}

const SKIRT_PARTS = ["penelope.front", "penelope.back"] as const;

/** The waist edge of a skirt dips toward its middle: 2 to 10 mm on most people. */
const MAX_WAIST_DIP_MM = 20;

/** How far the top edge hangs below its lower end, without its darts. */
function waistDip(drafted: Drafted, part: string): number {
  const line = seamLine(drafted, part, ["lWaist", null, "rWaist"]);
  const end = Math.max(line[0]?.y ?? 0, line.at(-1)?.y ?? 0);
  return line.reduce((dip, point, index) => {
    const before = line[index - 1];
    if (!before || Math.abs(point.y - before.y) > Math.abs(point.x - before.x)) return dip;
    return Math.max(dip, point.y - end);
  }, 0);
}

function findSkirtShape(report: DraftReport): void {
  const { drafted } = report;
  for (const part of SKIRT_PARTS) {
    report.atLeast("wavy-waist", MAX_WAIST_DIP_MM - waistDip(drafted, part), 0, {
      reason: "The waist edge is wavy: draft its darts by hand.",
      spot: report.spot(part, "lWaist"),
    });
  }
}

function measurePencilSkirt(input: MeasuringInput): DraftMeasures {
  const report = new DraftReport(penelope, input);
  const { drafted, body } = report;
  const around = (y: number) =>
    2 * SKIRT_PARTS.reduce((sum, part) => sum + widthAt(drafted.line(part), y, 0), 0);
  const waist = 2 * SKIRT_PARTS.reduce((sum, part) => sum + topEdge(drafted, part), 0);
  const spot = report.spot("penelope.front", "rWaist");
  report.girth("waist", { finished: waist, body: body.waist, spot });
  const hips = around(body.waistToHips ?? 0);
  const seat = around(body.waistToSeat ?? 0);
  report.girth("hips", { finished: hips, body: body.hips, spot });
  report.girth("seat", {
    finished: seat,
    body: body.seat,
    spot: report.spot("penelope.front", "rSeat"),
  });
  report.tightLevel({
    // Above the dip of its top edge the cloth does not go all around.
    from: Math.max(...SKIRT_PARTS.map((part) => Math.max(0, waistDip(drafted, part)))),
    to: body.waistToSeat ?? 0,
    bodyAt: (level) => bodyGirthAt(body, level),
    garmentAt: around,
    measureAt: () => "seat",
    spotAt: (level) => ({ part: "penelope.front", x: 0, y: level }),
  });
  // Below the edge of the leg the design draws the turn-up of the hem.
  const hem = drafted.point("penelope.front", "lLeg");
  report.record("length", hem.y - drafted.point("penelope.front", "lWaist").y);
  report.hem(hem.y, report.spot("penelope.front", "lLeg"));
  findSkirtShape(report);
  report.outlines(SKIRT_PARTS);
  return report.done();
}

export const penelope: PatternDesign = {
  design: "penelope",
  title: "Pencil skirt",
  garment: "skirt",
  hem: "skirt",
  knit: false,
  options: {
    // FreeSewing's slider begins at 0; a skirt that is sewn to a bodice is brought to its waist from both sides.
    waistEase: share(-0.02, 0.08),
    seatEase: share(0, 0.08),
    // FreeSewing offers 0.5: the floor is 0.7 to 0.85 of the way to the knee below it.
    lengthBonus: share(-0.5, 1),
    hemBonus: share(-0.35, 0),
    nrOfDarts: count(1, 2),
    backVent: flag,
    zipperLocation: oneOf("backSeam", "sideSeam"),
  },
  defaults: { lengthBonus: 0, hemBonus: 0, nrOfDarts: 2, backVent: true },
  joined: { waistEase: 0 },
  eases: { waist: "waistEase", seat: "seatEase" },
  lengths: { hemLevel: "lengthBonus" },
  cuts: {
    "penelope.front": [{ material: "fabric", cut: 1, onFold: true, mirrored: false }],
    "penelope.waistband": [{ material: "fabric", cut: 1, onFold: true, mirrored: false }],
  },
  // FreeSewing adds the share of its lap as a share of a millimeter.
  notes: { "penelope.waistband": "Drawn without a lap: add 30 mm at one end for the button." },
  // The side seams are measured.
  readWarnings: [/sideSeamLength/],
  // More ease at the waist would cure a wavy edge, but the skirt would slip.
  levers: [
    { option: "waistEase", step: 0.01, cures: ["waist"] },
    { option: "seatEase", step: 0.01, cures: ["seat", "hips"] },
  ],
  requested: {
    waist: { measures: ["waist"], option: "waistEase", moves: ["hips"] },
    hips: { measures: ["seat"], option: "seatEase", moves: ["hips"] },
    length: { measures: ["length"], option: "lengthBonus", moves: ["hemLevel"] },
  },
  adjusters: ["waistEase", "seatEase", "lengthBonus"],
  measure: measurePencilSkirt,
};

/** Where the waistband sits on the way from waist to hips. */
const WAISTBAND_POSITION = 0.5;

function measureCircleSkirt(input: MeasuringInput): DraftMeasures {
  const report = new DraftReport(sandy, input);
  const { drafted, body, options } = report;
  const isJoined = input.target.joinedWaistMm !== null;
  // Each panel is drawn as a half, on the fold.
  const halves = 2 * (typeof options.panels === "number" ? options.panels : 1);
  const part = "sandy.skirt";
  const at = (name: string) => drafted.point(part, name);
  const inner = seamLength(drafted, part, ["in2Flipped", null, "in2"]);
  const outer = seamLength(drafted, part, ["ex2Flipped", null, "ex2"]);
  const length = distance(at("in2"), at("ex2"));
  const band = drafted.line("sandy.waistband").map(({ y }) => y);
  const bandWidth = isJoined ? 0 : (Math.max(...band) - Math.min(...band)) / 2;
  const { waistbandPosition } = options;
  const below = typeof waistbandPosition === "number" ? waistbandPosition : WAISTBAND_POSITION;
  const position = below * (body.waistToHips ?? 0);
  report.girth("waist", {
    finished: halves * inner,
    body: bodyGirthAt(body, position),
    spot: report.spot(part, "in2"),
  });
  const down = Math.max(0, (body.waistToSeat ?? 0) - position - bandWidth);
  report.girth("seat", {
    finished: halves * (inner + ((outer - inner) * Math.min(length, down)) / length),
    body: body.seat,
    spot: report.spot(part, "in2"),
  });
  report.record("hem", halves * outer);
  report.record("length", length + bandWidth);
  report.hem(position + bandWidth + length, report.spot(part, "ex2"));
  report.outlines([part]);
  return report.done();
}

export const sandy: PatternDesign = {
  design: "sandy",
  title: "Circle skirt",
  garment: "skirt",
  hem: "skirt",
  knit: false,
  options: {
    // FreeSewing ends at the floor of a barefoot body; a skirt for heels is longer.
    lengthBonus: share(0.1, 1.2),
    circleRatio: share(0.2, 1),
    gathering: share(0, 2),
    panels: count(1, 4),
    waistbandPosition: share(0, 1),
    waistbandWidth: share(0.01, 0.08),
    waistbandOverlap: share(0, 0.15),
  },
  defaults: {
    lengthBonus: 0.5,
    circleRatio: 0.5,
    gathering: 0,
    waistbandPosition: WAISTBAND_POSITION,
    waistbandWidth: 0.04,
    panels: 1,
  },
  joined: { waistbandPosition: 0, gathering: 0 },
  eases: {},
  lengths: { hemLevel: "lengthBonus" },
  cuts: {},
  levers: [
    { option: "panels", step: 1, cures: ["wider-than-cloth"] },
    { option: "circleRatio", step: 0.05, cures: ["seat"] },
    { option: "gathering", step: 0.05, cures: ["waist"] },
  ],
  // A long skirt that is wider than the cloth is cut in more panels, and not shorter.
  starts: [{ panels: 2 }, { panels: 4 }],
  requested: {
    length: {
      measures: ["length"],
      option: "lengthBonus",
      moves: ["hemLevel"],
      free: ["hem"],
    },
    // A skirt without gathers is widened by as many as its bodice is wider.
    waist: { measures: ["waist"], option: "gathering", moves: ["seat", "hem", "length"] },
  },
  adjusters: ["lengthBonus", "circleRatio"],
  measure: measureCircleSkirt,
};
