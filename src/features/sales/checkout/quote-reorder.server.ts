import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { mergeWaitingFeedback } from "#features/garments/alterations/fit-feedback.server.ts";
import { openVersions } from "#features/garments/contract/contract-queries.server.ts";
import { repeatSpecification } from "#features/garments/specification/create-specification.server.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import type { Order, OrderLine } from "#features/orders/order/order.ts";
import { findOwnOrder, findVariantColors } from "#features/orders/order/order-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { QuotedLine } from "./cart-change.ts";
import { cartChangeMessage, needsFit } from "./cart-change.ts";
import { quoteCart } from "./quote-cart.server.ts";

type Deps = { db: Database; clock: Clock; measurementBox: SecretBox };

/** `fitOf`: the product whose measurements and options the customer chooses again. */
export type ReorderNote = { text: string; fitOf: string | null };

/** What can be bought again, and notes on the rest. */
export type Reorder = { lines: readonly QuotedLine[]; notes: readonly ReorderNote[] };

/** A new specification of each made-to-measure line, by line, from the newest version of its contract. */
async function repeatFits(
  deps: Deps,
  { actor, order }: { actor: Actor; order: Order },
): Promise<ReadonlyMap<string, string>> {
  if (!order.lines.some(({ fit }) => fit)) return new Map();
  const versions = await openVersions(
    deps,
    order.lines.map(({ id }) => id),
  );
  await mergeWaitingFeedback(deps, { actor });
  const repeated = new Map<string, string>();
  for (const { fit, id, productId } of order.lines) {
    const newest = versions.findLast(({ orderItemId }) => orderItemId === id);
    if (!fit || !productId || !newest?.specification) continue;
    const agreed = { specification: newest.specification, options: newest.terms.options };
    const specification = await repeatSpecification(deps, { actor, productId, agreed });
    if (specification) repeated.set(id, specification);
  }
  return repeated;
}

/**
 * Quotes an actor's order at present prices and stock. Made-to-measure lines have what their contracts say, in new
 * specifications; where that is not possible any more, a note leads to the measurements.
 */
export async function quoteReorder(
  deps: Deps,
  input: { actor: Actor; orderId: string },
): Promise<Result<Reorder, "forbidden" | "not_found">> {
  const found = await findOwnOrder(deps.db, input);
  if (!found.ok) return fail(found.error);
  const order = found.value;
  const colors = await findVariantColors(deps.db, order);
  const fits = await repeatFits(deps, { actor: input.actor, order });
  const requested = (line: OrderLine) => {
    const specification = fits.get(line.id);
    return {
      key: line.id,
      productId: line.productId ?? "",
      size: line.size,
      color: colors[line.id]?.toUpperCase() ?? null,
      ...(specification && { specification }),
      quantity: line.quantity,
      shown: line.unitPrice,
    };
  };
  const quote = await quoteCart(deps, {
    actor: input.actor,
    lines: order.lines.map(requested),
    shownTotal: null,
  });
  const notes = quote.changes.map((change) => {
    const line = order.lines.find((each) => each.id === change.key);
    const text = cartChangeMessage(change, line && { name: lineName(line), size: line.size });
    return { text, fitOf: needsFit(change) ? (line?.productId ?? null) : null };
  });
  return ok({ lines: quote.lines, notes });
}
