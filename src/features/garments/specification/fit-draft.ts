import { formatDayRange } from "#core/business-days.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { findUnprintedLetter } from "#core/printed-scripts.ts";
import type { Fit } from "#features/body/measurement/fit.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import type { MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import type {
  MadeToMeasureTerms,
  OptionChoice,
  OptionGroup,
} from "#features/garments/options/made-to-measure-terms.ts";
import {
  isOrderable,
  madeToMeasurePrice,
  measurementsWith,
  standardChoice,
  stylesOfChosen,
} from "#features/garments/options/made-to-measure-terms.ts";
import type { ChosenCloth } from "#features/garments/options/shown-cloth.ts";
import { MAX_MONOGRAM_LENGTH, MAX_REMARKS_LENGTH } from "./specification.ts";

/** What a customer entered for a garment, stored in the browser or submitted. The measurements are in the profile. */
export type EnteredFit = {
  /** Of the person, or of the link with which the person measured; null until one is chosen. */
  readonly profileId: string | null;
  readonly fit: Fit;
  readonly remarks: string;
  readonly monogram: string;
  /** Choice by group; "" for an optional group that was answered with none. */
  readonly choices: Readonly<Record<string, string>>;
};

export type ChosenOption = { readonly group: OptionGroup; readonly choice: OptionChoice };

type Groups = Pick<MadeToMeasureTerms, "groups">;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The answer to an optional group that chooses nothing. */
const NONE = "";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * A stored draft as it can be ordered now. Choices that are no longer offered are left out; a group that was never answered gets its
 * standard choice. Total: unreadable values become the defaults, so that a page opens whatever is stored.
 */
export function readDraft(stored: unknown, { groups }: Groups): EnteredFit {
  const raw = isRecord(stored) ? stored : {};
  const submitted = isRecord(raw.choices) ? raw.choices : {};
  const choices: Record<string, string> = {};
  for (const group of groups) {
    const wanted = submitted[group.id];
    if (wanted === NONE && !group.required) {
      choices[group.id] = NONE;
      continue;
    }
    const choice =
      wanted === undefined || wanted === NONE
        ? standardChoice(group)
        : group.choices.find((each) => each.id === wanted && isOrderable(each));
    if (choice) choices[group.id] = choice.id;
  }
  return {
    profileId: typeof raw.profileId === "string" ? raw.profileId : null,
    fit: FITS.find((fit) => fit === raw.fit) ?? "regular",
    remarks: text(raw.remarks),
    monogram: text(raw.monogram),
    choices,
  };
}

/** Names of groups whose stored choice is no longer offered, so that the customer chooses again. */
export function lostChoices(stored: unknown, { groups }: Groups): readonly string[] {
  const submitted = isRecord(stored) && isRecord(stored.choices) ? stored.choices : {};
  return groups
    .filter(({ choices, id }) => {
      const wanted = submitted[id];
      const isChosen = wanted !== undefined && wanted !== NONE;
      return isChosen && !choices.some((each) => each.id === wanted && isOrderable(each));
    })
    .map(({ name }) => name);
}

/** The chosen options in the owner's order. */
export function chosenOptions(
  { choices }: Pick<EnteredFit, "choices">,
  terms: Groups,
): ChosenOption[] {
  return terms.groups.flatMap((group) => {
    const choice = group.choices.find(({ id }) => id === choices[group.id]);
    return choice ? [{ group, choice }] : [];
  });
}

/** What the garment is measured for as it is chosen now. */
export function measurementsOfDraft(
  entered: Pick<EnteredFit, "choices">,
  terms: Pick<MadeToMeasureTerms, "components" | "groups" | "measurements">,
): MeasurementSet {
  const chosen = chosenOptions(entered, terms).map(({ choice }) => choice);
  return measurementsWith(terms, stylesOfChosen(chosen));
}

/** The live total of one garment, as the server computes it: custom price, surcharge and the chosen differences. */
export function draftTotal(
  entered: Pick<EnteredFit, "choices">,
  terms: Pick<MadeToMeasureTerms, "groups" | "surcharge">,
  customPrice: MoneyAmount,
): MoneyAmount {
  const chosen = chosenOptions(entered, terms).map(({ choice }) => choice);
  return madeToMeasurePrice(customPrice, terms.surcharge, chosen);
}

export type DraftProblem = { readonly field: string; readonly message: string };

/** The form field of a group. */
export const choiceField = (groupId: string): string => `choice-${groupId}`;

/** What keeps an entry from being ordered, in the order of the page; empty when it is complete. Measurements apart. */
export function draftProblems(entered: EnteredFit, { groups }: Groups): DraftProblem[] {
  const problems: DraftProblem[] = groups
    .filter(({ id, required }) => required && !entered.choices[id])
    .map(({ id, name }) => ({
      field: choiceField(id),
      message: `Please choose: ${name.toLowerCase()}.`,
    }));
  const monogram = validateMonogram(entered.monogram);
  if (monogram) problems.push({ field: "monogram", message: monogram });
  const { length } = entered.remarks.trim();
  if (length > MAX_REMARKS_LENGTH) {
    const message = `Remarks have at most ${MAX_REMARKS_LENGTH} letters; these have ${length}.`;
    problems.push({ field: "remarks", message });
  }
  return problems;
}

/** Null for a monogram that can be sewn, and for none. A letter that the work document cannot show cannot be sewn. */
export function validateMonogram(submitted: string): string | null {
  const letters = submitted.trim();
  if (letters === "") return null;
  if ([...letters].length > MAX_MONOGRAM_LENGTH) {
    return `A monogram has at most ${MAX_MONOGRAM_LENGTH} letters.`;
  }
  if (!/^[\p{L}\p{M}][\p{L}\p{M}.&' -]*$/u.test(letters))
    return "A monogram has letters, such as R.S.";
  const unknown = findUnprintedLetter(letters);
  return unknown === null
    ? null
    : `We cannot sew the letter ${unknown}. Please choose other letters.`;
}

/**
 * A made-to-measure garment as the cart can offer it now: the chosen options at today's prices, the days and the cloth. It is read
 * anew at each quote and never stored. What the garment is cut to is the sealed `FitSpecification`, which the cart does not open;
 * both together become the terms and the specification of a `ContractContent` when the order is placed.
 */
export type OrderableFit = {
  readonly productId: string;
  readonly surcharge: MoneyAmount;
  readonly extraDays: number;
  readonly options: readonly { group: string; choice: string; price: MoneyAmount }[];
  /** The day of arrival that the customer agreed to, and whether overtime meets it; its price is one of the options. */
  readonly needBy?: string | null;
  readonly rush?: boolean;
  /** A chosen cloth from stock, which names the garment's color and decides its image; null where the color is chosen beside it. */
  readonly cloth?: ChosenCloth | null;
  /** Cloth that one garment is cut from. */
  readonly cloths: readonly NeededCloth[];
};

/** `freeMm`: on the roll and not committed to other orders. */
export type NeededCloth = {
  readonly id: string;
  readonly name: string;
  readonly neededMm: number;
  readonly freeMm: number;
};

/**
 * Null when the product is not made to measure any more, a choice is gone, or a required group is not answered. Whether the
 * cloth is enough depends on the quantity, so that the quote decides it.
 */
export function orderableFit(
  productId: string,
  stored: readonly { groupId: string; choiceId: string }[],
  terms: MadeToMeasureTerms,
):
  | (Omit<OrderableFit, "cloth" | "cloths" | "needBy" | "rush"> & { clothIds: readonly string[] })
  | null {
  const choices = Object.fromEntries(stored.map(({ choiceId, groupId }) => [groupId, choiceId]));
  const chosen = chosenOptions({ choices }, terms);
  const isWhole =
    chosen.length === stored.length &&
    terms.groups.every(({ id, required }) => !required || choices[id] !== undefined);
  if (!terms.isOffered || !isWhole) return null;
  return {
    productId,
    surcharge: terms.surcharge,
    extraDays: terms.extraDays,
    options: chosen.map(({ choice, group }) => {
      return { group: group.name, choice: choice.name, price: choice.price };
    }),
    clothIds: [...new Set(chosen.flatMap(({ choice }) => choice.cloth?.id ?? []))],
  };
}

/** The name under which a day of arrival is listed with the options. */
export const NEED_BY_GROUP = "Needed by";

/** The day of arrival as an option of the garment, with the surcharge for rush. */
export function needByOption(
  needBy: string,
  rush: boolean,
  rushPrice: MoneyAmount,
): OrderableFit["options"][number] {
  const day = formatDayRange({ from: needBy, until: needBy });
  return {
    group: NEED_BY_GROUP,
    choice: rush ? `${day}, made with rush` : day,
    price: rush ? rushPrice : money(0, rushPrice.currency),
  };
}
