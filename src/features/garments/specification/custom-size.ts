import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import { measuringMinutes } from "#features/body/measurement/measuring-effort.ts";
import type { ProductDetail, ProductVariant } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, priceOf } from "#features/catalog/products/product.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import { madeToMeasurePrice } from "#features/garments/options/made-to-measure-terms.ts";
import { isOrderable } from "./fit-draft.ts";

/** The cheapest answer of each required group; null when one has nothing to order. */
function cheapestChoices({ groups }: MadeToMeasureTerms) {
  const cheapest = groups
    .filter(({ required }) => required)
    .map(({ choices }) =>
      choices
        .filter(isOrderable)
        .toSorted((a, b) => a.price.minorUnits - b.price.minorUnits)
        .at(0),
    );
  const found = cheapest.filter((choice) => choice !== undefined);
  return found.length === cheapest.length ? found : null;
}

/** Whether a garment can be ordered to measure now: the owner offers it, and every required option has a choice. */
export function isOfferedToMeasure(terms: MadeToMeasureTerms | null): terms is MadeToMeasureTerms {
  return terms?.isOffered === true && cheapestChoices(terms) !== null;
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
 * A product as its page offers the size Custom: at the lowest price at which it can be ordered to measure (surcharge and the
 * cheapest required options), with what making it takes. Not offered, Custom is no size of the product, or the only one and
 * not available.
 */
export function withCustomSize(
  product: ProductDetail,
  terms: MadeToMeasureTerms | null,
  shop: Pick<DeliveryTerms, "madeToMeasureMinDays" | "madeToMeasureMaxDays">,
): ProductDetail {
  if (!product.sizes.includes(CUSTOM_SIZE)) return product;
  const choices = terms && cheapestChoices(terms);
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
    minutes: measuringMinutes(terms.measurements.required),
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
