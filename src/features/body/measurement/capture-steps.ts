import { needsAnotherReading } from "#features/body/check/reading-history.ts";
import type { LandmarkName, MeasurementName } from "./measurement-definitions.ts";
import { LANDMARKS, MEASUREMENTS } from "./measurement-definitions.ts";
import type { MeasurementProfile } from "./measurement-profile.ts";
import { readingsNeeded } from "./required-measurements.ts";

/** A step is one screen of the guide. */
export type CaptureStep =
  | { readonly kind: "landmark"; readonly landmark: LandmarkName }
  | { readonly kind: "measurement"; readonly name: MeasurementName }
  | { readonly kind: "posture" }
  | { readonly kind: "shoulders" };

/** Posture and shoulder shape change only what hangs from the shoulders. */
const HANGS_FROM_SHOULDERS: MeasurementName = "shoulderToShoulder";

/**
 * The guide's steps: first the landmarks that these measurements need, then the measurements in their order, then posture
 * and shoulders for what hangs from the shoulders.
 */
export function captureSteps(names: readonly MeasurementName[]): readonly CaptureStep[] {
  const needed = new Set(names.flatMap((name) => MEASUREMENTS[name].landmarks));
  const landmarks = Object.keys(LANDMARKS) as LandmarkName[];
  const shapes = names.includes(HANGS_FROM_SHOULDERS) ? (["posture", "shoulders"] as const) : [];
  return [
    ...landmarks
      .filter((landmark) => needed.has(landmark))
      .map((landmark) => ({ kind: "landmark" as const, landmark })),
    ...names.map((name) => ({ kind: "measurement" as const, name })),
    ...shapes.map((kind) => ({ kind })),
  ];
}

/** Identifies a step in the browser's storage. */
export function stepKey(step: CaptureStep): string {
  if (step.kind === "landmark") return `landmark:${step.landmark}`;
  return step.kind === "measurement" ? `measurement:${step.name}` : step.kind;
}

/** Readings of one visit are at most this far apart; older ones are the person's history. */
const SAME_VISIT_MS = 24 * 60 * 60_000;

/** Two readings that disagree ask for a third; after three the two closest count. */
const MAX_COMPARED = 3;

type VisitReadings = { readonly current: readonly number[]; readonly previous: number | null };

/**
 * Splits the readings of a measurement, in its own unit: those that count now, and the person's last value before this visit.
 * A measurement that is taken once counts its newest reading; others their last two, or three while those disagree.
 */
export function visitReadings(profile: MeasurementProfile, name: MeasurementName): VisitReadings {
  const readings = profile.readings[name] ?? [];
  const newest = readings.at(-1);
  if (!newest) return { current: [], previous: null };
  const since = Date.parse(newest.at) - SAME_VISIT_MS;
  const visit = readings.filter(({ at }) => Date.parse(at) >= since).map(({ value }) => value);
  const previous = readings.filter(({ at }) => Date.parse(at) < since).at(-1)?.value ?? null;
  const needed = readingsNeeded(name);
  const newestOnes = visit.slice(-needed);
  const current = needsAnotherReading(name, newestOnes) ? visit.slice(-MAX_COMPARED) : newestOnes;
  return { current, previous };
}

/**
 * Whether the measurement still needs a reading: "first", the "again" of those that are taken twice, a "third" when two are
 * more than a centimeter apart. Null when it is complete; a confirmed reading needs no more.
 */
export function nextReading(
  profile: MeasurementProfile,
  name: MeasurementName,
): "first" | "again" | "third" | null {
  const { current } = visitReadings(profile, name);
  const total = profile.readings[name]?.length ?? 0;
  if (total === 0) return "first";
  if (total < readingsNeeded(name)) return "again";
  if (profile.readings[name]?.at(-1)?.confirmed) return null;
  return current.length < MAX_COMPARED && needsAnotherReading(name, current) ? "third" : null;
}

/** Whether a step has nothing left to do. Landmarks are found anew in each visit, so they never count as done. */
export function isStepDone(profile: MeasurementProfile, step: CaptureStep): boolean {
  if (step.kind === "landmark") return false;
  if (step.kind === "measurement") return nextReading(profile, step.name) === null;
  return profile[step.kind] !== null;
}

/** The measurements of the list that still need a reading. */
export function unmeasured(
  profile: MeasurementProfile,
  names: readonly MeasurementName[],
): readonly MeasurementName[] {
  return names.filter((name) => nextReading(profile, name) !== null);
}

/**
 * The step after `from` that still has something to do; skipped ones before it wait. Null when none follows.
 */
export function stepAfter(
  profile: MeasurementProfile,
  steps: readonly CaptureStep[],
  from: number,
): number | null {
  const index = steps.findIndex((step, at) => at > from && !isStepDone(profile, step));
  return index < 0 ? null : index;
}

/**
 * Where the guide begins: at the remembered step, otherwise with the landmarks of an unmeasured person, otherwise at the
 * first step that has something to do. Null when nothing is missing.
 */
export function firstStep(
  profile: MeasurementProfile,
  steps: readonly CaptureStep[],
  remembered: string | null,
): number | null {
  const open = steps.findIndex((step) => step.kind !== "landmark" && !isStepDone(profile, step));
  if (open < 0) return null;
  const last = steps.findIndex((step) => stepKey(step) === remembered);
  const lastStep = steps[last];
  if (lastStep && !isStepDone(profile, lastStep)) return last;
  return Object.keys(profile.readings).length === 0 ? 0 : open;
}

/** What the check engine compares: the readings that count, in the measurements' units. */
export function valuesToCheck(profile: MeasurementProfile) {
  return Object.keys(profile.readings).flatMap((name) => {
    const { current, previous } = visitReadings(profile, name as MeasurementName);
    if (current.length === 0) return [];
    return [{ name, readings: current, ...(previous !== null && { previous }) }];
  });
}

/** The person says that the newest reading of a measurement is right as it is. */
export function confirmReading(
  profile: MeasurementProfile,
  name: MeasurementName,
): MeasurementProfile {
  const readings = profile.readings[name] ?? [];
  const confirmed = readings.map((reading, index) =>
    index === readings.length - 1 ? { ...reading, confirmed: true } : reading,
  );
  return { ...profile, readings: { ...profile.readings, [name]: confirmed } };
}
