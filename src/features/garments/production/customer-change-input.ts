import { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { optionalLine, optionalText } from "#core/text-schema.ts";
import { checkMessage } from "#features/body/check/check-messages.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import {
  POSTURES,
  parseMeasurement,
  SHOULDER_SHAPES,
} from "#features/body/measurement/measurement-profile.ts";
import { slopeOfShoulders } from "#features/body/measurement/shoulder-slope.ts";
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";
import { checkChanged } from "#features/garments/contract/check-changed.ts";
import { termsToContinue } from "#features/garments/contract/contract.ts";
import type { ContractContent } from "#features/garments/contract/contract-changes.ts";
import type {
  MadeToMeasureTerms,
  OptionChoice,
  OptionGroup,
} from "#features/garments/options/made-to-measure-terms.ts";
import { isOrderable } from "#features/garments/options/made-to-measure-terms.ts";
import { validateMonogram } from "#features/garments/specification/fit-draft.ts";
import type { MeasuredFit } from "#features/garments/specification/measured-fit.ts";
import { withProfile } from "#features/garments/specification/measured-fit.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import {
  MAX_MONOGRAM_LENGTH,
  MAX_REMARKS_LENGTH,
  withoutCorrections,
} from "#features/garments/specification/specification.ts";

/** The choice of an option group that keeps what is agreed although it is not offered any more. */
export const KEEP_CHOICE = "keep";
/** The choice of nothing, in a group that needs none. */
export const NO_CHOICE = "none";

export const valueField = (name: string): string => `values.${name}`;
export const keepValueField = (name: string): string => `keep.${name}`;
export const choiceFieldOf = (groupId: string): string => `choices.${groupId}`;
export const PROFILE_FIELD = "useProfile";
export const RETURN_FIELD = "returnToProfile";

const texts = z.record(z.string(), z.string().max(100)).default({});

/** What a customer changes. Texts of measurements are in `unit`; an empty one leaves the measurement as it is. */
export const customerChangeSchema = z.object({
  /** The version that the form showed. */
  base: z.coerce.number().int().min(1),
  unit: z.enum(CHART_UNITS).default("cm"),
  /** Use the stored measurements of the person as they are now. */
  useProfile: z.boolean().default(false),
  /** Store corrected numbers as readings of the person in the account, too. */
  returnToProfile: z.boolean().default(false),
  values: texts,
  /** By measurement, the value in whole mm that the customer was asked about and says is right. */
  keep: texts,
  /** By id of the group: a choice's id, `KEEP_CHOICE` or `NO_CHOICE`. */
  choices: texts,
  /** By fit point: corrections that this garment is made without. */
  leaveOut: texts,
  fit: z.enum(FITS, "Please choose how close it fits."),
  posture: z.enum(["", ...POSTURES]).default(""),
  shoulders: z.enum(["", ...SHOULDER_SHAPES]).default(""),
  monogram: optionalLine("Monogram", MAX_MONOGRAM_LENGTH),
  remarks: optionalText("Remarks", MAX_REMARKS_LENGTH),
});

export type CustomerChange = z.output<typeof customerChangeSchema>;

/** Messages by form field. */
export type ChangeErrors = Record<string, string>;

export type Question = { name: string; text: string; value: string };

type Option = ContractContent["terms"]["options"][number];

/** What is agreed for a group of today, by its name; a group without a choice costs nothing. */
export const agreedOption = (
  group: Pick<OptionGroup, "name">,
  options: readonly Option[],
): Option | null => options.find((each) => each.group === group.name) ?? null;

/**
 * The groups that a customer can change: those that the contract has, and those that can be added and need no cloth. A group that
 * the owner renamed is none of them.
 */
export const changeableGroups = (
  groups: readonly OptionGroup[],
  options: readonly Option[],
): readonly OptionGroup[] =>
  groups.filter(
    (group) => agreedOption(group, options) || (group.kind === "choice" && !group.required),
  );

/** Whether a choice costs what the agreed one costs: nobody can pay or get back a difference of a paid order here. */
export const costsTheSame = (choice: Pick<OptionChoice, "price">, agreed: Option | null): boolean =>
  choice.price.minorUnits === (agreed?.priceMinor ?? 0);

/** Whether a group can be left without a choice. */
export const canBeEmpty = (group: Pick<OptionGroup, "required">, agreed: Option | null): boolean =>
  !group.required && (agreed?.priceMinor ?? 0) === 0;

function changeOption(
  group: OptionGroup,
  agreed: Option | null,
  submitted: string | undefined,
): Result<Option | null, string> {
  if (submitted === undefined || submitted === "" || submitted === KEEP_CHOICE) return ok(agreed);
  if (submitted === NO_CHOICE) {
    if (agreed === null || canBeEmpty(group, agreed)) return ok(null);
    return fail(`Please choose: ${group.name.toLowerCase()}.`);
  }
  const choice = group.choices.find(({ id }) => id === submitted);
  if (choice && choice.name === agreed?.choice) return ok(agreed);
  if (!choice) return fail("This option is not offered any more. Please choose another one.");
  if (!costsTheSame(choice, agreed))
    return fail(
      "This option has another price. Please write to the atelier, which agrees on it with you.",
    );
  if (!isOrderable(choice)) return fail(`Too little ${choice.name} is left. Please choose again.`);
  return ok({ group: group.name, choice: choice.name, priceMinor: agreed?.priceMinor ?? 0 });
}

function changeOptions(
  options: readonly Option[],
  groups: readonly OptionGroup[],
  submitted: CustomerChange["choices"],
): { options: Option[]; errors: ChangeErrors } {
  const errors: ChangeErrors = {};
  const changed = new Map<string, Option>(options.map((option) => [option.group, option]));
  for (const group of changeableGroups(groups, options)) {
    const result = changeOption(group, agreedOption(group, options), submitted[group.id]);
    if (!result.ok) errors[choiceFieldOf(group.id)] = result.error;
    else if (result.value) changed.set(group.name, result.value);
    else changed.delete(group.name);
  }
  return { options: [...changed.values()], errors };
}

type Measured = FitSpecification["measurements"][string];

/** A measurement with another value, which is measured then and not derived. */
function withValue({ plusMinus, ...measured }: Measured, value: number): Measured {
  const isSame = value === measured.value && plusMinus !== undefined;
  return isSame ? { ...measured, plusMinus } : { ...measured, value };
}

/** Corrected values; numbers that were not shared with the customer stay as they are. */
function correctValues(
  before: FitSpecification,
  { unit, values }: CustomerChange,
): { measurements: FitSpecification["measurements"]; errors: ChangeErrors } {
  const measurements = { ...before.measurements };
  const errors: ChangeErrors = {};
  if (before.measuredByLink) return { measurements, errors };
  for (const [name, measured] of Object.entries(before.measurements)) {
    const text = (values[name] ?? "").trim();
    if (text === "" || !isMeasurementName(name)) continue;
    const read = parseMeasurement(name, text, unit);
    if (read.ok) measurements[name] = withValue(measured, read.value);
    else errors[valueField(name)] = "Please enter a number, such as 97.5.";
  }
  return { measurements, errors };
}

/** A slope that came from the drawing of the shoulders follows another drawing; a measured one stays. */
function withSlopeOf(
  shoulders: string | null,
  measurements: FitSpecification["measurements"],
): FitSpecification["measurements"] {
  const slope = slopeOfShoulders(shoulders);
  const before = measurements.shoulderSlope;
  if (!slope || before?.plusMinus === undefined) return measurements;
  return { ...measurements, shoulderSlope: { ...before, ...slope } };
}

export type ChangeRefusal = { errors: ChangeErrors; questions: readonly Question[] };

/**
 * The contract as its customer changes it: options of the same price, fit, posture, shoulders, monogram, remarks and measurements; corrections
 * can be left out. Prices and other terms stay, and so do numbers that were not shared with the customer. Values that the check engine asks about
 * are `questions` until they are changed or kept. `profile` are the person's stored measurements, when they are to be used.
 */
export function applyCustomerChange(
  content: ContractContent,
  input: CustomerChange,
  offered: Pick<MadeToMeasureTerms, "groups" | "hasMonogram">,
  profile: MeasuredFit | null,
): Result<ContractContent, ChangeRefusal> {
  const { specification: agreed, terms } = content;
  const isHidden = agreed.measuredByLink === true;
  const measured = profile && !isHidden ? withProfile(agreed, profile) : agreed;
  const corrected = correctValues(measured, input);
  const chosen = changeOptions(terms.options, offered.groups, input.choices);
  const errors = { ...corrected.errors, ...chosen.errors };
  const monogram = validateMonogram(input.monogram);
  if (monogram) errors.monogram = monogram;
  else if (input.monogram !== "" && !offered.hasMonogram && input.monogram !== agreed.monogram)
    errors.monogram = "This piece is not offered with a monogram.";
  if (Object.keys(errors).length > 0) return fail({ errors, questions: [] });
  const shape = isHidden
    ? { posture: agreed.posture, shoulders: agreed.shoulders }
    : { posture: input.posture || null, shoulders: input.shoulders || null };
  const { questions, specification } = checkChanged(measured, {
    ...withoutCorrections(measured, Object.keys(input.leaveOut)),
    measurements: withSlopeOf(shape.shoulders, corrected.measurements),
    ...shape,
    fit: input.fit,
    monogram: input.monogram || null,
    remarks: input.remarks,
  });
  const open = isHidden
    ? []
    : questions.flatMap((finding): Question[] => {
        const { name } = finding;
        const value = String(specification.measurements[name]?.value ?? "");
        if (input.keep[name] === value) return [];
        const { action, notice } = checkMessage(finding, input.unit);
        return [{ name, text: `${notice} ${action}`, value }];
      });
  if (open.length > 0) return fail({ errors: {}, questions: open });
  const findingsInsisted = [
    ...specification.findingsInsisted,
    ...questions
      .filter(({ name }) => !specification.findingsInsisted.some((each) => each.name === name))
      .map(({ level, name }) => ({ name, level })),
  ];
  return ok({
    specification: { ...specification, findingsInsisted },
    terms: { ...termsToContinue(terms), options: chosen.options },
  });
}
