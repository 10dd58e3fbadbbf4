import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Transaction } from "#db/client.server.ts";
import { bumpContentVersion } from "#db/content-version.server.ts";
import { orderEvents, paymentEvents } from "#db/schema/orders.server.ts";
import type { Order } from "#features/orders/order.ts";
import { canBecome, holdsReservation } from "#features/orders/order.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import type { PaymentEvent, PaymentSession } from "#platform/payments.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { closeOrder } from "./close-order.server.ts";
import { completeOrder } from "./complete-order.server.ts";

/** What a message came to: 'unchanged' when the order was already past it, 'unknown' when it is about nothing of ours. */
export type Settlement = "completed" | "released" | "noted" | "unchanged" | "duplicate" | "unknown";

type Step = { settlement: Settlement; isStockChanged: boolean };

const unchanged: Step = { settlement: "unchanged", isStockChanged: false };

/**
 * Applies one message of the payment provider, in one transaction and at most once, however often, late or out of order it
 * comes (decision C3). Throws only when the database is away, so that the provider sends it again.
 */
export async function settlePayment(deps: CheckoutDeps, event: PaymentEvent): Promise<Settlement> {
  const { settlement, version } = await deps.db.transaction(async (tx) => {
    const recorded = await record(tx, deps, event);
    if (!recorded) return { settlement: "duplicate" as const, version: null };
    const { reference } = event.session;
    const order = isId(reference) ? await lockOrder(tx, reference) : null;
    if (!order) return { settlement: "unknown" as const, version: null };
    const step = await apply(tx, deps, order, event);
    await tx
      .update(paymentEvents)
      .set({ processedAt: deps.clock.now() })
      .where(eq(paymentEvents.id, recorded));
    // Last, because the version's one row stays locked until the commit.
    const version = step.isStockChanged ? await bumpContentVersion(tx) : null;
    return { settlement: step.settlement, version };
  });
  if (version !== null) await deps.content.settle(version);
  if (settlement === "unknown") {
    deps.logger.warn({ eventId: event.id, type: event.type }, "payments: about no order of ours");
  }
  return settlement;
}

/** Applies what the provider says of a session now, for messages that are late or lost; null while it is still open. */
export async function settleSession(
  deps: CheckoutDeps,
  session: PaymentSession,
): Promise<Settlement | null> {
  if (session.status === "open") return null;
  const type = session.status === "paid" ? "session.paid" : "session.expired";
  return settlePayment(deps, { id: `asked:${session.id}:${session.status}`, type, session });
}

/** Writes the message down, without the address and mail it carries; null when it was there before. */
async function record(
  tx: Transaction,
  deps: CheckoutDeps,
  event: PaymentEvent,
): Promise<string | null> {
  const { id, reference, status, total, shipping } = event.session;
  const [row] = await tx
    .insert(paymentEvents)
    .values({
      provider: deps.payments.name,
      eventId: event.id,
      type: event.type,
      sessionId: id,
      payload: { reference, status, total, shipping },
    })
    .onConflictDoNothing({ target: [paymentEvents.provider, paymentEvents.eventId] })
    .returning({ id: paymentEvents.id });
  return row?.id ?? null;
}

async function apply(
  tx: Transaction,
  deps: CheckoutDeps,
  order: Order,
  event: PaymentEvent,
): Promise<Step> {
  switch (event.type) {
    case "session.paid":
      if (!canBecome(order.status, "completed")) return unchanged;
      return {
        settlement: "completed",
        isStockChanged: await completeOrder(tx, deps, order, event.session),
      };
    case "session.expired": {
      const ending = { as: "expired", because: "provider_expired" } as const;
      const { closed, isStockChanged } = await closeOrder(tx, order, ending);
      return closed ? { settlement: "released", isStockChanged } : unchanged;
    }
    case "session.failed":
      // The page stays open and the card can be tried again: only the timeline learns of it.
      if (!holdsReservation(order.status)) return unchanged;
      await tx.insert(orderEvents).values({ orderId: order.id, type: "payment_failed" });
      return { settlement: "noted", isStockChanged: false };
  }
}
