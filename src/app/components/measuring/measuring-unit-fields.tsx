import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";

const UNIT_LABELS: Readonly<Record<ChartUnit, string>> = {
  cm: "Centimeters and kilograms",
  inches: "Inches and pounds",
};

type Props = {
  /** The unit as submitted before; centimeters without one. */
  unit: string | undefined;
  /** The id of the form, where it does not surround the fields. */
  form?: string | undefined;
};

/** The unit of the measurements that a form sends, as its field `unit`. */
export function MeasuringUnitFields({ form, unit = "cm" }: Props) {
  return (
    <fieldset className="text-sm">
      <legend className="mb-1.5 font-medium">I measure in</legend>
      {CHART_UNITS.map((each) => (
        <label key={each} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            form={form}
            name="unit"
            value={each}
            defaultChecked={unit === each}
            className="choice"
          />
          {UNIT_LABELS[each]}
        </label>
      ))}
    </fieldset>
  );
}
