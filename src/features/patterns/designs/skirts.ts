import { bodyGirthAt } from "#features/patterns/measuring/body-girth.ts";
import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import type { Drafted } from "#features/patterns/measuring/drafted.ts";
import { distance, widthAt } from "#features/patterns/measuring/drafted-part.ts";
import { seamLength, seamLine } from "#features/patterns/measuring/seam-lengths.ts";
import type { DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { count, flag, oneOf, share } from "./pattern-design.ts";

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
