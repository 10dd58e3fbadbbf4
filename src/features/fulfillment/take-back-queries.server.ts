import { asc, eq } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { isMailOut } from "#features/mail/withdraw-mail.server.ts";
import { findRefunds } from "#features/payments/refund-queries.server.ts";
import { returnsOf } from "#features/returns/return-queries.server.ts";
import type { Parcel } from "./parcel-queries.server.ts";
import type { OrderPast, TakeBackObstacle } from "./take-back.ts";
import { takeBackObstacle } from "./take-back.ts";

/** Whether the last step of a parcel can be taken back, and whether the customer may have read of it already. */
export type TakeBack = { obstacle: TakeBackObstacle | null; isMailOut: boolean };

/** The key of the mail that tells of a parcel's last step. */
export function parcelMailKey({ id, deliveredAt }: Pick<Parcel, "id" | "deliveredAt">): string {
  return `${deliveredAt ? "delivered" : "shipped"}:${id}`;
}

/** What of an order's life decides whether a parcel's step can be taken back. */
export async function pastOf(db: Queryable, orderId: string): Promise<OrderPast> {
  const steps = await db
    .select({ type: orderEvents.type, detail: orderEvents.detail, at: orderEvents.createdAt })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
  return {
    steps,
    returns: await returnsOf(db, orderId),
    refunds: await findRefunds(db, orderId),
  };
}

/** For each parcel of an order, by its id, whether its last step can be taken back. */
export async function takeBacksOf(
  db: Queryable,
  orderId: string,
  parcels: readonly Parcel[],
): Promise<Record<string, TakeBack>> {
  if (parcels.length === 0) return {};
  const past = await pastOf(db, orderId);
  const told = parcels.map(async (parcel): Promise<[string, TakeBack]> => {
    const obstacle = takeBackObstacle(parcel, past);
    return [parcel.id, { obstacle, isMailOut: await isMailOut(db, parcelMailKey(parcel)) }];
  });
  return Object.fromEntries(await Promise.all(told));
}
