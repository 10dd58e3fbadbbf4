import { missingTexts, valuesToCheck } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { checkMeasurements } from "./check-engine.ts";
import { openQuestions, questionText } from "./open-questions.ts";

/**
 * What a person still has to do before a garment that needs these measurements can be ordered, in words; empty when they are done.
 * Loads the check engine: pages import it with `import()`.
 */
export function openWork(
  profile: MeasurementProfile,
  required: readonly MeasurementName[],
): readonly string[] {
  const { findings } = checkMeasurements(valuesToCheck(profile));
  return [
    ...missingTexts(profile, required),
    ...openQuestions(findings, profile, required).map(questionText),
  ];
}
