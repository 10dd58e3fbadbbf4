import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { wearerOf } from "#features/garments/specification/specification.ts";
import type { DescribedLine, PricePart } from "#features/orders/order/line-description.ts";
import { NO_WEARER, priceParts } from "#features/orders/order/line-description.ts";
import type { ContractTerms } from "./contract.ts";
import type { OpenContractVersion } from "./contract-queries.server.ts";

type Version = Pick<
  OpenContractVersion,
  "lineColorName" | "lineWearer" | "specification" | "terms"
>;

/**
 * What a version of a contract says of its garment, as every page and document describes it. The color of a contract of before is that
 * of its order line; so is the wearer's name once the measurements are removed.
 */
export function describeContract(version: Version): DescribedLine {
  const { lineColorName, lineWearer, specification, terms } = version;
  const worn = specification ? wearerOf(specification) : { ...NO_WEARER, wearer: lineWearer };
  return {
    productName: terms.product,
    size: CUSTOM_SIZE,
    colorName: terms.color ?? lineColorName,
    madeToMeasure: true,
    fit: { ...worn, options: terms.options },
  };
}

/** What the agreed price is made of; nothing of a garment that is made again at no charge. */
export function agreedPriceParts(terms: ContractTerms): readonly PricePart[] {
  if (terms.remakeOf !== undefined) return [];
  const currency: Currency = terms.currency === "GYD" ? "GYD" : "USD";
  return priceParts({
    unitPrice: money(terms.unitPriceMinor, currency),
    surcharge: money(terms.surchargeMinor, currency),
    options: terms.options.map(({ choice, group, priceMinor }) => {
      return { group, choice, price: money(priceMinor, currency) };
    }),
  });
}
