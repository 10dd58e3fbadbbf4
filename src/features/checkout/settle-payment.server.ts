import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Transaction } from "#db/client.server.ts";
import { bumpContentVersion } from "#db/content-version.server.ts";
import { orderEvents, orders, paymentEvents } from "#db/schema/orders.server.ts";
import type { Order, OrderEventType } from "#features/orders/order.ts";
import { canBecome, holdsReservation, isPaid } from "#features/orders/order.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { recordPaymentMessage } from "#features/payments/record-payment-message.server.ts";
import type { PaymentSession, ProviderName, SessionEvent } from "#platform/payments.server.ts";
import { toSessionEvent } from "#platform/payments.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { completeOrder } from "./complete-order.server.ts";
import { writeDecline } from "./note-decline.server.ts";
import { releaseOrder } from "./release-order.server.ts";

/** What a message came to: 'unchanged' when the order was already past it, 'unknown' when it is about nothing of ours. */
export type Settlement = "completed" | "released" | "noted" | "unchanged" | "duplicate" | "unknown";

type Step = { settlement: Settlement; isStockChanged: boolean };

const unchanged: Step = { settlement: "unchanged", isStockChanged: false };
const noted: Step = { settlement: "noted", isStockChanged: false };

/** While a bank takes its time (days, with some ways of paying), the provider is asked again this often. */
const ASK_AGAIN_MS = 30 * 60 * 1000;

/**
 * Applies one message of the payment provider, in one transaction and at most once, however often, late or out of order it
 * comes (decision C3). Throws only when the database is away, so that the provider sends it again.
 */
export async function settlePayment(deps: CheckoutDeps, event: SessionEvent): Promise<Settlement> {
  const { settlement, version } = await deps.db.transaction(async (tx) => {
    const { id: sessionId, reference, status, total, shipping } = event.session;
    const payload = { reference, status, total, shipping };
    const recorded = await recordPaymentMessage(tx, event, { sessionId, payload });
    if (recorded === null) return { settlement: "duplicate" as const, version: null };
    const order = isId(reference) ? await lockOrder(tx, reference) : null;
    // A message of a provider that did not open the order is about no order of ours, whatever id it holds.
    if (order?.paymentProvider !== event.provider) {
      return { settlement: "unknown" as const, version: null };
    }
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
  provider: ProviderName,
  session: PaymentSession,
): Promise<Settlement | null> {
  const event = toSessionEvent(provider, session);
  return event && settlePayment(deps, event);
}

async function apply(
  tx: Transaction,
  deps: CheckoutDeps,
  order: Order,
  event: SessionEvent,
): Promise<Step> {
  switch (event.type) {
    case "session.paid":
      // A message of its payment may come after its refund.
      if (isPaid(order.status) || !canBecome(order.status, "completed")) return unchanged;
      return {
        settlement: "completed",
        isStockChanged: await completeOrder(tx, deps, order, event.session),
      };
    case "session.expired": {
      const ending = { as: "expired", because: "provider_expired" } as const;
      const { closed, isStockChanged } = await releaseOrder(tx, order, ending);
      return closed ? { settlement: "released", isStockChanged } : unchanged;
    }
    case "session.failed": {
      if (holdsReservation(order.status)) await note(tx, order, "payment_failed");
      const ending = { as: "cancelled", because: "payment_refused" } as const;
      const { closed, isStockChanged } = await releaseOrder(tx, order, ending);
      return closed ? { settlement: "released", isStockChanged } : unchanged;
    }
    case "session.declined":
      // The page stays open and the card can be tried again: only the timeline learns of it.
      await writeDecline(tx, order, { code: "", isCard: true, at: deps.clock.now() });
      return noted;
    case "session.processing":
      if (!holdsReservation(order.status)) return unchanged;
      await keepHold(tx, deps, order);
      return noted;
  }
}

const note = (tx: Transaction, order: Order, type: OrderEventType) =>
  tx.insert(orderEvents).values({ orderId: order.id, type });

/** Keeps the pieces of an order whose payment is on its way; the timeline says so once. */
async function keepHold(tx: Transaction, deps: CheckoutDeps, order: Order): Promise<void> {
  const type = "payment_processing";
  const isTold = await tx.$count(
    orderEvents,
    and(eq(orderEvents.orderId, order.id), eq(orderEvents.type, type)),
  );
  if (isTold === 0) await note(tx, order, type);
  await tx
    .update(orders)
    .set({ reservedUntil: new Date(deps.clock.now().getTime() + ASK_AGAIN_MS) })
    .where(eq(orders.id, order.id));
}
