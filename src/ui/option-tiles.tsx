import type { ReactNode } from "react";
import { useId } from "react";
import { classNames } from "./class-names.ts";
import { FieldError } from "./field.tsx";

type OptionTile = {
  value: string;
  label: string;
  /** Precedes the label, such as a color swatch. */
  adornment?: ReactNode;
  /** Strikes the tile through; screen readers read `disabledReason`. */
  disabled?: boolean;
  disabledReason?: string;
};

type OptionTilesProps = {
  legend: ReactNode;
  name: string;
  options: readonly OptionTile[];
  /** Null until one is chosen. */
  value: string | null;
  onChange: (value: string) => void;
  /** Renders right of the legend. */
  aside?: ReactNode;
  error?: string | null | undefined;
  /** Names the form that submits the choice without JavaScript; makes the choice required. */
  form?: string;
};

const tile =
  "flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-hair border border-line bg-paper px-3 text-sm transition-colors hover:border-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara peer-disabled:struck peer-disabled:border-line peer-disabled:text-ink-quiet";

/** A text tile turns to ink; a color tile gets a border. */
const chosen = {
  word: "peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper",
  colour: "peer-checked:border-demerara peer-checked:inset-ring peer-checked:inset-ring-demerara",
};

/** One label, because hidden text would be read with a gap: "L, sold out". */
function saidInFull({ label, disabled, disabledReason }: OptionTile): string | undefined {
  return disabled && disabledReason ? `${label}, ${disabledReason}` : undefined;
}

/** Radios let arrows move and a form submit the value. */
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
  /** The owner chooses this CSS color. */
  colour: string;
  /** Screen readers read it unless `decorative`. */
  name: string;
  /** True where text beside it gives the name. */
  decorative?: boolean;
  /** Diameter in pixels. */
  size?: number;
};

/** The edge makes white visible on paper. */
export function Swatch({ colour, name, decorative = false, size = 20 }: SwatchProps) {
  const dot = (
    <svg width={size} height={size} viewBox="0 0 24 24" className="shrink-0" aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill={colour} stroke="currentColor" strokeOpacity="0.3" />
    </svg>
  );
  if (decorative) return dot;
  return (
    <span className="inline-flex shrink-0" title={name}>
      {dot}
      <span className="sr-only">{name}</span>
    </span>
  );
}
