import type { ReactNode } from "react";
import { useId } from "react";
import { FieldError } from "./field.tsx";

export type OptionTile = {
  value: string;
  label: string;
  /** Drawn before the label, as a colour swatch. */
  adornment?: ReactNode;
  /** Cannot be chosen: struck through, and `disabledReason` read out. */
  disabled?: boolean;
  disabledReason?: string;
};

type Props = {
  legend: ReactNode;
  name: string;
  options: readonly OptionTile[];
  /** The chosen value, or null when nothing is chosen yet. */
  value: string | null;
  onChange: (value: string) => void;
  /** Stands at the right of the legend, as a link to a guide. */
  aside?: ReactNode;
  error?: string | null | undefined;
  className?: string;
};

const tile =
  "flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-hair border border-line bg-paper px-3 text-sm transition-colors hover:border-ink peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara peer-disabled:struck peer-disabled:border-line peer-disabled:text-ink-quiet";

/** One of several as squares in a row: radios underneath, so that arrows move and a form carries the value. */
export function OptionTiles(props: Props) {
  const { legend, name, options, value, onChange, aside, error, className } = props;
  const errorId = `${useId()}-error`;
  return (
    <fieldset
      className={`relative ${className ?? ""}`}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="mb-3 text-sm font-medium">{legend}</legend>
      {aside && <div className="absolute top-0 right-0 text-sm">{aside}</div>}
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="has-disabled:cursor-not-allowed">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="peer sr-only"
            />
            <span className={tile}>
              {option.adornment}
              {option.label}
              {option.disabled && option.disabledReason && (
                <span className="sr-only">, {option.disabledReason}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
