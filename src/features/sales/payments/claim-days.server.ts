import { and, eq, lte, not, or } from "drizzle-orm";
import type { DayRange } from "#core/business-days.ts";
import { formatDayRange } from "#core/business-days.ts";
import type { Queryable } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { arrivalDays, termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { claimDays } from "#features/garments/scheduling/promise-order.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { makingDaysOf, promiseOf } from "#features/orders/order/order.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { PaymentSession, SessionEvent } from "#platform/payments.server.ts";
import type { SettlementDeps } from "./payment-records.server.ts";

/** The unpaid order of a payment session that holds no time, or does no longer; null for any other. */
async function findUnheldOrder(db: Queryable, sessionId: string, now: Date): Promise<Order | null> {
  const [found] = await db
    .select({ id: orders.id })
    .from(atelierHolds)
    .innerJoin(orders, eq(orders.id, atelierHolds.orderId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(
        eq(payments.sessionId, sessionId),
        eq(orders.status, "pending"),
        or(not(atelierHolds.isHeld), lte(atelierHolds.heldUntil, now)),
      ),
    );
  return found ? findOrderById(db, found.id) : null;
}

/** When an order arrives if the atelier begins now; null without its shipping method. */
export async function arrivalOfOrder(
  deps: { db: Queryable; clock: Clock },
  order: Order,
  methodLabel: string | null,
): Promise<DayRange | null> {
  const terms = await getShippingSettings(deps.db);
  const method = terms.methods.find(({ label }) => label === methodLabel);
  if (!method) return null;
  const { madeToMeasure } = order;
  const making = termsWithMaking(terms, makingDaysOf(order));
  const now = deps.clock.now();
  return arrivalDays(making, method, { madeToMeasure, now, ...promiseOf(order) });
}

/**
 * Gives an order that is being paid the makers' time that it did not hold (ADR 0051), before its payment is settled. Where others took
 * its days meanwhile, the order is promised the next ones: the returned session has the later arrival, the timeline says so, and so
 * does the confirmation email. Sessions of any other order are returned as they are.
 */
export async function claimDaysOnPayment(
  deps: SettlementDeps,
  event: SessionEvent,
): Promise<PaymentSession> {
  const { session } = event;
  if (event.type !== "session.paid") return session;
  const order = await findUnheldOrder(deps.db, session.id, deps.clock.now());
  if (!order) return session;
  const claimed = await claimDays(deps, order);
  const { shipping } = session;
  if (!claimed.isLater || !shipping) return session;
  const arrives = await arrivalOfOrder(deps, claimed.order, shipping.label);
  if (!arrives) return session;
  await deps.db.transaction((tx) =>
    recordOrderEvent(tx, {
      orderId: order.id,
      type: "days_moved",
      detail: { arrival: formatDayRange(arrives) },
    }),
  );
  return { ...session, shipping: { ...shipping, arrives } };
}
