import { Delete } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { MeasurementKind } from "#features/body/measurement/measurement-definitions.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { classNames } from "#ui/class-names.ts";
import { Field, Input } from "#ui/field.tsx";

const EIGHTHS = ["1/8", "1/4", "3/8", "1/2", "5/8", "3/4", "7/8"] as const;
const WITH_FRACTION = /^(\d{1,3}) ([1357]\/[248])$/;

type Props = {
  label: string;
  kind: MeasurementKind;
  text: string;
  unit: ChartUnit;
  onText: (text: string) => void;
  onUnit: (unit: ChartUnit) => void;
  error: string | null;
};

const unitLabels: Readonly<Record<MeasurementKind, Readonly<Record<ChartUnit, string>>>> = {
  girth: { cm: "cm", inches: "inches" },
  length: { cm: "cm", inches: "inches" },
  weight: { cm: "kg", inches: "pounds" },
  angle: { cm: "degrees", inches: "degrees" },
};

const COARSE = "(pointer: coarse)";
const readPointer = () => matchMedia(COARSE).matches;

function watchPointer(onChange: () => void): () => void {
  const query = matchMedia(COARSE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whole inches with an eighth beside them, because a phone's number pad has no fractions; centimeters to the millimeter. */
export function ValueField({ error, kind, label, onText, onUnit, text, unit }: Props) {
  const hasEighths = unit === "inches" && (kind === "girth" || kind === "length");
  const [, whole = text, fraction = ""] = (hasEighths && WITH_FRACTION.exec(text.trim())) || [];
  const isCoarse = useSyncExternalStore(watchPointer, readPointer, () => false);
  const choose = (eighth: string) => {
    const inches = whole.trim() === "" ? "0" : whole.trim();
    onText(eighth === "" ? inches : `${inches} ${eighth}`);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Field label={label} hideLabel error={error} className="flex-1">
          <Input
            data-step-field
            inputMode={isCoarse ? "none" : "decimal"}
            enterKeyHint="next"
            autoComplete="off"
            maxLength={20}
            value={hasEighths ? whole : text}
            onChange={({ target }) =>
              onText(fraction && target.value !== "" ? `${target.value} ${fraction}` : target.value)
            }
            className="figures min-h-14 text-xl!"
          />
        </Field>
        {kind === "angle" ? (
          <span className="flex min-h-14 items-center text-ink-soft">degrees</span>
        ) : (
          <UnitChoice unit={unit} labels={unitLabels[kind]} onUnit={onUnit} />
        )}
      </div>
      {hasEighths && <Eighths fraction={fraction} onChoose={choose} />}
      {isCoarse && (
        <NumberPad
          text={hasEighths ? whole : text}
          hasPoint={!hasEighths && kind !== "angle"}
          onText={(next) => onText(fraction && next !== "" ? `${next} ${fraction}` : next)}
        />
      )}
    </div>
  );
}

type UnitChoiceProps = {
  unit: ChartUnit;
  labels: Readonly<Record<ChartUnit, string>>;
  onUnit: (unit: ChartUnit) => void;
};

const UNITS: readonly ChartUnit[] = ["cm", "inches"];

function UnitChoice({ labels, onUnit, unit }: UnitChoiceProps) {
  return (
    <fieldset className="flex rounded-hair border border-edge bg-paper">
      <legend className="sr-only">Unit</legend>
      {UNITS.map((each) => (
        <label key={each} className="cursor-pointer">
          <input
            type="radio"
            name="measuring-unit"
            checked={each === unit}
            onChange={() => onUnit(each)}
            className="peer sr-only"
          />
          <span className="flex min-h-13.5 min-w-14 items-center justify-center px-3 text-sm text-ink-soft transition-colors peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara">
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

const MAX_DIGITS = 6;

type NumberPadProps = { text: string; hasPoint: boolean; onText: (text: string) => void };

/** The phone's own number pad would cover the drawing, and has no fractions. */
function NumberPad({ hasPoint, onText, text }: NumberPadProps) {
  const press = (key: string) => {
    if (key === "." && text.includes(".")) return;
    if (text.length < MAX_DIGITS) onText(text + key);
  };
  const key = (label: string) => (
    <button key={label} type="button" onClick={() => press(label)} className={keyClass}>
      {label}
    </button>
  );
  return (
    <fieldset>
      <legend className="sr-only">Number pad</legend>
      <div className="grid grid-cols-3 gap-1.5">
        {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(key)}
        {hasPoint ? key(".") : <span />}
        {key("0")}
        <button
          type="button"
          aria-label="Delete the last digit"
          onClick={() => onText(text.slice(0, -1))}
          className={keyClass}
        >
          <Delete size={22} aria-hidden="true" />
        </button>
      </div>
      <output className="sr-only">{text}</output>
    </fieldset>
  );
}

const keyClass =
  "figures flex min-h-11 items-center justify-center rounded-hair bg-cloth text-lg leading-none transition-colors active:bg-line";
