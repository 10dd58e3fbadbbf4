import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldError } from "#ui/field.tsx";

/** Every measurement is in one part of the body. */
const PARTS: Readonly<Record<string, readonly MeasurementName[]>> = {
  "Whole body": ["height", "weight"],
  "Head and shoulders": ["head", "neck", "shoulderToShoulder", "shoulderSlope"],
  Arm: ["shoulderToElbow", "shoulderToWrist", "biceps", "wrist"],
  "Chest and bust": [
    "highBust",
    "highBustFront",
    "chest",
    "chestFront",
    "bustSpan",
    "underbust",
    "hpsToBust",
    "bustPointToUnderbust",
  ],
  "Neck to waist": ["hpsToWaistFront", "hpsToWaistBack", "waistToArmpit", "waistToUnderbust"],
  "Waist and hips": [
    "waist",
    "waistBack",
    "hips",
    "seat",
    "seatBack",
    "waistToHips",
    "waistToSeat",
  ],
  Leg: [
    "crossSeam",
    "crossSeamFront",
    "crotchDepth",
    "waistToUpperLeg",
    "waistToKnee",
    "waistToFloor",
    "inseam",
    "upperLeg",
    "knee",
    "ankle",
    "heel",
  ],
};

type Props = {
  id: string;
  name: string;
  chosen: readonly string[];
  defaults: readonly string[];
  /** Changes with a reset, so that the boxes start anew. */
  resetKey: string | undefined;
  error: string | undefined;
  onReset: () => void;
};

/** Shows the required measurements as checkboxes. */
export function MeasurementFields(props: Props) {
  const { id, name, chosen, defaults, resetKey, error, onReset } = props;
  const isDefault =
    chosen.length === defaults.length && defaults.every((each) => chosen.includes(each));
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-sm text-ink-soft">
          {chosen.length} of {Object.keys(MEASUREMENTS).length} required.{" "}
          {isDefault ? "This is the default set." : "This differs from the default set."}
        </p>
        <Button variant="quiet" size="sm" disabled={isDefault} onClick={onReset}>
          Reset to the default set
        </Button>
      </div>
      <FieldError id={`${id}-error`} error={error} />
      <details open={error ? true : undefined}>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
          Change the measurements
        </summary>
        <div key={resetKey} className="mt-3 grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
          {Object.entries(PARTS).map(([part, names]) => (
            <fieldset key={part}>
              <legend className="eyebrow mb-1">{part}</legend>
              {names.map((each) => (
                <Checkbox
                  key={each}
                  name={name}
                  value={each}
                  defaultChecked={chosen.includes(each)}
                  label={MEASUREMENTS[each].label}
                  className="text-sm"
                />
              ))}
            </fieldset>
          ))}
        </div>
      </details>
    </div>
  );
}
