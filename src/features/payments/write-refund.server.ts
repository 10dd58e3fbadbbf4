import { eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { refundItems, refunds } from "#db/schema/refunds.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import type { Order } from "#features/orders/order.ts";
import type { RefundedItem } from "./refund.ts";
import { validateRefund } from "./refund.ts";
import type { RefundRow } from "./refund-queries.server.ts";
import { findRefunds } from "./refund-queries.server.ts";

/** What a refund is: `restock` puts the pieces on the shelf again, `key` is one press of the button. */
export type RefundDraft = {
  amount: MoneyAmount;
  reason: string;
  items: readonly (RefundedItem & { restock: boolean })[];
  returnRequestId: string | null;
  key: string;
};

/** The refund that the same press of the button wrote, or null; 'not_found' when the key is another order's. */
export async function findRefundByIdempotencyKey(
  tx: Transaction,
  order: Order,
  key: string,
): Promise<Result<RefundRow | null, "not_found">> {
  const [twin] = await tx.select().from(refunds).where(eq(refunds.idempotencyKey, key));
  if (!twin) return ok(null);
  return twin.orderId === order.id ? ok(twin) : fail("not_found");
}

/**
 * Writes a refund of a locked order down, before the provider is asked: from then on its money and its pieces count as given, so that whoever
 * locks the order next sees it. The same key is the same refund (house rule 10).
 */
export async function writeRefund(
  tx: Transaction,
  order: Order,
  wish: RefundDraft & { actor: SignedIn },
): Promise<Result<RefundRow, "not_found" | "not_refundable" | "too_much">> {
  const { actor, amount, items, key, reason, returnRequestId } = wish;
  const twin = await findRefundByIdempotencyKey(tx, order, key);
  if (!twin.ok) return twin;
  if (twin.value) return ok(twin.value);
  const earlier = await findRefunds(tx, order.id);
  const refusal = validateRefund(order, earlier, { amount, pieces: items });
  if (refusal) return fail(refusal);
  const id = newId();
  const [refund] = await tx
    .insert(refunds)
    .values({
      id,
      orderId: order.id,
      returnRequestId,
      amountMinor: amount.minorUnits,
      currency: amount.currency,
      reason,
      idempotencyKey: key,
      provider: order.paymentProvider,
      actorId: actor.userId,
      actorName: actor.name,
    })
    .returning();
  if (!refund) throw new Error("The refund was not written");
  if (items.length > 0) {
    await tx.insert(refundItems).values(
      items.map(({ orderItemId, quantity, restock }) => ({
        refundId: id,
        orderItemId,
        quantity,
        restocked: restock,
      })),
    );
  }
  await recordChanges(tx, actor, [
    {
      action: "refunded",
      subject: "order",
      subjectId: order.id,
      before: { refundedMinor: order.refunded.minorUnits },
      after: { refundId: id, amountMinor: amount.minorUnits, reason },
    },
  ]);
  return ok(refund);
}
