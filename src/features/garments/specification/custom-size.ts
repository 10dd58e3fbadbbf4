import type { MoneyAmount } from "#core/money-amount.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import { measuringMinutes } from "#features/body/measurement/measuring-effort.ts";
import type { MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import type { ProductDetail, ProductVariant } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, priceOf } from "#features/catalog/products/product.ts";
import type {
  MadeToMeasureTerms,
  OptionChoice,
} from "#features/garments/options/made-to-measure-terms.ts";
import {
  isOrderable,
  madeToMeasurePrice,
  measurementsWith,
  standardChoice,
  stylesOfChosen,
} from "#features/garments/options/made-to-measure-terms.ts";

/**
 * What the page starts with, in the order of the options: what the images show, or the standard choice; of a required option without
 * either the cheapest that can be ordered. Null when a required option has nothing to order.
 */
function startingChoices({ groups }: MadeToMeasureTerms): readonly OptionChoice[] | null {
  const chosen: OptionChoice[] = [];
  for (const group of groups) {
    const [cheapest] = group.choices
      .filter(isOrderable)
      .toSorted((a, b) => a.price.minorUnits - b.price.minorUnits);
    const choice = standardChoice(group) ?? (group.required ? cheapest : undefined);
    if (!choice && group.required) return null;
    if (choice) chosen.push(choice);
  }
  return chosen;
}

/** Whether a garment can be ordered to measure now: the owner offers it, and every required option has a choice. */
export function isOfferedToMeasure(terms: MadeToMeasureTerms | null): terms is MadeToMeasureTerms {
  return terms?.isOffered === true && startingChoices(terms) !== null;
}

/** The price of a garment that costs `listed` as Custom, with the surcharge and what the page starts with; null where it cannot be ordered. */
export function startingPrice(terms: MadeToMeasureTerms, listed: MoneyAmount): MoneyAmount | null {
  const choices = terms.isOffered ? startingChoices(terms) : null;
  return choices && madeToMeasurePrice(listed, terms.surcharge, choices);
}

/** What the garment is measured for with what the page starts with. */
export function startingMeasurements(terms: MadeToMeasureTerms): MeasurementSet {
  return measurementsWith(terms, stylesOfChosen(startingChoices(terms) ?? []));
}

/** Every Custom variant, listed or not: one for each color. */
function customVariants({ colors, variants }: ProductDetail): readonly ProductVariant[] {
  const listed = variants.filter(({ size }) => size === CUSTOM_SIZE);
  if (listed.length > 0) return listed;
  const hexes = colors.length > 0 ? colors.map(({ hex }) => hex) : [""];
  return hexes.map((color) => ({ size: CUSTOM_SIZE, color, stockCount: null }));
}

/** Puts these variants in place of the Custom ones; the others keep their positions, which name their SKUs. */
function withVariants(product: ProductDetail, custom: readonly ProductVariant[]): ProductDetail {
  const left = [...custom];
  const replaced = product.variants.map((variant) =>
    variant.size === CUSTOM_SIZE ? (left.shift() ?? variant) : variant,
  );
  return { ...product, variants: [...replaced, ...left] };
}

/**
 * A product as its page offers the size Custom: at the price of what its images show (surcharge and the choices that the
 * made-to-measure page starts with), with what making it takes. Not offered, Custom is no size of the product, or the only one and
 * not available.
 */
export function withCustomSize(
  product: ProductDetail,
  terms: MadeToMeasureTerms | null,
  shop: Pick<DeliveryTerms, "madeToMeasureMinDays" | "madeToMeasureMaxDays">,
): ProductDetail {
  if (!product.sizes.includes(CUSTOM_SIZE)) return product;
  const choices = terms && startingChoices(terms);
  const custom = customVariants(product);
  if (!isOfferedToMeasure(terms) || !choices) {
    const others = product.sizes.filter((size) => size !== CUSTOM_SIZE);
    const gone = custom.map((variant) => ({ ...variant, stockCount: 0 }));
    return { ...withVariants(product, gone), sizes: others.length > 0 ? others : product.sizes };
  }
  const { madeToMeasureMaxDays, madeToMeasureMinDays } = termsWithMaking(shop, terms.extraDays);
  const made = {
    madeToMeasureMaxDays,
    madeToMeasureMinDays,
    minutes: measuringMinutes(startingMeasurements(terms).required),
  };
  const priced = custom.map((variant) => {
    const { price, was } = priceOf(product, variant);
    const from = madeToMeasurePrice(price, terms.surcharge, choices);
    const more = from.minorUnits - price.minorUnits;
    if (more === 0) return variant;
    return {
      ...variant,
      priceMinor: from.minorUnits,
      compareAtMinor: was && was.minorUnits + more,
    };
  });
  return { ...withVariants(product, priced), made };
}
