import { asc, eq, inArray } from "drizzle-orm";
import { countryName } from "#core/country-name.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orderEvents, orderItems, orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Order } from "./order.ts";
import { findOrderById } from "./order-queries.server.ts";

/** A step of an order's timeline. */
export type OrderEvent = {
  id: string;
  type: string;
  detail: Record<string, unknown>;
  at: Date;
};

/** One order as the owner sees it: what was bought, how it was paid and what happened. */
export type OrderDetails = {
  order: Order;
  paymentProvider: string;
  refunded: MoneyAmount;
  /** Name of the country it goes to, once known. */
  country: string | null;
  /** Colour of each line as #RRGGBB by the line's id; lines without a colour are left out. */
  colors: Record<string, string>;
  /** Oldest first. */
  events: readonly OrderEvent[];
};

function countryOf(order: Order): string | null {
  const code = order.address?.country;
  return code ? countryName(code) : null;
}

/** The order under an id from an address, for an admin; a malformed id is 'not_found' like one that nobody has. */
export async function findOrderDetails(
  db: Queryable,
  input: { actor: Actor; orderId: string },
): Promise<Result<OrderDetails, "forbidden" | "not_found">> {
  const { actor, orderId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  const order = await findOrderById(db, orderId);
  if (!order) return fail("not_found");
  const [payment] = await db
    .select({ provider: orders.paymentProvider, refundedMinor: orders.refundedMinor })
    .from(orders)
    .where(eq(orders.id, orderId));
  const colored = await db
    .select({ id: orderItems.id, color: orderItems.color })
    .from(orderItems)
    .where(
      inArray(
        orderItems.id,
        order.lines.map((line) => line.id),
      ),
    );
  const events = await db
    .select({
      id: orderEvents.id,
      type: orderEvents.type,
      detail: orderEvents.detail,
      at: orderEvents.createdAt,
    })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
  return ok({
    order,
    paymentProvider: payment?.provider ?? "",
    refunded: money(payment?.refundedMinor ?? 0, order.totals.total.currency),
    country: countryOf(order),
    colors: Object.fromEntries(
      colored.filter((row) => row.color !== "").map((row) => [row.id, row.color]),
    ),
    events,
  });
}
