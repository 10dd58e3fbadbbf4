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
import type { BetweenLevels } from "./between-levels.ts";
import { findTightLevel } from "./between-levels.ts";
import type { Drafted } from "./drafted.ts";
import { crossingOf } from "./drafted-part.ts";

/**
 * The limits of the tool that checks ready drafts (bench/pattern-drafts), each a little stricter, because a tailor's tape does
 * not measure the way this program does: 0.995 and 0.97 of the body, 10 mm, 0.12 and 1.1 there. The table of ease comes first; these
 * hold where it has no rule.
 */
const LEAST = { woven: 0.998, knit: 0.975 };

const ROUNDING_MM = 0.05;

const nameOfMeasurement = (name: MeasurementName) => MEASUREMENTS[name].label.toLowerCase();

export const inMm = (value: number) => `${Math.round(value)} mm`;

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
      if (body === undefined) return;
      this.find("not-drafted", `${labelOf(name)} cannot be measured.`, { name, spot });
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
  hips: "High hip",
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
