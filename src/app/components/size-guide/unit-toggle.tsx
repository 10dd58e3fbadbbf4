import { useId } from "react";
import type { ChartUnit } from "#features/measurement/size-chart.ts";

const UNITS: readonly { unit: ChartUnit; label: string }[] = [
  { unit: "inches", label: "inches" },
  { unit: "cm", label: "cm" },
];

type Props = { unit: ChartUnit; onChange: (unit: ChartUnit) => void };

/** Inches or centimetres, one of two. */
export function UnitToggle({ unit, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-hair border border-line">
      <legend className="sr-only">Unit of the chart</legend>
      {UNITS.map((option) => (
        <label key={option.unit}>
          <input
            type="radio"
            name={name}
            value={option.unit}
            checked={option.unit === unit}
            onChange={() => onChange(option.unit)}
            className="peer sr-only"
          />
          <span className="flex min-h-9 min-w-16 items-center justify-center px-3 text-sm text-ink-soft transition-colors peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara pointer-coarse:min-h-11">
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
