import { isId } from "#core/ids.ts";
import type { Transaction } from "#db/client.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { declineCode } from "#features/orders/decline-messages.ts";
import type { Order } from "#features/orders/order.ts";
import { findOrderById } from "#features/orders/order-queries.server.ts";
import { recordPaymentMessage } from "#features/payments/record-payment-message.server.ts";
import type { DeclineEvent } from "#platform/payments.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";

/**
 * Notes on an order's timeline that a card was declined, at the moment when it was, once for each message however often and late it comes. The
 * order itself stays as it is: its page is open for another card, and one that was paid or given up meanwhile keeps its status. About a gift, or a
 * payment that is none of the shop's, there is nothing to note.
 */
export async function noteDecline(
  deps: Pick<CheckoutDeps, "db" | "clock">,
  event: DeclineEvent,
): Promise<"noted" | "duplicate" | "unknown"> {
  const { reference } = event;
  const order = isId(reference) ? await findOrderById(deps.db, reference) : null;
  if (order?.paymentProvider !== event.provider) return "unknown";
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const recorded = await recordPaymentMessage(tx, event, {
      sessionId: order.paymentSessionId,
      payload: { reference, code: declineCode(event.code) },
      processedAt: now,
    });
    if (recorded === null) return "duplicate";
    await writeDecline(tx, order, { ...event, at: new Date(Math.min(+event.at, +now)) });
    return "noted";
  });
}

/** Writes the line itself; a provider tells whole seconds, so one of the order's first second comes after its beginning all the same. */
export async function writeDecline(
  tx: Transaction,
  order: Order,
  { code, isCard, at }: Pick<DeclineEvent, "code" | "isCard" | "at">,
): Promise<void> {
  await tx.insert(orderEvents).values({
    orderId: order.id,
    type: "payment_declined",
    detail: { code: declineCode(code), card: isCard },
    createdAt: new Date(Math.max(+at, +order.createdAt + 1)),
  });
}
