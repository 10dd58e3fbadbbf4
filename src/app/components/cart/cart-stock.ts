import type { DayRange } from "#core/business-days.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { DescribedLine } from "#features/orders/order/line-description.ts";
import { lineName, NO_WEARER } from "#features/orders/order/line-description.ts";
import type { Cart, CartLine } from "#features/sales/cart/cart.ts";
import type { CartChange, CartQuote } from "#features/sales/checkout/cart-change.ts";
import {
  cartChangeMessage,
  describeQuoted,
  isUnsellable,
  quotedColor,
  toStoredLine,
} from "#features/sales/checkout/cart-change.ts";

/** `available` is null without a limit; `gone` says why it cannot be bought; `fit` is of a made-to-measure line. */
export type LineStock = {
  readonly available: number | null;
  readonly gone: CartChange | null;
  readonly fit?: QuotedFit;
};

/** What the server knows of a line with a specification. */
type QuotedFit = {
  readonly described: DescribedLine;
  /** #RRGGBB of the garment, which a chosen cloth decides; "" without one. */
  readonly color: string;
  /** Path of the image that stands for it, or "". */
  readonly image: string;
  readonly extraDays: number | null;
  /** When it is ready to leave, by the atelier's schedule. */
  readonly ready?: DayRange | null;
  /** The day of arrival that the customer chose. */
  readonly needBy?: string | null;
};

/** Keyed by cartItemId; a missing line is not known yet. */
export type LineStocks = ReadonlyMap<string, LineStock>;

export type Reduction = { readonly from: number; readonly to: number };

export function readLineStocks(quote: CartQuote): LineStocks {
  const stocks = new Map<string, LineStock>();
  for (const line of quote.lines) {
    const { available, extraDays = null, key, needBy = null, ready = null, specification } = line;
    if (specification === null) {
      stocks.set(key, { available, gone: null });
      continue;
    }
    const described = describeQuoted(line);
    const { image } = toStoredLine(line);
    const fit = { described, color: quotedColor(line).hex, image, extraDays, ready, needBy };
    stocks.set(key, { available, gone: null, fit });
  }
  for (const change of quote.changes) {
    if (change.key === null || !isUnsellable(change)) continue;
    stocks.set(change.key, { available: 0, gone: change });
  }
  return stocks;
}

/**
 * A line of the browser's cart as it is described everywhere; before the server has answered, with what the browser stores. Without
 * measurements it cannot be ordered, and says nothing of them.
 */
export function describeCartLine(line: CartLine, stock: LineStock | undefined): DescribedLine {
  if (stock?.fit) return stock.fit.described;
  const madeToMeasure = line.size === CUSTOM_SIZE && line.specification !== undefined;
  return {
    productName: line.name,
    size: line.size,
    // A chosen cloth decides the color, and the server alone knows which was chosen.
    colorName: madeToMeasure ? "" : (line.colorName ?? ""),
    madeToMeasure,
    fit: madeToMeasure ? { ...NO_WEARER, options: [] } : null,
  };
}

/** Whether the server has yet to say when a made-to-measure line is ready to leave. */
export const isDateUnknown = (cart: Cart, stocks: LineStocks): boolean =>
  cart.some(
    ({ cartItemId, specification }) => specification !== undefined && !stocks.has(cartItemId),
  );

/** The image of a line, in the cloth that the server knows; before it has answered, what the browser stores. "" without one. */
export const imageOfCartLine = (line: CartLine, stock: LineStock | undefined): string =>
  stock?.fit?.image ?? line.image;

/** Days of making of the slowest line; null for the shop's own. */
export function makingDays(stocks: LineStocks): number | null {
  const days = [...stocks.values()].flatMap(({ fit }) => fit?.extraDays ?? []);
  return days.length === 0 ? null : Math.max(...days);
}

/** When the slowest line is ready to leave; null for a cart without made-to-measure, and before the schedule is known. */
export function readyOf(stocks: LineStocks): DayRange | null {
  const days = [...stocks.values()].flatMap(({ fit }) => fit?.ready ?? []);
  return days.toSorted((a, b) => (a.until < b.until ? -1 : 1)).at(-1) ?? null;
}

/** The most urgent day that was chosen for a line; null without one. */
export function chosenDayOf(stocks: LineStocks): string | null {
  return [...stocks.values()].flatMap(({ fit }) => fit?.needBy ?? []).toSorted()[0] ?? null;
}

/** Skips unavailable lines, which the customer removes. */
export function quantitiesToReduce(
  cart: Cart,
  stocks: LineStocks,
): ({ key: string } & Reduction)[] {
  return cart.flatMap(({ cartItemId, quantity }) => {
    const stock = stocks.get(cartItemId);
    if (!stock || stock.gone || stock.available === null || quantity <= stock.available) return [];
    return [{ key: cartItemId, from: quantity, to: stock.available }];
  });
}

/** Returns null when there is nothing to report. */
export function lineStockMessage(
  line: CartLine,
  stock: LineStock | undefined,
  reduced: Reduction | undefined,
): string | null {
  if (!stock) return null;
  if (stock.gone) {
    const name = lineName(describeCartLine(line, stock));
    return cartChangeMessage(stock.gone, { name, size: line.size });
  }
  const { available } = stock;
  if (available === null || line.quantity < available) return null;
  if (reduced?.to === line.quantity) {
    return `Only ${reduced.to} left, so we changed your quantity from ${reduced.from} to ${reduced.to}.`;
  }
  if (stock.fit) {
    return available === 1
      ? "The cloth is enough for this one."
      : `The cloth is enough for these ${available}.`;
  }
  return available === 1
    ? "This is the last one in this size."
    : `These are the last ${available} in this size.`;
}
