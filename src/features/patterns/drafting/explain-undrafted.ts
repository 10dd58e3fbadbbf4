import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { DESIGN_MEASUREMENTS } from "#features/body/measurement/required-measurements.ts";
import { optionNameOf } from "#features/patterns/designs/option-names.ts";
import type { OptionRange, PatternDesign } from "#features/patterns/designs/pattern-design.ts";
import { validateMeasurements } from "./draft-guard.ts";
import type { DraftRecipe } from "./solve-pattern.ts";

type UndraftedInput = {
  readonly design: PatternDesign;
  /** What could not be drafted. */
  readonly recipe: DraftRecipe;
  /** Whether FreeSewing draws all parts of another one. */
  readonly isDrafted: (recipe: DraftRecipe) => boolean;
};

/** By how much a measurement is changed, in mm: an error of reading, of a landmark, and a body that FreeSewing does not expect. */
const CHANGES_MM = [10, 30, 80] as const;
/** A draft takes 10 to 60 ms, and somebody waits for the answer. */
const MAX_DRAFTS = 100;
/** A slope of a degree moves a shoulder seam as far as some 3 mm of a length do. */
const MM_OF_A_DEGREE = 10;
const MAX_NAMED = 2;

type MeasurementCause = {
  readonly measurement: MeasurementName;
  readonly value: number;
  /** With which it can be drafted. */
  readonly needed: number;
};

const stepOf = (measurement: MeasurementName, mm: number) =>
  MEASUREMENTS[measurement].unit === "degrees" ? Math.ceil(mm / MM_OF_A_DEGREE) : mm;

const withMeasurement = (recipe: DraftRecipe, measurement: MeasurementName, value: number) => ({
  options: recipe.options,
  measurements: { ...recipe.measurements, [measurement]: value },
});

/** The nearest whole value between one that cannot be drafted and one that can. */
function nearest(
  { isDrafted, recipe }: UndraftedInput,
  measurement: MeasurementName,
  { value, needed }: Pick<MeasurementCause, "value" | "needed">,
): number {
  let undrafted = value;
  let drafted = needed;
  while (Math.abs(drafted - undrafted) > 1) {
    const middle = Math.round((drafted + undrafted) / 2);
    if (isDrafted(withMeasurement(recipe, measurement, middle))) drafted = middle;
    else undrafted = middle;
  }
  return drafted;
}

/** The measurements of which the smallest change lets the design be drafted; none when no change alone does. */
function measurementCauses(input: UndraftedInput): readonly MeasurementCause[] {
  const { design, isDrafted, recipe } = input;
  const { optional, required } = DESIGN_MEASUREMENTS[design.design];
  const faultsOf = (measurements: DraftRecipe["measurements"]) =>
    validateMeasurements(design.design, measurements).faults.length;
  const knownFaults = faultsOf(recipe.measurements);
  for (const mm of CHANGES_MM) {
    const causes = [...required, ...optional].flatMap((measurement): MeasurementCause[] => {
      const value = recipe.measurements[measurement];
      if (value === undefined) return [];
      const step = stepOf(measurement, mm);
      const needed = [value + step, value - step].find((changed) => {
        const other = withMeasurement(recipe, measurement, changed);
        return faultsOf(other.measurements) <= knownFaults && isDrafted(other);
      });
      if (needed === undefined) return [];
      return [{ measurement, value, needed: nearest(input, measurement, { value, needed }) }];
    });
    if (causes.length > 0) {
      const change = ({ needed, value }: MeasurementCause) => Math.abs(needed - value);
      return causes.toSorted((a, b) => change(a) - change(b)).slice(0, MAX_NAMED);
    }
  }
  return [];
}

type OptionCause = { readonly option: string; readonly value: number; readonly needed: number };

/** Options that somebody set, whose value as the design has it lets it be drafted. */
function optionCauses({ design, isDrafted, recipe }: UndraftedInput): readonly OptionCause[] {
  const causes = Object.entries(design.defaults).flatMap(([option, needed]): OptionCause[] => {
    const value = recipe.options[option];
    if (typeof value !== "number" || typeof needed !== "number" || value === needed) return [];
    const options = { ...recipe.options, [option]: needed };
    return isDrafted({ ...recipe, options }) ? [{ option, value, needed }] : [];
  });
  return causes.slice(0, MAX_NAMED);
}

function optionValue(range: OptionRange | undefined, value: number): string {
  if (range?.kind === "share") return `${Math.round(value * 1_000) / 10} %`;
  return range?.kind === "degrees" ? `${value} degrees` : String(value);
}

function measurementText({ measurement, needed, value }: MeasurementCause): string {
  const { label, unit } = MEASUREMENTS[measurement];
  const short = unit === "degrees" ? "degrees" : "mm";
  const change = `${Math.abs(needed - value)} ${short} ${needed > value ? "more" : "less"}`;
  return `${label} ${needed} instead of ${value} ${short} (${change})`;
}

/**
 * Why a design cannot be drafted to a body, as sentences for the tailor: the option or the measurement that is the cause, how much is missing,
 * and what a person can do. The cause is what lets FreeSewing draw every part when it alone changes: first an option that was
 * set, then the measurement that has to change least, within 80 mm and to a body that can be. Never more than 100 drafts.
 */
export function explainUndrafted({ design, isDrafted, recipe }: UndraftedInput): string {
  let drafts = 0;
  const input: UndraftedInput = {
    design,
    recipe,
    isDrafted: (other) => {
      drafts += 1;
      return drafts <= MAX_DRAFTS && isDrafted(other);
    },
  };
  const options = optionCauses(input).map(({ needed, option, value }) => {
    const { name } = optionNameOf(design.design, option);
    const range = design.options[option];
    return `“${name}” at ${optionValue(range, needed)} instead of ${optionValue(range, value)}`;
  });
  if (options.length > 0) return `It can be drawn with ${options.join(", or with ")}.`;
  const measurements = measurementCauses(input).map(measurementText);
  if (measurements.length > 0) {
    return `It could be drawn with: ${measurements.join(", or ")}. Measure this again; if it is right, draft the garment by hand.`;
  }
  return "No single measurement is the cause: measure the person again, or draft the garment by hand.";
}
