import { Delete } from "lucide-react";
import type { ReactNode } from "react";
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";
import { classNames } from "#ui/class-names.ts";
import { Field, Input } from "#ui/field.tsx";
import {
  EIGHTHS,
  eighthOf,
  FEET_KEY,
  HALF_KEY,
  withEighth,
  withFirstKey,
  withKey,
  withoutLast,
} from "./value-keys.ts";

/** A pasted text may have as many marks that nobody sees as letters. */
const MAX_TEXT_LENGTH = 60;

type Props = {
  name: MeasurementName;
  text: string;
  /** The text is the value that was measured before, and nothing was entered yet. */
  isKnown: boolean;
  unit: ChartUnit;
  onText: (text: string) => void;
  onUnit: (unit: ChartUnit) => void;
  error: string | null;
  /** Leaves the step without a value. */
  onSkip: () => void;
  busy: boolean;
  /** The buttons below the field, where there is no number pad. */
  children: ReactNode;
};

const unitLabels = {
  girth: { cm: "cm", inches: "inches" },
  length: { cm: "cm", inches: "inches" },
  weight: { cm: "kg", inches: "pounds" },
} as const;

const COARSE = "(pointer: coarse)";
const readPointer = () => matchMedia(COARSE).matches;

function watchPointer(onChange: () => void): () => void {
  const query = matchMedia(COARSE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

const isInches = (name: MeasurementName, unit: ChartUnit) =>
  unit === "inches" && MEASUREMENTS[name].unit === "mm";

/** Beside the digits of the number pad: at its edge, and beside the zero. */
type PadKeys = { readonly edge: string | null; readonly beside: string | null };

function keysOf(name: MeasurementName, unit: ChartUnit): PadKeys {
  if (MEASUREMENTS[name].kind === "angle") return { edge: null, beside: null };
  if (!isInches(name, unit)) return { edge: HALF_KEY, beside: "." };
  return { edge: null, beside: name === "height" ? FEET_KEY : null };
}

/**
 * The field shows the text as it was typed, and never rewrites it. Beside inches there are eighths, and on a touch screen a number
 * pad with the buttons of the step.
 */
export function ValueField(props: Props) {
  const { busy, children, error, isKnown, name, onSkip, onText, onUnit, text, unit } = props;
  const { kind, label } = MEASUREMENTS[name];
  const hasEighths = isInches(name, unit);
  const isCoarse = useSyncExternalStore(watchPointer, readPointer, () => false);
  return (
    <div className="flex flex-col gap-2 md:gap-3">
      <div className="flex items-start gap-3">
        <Field label={label} hideLabel error={error} className="min-w-0 flex-1">
          <Input
            data-step-field
            inputMode={isCoarse ? "none" : hasEighths ? "text" : "decimal"}
            enterKeyHint="next"
            autoComplete="off"
            maxLength={MAX_TEXT_LENGTH}
            value={text}
            onChange={({ target }) => onText(target.value)}
            className="figures min-h-12 text-xl! md:min-h-14"
          />
        </Field>
        {kind === "angle" ? (
          <span className="flex min-h-12 items-center text-ink-soft md:min-h-14">degrees</span>
        ) : (
          <UnitChoice unit={unit} labels={unitLabels[kind]} onUnit={onUnit} />
        )}
      </div>
      {hasEighths && (
        <Eighths
          fraction={eighthOf(text)}
          onChoose={(eighth) => onText(withEighth(text, eighth))}
        />
      )}
      {isCoarse ? (
        <NumberPad
          text={text}
          isKnown={isKnown}
          keys={keysOf(name, unit)}
          onText={onText}
          onSkip={onSkip}
          busy={busy}
        />
      ) : (
        children
      )}
    </div>
  );
}

type UnitChoiceProps = {
  unit: ChartUnit;
  labels: Readonly<Record<ChartUnit, string>>;
  onUnit: (unit: ChartUnit) => void;
};

function UnitChoice({ labels, onUnit, unit }: UnitChoiceProps) {
  return (
    <fieldset className="flex shrink-0 rounded-hair border border-edge bg-paper">
      <legend className="sr-only">Unit</legend>
      {CHART_UNITS.map((each) => (
        <label key={each} className="cursor-pointer">
          <input
            type="radio"
            name="measuring-unit"
            checked={each === unit}
            onChange={() => onUnit(each)}
            className="peer sr-only"
          />
          <span className="flex min-h-11.5 min-w-14 items-center justify-center px-3 text-sm text-ink-soft transition-colors md:min-h-13.5 peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara">
            {labels[each]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Eighths({
  fraction,
  onChoose,
}: {
  fraction: string;
  onChoose: (fraction: string) => void;
}) {
  return (
    <fieldset>
      <legend className="sr-only">Fraction of an inch</legend>
      <div className="grid grid-cols-8 gap-1">
        {["", ...EIGHTHS].map((eighth) => (
          <button
            key={eighth}
            type="button"
            aria-pressed={eighth === fraction}
            aria-label={eighth === "" ? "0, no fraction" : `${eighth} inch`}
            onClick={() => onChoose(eighth)}
            className={classNames(
              "figures flex min-h-11 items-center justify-center rounded-hair border text-sm transition-colors",
              eighth === fraction
                ? "border-ink bg-ink text-paper"
                : "border-line bg-paper hover:border-ink",
            )}
          >
            {eighth === "" ? "0" : eighth}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

type NumberPadProps = {
  text: string;
  isKnown: boolean;
  keys: PadKeys;
  onText: (text: string) => void;
  onSkip: () => void;
  busy: boolean;
};

const KEY_NAMES: Readonly<Record<string, string>> = { [FEET_KEY]: "ft" };

/**
 * The phone's own number pad would cover the drawing, and has no fractions. With the buttons of the step in its last column, it
 * leaves room for the instruction on the smallest screens.
 */
function NumberPad({ busy, isKnown, keys, onSkip, onText, text }: NumberPadProps) {
  const key = (label: string) => (
    <button
      key={label}
      type="button"
      onClick={() => onText(isKnown ? withFirstKey(text, label) : withKey(text, label))}
      className={keyClass}
    >
      {KEY_NAMES[label] ?? label}
    </button>
  );
  return (
    <fieldset>
      <legend className="sr-only">Number pad</legend>
      <div className="grid grid-cols-[1fr_1fr_1fr_1.3fr] gap-1.5">
        {["1", "2", "3"].map(key)}
        <button
          type="button"
          aria-label="Delete"
          onClick={() => onText(withoutLast(text))}
          className={classNames(keyClass, keys.edge === null && "row-span-2")}
        >
          <Delete size={22} aria-hidden="true" />
        </button>
        {["4", "5", "6"].map(key)}
        {keys.edge !== null && <LastKey text={text} label={keys.edge} onText={onText} />}
        {["7", "8", "9"].map(key)}
        <button
          type="submit"
          aria-busy={busy || undefined}
          className="row-span-2 flex items-center justify-center rounded-hair bg-forest forced-colors:border text-base font-medium tracking-wide text-paper transition-colors active:bg-forest-deep"
        >
          Next
        </button>
        <button
          type="button"
          onClick={onSkip}
          className="flex min-h-11 items-center justify-center text-center text-sm leading-tight underline decoration-edge decoration-1 underline-offset-2"
        >
          Skip for later
        </button>
        {key("0")}
        {keys.beside === null ? <span /> : key(keys.beside)}
      </div>
      <output className="sr-only">{text}</output>
    </fieldset>
  );
}

type LastKeyProps = Pick<NumberPadProps, "onText" | "text"> & { label: string };

/** Nothing follows a half, so that this key also does what Next does; after nothing it is not pressed yet. */
function LastKey({ label, onText, text }: LastKeyProps) {
  const end = (form: HTMLFormElement | null) => {
    const ended = withKey(text, label);
    if (ended === text) return;
    flushSync(() => onText(ended));
    form?.requestSubmit();
  };
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => end(currentTarget.form)}
      className={classNames(keyClass, "gap-1.5 text-forest")}
    >
      {label} <span className="text-base font-medium">Next</span>
    </button>
  );
}

const keyClass =
  "figures flex min-h-11 items-center justify-center rounded-hair bg-cloth text-lg leading-none transition-colors active:bg-line";
