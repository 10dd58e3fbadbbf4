import type { MoneyAmount } from "#core/money-amount.ts";
import { addMoney, discountMoney, money, multiplyMoney } from "#core/money-amount.ts";

/** The two pieces offered beside an order, Silk Scarf 89 and Gold Bracelet 129 (specification 3 and 9, decision S11). */
export const UPSELL_SLUGS: readonly string[] = ["silk-scarf", "gold-bracelet"];

/** The offer's whole percentage, shown as its label (specification 9). */
export const UPSELL_PERCENT_OFF = 15;

/** What the pricing rule needs of a line, whatever else it carries; `slug` decides whether the piece is one of the offers. */
export type PriceableLine = {
  readonly key: string;
  readonly productId: string;
  readonly slug?: string | undefined;
  readonly unitPrice: MoneyAmount;
  readonly quantity: number;
};

/** One line's money: `regular` is price times quantity, `total` what is charged after `discount`. */
export type PricedLine = {
  readonly key: string;
  readonly regular: MoneyAmount;
  readonly discount: MoneyAmount;
  readonly total: MoneyAmount;
};

/** All lines in their order, and their sums. */
export type PricedLines = {
  readonly lines: readonly PricedLine[];
  readonly regular: MoneyAmount;
  readonly discount: MoneyAmount;
  readonly total: MoneyAmount;
};

/** Whether a product is one of the two offered pieces. */
export function isUpsellSlug(slug: string | undefined): boolean {
  return slug !== undefined && UPSELL_SLUGS.includes(slug);
}

/** Whether the offer applies at all: only beside a piece that is not itself an offer (decision S11). */
export function upsellGranted(lines: readonly Pick<PriceableLine, "slug" | "quantity">[]): boolean {
  return lines.some((line) => line.quantity > 0 && !isUpsellSlug(line.slug));
}

/** The price of the one reduced piece. */
export function upsellPrice(regular: MoneyAmount): MoneyAmount {
  return discountMoney(regular, UPSELL_PERCENT_OFF);
}

/**
 * Prices lines of one currency with the offer: 15 % off one piece of each upsell product, and only beside another piece
 * (decision S11). Quantities are whole and at least 1. The browser shows it, the server charges by it with looked-up prices.
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
