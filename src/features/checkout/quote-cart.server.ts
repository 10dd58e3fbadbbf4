import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import { findProductsByIds } from "#features/catalog/listing/catalog-queries.server.ts";
import type { CartQuote } from "./cart-change.ts";
import type { RequestedLine } from "./checkout-input.ts";
import { quoteLines } from "./quote-cart.ts";

/** Looks prices, stock and offers up for the lines a browser asks for, and says what changed; ids that are none cost no query. */
export async function quoteCart(
  deps: { db: Queryable },
  input: { lines: readonly RequestedLine[]; shownTotal: MoneyAmount | null },
): Promise<CartQuote> {
  const ids = [...new Set(input.lines.map((line) => line.productId).filter(isId))];
  const products = ids.length > 0 ? await findProductsByIds(deps.db, ids) : [];
  return quoteLines(input.lines, products, input.shownTotal);
}
