import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import { findProductsByIds } from "#features/catalog/listing/catalog-queries.server.ts";
import { listReadyDays } from "#features/garments/scheduling/need-by.server.ts";
import { listOrderableFits } from "#features/garments/specification/specification-queries.server.ts";
import type { CartQuote } from "./cart-change.ts";
import type { RequestedLine } from "./checkout-input.ts";
import type { HoldLimit } from "./quote-cart.ts";
import { quoteLines } from "./quote-cart.ts";

/**
 * Quotes a browser's lines by present prices, stock, discounts and hold limits; invalid ids cost no query. With `now`
 * made-to-measure lines have the days on which the atelier's schedule has them ready.
 */
export async function quoteCart(
  deps: { db: Queryable },
  input: {
    lines: readonly RequestedLine[];
    shownTotal: MoneyAmount | null;
    limit?: HoldLimit | null;
    now?: Date;
  },
): Promise<CartQuote> {
  const ids = [...new Set(input.lines.map((line) => line.productId).filter(isId))];
  const products = ids.length > 0 ? await findProductsByIds(deps.db, ids) : [];
  const specifications = new Set(input.lines.flatMap(({ specification }) => specification ?? []));
  const fits = await listOrderableFits(deps.db, [...specifications]);
  const quote = quoteLines(input.lines, products, { ...input, fits });
  return input.now ? withReadyDays(deps.db, quote, input.now) : quote;
}

/** Adds the days on which made-to-measure lines are ready. */
export async function withReadyDays(
  db: Queryable,
  quote: CartQuote,
  now: Date,
): Promise<CartQuote> {
  const made = quote.lines.filter(({ madeToMeasure }) => madeToMeasure);
  if (made.length === 0) return quote;
  const ready = await listReadyDays(db, {
    now,
    lines: made.map(({ extraDays = null, key, productId, quantity }) => {
      return { id: key, productId, count: quantity, makingDays: extraDays };
    }),
  });
  return {
    ...quote,
    lines: quote.lines.map((line) => ({ ...line, ready: ready.get(line.key) ?? null })),
  };
}
