import type { Currency, MoneyAmount } from "#core/money-amount.ts";
import { addMoney, money } from "#core/money-amount.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { Design, MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import { measurementSetOf, withoutArm } from "#features/body/measurement/required-measurements.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { isSleeveless } from "#features/patterns/styles/sleeves.ts";
import type { OptionKind } from "./option-kind.ts";

/** One answer to a group. `price` is added to the garment's price and may be negative. */
export type OptionChoice = {
  id: string;
  name: string;
  description: string;
  imageId: string | null;
  price: MoneyAmount;
  /** Null unless made from a cloth in stock; not available while less is left than one garment needs. */
  cloth: OptionCloth | null;
  /** Whether the product's images show this choice. */
  isPictured: boolean;
  /** How the garment looks with it; null for a choice that no drawing can show. */
  style: StyleName | null;
};

/** `colorHex` is #RRGGBB in upper case, or "" when not entered. */
type OptionCloth = { id: string; isAvailable: boolean; name: string; colorHex: string };

/** A question about a garment, with what is offered now. */
export type OptionGroup = {
  id: string;
  name: string;
  kind: OptionKind;
  required: boolean;
  choices: readonly OptionChoice[];
};

/** How a product is made to measure. `extraDays` are calendar days of making at most. */
export type MadeToMeasureTerms = {
  isOffered: boolean;
  surcharge: MoneyAmount;
  extraDays: number;
  /** Cloth that one garment needs. */
  clothLengthMm: number;
  hasMonogram: boolean;
  /** False where no design drafts the garment, so that its pattern is drawn by hand; absent where nobody asked. */
  isDrafted?: boolean;
  measurements: MeasurementSet;
  groups: readonly OptionGroup[];
  /** What a tailor cuts the garment from: how it is drawn. */
  components: readonly ComponentName[];
};

/** Terms as the owner saves them for a garment type or a product. Null leaves a field to the garment type, then to the default. */
export type TermsFields = {
  offered: boolean | null;
  surchargeMinor: number | null;
  extraDays: number | null;
  clothLengthMm: number | null;
  monogram: boolean | null;
  measurements: readonly string[] | null;
  /** Ids of the choices that the images show. A product's stand before its garment type's, option by option. */
  pictured: readonly string[] | null;
};

const NO_TERMS: TermsFields = {
  offered: null,
  surchargeMinor: null,
  extraDays: null,
  clothLengthMm: null,
  monogram: null,
  measurements: null,
  pictured: null,
};

const NO_MEASUREMENTS: MeasurementSet = { required: [], optional: [] };

/** The measurements in the order in which a person is measured. */
const IN_ORDER = Object.keys(MEASUREMENTS) as MeasurementName[];

/**
 * The owner's required measurements, in the order of measuring, with what else the garment needs or uses as optional. Null leaves
 * what the garment and the product's own designs need. Unknown names are ignored.
 */
export function measurementsOfTerms(
  garmentType: string,
  names: readonly string[] | null,
  designs: readonly Design[] = [],
): MeasurementSet {
  const own = measurementSetOf(garmentType, designs) ?? NO_MEASUREMENTS;
  if (names === null) return own;
  const chosen = new Set(names);
  const used = new Set([...own.required, ...own.optional]);
  return {
    required: IN_ORDER.filter((name) => chosen.has(name)),
    optional: IN_ORDER.filter((name) => used.has(name) && !chosen.has(name)),
  };
}

/**
 * The terms of a product: its own fields, else those of its garment type, else the defaults: offered without surcharge and
 * monogram, with the shop's days. Without a required measurement it is not offered.
 */
export function resolveTerms(input: {
  garmentType: string;
  currency: Currency;
  /** The most days of making in the shop's settings. */
  shopDays: number;
  product: TermsFields | null;
  garment: TermsFields | null;
  groups: readonly OptionGroup[];
  /** That draft the product; none for a garment type. */
  designs?: readonly Design[];
  components?: readonly ComponentName[];
}): MadeToMeasureTerms {
  const { product, garment } = {
    product: input.product ?? NO_TERMS,
    garment: input.garment ?? NO_TERMS,
  };
  const names = product.measurements ?? garment.measurements;
  const measurements = measurementsOfTerms(input.garmentType, names, input.designs);
  const isOffered = product.offered ?? garment.offered ?? true;
  return {
    isOffered: isOffered && measurements.required.length > 0,
    surcharge: money(product.surchargeMinor ?? garment.surchargeMinor ?? 0, input.currency),
    extraDays: product.extraDays ?? garment.extraDays ?? input.shopDays,
    clothLengthMm: product.clothLengthMm ?? garment.clothLengthMm ?? 0,
    hasMonogram: product.monogram ?? garment.monogram ?? false,
    measurements,
    groups: input.groups,
    components: input.components ?? [],
  };
}

/** How a garment looks with these choices, as far as a drawing or a pattern can show it. */
export const stylesOfChosen = (chosen: readonly Pick<OptionChoice, "style">[]): StyleName[] =>
  chosen.flatMap(({ style }) => style ?? []);

/** The same of options that were agreed by name, as they are offered now. */
export function stylesOfOptions(
  options: readonly { readonly group: string; readonly choice: string }[],
  groups: readonly OptionGroup[],
): StyleName[] {
  const chosen = options.flatMap((option) => {
    const group = groups.find(({ name }) => name === option.group);
    return group?.choices.find(({ name }) => name === option.choice) ?? [];
  });
  return stylesOfChosen(chosen);
}

/** What a garment that looks like this is measured for: nothing of the arm where it is ordered without sleeves. */
export function measurementsWith(
  { components, measurements }: Pick<MadeToMeasureTerms, "components" | "measurements">,
  styles: readonly StyleName[],
): MeasurementSet {
  return isSleeveless(components, styles) ? withoutArm(measurements) : measurements;
}

/**
 * The choice of one option that the images show: the product's own entry, else its garment type's. Null where neither names one of
 * these choices.
 */
export function picturedChoice<Choice extends { readonly id: string }>(
  choices: readonly Choice[],
  product: Pick<TermsFields, "pictured"> | null,
  garment: Pick<TermsFields, "pictured"> | null,
): Choice | null {
  const namedBy = (terms: Pick<TermsFields, "pictured"> | null) =>
    choices.find(({ id }) => terms?.pictured?.includes(id));
  return namedBy(product) ?? namedBy(garment) ?? null;
}

/** Whether a choice can be ordered now: its cloth is in stock, or it needs none. */
export function isOrderable({ cloth }: Pick<OptionChoice, "cloth">): boolean {
  return cloth === null || cloth.isAvailable;
}

/**
 * What an option starts with: the choice that the images show, as long as it can be ordered. Where it cannot, or nobody has said what
 * they show, a required option starts with the first choice that can be ordered and adds nothing to the price, and any other with
 * none.
 */
export function standardChoice({ choices, required }: OptionGroup): OptionChoice | undefined {
  const pictured = choices.find((choice) => choice.isPictured && isOrderable(choice));
  if (pictured || !required) return pictured;
  return choices.find((choice) => isOrderable(choice) && choice.price.minorUnits <= 0);
}

/** The price of a made-to-measure garment: never below zero. Throws on amounts of different currencies. */
export function madeToMeasurePrice(
  customPrice: MoneyAmount,
  surcharge: MoneyAmount,
  chosen: readonly Pick<OptionChoice, "price">[],
): MoneyAmount {
  const sum = addMoney([customPrice, surcharge, ...chosen.map(({ price }) => price)]);
  return money(Math.max(0, sum.minorUnits), sum.currency);
}
