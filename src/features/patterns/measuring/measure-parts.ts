import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type {
  BodyMeasurements,
  DraftMeasures,
  Finding,
  FindingCode,
  FinishedMeasure,
  MeasureName,
  MeasuringInput,
  PatternDesign,
  Spot,
} from "#features/patterns/designs/pattern-design.ts";
import { CAP_TOLERANCE_MM } from "#features/patterns/seams/seam-pair.ts";
import type { BetweenLevels } from "./between-levels.ts";
import { findTightLevel } from "./between-levels.ts";
import type { Drafted } from "./drafted.ts";
import { NotDrafted } from "./drafted.ts";
import type { DraftPoint, Polyline } from "./drafted-part.ts";
import { crossingOf, lengthOf, lineAt, sectionOf, sliceAt, widthAt } from "./drafted-part.ts";

/**
 * The limits of the tool that checks ready drafts (bench/pattern-drafts), each a little stricter, because a tailor's tape does
 * not measure the way this program does: 0.995 and 0.97 of the body, 10 mm, 0.12 and 1.1 there. The table of ease comes first; these
 * hold where it has no rule.
 */
const LEAST = { woven: 0.998, knit: 0.975 };
/** A flatter cap lifts the arm away from the body. */
const MIN_CAP_HEIGHT = 0.125;
/** The arm passes through its armhole. */
const MIN_ARMHOLE = 1.11;
const ROUNDING_MM = 0.05;

const nameOfMeasurement = (name: MeasurementName) => MEASUREMENTS[name].label.toLowerCase();

const inMm = (value: number) => `${Math.round(value)} mm`;

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

/** Collects the measurement table and the findings of one draft. */
export class DraftReport {
  readonly measures: FinishedMeasure[] = [];
  readonly findings: Finding[] = [];
  readonly #input: MeasuringInput;
  readonly #design: PatternDesign;

  constructor(design: PatternDesign, input: MeasuringInput) {
    this.#design = design;
    this.#input = input;
  }

  get body(): BodyMeasurements {
    return this.#input.body;
  }

  get options(): MeasuringInput["options"] {
    return this.#input.options;
  }

  get drafted(): Drafted {
    return this.#input.drafted;
  }

  /**
   * A girth that the body must fit into. `wanted: null`: the cut decides, and no ease was asked for. Where nobody measured the body it is
   * recorded alone, for corrections and quality control.
   */
  girth(name: MeasureName, { finished, body, spot, wanted }: Omit<GirthInput, "name">): void {
    if (!(finished > 0)) {
      if (body !== undefined) this.find("not-drafted", "It cannot be measured.", { name, spot });
      return;
    }
    if (body === undefined) {
      this.record(name, finished);
      return;
    }
    const target = this.#input.target.girth(name, body);
    const isLoose = wanted === null || target === null;
    const measure: FinishedMeasure = {
      name,
      finished,
      body,
      wanted: isLoose ? null : target.wanted,
      least: target?.least ?? body * (this.#design.knit ? LEAST.knit : LEAST.woven),
      under: isLoose ? null : target.under,
      over: isLoose ? null : target.over,
    };
    this.measures.push(measure);
    this.#checkGirth(measure, spot);
  }

  #checkGirth({ name, finished, body, wanted, least, under, over }: FinishedMeasure, spot: Spot) {
    const label = labelOf(name);
    const wearing = (least ?? 0) - finished;
    if (wearing > ROUNDING_MM) {
      const reason = `${label} measures ${inMm(finished)}, the body ${inMm(body ?? 0)}: it needs ${inMm(least ?? 0)} at least.`;
      this.find("too-small", reason, { name, spot, by: wearing });
      return;
    }
    if (wanted === null || body === null) return;
    const ease = `${label} has ${inMm(finished - body)} of ease, ${inMm(wanted - body)} were asked for.`;
    if (under !== null && finished < wanted - under - ROUNDING_MM) {
      this.find("too-little-ease", ease, { name, spot, by: wanted - under - finished });
    } else if (over !== null && finished > wanted + over + ROUNDING_MM) {
      this.find("too-much-ease", ease, { name, spot, by: finished - wanted - over });
    }
  }

  /** A measure with nothing to compare, or only with a wish that it may miss by `within` mm, or a least. */
  record(
    name: MeasureName,
    finished: number,
    { wanted = null, within = null, least = null }: RecordedMeasure = {},
  ): void {
    this.measures.push({ name, finished, body: null, wanted, least, under: within, over: within });
  }

  /** A length beside the body's own and what was asked for: the option is a share of the body. */
  length(
    name: MeasureName,
    {
      finished,
      body,
      option,
      spot = null,
    }: { finished: number; body: number | undefined; option: string; spot?: Spot | null },
  ): void {
    const { target } = this.#input;
    const bonus = target.option(option);
    const own = body === undefined || typeof bonus !== "number" ? null : body * (1 + bonus);
    const wanted = name === "sleeveLength" ? (target.sleeveLength ?? own) : own;
    this.#checkLength({ name, finished, body: body ?? null, wanted }, spot);
  }

  /** The hem of the garment, in mm below the natural waist, against its place on the body. */
  hem(belowWaist: number, spot: Spot): void {
    const { hem } = this.#input.target;
    if (this.#design.hem === null) return;
    this.#checkLength(
      { name: "hemLevel", finished: belowWaist, body: null, wanted: hem?.mm ?? null },
      spot,
    );
    if (hem !== null && hem.estimated.length === 0) return;
    const names = hem === null ? "height" : hem.estimated.map(nameOfMeasurement).join(", ");
    const reason = `The place of the hem is estimated: measure ${names}.`;
    this.find("level-not-measured", reason, { name: "hemLevel", spot, by: 0 });
  }

  #checkLength(
    measure: Pick<FinishedMeasure, "name" | "finished" | "body" | "wanted">,
    spot: Spot | null,
  ): void {
    const { finished, name, wanted } = measure;
    const within = this.#input.target.lengthTolerance;
    const isChecked = wanted !== null && Number.isFinite(within);
    const limit = isChecked ? within : null;
    this.measures.push({ ...measure, least: null, under: limit, over: limit });
    if (!isChecked) return;
    const off = finished - wanted;
    if (Math.abs(off) <= within + ROUNDING_MM) return;
    const side = off > 0 ? "below" : "above";
    const by = Math.abs(off) - within;
    if (name === "hemLevel") {
      const reason = `The hem lies ${inMm(Math.abs(off))} ${side} its place, ${inMm(wanted)} below the waist.`;
      this.find("hem-off", reason, { name, spot, by });
    } else {
      const reason = `${labelOf(name)} measures ${inMm(finished)}, ${inMm(wanted)} were asked for.`;
      this.find("sleeve-off", reason, { name, spot, by });
    }
  }

  find(
    code: FindingCode,
    reason: string,
    { name = null, spot = null, by = 50 }: FindingDetails = {},
  ): void {
    this.findings.push({ code, measure: name, reason, spot, by });
  }

  /** Fails the draft unless value is at least `least`. */
  atLeast(
    code: FindingCode,
    value: number,
    least: number,
    details: FindingDetails & { reason: string },
  ) {
    if (value >= least - ROUNDING_MM) return;
    this.find(code, details.reason, { ...details, by: least - value });
  }

  /** Finds the level at which the body needs most more than the garment measures. */
  tightLevel(levels: BetweenLevels): void {
    const least = this.#design.knit ? LEAST.knit : LEAST.woven;
    const found = findTightLevel(levels, (girth) => least * girth);
    if (found) this.findings.push(found);
  }

  spot(part: string, point: string): Spot {
    const { x, y } = this.drafted.point(part, point);
    return { part, x, y };
  }

  /** Every outline of the draft must not cross itself. */
  outlines(parts: readonly string[], path = "seam"): void {
    for (const part of parts) {
      const crossing = crossingOf(this.drafted.line(part, path));
      if (!crossing) continue;
      const reason = "The outline of the part crosses itself.";
      this.find("outline-crosses", reason, { spot: { part, ...crossing } });
    }
  }

  done(): DraftMeasures {
    return { measures: this.measures, findings: this.findings };
  }
}

type RecordedMeasure = {
  readonly wanted?: number | null;
  readonly within?: number | null;
  readonly least?: number | null;
};

type FindingDetails = {
  readonly name?: MeasureName | null;
  readonly spot?: Spot | null;
  readonly by?: number;
};

type GirthInput = {
  readonly name: MeasureName;
  readonly finished: number;
  readonly body: number | undefined;
  readonly spot: Spot;
  readonly wanted?: number | null;
};

const LABELS: Readonly<Record<MeasureName, string>> = {
  chest: "Chest",
  waist: "Waist",
  hips: "Hips",
  seat: "Seat",
  hem: "Hem",
  neck: "Neck",
  sleeve: "Sleeve at the upper arm",
  wrist: "Wrist",
  thigh: "Thigh",
  knee: "Knee",
  legHem: "Hem of the leg",
  armhole: "Armhole",
  sleeveCap: "Sleeve cap",
  capHeight: "Height of the sleeve cap",
  shoulder: "Shoulder seam",
  shoulderWidth: "Shoulder to shoulder",
  backLength: "Back length",
  frontLength: "Front length",
  sleeveLength: "Sleeve length",
  outseam: "Outer leg seam",
  inseam: "Inner leg seam",
  rise: "Rise",
  length: "Length",
  hemLevel: "Hem below the waist",
};

/** How the measurement table and messages call a measure. */
export function labelOf(name: MeasureName): string {
  return LABELS[name];
}

/**
 * The body's girth at a level below the waist (negative: above), straight between waist, hips and seat. Undefined where
 * nothing was measured.
 */
export function bodyGirthAt(body: BodyMeasurements, belowWaist: number): number | undefined {
  const { waist, hips, seat, waistToHips, waistToSeat } = body;
  const levels = [
    { at: 0, girth: waist },
    { at: waistToHips, girth: hips },
    { at: waistToSeat, girth: seat },
  ].filter(
    (level): level is { at: number; girth: number } =>
      level.at !== undefined && level.girth !== undefined,
  );
  const below = levels.findLast((level) => level.at <= belowWaist);
  const above = levels.find((level) => level.at > belowWaist);
  if (!below) return undefined;
  if (!above) return below.girth;
  const part = (belowWaist - below.at) / (above.at - below.at);
  return below.girth + part * (above.girth - below.girth);
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
  const { chest, waist } = body;
  report.tightLevel({
    from: -above,
    to: to - 1,
    bodyAt: (level) => {
      if (level >= 0) return bodyGirthAt(body, level);
      if (chest === undefined || waist === undefined || !(above > 0)) return undefined;
      return waist + Math.min(1, -level / above) * (chest - waist);
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

/** From, through and to: names of points of a part's outline. Without a middle the shorter way counts. */
export type SeamNames = readonly [string, string | null, string];

/** The section of a part's outline between points of it. */
export function seamLine(drafted: Drafted, part: string, [from, via, to]: SeamNames): Polyline {
  const at = (name: string): DraftPoint => drafted.point(part, name);
  const line = sectionOf(drafted.line(part), [at(from), via === null ? null : at(via), at(to)]);
  if (line.length < 2) throw new NotDrafted(part, `seam from ${from} to ${to}`);
  return line;
}

export function seamLength(drafted: Drafted, part: string, names: SeamNames): number {
  return lengthOf(seamLine(drafted, part, names));
}

export type SleeveInput = {
  readonly part: string;
  /** Both ends of the cap and a point on top. */
  readonly cap: readonly [string, string, string];
  readonly armhole: number;
  readonly armholeSpot: Spot;
  /** Cap ease asked for, as a share of the armhole. */
  readonly capEase?: number;
};

/** One-part sleeves: width at the upper arm, cap against armhole, height of the cap, armhole against the arm. */
export function measureSleeve(report: DraftReport, input: SleeveInput): void {
  const { drafted, body } = report;
  const { part, cap } = input;
  const right = drafted.point(part, cap[0]);
  const left = drafted.point(part, cap[2]);
  const line = seamLine(drafted, part, cap);
  const top = line.reduce((best, point) => (point.y < best.y ? point : best), right);
  const under = Math.max(right.y, left.y);
  // A cap that dips below the underarm takes its width away.
  const below = widthAt(drafted.line(part), under + 0.5);
  const width = Math.min(Math.abs(right.x - left.x), below > 0 ? below : Infinity);
  const lowest = line.reduce((best, point) => (point.y > best.y ? point : best), right);
  const spot: Spot = { part, x: right.x, y: right.y };
  report.girth("sleeve", { finished: width, body: body.biceps, spot });
  measureCap(report, { ...input, width, length: lengthOf(line), height: under - top.y, spot });
  if (lowest.y - under > 3) {
    const reason = "The sleeve cap dips below the underarm.";
    report.find("flat-cap", reason, {
      name: "capHeight",
      spot: { part, ...lowest },
      by: lowest.y - under,
    });
  }
}

type CapInput = {
  readonly armhole: number;
  readonly armholeSpot: Spot;
  readonly width: number;
  readonly length: number;
  readonly height: number;
  readonly spot: Spot;
  /** Asked for, as a share of the armhole. */
  readonly capEase?: number;
};

/** A sleeve cap and its armhole, for sleeves of one or two parts. Whether they can be sewn is walked with the other seams. */
export function measureCap(report: DraftReport, cap: CapInput): void {
  const { armhole, armholeSpot, width, length, height, spot } = cap;
  const eased = armhole * (1 + (cap.capEase ?? 0));
  report.record("sleeveCap", length, { wanted: eased, within: CAP_TOLERANCE_MM });
  report.record("capHeight", height, { least: MIN_CAP_HEIGHT * width });
  report.atLeast("flat-cap", height, MIN_CAP_HEIGHT * width, {
    reason: `The sleeve cap is only ${inMm(height)} high: the sleeve would pull at the armpit.`,
    name: "capHeight",
    spot,
  });
  requireArmhole(report, armhole, armholeSpot);
}

/** The arm must pass through its armhole, with or without a sleeve. */
export function requireArmhole(report: DraftReport, armhole: number, spot: Spot): void {
  const { biceps } = report.body;
  report.record("armhole", armhole, {
    least: biceps === undefined ? null : MIN_ARMHOLE * biceps,
  });
  if (biceps === undefined) return;
  report.atLeast("tight-armhole", armhole, MIN_ARMHOLE * biceps, {
    reason: `The armhole measures ${inMm(armhole)}, too tight for an arm of ${inMm(biceps)}.`,
    name: "armhole",
    spot,
  });
}
