import type { ReactNode } from "react";
import { useId } from "react";
import { classNames } from "./class-names.ts";
import { FieldError } from "./field.tsx";

type OptionTile = {
  value: string;
  label: string;
  /** Before the label, such as a colour swatch. */
  adornment?: ReactNode;
  /** Struck through; `disabledReason` is read out. */
  disabled?: boolean;
  disabledReason?: string;
};

type OptionTilesProps = {
  legend: ReactNode;
  name: string;
  options: readonly OptionTile[];
  /** Null when nothing is chosen yet. */
  value: string | null;
  onChange: (value: string) => void;
  /** At the right of the legend, such as a link to a guide. */
  aside?: ReactNode;
  error?: string | null | undefined;
  /** The id of the form that submits the choice where no script handles it; the choice is then required. */
  form?: string;
};

const tile =
  "flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-hair border border-line bg-paper px-3 text-sm transition-colors hover:border-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara peer-disabled:struck peer-disabled:border-line peer-disabled:text-ink-quiet";

/** A tile of text turns to ink; one with a colour gets a demerara border. */
const chosen = {
  word: "peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper",
  colour: "peer-checked:border-demerara peer-checked:inset-ring peer-checked:inset-ring-demerara",
};

/** "L, sold out" as one label: visually hidden text would be read with a gap before the comma. */
function saidInFull({ label, disabled, disabledReason }: OptionTile): string | undefined {
  return disabled && disabledReason ? `${label}, ${disabledReason}` : undefined;
}

/** One of several as tiles: radios underneath, so that arrows move and a form submits the value. */
export function OptionTiles(props: OptionTilesProps) {
  const { legend, name, options, value, onChange, aside, error, form } = props;
  const errorId = `${useId()}-error`;
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="sr-only">{legend}</legend>
      <div className="mb-3 flex items-baseline justify-between gap-4 text-sm">
        <span aria-hidden="true" className="font-medium">
          {legend}
        </span>
        {aside}
      </div>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="has-disabled:cursor-not-allowed">
            <input
              type="radio"
              name={name}
              form={form}
              required={form !== undefined}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              aria-label={saidInFull(option)}
              onChange={() => onChange(option.value)}
              className="peer sr-only"
            />
            <span className={classNames(tile, option.adornment ? chosen.colour : chosen.word)}>
              {option.adornment}
              {option.label}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

type SwatchProps = {
  /** A CSS colour, as the owner chose it. */
  colour: string;
  /** Read out unless `decorative`. */
  name: string;
  /** True where the name is beside it as text. */
  decorative?: boolean;
  /** Diameter in pixels. */
  size?: number;
};

/** A round of colour with an edge that shows white on paper. */
export function Swatch({ colour, name, decorative = false, size = 20 }: SwatchProps) {
  return (
    <span className="inline-flex shrink-0" title={decorative ? undefined : name}>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="11" fill={colour} stroke="currentColor" strokeOpacity="0.3" />
      </svg>
      {!decorative && <span className="sr-only">{name}</span>}
    </span>
  );
}
