import { Check } from "lucide-react";
import type { MeasurementFinding } from "#features/body/check/open-questions.ts";
import type { CaptureStep } from "#features/body/measurement/capture-steps.ts";
import {
  countedNames,
  nextReading,
  secondReadingsText,
  stepKey,
  unmeasured,
} from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  formatMeasurement,
  newestReading,
} from "#features/body/measurement/measurement-profile.ts";
import { derivedSlope, slopeText } from "#features/body/measurement/shoulder-slope.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { Button } from "#ui/button.tsx";
import { isFound } from "./guide-memory.browser.ts";
import { StepActions, StepTitle } from "./step-title.tsx";

type Props = {
  profile: MeasurementProfile;
  names: readonly MeasurementName[];
  steps: readonly CaptureStep[];
  unit: ChartUnit;
  onOpen: (step: CaptureStep) => void;
  onResume: () => void;
  onDone: () => void;
  /** What the check engine still asks about. */
  questions: readonly MeasurementFinding[];
  /** What leaving with something missing is called. */
  stopLabel: string;
};

const LABELS = {
  landmarks: "Points to find",
  posture: "Posture",
  shoulders: "Shoulders",
} as const;

const labelOf = (step: CaptureStep): string =>
  step.kind === "measurement" ? MEASUREMENTS[step.name].label : LABELS[step.kind];

/** The value of a step as text; null while it is open. */
function shownValue(
  profile: MeasurementProfile,
  step: CaptureStep,
  unit: ChartUnit,
): string | null {
  if (step.kind === "landmarks") {
    return step.landmarks.every((landmark) => isFound(profile.id, landmark)) ? "Found" : null;
  }
  if (step.kind !== "measurement") return profile[step.kind]?.value ?? null;
  const reading = newestReading(profile, step.name);
  if (reading) return formatMeasurement(step.name, reading.value, unit);
  const slope = step.name === "shoulderSlope" ? derivedSlope(profile) : null;
  return slope && slopeText(slope);
}

function stateOf(profile: MeasurementProfile, step: CaptureStep): string {
  if (step.kind === "landmarks") return "Find";
  if (step.kind !== "measurement") return "To choose";
  return nextReading(profile, step.name) === "first" ? "To measure" : "Once more";
}

const isLandmarks = ({ kind }: CaptureStep) => kind === "landmarks";

function valuesFirst(steps: readonly CaptureStep[]): readonly CaptureStep[] {
  return [...steps.filter((step) => !isLandmarks(step)), ...steps.filter(isLandmarks)];
}

/** Every step with its value, to jump to. */
export function ValueList({
  names,
  onDone,
  onOpen,
  onResume,
  profile,
  questions,
  steps,
  stopLabel,
  unit,
}: Props) {
  const missing = unmeasured(profile, countedNames(profile, names));
  const open = missing.length + questions.length;
  const isQuestioned = (step: CaptureStep) =>
    step.kind === "measurement" && questions.some(({ name }) => name === step.name);
  return (
    <div className="space-y-6">
      <StepTitle progress="All values" title={titleOf(missing.length, questions.length)}>
        {secondReadingsText(profile, names) ?? "Choose one to measure it, or to measure it again."}
      </StepTitle>
      <ul className="border-t border-line">
        {valuesFirst(steps).map((step) => {
          const value = shownValue(profile, step, unit);
          const isOpen = step.kind === "measurement" && nextReading(profile, step.name) !== null;
          return (
            <li key={stepKey(step)} className="border-b border-line">
              <button
                type="button"
                onClick={() => onOpen(step)}
                className="flex min-h-12 w-full items-center justify-between gap-4 py-2 text-left transition-colors hover:text-demerara"
              >
                <span>{labelOf(step)}</span>
                <span className="figures flex items-center gap-2 text-sm text-ink-soft">
                  {value}
                  {value === null || isOpen || isQuestioned(step) ? (
                    <span className="text-demerara">
                      {isQuestioned(step) ? "Look once more" : stateOf(profile, step)}
                    </span>
                  ) : (
                    <Check size={16} aria-hidden="true" className="text-success" />
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {open > 0 && (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-ink-soft">
            Nothing can be ordered with these measurements before every value of this list is done.
          </p>
          <Button size="lg" variant="secondary" onClick={onDone}>
            {stopLabel}
          </Button>
        </div>
      )}
      <StepActions>
        <Button size="lg" className="w-full" onClick={onResume}>
          {open === 0 ? "Done" : "Go on measuring"}
        </Button>
      </StepActions>
    </div>
  );
}

function titleOf(missing: number, questions: number): string {
  if (missing > 0) return `${missing} still to measure`;
  return questions === 0 ? "Everything is measured" : `${questions} to look at once more`;
}
