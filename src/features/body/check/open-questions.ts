import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import {
  isMeasurementName,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { newestReading } from "#features/body/measurement/measurement-profile.ts";
import type { Finding } from "./check-profile.ts";

/** A finding about a measurement of the shop. */
export type MeasurementFinding = Finding & { readonly name: MeasurementName };

const isAboutMeasurement = (finding: Finding): finding is MeasurementFinding =>
  isMeasurementName(finding.name);

/**
 * What of the engine's findings stands between a person and a garment that needs these measurements: every question that the person
 * has not decided. Two readings that disagree are still to be measured (`unmeasured`), and are no question.
 */
export function openQuestions(
  findings: readonly Finding[],
  profile: MeasurementProfile,
  required: readonly MeasurementName[],
): readonly MeasurementFinding[] {
  return findings
    .filter(isAboutMeasurement)
    .filter(
      ({ cause, name }) =>
        required.includes(name) &&
        cause.reason !== "third-reading" &&
        newestReading(profile, name)?.confirmed !== true,
    );
}

/** "the question about the waist", beside what is still to be measured. */
export const questionText = ({ name }: MeasurementFinding): string =>
  `the question about the ${MEASUREMENTS[name].label.toLowerCase()}`;
