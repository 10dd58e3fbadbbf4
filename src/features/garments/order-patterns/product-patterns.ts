import { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Fit } from "#features/body/measurement/fit.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type {
  DraftOptions,
  OptionRange,
  OptionValue,
  PatternDesign,
} from "#features/patterns/designs/pattern-design.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import {
  COMPONENT_NAMES,
  designsOfComponent,
  isComponentName,
  PATTERN_COMPONENTS,
} from "#features/patterns/designs/pattern-table.ts";
import { easeOptionsOf } from "#features/patterns/finished/target-measures.ts";
import { optionLabel } from "./slider.ts";

const optionValue = z.union([z.number(), z.boolean(), z.string()]);

const componentChoicesSchema = z.object({
  options: z.record(z.string(), optionValue),
  fits: z.partialRecord(z.enum(FITS), z.record(z.string(), z.number())),
});

/** What the house sews differently from the design, in FreeSewing's units. */
type ComponentChoices = z.infer<typeof componentChoicesSchema>;

export type HouseChoices = Readonly<Partial<Record<ComponentName, ComponentChoices>>>;

/** Reads the stored choices; what the schema does not know any more is left out. */
export function readHouseChoices(stored: Readonly<Record<string, unknown>>): HouseChoices {
  const entries = Object.entries(stored).flatMap(([name, value]) => {
    const read = componentChoicesSchema.safeParse(value);
    return isComponentName(name) && read.success ? [[name, read.data] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The house's options of a component for a fit; the solver leaves them alone. */
export function houseOptions(
  house: HouseChoices,
  component: ComponentName,
  fit: Fit,
): DraftOptions {
  const choices = house[component];
  return { ...choices?.options, ...choices?.fits[fit] };
}

/** The most patterns that make one product. */
const MAX_COMPONENTS = 4;

const PERCENT = 100;

type NumberRange = Extract<OptionRange, { from: number }>;

const isNumberRange = (range: OptionRange | undefined): range is NumberRange =>
  range !== undefined && "from" in range;

const factorOf = ({ kind }: NumberRange) => (kind === "share" ? PERCENT : 1);
const shown = (value: number, range: NumberRange) =>
  String(Math.round(value * factorOf(range) * 100) / 100);

type EaseRow = {
  option: string;
  label: string;
  from: string;
  to: string;
  unit: string;
  /** In the unit: the entered value or the design's. */
  byFit: Readonly<Record<Fit, string>>;
};

export type OptionField = {
  option: string;
  label: string;
  /** What can be chosen; the first is the design's own. Empty for a number. */
  values: readonly { value: string; label: string }[];
  hint: string;
  value: string;
};

export type ComponentForm = {
  component: ComponentName;
  title: string;
  note: string;
  /** Null when it is drafted by hand. */
  design: string | null;
  eases: readonly EaseRow[];
  options: readonly OptionField[];
};

const fitOptionsOf = (design: PatternDesign): string[] => {
  const names = new Set(FITS.flatMap((fit) => Object.keys(easeOptionsOf(design, fit))));
  return [...names].filter((name) => isNumberRange(design.options[name]));
};

const unitOf = ({ kind }: NumberRange) => (kind === "share" ? "%" : kind === "degrees" ? "°" : "");

function easeRow(design: PatternDesign, option: string, choices?: ComponentChoices): EaseRow[] {
  const range = design.options[option];
  if (!isNumberRange(range)) return [];
  const valueFor = (fit: Fit) => {
    const value = choices?.fits[fit]?.[option] ?? easeOptionsOf(design, fit)[option];
    return typeof value === "number" ? shown(value, range) : "";
  };
  return [
    {
      option,
      label: optionLabel(design, option),
      unit: unitOf(range),
      from: shown(range.from, range),
      to: shown(range.to, range),
      byFit: { close: valueFor("close"), regular: valueFor("regular"), easy: valueFor("easy") },
    },
  ];
}

const AS_DESIGNED = { value: "", label: "As the design has it" };

function optionField(
  design: PatternDesign,
  option: string,
  choices?: ComponentChoices,
): OptionField[] {
  const range = design.options[option];
  if (!range) return [];
  const chosen = choices?.options[option];
  const common = { option, label: optionLabel(design, option) };
  if (isNumberRange(range)) {
    const hint = `${shown(range.from, range)} to ${shown(range.to, range)} ${unitOf(range)}`.trim();
    const value = typeof chosen === "number" ? shown(chosen, range) : "";
    return [{ ...common, values: [], hint, value }];
  }
  const names = range.kind === "flag" ? ["true", "false"] : range.values;
  const labels: Readonly<Record<string, string>> = { true: "Yes", false: "No" };
  const values = names.map((value) => ({ value, label: labels[value] ?? value }));
  return [{ ...common, values: [AS_DESIGNED, ...values], hint: "", value: String(chosen ?? "") }];
}

/** The form of one component with what is stored. */
export function componentForm(component: ComponentName, house: HouseChoices): ComponentForm {
  const { note, title } = PATTERN_COMPONENTS[component];
  const [first] = designsOfComponent(component);
  if (!first) return { component, title, note, design: null, eases: [], options: [] };
  const design = patternDesignOf(first);
  const byFit = fitOptionsOf(design);
  const others = Object.keys(design.options).filter((option) => !byFit.includes(option));
  return {
    component,
    title,
    note,
    design: design.title,
    eases: byFit.flatMap((option) => easeRow(design, option, house[component])),
    options: others.flatMap((option) => optionField(design, option, house[component])),
  };
}

/** Errors by field name. */
export type FormErrors = Readonly<Record<string, string>>;

const easeFieldName = (component: string, fit: string, option: string) =>
  `ease.${component}.${fit}.${option}`;
const optionFieldName = (component: string, option: string) => `option.${component}.${option}`;

type Reader = (name: string) => string | null;

/** Refuses with what can be entered. */
function readNumber(text: string, range: NumberRange): Result<number, string> {
  const entered = Number(text.replace(",", "."));
  const from = range.from * factorOf(range);
  const to = range.to * factorOf(range);
  if (!Number.isFinite(entered) || entered < from - 1e-9 || entered > to + 1e-9) {
    return fail(`Enter a number from ${shown(range.from, range)} to ${shown(range.to, range)}.`);
  }
  const value = entered / factorOf(range);
  return ok(range.kind === "count" ? Math.round(value) : value);
}

function readOption(text: string, range: OptionRange): Result<OptionValue, string> {
  if (isNumberRange(range)) return readNumber(text, range);
  if (range.kind === "flag") return ok(text === "true");
  return range.values.includes(text) ? ok(text) : fail("Choose one of the list.");
}

type ComponentReading = { choices: ComponentChoices; errors: Record<string, string> };

/** The ease of an option for each fit; the design's own is no choice. */
function readEases(
  { choices, errors }: ComponentReading,
  read: Reader,
  {
    component,
    design,
    option,
    range,
  }: {
    component: ComponentName;
    design: PatternDesign;
    option: string;
    range: NumberRange;
  },
): void {
  for (const fit of FITS) {
    const field = easeFieldName(component, fit, option);
    const text = read(field)?.trim() ?? "";
    const standard = easeOptionsOf(design, fit)[option];
    const isStandard = typeof standard === "number" && text === shown(standard, range);
    if (text === "" || isStandard) continue;
    const value = readNumber(text, range);
    if (value.ok) choices.fits[fit] = { ...choices.fits[fit], [option]: value.value };
    else errors[field] = value.error;
  }
}

/** What differs from the design; fields that are missing or empty stay as the design has them. */
function readComponent(component: ComponentName, read: Reader): ComponentReading {
  const reading: ComponentReading = { choices: { options: {}, fits: {} }, errors: {} };
  const [first] = designsOfComponent(component);
  if (!first) return reading;
  const design = patternDesignOf(first);
  const byFit = fitOptionsOf(design);
  for (const [option, range] of Object.entries(design.options)) {
    if (byFit.includes(option) && isNumberRange(range)) {
      readEases(reading, read, { component, design, option, range });
      continue;
    }
    const field = optionFieldName(component, option);
    const text = read(field)?.trim() ?? "";
    if (text === "") continue;
    const value = readOption(text, range);
    if (value.ok) reading.choices.options[option] = value.value;
    else reading.errors[field] = value.error;
  }
  return reading;
}

export type ProductPatternInput = {
  /** Null drafts the product as its garment type. */
  components: readonly ComponentName[] | null;
  choices: HouseChoices;
  isDownloadable: boolean;
};

/** Reads the owner's form. `ofType` is what the garment type is made of. */
export function readProductPattern(
  form: { read: Reader; readAll: (name: string) => readonly string[] },
  ofType: readonly ComponentName[],
): Result<ProductPatternInput, FormErrors> {
  const isOwn = form.read("source") === "own";
  const chosen = new Set(form.readAll("components"));
  const components = isOwn ? COMPONENT_NAMES.filter((name) => chosen.has(name)) : null;
  const errors: Record<string, string> = {};
  if (components?.length === 0) errors.components = "Choose at least one pattern.";
  if (components && components.length > MAX_COMPONENTS) {
    errors.components = `Choose at most ${MAX_COMPONENTS} patterns.`;
  }
  const choices: Partial<Record<ComponentName, ComponentChoices>> = {};
  for (const component of components ?? ofType) {
    const own = readComponent(component, form.read);
    Object.assign(errors, own.errors);
    const isEmpty =
      Object.keys(own.choices.options).length === 0 && Object.keys(own.choices.fits).length === 0;
    if (!isEmpty) choices[component] = own.choices;
  }
  if (Object.keys(errors).length > 0) return fail(errors);
  return ok({ components, choices, isDownloadable: form.read("isDownloadable") !== null });
}
