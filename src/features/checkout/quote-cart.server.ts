import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { listOrderableFits } from "#features/atelier/specification/specification-queries.server.ts";
import { findProductsByIds } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { findLineColors, findOwnOrder } from "#features/orders/order-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { CartQuote, QuotedLine } from "./cart-change.ts";
import { cartChangeMessage } from "./cart-change.ts";
import type { RequestedLine } from "./checkout-input.ts";
import type { HoldLimit } from "./quote-cart.ts";
import { quoteLines } from "./quote-cart.ts";

/** Quotes a browser's lines by present prices, stock, discounts and hold limits; invalid ids cost no query. */
export async function quoteCart(
  deps: { db: Queryable },
  input: {
    lines: readonly RequestedLine[];
    shownTotal: MoneyAmount | null;
    limit?: HoldLimit | null;
  },
): Promise<CartQuote> {
  const ids = [...new Set(input.lines.map((line) => line.productId).filter(isId))];
  const products = ids.length > 0 ? await findProductsByIds(deps.db, ids) : [];
  const specifications = new Set(input.lines.flatMap(({ specification }) => specification ?? []));
  const fits = await listOrderableFits(deps.db, [...specifications]);
  return quoteLines(input.lines, products, { ...input, fits });
}

/** What can be bought again, and notes on the rest. */
export type Reorder = { lines: readonly QuotedLine[]; notes: readonly string[] };

/** Quotes an actor's order at present prices and stock. */
export async function quoteReorder(
  deps: { db: Queryable; clock: Clock },
  input: { actor: Actor; orderId: string },
): Promise<Result<Reorder, "forbidden" | "not_found">> {
  const found = await findOwnOrder(deps.db, input);
  if (!found.ok) return fail(found.error);
  const order = found.value;
  const colors = await findLineColors(deps.db, order);
  const quote = await quoteCart(deps, {
    lines: order.lines.map((line) => ({
      key: line.id,
      productId: line.productId ?? "",
      size: line.size,
      color: colors[line.id]?.toUpperCase() ?? null,
      quantity: line.quantity,
      shown: line.unitPrice,
    })),
    shownTotal: null,
  });
  const notes = quote.changes.map((change) => {
    const line = order.lines.find((each) => each.id === change.key);
    return cartChangeMessage(change, line && { name: line.productName, size: line.size });
  });
  return ok({ lines: quote.lines, notes });
}
