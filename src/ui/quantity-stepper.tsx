import { Minus, Plus } from "lucide-react";

type Props = {
  value: number;
  onChange: (value: number) => void;
  /** What is counted, for screen readers: the line's name. */
  label: string;
  /** The less button works above this. */
  min?: number;
  max?: number;
  disabled?: boolean;
};

const press =
  "flex size-9 items-center justify-center transition-colors not-disabled:hover:text-demerara disabled:text-edge pointer-coarse:size-11";

/** Less, the count, more: for a line that the caller holds. */
export function QuantityStepper({ value, onChange, label, min = 1, max, disabled = false }: Props) {
  const set = (next: number) => () => onChange(next);
  return (
    <fieldset className="relative inline-flex items-center rounded-hair border border-line">
      <legend className="sr-only">Quantity of {label}</legend>
      <button
        type="button"
        className={press}
        aria-label={`Decrease quantity of ${label}`}
        disabled={disabled || value <= min}
        onClick={set(value - 1)}
      >
        <Minus size={14} aria-hidden="true" />
      </button>
      <output aria-live="polite" className="figures min-w-7 text-center text-sm">
        {value}
      </output>
      <button
        type="button"
        className={press}
        aria-label={`Increase quantity of ${label}`}
        disabled={disabled || (max !== undefined && value >= max)}
        onClick={set(value + 1)}
      >
        <Plus size={14} aria-hidden="true" />
      </button>
    </fieldset>
  );
}
