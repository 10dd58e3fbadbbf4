import { needsAnotherReading } from "#features/body/check/reading-history.ts";
import type { LandmarkName, MeasurementName } from "./measurement-definitions.ts";
import { isPossible, LANDMARKS, MEASUREMENTS, needsHelp } from "./measurement-definitions.ts";
import type { HELP, MeasurementProfile, Reading } from "./measurement-profile.ts";
import { newestReading } from "./measurement-profile.ts";
import { readingsNeeded } from "./required-measurements.ts";
import { derivedSlope } from "./shoulder-slope.ts";

/** A step is one screen of the guide. */
export type CaptureStep =
  | { readonly kind: "landmarks"; readonly landmarks: readonly LandmarkName[] }
  | { readonly kind: "measurement"; readonly name: MeasurementName }
  | { readonly kind: "posture" }
  | { readonly kind: "shoulders" };

/** Posture and shoulder shape change only what hangs from the shoulders. */
const HANGS_FROM_SHOULDERS: MeasurementName = "shoulderToShoulder";

/** Whether the person measures alone what a second person should hold the tape for: such readings are compared less strictly. */
export const isMeasuredAlone = (
  { help }: Pick<MeasurementProfile, "help">,
  name: MeasurementName,
): boolean => help?.value === "alone" && needsHelp(name);

/** The drawing of the shoulders gives this one, so that it is measured only where no drawing was chosen. */
const GIVEN_BY_DRAWING: MeasurementName = "shoulderSlope";

/** What is measured with a tape in any case: without the slope, where the guide shows the drawings of the shoulders. */
export const withoutGiven = (names: readonly MeasurementName[]): readonly MeasurementName[] =>
  names.includes(HANGS_FROM_SHOULDERS) ? names.filter((name) => name !== GIVEN_BY_DRAWING) : names;

/** The landmarks that these measurements need, from the neck down. */
export function landmarksOf(names: readonly MeasurementName[]): readonly LandmarkName[] {
  const needed = new Set(names.flatMap((name) => MEASUREMENTS[name].landmarks));
  return (Object.keys(LANDMARKS) as LandmarkName[]).filter((landmark) => needed.has(landmark));
}

/**
 * The guide's steps: first all landmarks that these measurements need, on one screen, then the measurements in their order, then
 * posture and shoulders for what hangs from the shoulders, and the slope after the drawing that gives it. Alone, what is hard to
 * reach comes last.
 */
export function captureSteps(
  names: readonly MeasurementName[],
  help: (typeof HELP)[number] = "with help",
): readonly CaptureStep[] {
  const landmarks = landmarksOf(names);
  const hasShapes = names.includes(HANGS_FROM_SHOULDERS);
  const shapes = hasShapes ? (["posture", "shoulders"] as const) : [];
  const ordered =
    help === "alone"
      ? [...names.filter((name) => !needsHelp(name)), ...names.filter(needsHelp)]
      : names;
  const measured = withoutGiven(ordered);
  const given = ordered.filter((name) => !measured.includes(name));
  const asMeasurement = (name: MeasurementName) => ({ kind: "measurement" as const, name });
  return [
    ...(landmarks.length > 0 ? [{ kind: "landmarks" as const, landmarks }] : []),
    ...measured.map(asMeasurement),
    ...shapes.map((kind) => ({ kind })),
    ...given.map(asMeasurement),
  ];
}

/** Identifies a step in the browser's storage. */
export function stepKey(step: CaptureStep): string {
  return step.kind === "measurement" ? `measurement:${step.name}` : step.kind;
}

/** Readings of one visit are at most this far apart; older ones are the person's history. */
const SAME_VISIT_MS = 24 * 60 * 60_000;

/** Whether a reading is older than a visit that began now. */
export const isOfEarlierVisit = ({ at }: Reading): boolean =>
  Date.parse(at) < Date.now() - SAME_VISIT_MS;

/** Two readings that disagree ask for a third; after three the two closest count. */
const MAX_COMPARED = 3;

/**
 * The readings that a further one is compared with. One that nobody could have, and that the person did not insist on, was mistyped:
 * it stops to count as soon as it is entered anew.
 */
function countedReadings(profile: MeasurementProfile, name: MeasurementName): readonly Reading[] {
  const readings = profile.readings[name] ?? [];
  const isCounted = ({ confirmed, value }: Reading) => confirmed || isPossible(name, value);
  const newest = readings.at(-1);
  return newest && isCounted(newest) ? readings.filter(isCounted) : readings;
}

const areApart = (
  profile: MeasurementProfile,
  name: MeasurementName,
  readings: readonly number[],
): boolean => needsAnotherReading(name, readings, isMeasuredAlone(profile, name));

type VisitReadings = { readonly current: readonly number[]; readonly previous: number | null };

/**
 * Splits the readings of a measurement, in its own unit: those that count now, and the person's last value before this visit.
 * A measurement that is taken once counts its newest reading; others their last two, or three while those disagree.
 */
export function visitReadings(profile: MeasurementProfile, name: MeasurementName): VisitReadings {
  const readings = countedReadings(profile, name);
  const newest = readings.at(-1);
  if (!newest) return { current: [], previous: null };
  const since = Date.parse(newest.at) - SAME_VISIT_MS;
  const visit = readings.filter(({ at }) => Date.parse(at) >= since).map(({ value }) => value);
  const previous = readings.filter(({ at }) => Date.parse(at) < since).at(-1)?.value ?? null;
  const needed = readingsNeeded(name);
  const newestOnes = visit.slice(-needed);
  const current = areApart(profile, name, newestOnes) ? visit.slice(-MAX_COMPARED) : newestOnes;
  return { current, previous };
}

/**
 * Whether the measurement still needs a reading: "first", the "again" of those that are taken twice, a "third" when two are
 * more than a centimeter apart. Null when it is complete; a confirmed reading needs no more, and the slope none when the person
 * chose a drawing of the shoulders.
 */
export function nextReading(
  profile: MeasurementProfile,
  name: MeasurementName,
): "first" | "again" | "third" | null {
  const { current } = visitReadings(profile, name);
  if (name === "shoulderSlope" && derivedSlope(profile)) return null;
  const total = countedReadings(profile, name).length;
  if (total === 0) return "first";
  if (total < readingsNeeded(name)) return "again";
  if (profile.readings[name]?.at(-1)?.confirmed) return null;
  return current.length < MAX_COMPARED && areApart(profile, name, current) ? "third" : null;
}

/** Says whether a landmark was found in this visit; strings and stickers come off after it. */
export type IsFound = (landmark: LandmarkName) => boolean;

const NOTHING_FOUND: IsFound = () => false;

/** Whether a step has nothing left to do. Landmarks are done for the visit in which all of them were found. */
export function isStepDone(
  profile: MeasurementProfile,
  step: CaptureStep,
  isFound: IsFound = NOTHING_FOUND,
): boolean {
  if (step.kind === "landmarks") return step.landmarks.every(isFound);
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
 * What counts as a measurement of this person. A slope does once it was measured or is all that is left; the drawing of the shoulders
 * gives it to everybody else, so that "24 of 24" is everything.
 */
export function countedNames(
  profile: MeasurementProfile,
  names: readonly MeasurementName[],
): readonly MeasurementName[] {
  const taped = withoutGiven(names);
  const isMeasured = (profile.readings[GIVEN_BY_DRAWING]?.length ?? 0) > 0;
  const isLeft = derivedSlope(profile) === null && unmeasured(profile, taped).length === 0;
  return isMeasured || isLeft ? names : taped;
}

/** What is still to be measured, in words: "chest", or "chest once more" where a further reading is missing. */
export function missingTexts(
  profile: MeasurementProfile,
  names: readonly MeasurementName[],
): readonly string[] {
  return unmeasured(profile, names).map((name) => {
    const label = MEASUREMENTS[name].label.toLowerCase();
    return nextReading(profile, name) === "first" ? label : `${label} once more`;
  });
}

/** As many things are named in a sentence; a longer list is its beginning and a count. */
const MAX_NAMED = 6;
const NAMED_OF_MANY = 3;

/** What is left to do, in a sentence: all of it while it is short, else "height; weight; neck and 21 more". */
export function leftToDoText(texts: readonly string[]): string {
  if (texts.length <= MAX_NAMED) return texts.join("; ");
  return `${texts.slice(0, NAMED_OF_MANY).join("; ")} and ${texts.length - NAMED_OF_MANY} more`;
}

const joined = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? "") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

/**
 * What a person reads who has everything but second readings, such as one who was measured before the girths were read twice; null
 * for anybody else.
 */
export function secondReadingsText(
  profile: MeasurementProfile,
  names: readonly MeasurementName[],
): string | null {
  const missing = unmeasured(profile, names);
  const isOnlyAgain = missing.every((name) => nextReading(profile, name) === "again");
  if (missing.length === 0 || !isOnlyAgain) return null;
  const labels = joined(missing.map((name) => MEASUREMENTS[name].label.toLowerCase()));
  return `Everything measured so far stays. Only a second reading is left, of the ${labels}: a slip of the tape shows in no other way, and the garment is cut to it.`;
}

/**
 * The step after `from` that still has something to do; skipped ones before it wait. Null when none follows.
 */
export function stepAfter(
  profile: MeasurementProfile,
  steps: readonly CaptureStep[],
  from: number,
  isFound: IsFound = NOTHING_FOUND,
): number | null {
  const index = steps.findIndex((step, at) => at > from && !isStepDone(profile, step, isFound));
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
  isFound: IsFound = NOTHING_FOUND,
): number | null {
  const open = steps.findIndex((step) => step.kind !== "landmarks" && !isStepDone(profile, step));
  if (open < 0) return null;
  const last = steps.findIndex((step) => stepKey(step) === remembered);
  const lastStep = steps[last];
  if (lastStep && !isStepDone(profile, lastStep, isFound)) return last;
  if (Object.keys(profile.readings).length > 0) return open;
  return steps.findIndex((step) => !isStepDone(profile, step, isFound));
}

/** What the check engine compares: the readings that count, in the measurements' units, and the unit of the newest one's field. */
export function valuesToCheck(profile: MeasurementProfile) {
  return Object.keys(profile.readings).flatMap((name) => {
    const { current, previous } = visitReadings(profile, name as MeasurementName);
    if (current.length === 0) return [];
    const isAlone = isMeasuredAlone(profile, name as MeasurementName);
    const unit = newestReading(profile, name as MeasurementName)?.unit;
    return [
      {
        name,
        readings: current,
        ...(unit && { unit }),
        ...(previous !== null && { previous }),
        ...(isAlone && { isAlone }),
      },
    ];
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
