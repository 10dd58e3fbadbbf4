import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import {
  isMeasurementName,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import type { Design, MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import { DESIGN_MEASUREMENTS, isOfArm } from "#features/body/measurement/required-measurements.ts";
import {
  isShapeAlterationName,
  shapeRangeOf,
} from "#features/patterns/body-shape/shape-alterations.ts";
import type {
  BodyMeasurements,
  DraftOptions,
  FitChange,
  OptionRange,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import { CHANGE_POINTS, MAX_CHANGE_MM } from "#features/patterns/designs/pattern-design.ts";

/** Why a draft is refused before FreeSewing sees anything. */
export type DraftFault =
  | { readonly code: "missing"; readonly measurement: MeasurementName }
  | { readonly code: "not-a-number" | "out-of-range"; readonly measurement: MeasurementName }
  | { readonly code: "unknown-measurement"; readonly name: string }
  | {
      readonly code: "wrong-order" | "wrong-ratio";
      readonly measurement: MeasurementName;
      readonly other: MeasurementName;
    }
  | { readonly code: "unknown-option" | "wrong-option"; readonly name: string }
  | { readonly code: "unknown-design" | "wrong-change"; readonly name: string };

type Pair = readonly [MeasurementName, MeasurementName];

/** The first is shorter than the second. */
const ORDER: readonly Pair[] = [
  ["waistToHips", "waistToSeat"],
  ["waistToHips", "waistToUpperLeg"],
  ["waistToSeat", "waistToKnee"],
  ["waistToUpperLeg", "waistToKnee"],
  ["waistToKnee", "waistToFloor"],
  ["crossSeamFront", "crossSeam"],
  ["waistBack", "waist"],
  ["seatBack", "seat"],
  ["bustSpan", "chest"],
  ["waistToArmpit", "hpsToWaistBack"],
  ["waistToUnderbust", "hpsToWaistFront"],
  ["hpsToBust", "hpsToWaistFront"],
  ["shoulderToElbow", "shoulderToWrist"],
  ["wrist", "biceps"],
  ["crotchDepth", "inseam"],
];

/**
 * The second as a share of the first, at least and at most. Wider than all 7,444 measured people and than the bodies that
 * FreeSewing draws.
 */
const RATIOS: readonly (readonly [MeasurementName, MeasurementName, number, number])[] = [
  ["hips", "waist", 0.62, 1.25],
  ["seat", "waist", 0.5, 1.3],
  ["seat", "hips", 0.6, 1.25],
  ["chest", "waist", 0.5, 1.4],
  ["chest", "hips", 0.5, 1.5],
  ["chest", "highBust", 0.75, 1.15],
  ["chest", "neck", 0.22, 0.62],
  ["chest", "biceps", 0.17, 0.6],
  ["chest", "shoulderToShoulder", 0.22, 0.65],
  ["highBust", "underbust", 0.65, 1.1],
  ["waist", "waistBack", 0.3, 0.7],
  ["seat", "seatBack", 0.35, 0.7],
  ["seat", "knee", 0.2, 0.6],
  ["neck", "wrist", 0.25, 0.75],
  // A level may lie a little below the next one on real bodies; trousers are drafted with the lower of the two.
  ["waistToUpperLeg", "waistToSeat", 0.4, 1.15],
  ["hpsToWaistBack", "hpsToWaistFront", 0.7, 1.5],
  ["hpsToWaistBack", "waistToArmpit", 0.15, 0.8],
];

function faultOfValue(name: MeasurementName, value: unknown): DraftFault | null {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return { code: "not-a-number", measurement: name };
  }
  const { from, to } = MEASUREMENTS[name].range;
  return value < from || value > to ? { code: "out-of-range", measurement: name } : null;
}

function faultsOfRelations(body: BodyMeasurements): readonly DraftFault[] {
  const faults: DraftFault[] = [];
  for (const [measurement, other] of ORDER) {
    const short = body[measurement];
    const long = body[other];
    if (short !== undefined && long !== undefined && short >= long) {
      faults.push({ code: "wrong-order", measurement, other });
    }
  }
  for (const [measurement, other, least, most] of RATIOS) {
    const whole = body[measurement];
    const part = body[other];
    if (whole === undefined || part === undefined) continue;
    if (part < least * whole || part > most * whole) {
      faults.push({ code: "wrong-ratio", measurement, other });
    }
  }
  return faults;
}

/**
 * The measurements that a design is drafted from and the garment is compared with: named as the shop names them, finite, in
 * range and in order. Every fault is reported, so that a tailor corrects them at once. `isWithoutSleeves`: of a draft whose arm need not
 * be measured.
 */
export function validateMeasurements(
  design: Design,
  submitted: Readonly<Record<string, unknown>>,
  isWithoutSleeves = false,
): { readonly body: BodyMeasurements; readonly faults: readonly DraftFault[] } {
  const faults: DraftFault[] = [];
  const body: Partial<Record<MeasurementName, number>> = {};
  for (const [name, value] of Object.entries(submitted)) {
    if (!isMeasurementName(name)) {
      faults.push({ code: "unknown-measurement", name });
      continue;
    }
    const fault = faultOfValue(name, value);
    if (fault) faults.push(fault);
    else if (typeof value === "number") body[name] = value;
  }
  const { required }: MeasurementSet = DESIGN_MEASUREMENTS[design];
  for (const measurement of required) {
    if (isWithoutSleeves && isOfArm(measurement)) continue;
    if (!Object.hasOwn(submitted, measurement)) faults.push({ code: "missing", measurement });
  }
  return { body, faults: [...faults, ...faultsOfRelations(body)] };
}

/**
 * An arm for a garment without sleeves whose arm was not measured, in mm: FreeSewing wants these numbers although no line of such a
 * garment is drawn from them.
 */
const UNUSED_ARM: BodyMeasurements = {
  biceps: 300,
  shoulderToWrist: 600,
  shoulderToElbow: 340,
  wrist: 165,
};

/** What FreeSewing reads: the measurements of the design, and no others. A checked body has all but those of an arm that is not drawn. */
export function measurementsFor(design: Design, body: BodyMeasurements): BodyMeasurements {
  const { required, optional }: MeasurementSet = DESIGN_MEASUREMENTS[design];
  const unmeasured = required.filter((name) => isOfArm(name) && body[name] === undefined);
  return Object.fromEntries([
    ...[...required, ...optional]
      .filter((name) => body[name] !== undefined)
      .map((name) => [name, body[name]]),
    ...unmeasured.map((name) => [name, UNUSED_ARM[name]]),
  ]);
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, value));
}

/** An option within its range; null for a value that it cannot have. Counts are rounded. */
export function clampOption(range: OptionRange, value: unknown): number | boolean | string | null {
  if (range.kind === "flag") return typeof value === "boolean" ? value : null;
  if (range.kind === "list") {
    return typeof value === "string" && range.values.includes(value) ? value : null;
  }
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  const clamped = clamp(value, range.from, range.to);
  return range.kind === "count" ? Math.round(clamped) : clamped;
}

/** Options of the design, clamped to their range. Unknown ones are faults: FreeSewing would ignore them silently. */
export function validateOptions(
  design: PatternDesign,
  submitted: Readonly<Record<string, unknown>>,
): { readonly options: DraftOptions; readonly faults: readonly DraftFault[] } {
  const faults: DraftFault[] = [];
  const options: Record<string, number | boolean | string> = {};
  for (const [name, value] of Object.entries(submitted)) {
    const range = Object.hasOwn(design.options, name) ? design.options[name] : undefined;
    const clamped = range ? clampOption(range, value) : null;
    if (!range) faults.push({ code: "unknown-option", name });
    else if (clamped === null) faults.push({ code: "wrong-option", name });
    else options[name] = clamped;
  }
  return { options, faults };
}

/** Corrections of known points, each once and within `MAX_CHANGE_MM`. */
export function validateChanges(requestedChanges: readonly FitChange[]): readonly DraftFault[] {
  const points = new Set<string>();
  return requestedChanges.flatMap(({ point, byMm }) => {
    const isKnown = CHANGE_POINTS.has(point) && !points.has(point);
    points.add(point);
    const isSmall = Number.isFinite(byMm) && Math.abs(byMm) <= MAX_CHANGE_MM;
    return isKnown && isSmall ? [] : [{ code: "wrong-change" as const, name: String(point) }];
  });
}

/** Known alterations to the shape of a body, each within its range. */
export function validateShape(shape: Readonly<Record<string, unknown>>): readonly DraftFault[] {
  return Object.entries(shape).flatMap(([name, mm]) => {
    if (isShapeAlterationName(name) && typeof mm === "number") {
      const { from, to } = shapeRangeOf(name);
      if (mm >= from && mm <= to) return [];
    }
    return [{ code: "wrong-change" as const, name }];
  });
}

const nameOf = (name: MeasurementName) => MEASUREMENTS[name].label.toLowerCase();

/** What the tailor reads about a fault. */
export function messageForFault(fault: DraftFault): string {
  switch (fault.code) {
    case "missing":
      return `The ${nameOf(fault.measurement)} is missing.`;
    case "not-a-number":
      return `The ${nameOf(fault.measurement)} is not a number.`;
    case "out-of-range":
      return `The ${nameOf(fault.measurement)} cannot be right.`;
    case "wrong-order":
      return `The ${nameOf(fault.measurement)} must be smaller than the ${nameOf(fault.other)}.`;
    case "wrong-ratio":
      return `The ${nameOf(fault.measurement)} and the ${nameOf(fault.other)} do not belong to one body.`;
    case "unknown-measurement":
      return "A measurement is not known.";
    case "unknown-option":
      return "An option does not belong to this pattern.";
    case "wrong-option":
      return "An option cannot have this value.";
    case "unknown-design":
      return "The pattern is not known.";
    case "wrong-change":
      return "A correction cannot be that large.";
  }
}
