import { checkMessage } from "#features/body/check/check-messages.ts";
import type { MeasurementFinding } from "#features/body/check/open-questions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  formatMeasurement,
  formatValue,
  newestReading,
} from "#features/body/measurement/measurement-profile.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { Button } from "#ui/button.tsx";
import { BESIDE_DRAWING, STEP_PARTS, StepActions, StepTitle } from "./step-title.tsx";

type Props = {
  finding: MeasurementFinding;
  profile: MeasurementProfile;
  unit: ChartUnit;
  onAgain: () => void;
  onAccept: () => void;
  /** Enters what was probably meant, as text in the shown unit. */
  onSuggested: (text: string) => void;
};

/** Questions one value. The person decides: measure again, take what was probably meant, or leave it as it is. */
export function CheckStep({ finding, onAccept, onAgain, onSuggested, profile, unit }: Props) {
  const { cause, level, name } = finding;
  const { action, notice } = checkMessage(finding, unit);
  const reading = newestReading(profile, name);
  const entered = reading && formatMeasurement(name, reading.value, unit);
  const suggested = "suggested" in cause ? Math.round(cause.suggested) : null;
  return (
    <div className={STEP_PARTS}>
      <StepTitle
        className={BESIDE_DRAWING}
        progress="A question"
        title={`Is the ${MEASUREMENTS[name].label.toLowerCase()} right?`}
        spoken={`${notice} ${action}`}
      >
        <p>
          {entered && (
            <strong className="figures font-medium text-ink">You entered {entered}. </strong>
          )}
          {notice}
        </p>
        <p className="mt-3">{action}</p>
      </StepTitle>
      <StepActions>
        <div className="flex flex-col gap-2 md:mt-2 md:gap-3">
          {suggested !== null && (
            <Button size="lg" onClick={() => onSuggested(formatValue(name, suggested, unit))}>
              Use {formatMeasurement(name, suggested, unit)}
            </Button>
          )}
          <Button
            size="lg"
            variant={suggested === null ? "primary" : "secondary"}
            onClick={onAgain}
          >
            Measure again
          </Button>
          <Button size="lg" variant={suggested === null ? "secondary" : "quiet"} onClick={onAccept}>
            {level === "stop" ? "Keep it, let the atelier check" : `${entered ?? "It"} is right`}
          </Button>
        </div>
      </StepActions>
    </div>
  );
}
