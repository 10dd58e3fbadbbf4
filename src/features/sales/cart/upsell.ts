import type { MoneyAmount } from "#core/money-amount.ts";
import { addMoney, discountMoney, money, multiplyMoney } from "#core/money-amount.ts";

/** Silk Scarf 89 and Gold Bracelet 129 (specification 3 and 9, decision S11). */
export const UPSELL_SLUGS: readonly string[] = ["silk-scarf", "gold-bracelet"];

/** An item beside another one costs this much less (specification 9). */
export const UPSELL_PERCENT_OFF = 15;

/** `slug` identifies upsell products. */
export type PriceableLine = {
  readonly key: string;
  readonly productId: string;
  readonly slug?: string | undefined;
  readonly unitPrice: MoneyAmount;
  readonly quantity: number;
};

/** `regular`: price times quantity; `total`: charged. */
export type PricedLine = {
  readonly key: string;
  readonly regular: MoneyAmount;
  readonly discount: MoneyAmount;
  readonly total: MoneyAmount;
};

export type PricedLines = {
  readonly lines: readonly PricedLine[];
  readonly regular: MoneyAmount;
  readonly discount: MoneyAmount;
  readonly total: MoneyAmount;
};

/** Decision S11. */
function isUpsellSlug(slug: string | undefined): boolean {
  return slug !== undefined && UPSELL_SLUGS.includes(slug);
}

/** Only beside another product (decision S11). */
export function upsellGranted(lines: readonly Pick<PriceableLine, "slug" | "quantity">[]): boolean {
  return lines.some((line) => line.quantity > 0 && !isUpsellSlug(line.slug));
}

/** The price of the one discounted item. */
export function upsellPrice(regular: MoneyAmount): MoneyAmount {
  return discountMoney(regular, UPSELL_PERCENT_OFF);
}

/**
 * Prices lines of one currency: 15 % off one item of each upsell product beside another product (decision
 * S11). Quantities are integers from 1. The server charges by current prices.
 */
export function priceLines(lines: readonly PriceableLine[]): PricedLines {
  const currency = lines[0]?.unitPrice.currency ?? "USD";
  const granted = upsellGranted(lines);
  const reduced = new Set<string>();
  const priced = lines.map((line) => {
    const regular = multiplyMoney(line.unitPrice, line.quantity);
    const reduces =
      granted && line.quantity > 0 && isUpsellSlug(line.slug) && !reduced.has(line.productId);
    if (reduces) reduced.add(line.productId);
    const off = reduces ? line.unitPrice.minorUnits - upsellPrice(line.unitPrice).minorUnits : 0;
    return {
      key: line.key,
      regular,
      discount: money(off, regular.currency),
      total: money(regular.minorUnits - off, regular.currency),
    };
  });
  return {
    lines: priced,
    regular: addMoney(
      priced.map((line) => line.regular),
      currency,
    ),
    discount: addMoney(
      priced.map((line) => line.discount),
      currency,
    ),
    total: addMoney(
      priced.map((line) => line.total),
      currency,
    ),
  };
}
