import type { MeasureName, Spot } from "#features/patterns/designs/pattern-design.ts";
import { bodyGirthAboveWaist, bodyGirthAt } from "./body-girth.ts";
import type { DraftReport } from "./draft-report.ts";
import type { Drafted } from "./drafted.ts";
import { lineAt, sliceAt, widthAt } from "./drafted-part.ts";

/** A part that goes around the body, and how its levels are found. */
export type Panel = {
  readonly part: string;
  /** How often it goes around: 2 for a half on the fold. */
  readonly times: number;
  /** Of the natural waist. */
  readonly waistY: number;
  readonly chestY: number;
  readonly hemY: number;
  /** What is outside (a placket, an overlap) lies on another part. */
  readonly from?: number;
  readonly to?: number;
  /** Closed paths inside the part that are sewn away. */
  readonly darts?: readonly string[];
  /** Its edge in front swings away below the buttons: the width counts from the middle of the body. */
  readonly isOpen?: boolean;
};

/** The width of a panel at y without its darts. */
function panelWidth(drafted: Drafted, panel: Panel, y: number): number {
  const { part, from, to, darts = [], isOpen = false } = panel;
  const sewnAway = darts
    .filter((dart) => drafted.has(part, dart))
    .reduce((sum, dart) => sum + widthAt(drafted.line(part, dart), y), 0);
  const line = drafted.line(part);
  const width = isOpen
    ? Math.max(0, ...sliceAt(line, y).map((slice) => slice.to))
    : widthAt(line, y, from, to);
  return width - sewnAway;
}

type Level = {
  readonly name: MeasureName;
  readonly belowWaist: number;
  readonly body: number | undefined;
};

/** Chest, waist, hips, seat and hem of panels that go around the trunk. Levels below the hem are left out. */
export function measureTrunk(
  report: DraftReport,
  panels: readonly Panel[],
  {
    names = ["chest", "waist", "hips", "seat", "hem"],
    chest = report.body.chest,
  }: TrunkOptions = {},
): void {
  const { body, drafted } = report;
  const [first] = panels;
  if (!first) return;
  const hemBelowWaist = Math.min(...panels.map((panel) => panel.hemY - panel.waistY));
  const around = (y: (panel: Panel) => number) =>
    panels.reduce((sum, panel) => sum + panel.times * panelWidth(drafted, panel, y(panel)), 0);
  const spotAt = (y: number): Spot => ({ part: first.part, x: edgeAt(drafted, first, y), y });

  if (names.includes("chest")) {
    const finished = around((panel) => panel.chestY);
    report.girth("chest", { finished, body: chest, spot: spotAt(first.chestY) });
  }
  const levels: Level[] = [
    { name: "waist", belowWaist: 0, body: body.waist },
    { name: "hips", belowWaist: body.waistToHips ?? Infinity, body: body.hips },
    { name: "seat", belowWaist: body.waistToSeat ?? Infinity, body: body.seat },
  ];
  for (const level of levels) {
    if (!names.includes(level.name) || level.belowWaist > hemBelowWaist - 1) continue;
    const finished = around((panel) => panel.waistY + level.belowWaist);
    const spot = spotAt(first.waistY + level.belowWaist);
    report.girth(level.name, { finished, body: level.body, spot });
  }
  const lowest = levels.findLast(
    ({ belowWaist, name }) => names.includes(name) && belowWaist < hemBelowWaist,
  );
  findTightTrunk(report, {
    around,
    panels,
    spotAt: (below) => spotAt(first.waistY + below),
    // Below the lowest level that is measured the cloth hangs, in pleats or open.
    to: names.includes("hem") ? hemBelowWaist : (lowest?.belowWaist ?? 0),
  });
  findUnmeasuredSeat(report, hemBelowWaist);
  if (!names.includes("hem")) return;
  const finished = around((panel) => panel.waistY + hemBelowWaist - 1);
  const atHem = bodyGirthAt(body, hemBelowWaist);
  const spot = spotAt(first.waistY + hemBelowWaist - 1);
  report.girth("hem", { finished, body: atHem, spot, wanted: null });
}

/** A hem this far below the hip bone goes around the seat. */
const ABOVE_SEAT_MM = 30;

/** A garment that covers the seat of a body whose seat nobody measured cannot be called right. */
function findUnmeasuredSeat(report: DraftReport, hemBelowWaist: number): void {
  const { seat, waistToHips, waistToSeat } = report.body;
  if (seat !== undefined && waistToSeat !== undefined) return;
  if (waistToHips === undefined || hemBelowWaist < waistToHips + ABOVE_SEAT_MM) return;
  const reason = "The garment ends below the hips: measure the seat, and from the waist to it.";
  report.find("level-not-measured", reason, { name: "seat", spot: null, by: 0 });
}

type AroundTrunk = {
  readonly panels: readonly Panel[];
  readonly around: (y: (panel: Panel) => number) => number;
  readonly spotAt: (belowWaist: number) => Spot;
  /** Below the waist. */
  readonly to: number;
};

/** From the chest to the lowest level that is measured. */
function findTightTrunk(report: DraftReport, { around, panels, spotAt, to }: AroundTrunk): void {
  const { body } = report;
  const above = Math.min(...panels.map((panel) => panel.waistY - panel.chestY));
  report.tightLevel({
    from: -above,
    to: to - 1,
    bodyAt: (level) => {
      if (level >= 0) return bodyGirthAt(body, level);
      return above > 0 ? bodyGirthAboveWaist(body, -level / above) : undefined;
    },
    garmentAt: (level) => around((panel) => panel.waistY + level),
    measureAt: (level) => (level < 0 ? "waist" : "hem"),
    spotAt,
  });
}

type TrunkOptions = {
  readonly names?: readonly MeasureName[];
  readonly chest?: number | undefined;
};

/** The outermost x of a panel at y, where a finding is drawn. */
function edgeAt(drafted: Drafted, panel: Panel, y: number): number {
  const line = drafted.line(panel.part);
  const xs = line.filter((point) => Math.abs(point.y - y) < 60).map((point) => point.x);
  const at = lineAt(line, y);
  const outermost = xs.reduce((best, x) => (Math.abs(x) > Math.abs(best) ? x : best), 0);
  return xs.length > 0 ? outermost : (at ?? 0);
}
