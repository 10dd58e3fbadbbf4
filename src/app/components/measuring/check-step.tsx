import { checkMessage } from "#features/measurement/check/check-messages.ts";
import { MEASUREMENTS } from "#features/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/measurement/measurement-profile.ts";
import { formatMeasurement, newestReading } from "#features/measurement/measurement-profile.ts";
import type { ChartUnit } from "#features/measurement/size-chart.ts";
import { Button } from "#ui/button.tsx";
import { StepTitle } from "./step-title.tsx";
import type { MeasurementFinding } from "./use-measuring-guide.ts";

type Props = {
  finding: MeasurementFinding;
  profile: MeasurementProfile;
  unit: ChartUnit;
  onAgain: () => void;
  onAccept: () => void;
};

/** Questions one value. The person decides: measure again, or leave it as it is. */
export function CheckStep({ finding, onAccept, onAgain, profile, unit }: Props) {
  const { level, name } = finding;
  const { action, notice } = checkMessage(finding, unit);
  const reading = newestReading(profile, name);
  return (
    <div className="flex flex-col gap-6">
      <StepTitle
        progress="A question"
        title={`Is the ${MEASUREMENTS[name].label.toLowerCase()} right?`}
      >
        <p>
          {reading && (
            <strong className="figures font-medium text-ink">
              You entered {formatMeasurement(name, reading.value, unit)}.{" "}
            </strong>
          )}
          {notice}
        </p>
        <p className="mt-3">{action}</p>
      </StepTitle>
      <div className="flex flex-col gap-3">
        <Button size="lg" onClick={onAgain}>
          Measure again
        </Button>
        <Button size="lg" variant="secondary" onClick={onAccept}>
          {level === "stop" ? "Keep it, let the atelier check" : "It is right"}
        </Button>
      </div>
    </div>
  );
}
