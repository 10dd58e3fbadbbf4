import { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { optionalLine, optionalText, requiredText } from "#core/text-schema.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import {
  formatValue,
  POSTURES,
  parseMeasurement,
  SHOULDER_SHAPES,
} from "#features/body/measurement/measurement-profile.ts";
import { termsToContinue } from "#features/garments/contract/contract.ts";
import type { ContractContent } from "#features/garments/contract/contract-changes.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import { isFromStock } from "#features/garments/options/option-kind.ts";
import { validateMonogram } from "#features/garments/specification/fit-draft.ts";
import { withoutCorrections } from "#features/garments/specification/specification.ts";

/** The page of a private link. */
export function proposalPath(token: string): string {
  return `/contract/${token}`;
}

/** Afterwards a link opens no measurement and cannot be answered; the atelier can propose again. */
export const PROPOSAL_DAYS = 30;

export const MAX_NOTE_LENGTH = 500;
export const MAX_REASON_LENGTH = 500;
const MAX_REMARKS = 500;
const MAX_MONOGRAM = 5;

const texts = z.record(z.string(), z.string().max(100)).default({});

/** What the atelier changes. Measurements are texts in cm; an empty one keeps what the contract says. */
export const proposalSchema = z.object({
  note: requiredText("Note to the customer", MAX_NOTE_LENGTH),
  /** The version that the form showed. */
  base: z.coerce.number().int().min(1),
  values: texts,
  /** The choice of each option group by its name. */
  choices: texts,
  /** By fit point: corrections that this garment is made without. */
  leaveOut: texts,
  fit: z.enum(FITS),
  posture: z.enum(["", ...POSTURES]).default(""),
  shoulders: z.enum(["", ...SHOULDER_SHAPES]).default(""),
  monogram: optionalLine("Monogram", MAX_MONOGRAM),
  remarks: optionalText("Remarks", MAX_REMARKS),
});

export type ProposalInput = z.output<typeof proposalSchema>;

/** Messages by form field. */
export type ProposalErrors = Record<string, string>;

const PRICE_CHANGES =
  "This option changes the price. Agree on it with the customer, and refund or charge the difference first; then they can order it anew.";

const CLOTH_STAYS = "The cloth was taken from stock for this order, so it cannot be changed here.";

type Changed<Value> = { value: Value; errors: ProposalErrors };

function changeMeasurements(
  { measurements }: ContractContent["specification"],
  values: ProposalInput["values"],
): Changed<ContractContent["specification"]["measurements"]> {
  const changed = { ...measurements };
  const errors: ProposalErrors = {};
  for (const [name, current] of Object.entries(measurements)) {
    const text = (values[name] ?? "").trim();
    if (!isMeasurementName(name) || text === "") continue;
    // The text of the form rounds to a tenth, and an unchanged one must not change the value.
    if (text === formatValue(name, current.value, "cm")) continue;
    const read = parseMeasurement(name, text, "cm");
    if (read.ok) changed[name] = { ...current, value: read.value };
    else errors[`values.${name}`] = "Please enter a number, such as 97.5.";
  }
  return { value: changed, errors };
}

function changeOptions(
  { options }: ContractContent["terms"],
  choices: ProposalInput["choices"],
  groups: MadeToMeasureTerms["groups"],
): Changed<ContractContent["terms"]["options"]> {
  const errors: ProposalErrors = {};
  const value = options.map((option) => {
    const chosen = choices[option.group] ?? "";
    if (chosen === "" || chosen === option.choice) return option;
    const group = groups.find(({ name }) => name === option.group);
    const offered = group?.choices.find(({ name }) => name === chosen);
    const field = `choices.${option.group}`;
    if (group && isFromStock(group.kind)) errors[field] = CLOTH_STAYS;
    else if (!offered) errors[field] = "This option is not offered any more.";
    else if (offered.price.minorUnits !== option.priceMinor) errors[field] = PRICE_CHANGES;
    return { group: option.group, choice: chosen, priceMinor: option.priceMinor };
  });
  return { value, errors };
}

/**
 * The contract as the atelier proposes it. Only what the contract has can change: measurements, options of the same price, fit,
 * posture, shoulders, monogram and remarks; corrections can be left out. Prices and other terms stay. Fails with messages by form field.
 */
export function applyProposal(
  content: ContractContent,
  input: ProposalInput,
  groups: MadeToMeasureTerms["groups"],
): Result<ContractContent, ProposalErrors> {
  const measured = changeMeasurements(content.specification, input.values);
  const chosen = changeOptions(content.terms, input.choices, groups);
  const errors = { ...measured.errors, ...chosen.errors };
  const monogram = validateMonogram(input.monogram);
  if (monogram) errors.monogram = monogram;
  if (Object.keys(errors).length > 0) return fail(errors);
  return ok({
    specification: {
      ...withoutCorrections(content.specification, Object.keys(input.leaveOut)),
      measurements: measured.value,
      fit: input.fit,
      posture: input.posture === "" ? null : input.posture,
      shoulders: input.shoulders === "" ? null : input.shoulders,
      monogram: input.monogram === "" ? null : input.monogram,
      remarks: input.remarks,
    },
    terms: { ...termsToContinue(content.terms), options: chosen.value },
  });
}
