import { asc, eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { orderItems, orderNotes } from "#db/schema/orders.server.ts";
import { paymentMovements, refunds } from "#db/schema/payments.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { HOME } from "#tests/support/addresses.ts";
import { createOrder, paymentOf } from "../orders.ts";

const ADDRESS = { ...HOME, phone: "+592 555 0100" };
const USD = { currency: "USD", provider: "test" };

/** One of an item by DHL Express; returns the id. */
export async function addShipment(db: Database, orderId: string, itemId: string): Promise<string> {
  const id = newId();
  const shipment = { carrier: "DHL Express", trackingNumber: "JD0146", shippedAt: new Date() };
  await db.insert(shipments).values({ id, orderId, ...shipment });
  await db.insert(shipmentItems).values({ shipmentId: id, orderItemId: itemId, quantity: 1 });
  const { carrier, trackingNumber } = shipment;
  const detail = { shipmentId: id, carrier, trackingNumber, quantity: 1, by: "Rosa" };
  await db.transaction((tx) => recordOrderEvent(tx, { orderId, type: "shipped", detail }));
  return id;
}

export async function listItemIds(db: Database, orderId: string): Promise<string[]> {
  const items = await db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  return items.map(({ id }) => id);
}

async function addReturn(
  db: Database,
  input: { orderId: string; itemId: string; status: "announced" | "received" },
): Promise<{ id: string; authorizationNumber: string }> {
  const { itemId, orderId, status } = input;
  const received = status === "received";
  const request = { id: newId(), authorizationNumber: `RA-${newId().slice(-8).toUpperCase()}` };
  await db.insert(returnRequests).values({
    ...request,
    orderId,
    status,
    reason: "other_size",
    note: "Too wide at the shoulders.",
    ...(received ? { receivedAt: new Date(), staffNote: "Worn once" } : {}),
  });
  const item = { orderItemId: itemId, quantity: 1, receivedQuantity: received ? 1 : null };
  await db.insert(returnRequestItems).values({ returnRequestId: request.id, ...item });
  return request;
}

/**
 * A paid order for the owner's page: an item shipped, one to ship, an announced return, one with a failed
 * refund, a note. Without products: no stock changes.
 */
export async function createShippedOrder(
  db: Database,
): Promise<{ orderId: string; shipmentId: string }> {
  const orderId = await createOrder(db, {
    status: "completed",
    subtotalMinor: 36_000,
    shippingMinor: 1_500,
    totalMinor: 37_500,
    shippingMethod: "Standard",
    shippingAddress: ADDRESS,
    lines: [{ quantity: 3 }],
    events: ["placed", "completed"],
  });
  const [itemId = ""] = await listItemIds(db, orderId);
  const paymentId = await paymentOf(db, orderId);
  const charge = { kind: "charge", amountMinor: 37_500, method: "Visa ending in 4242" } as const;
  await db
    .insert(paymentMovements)
    .values({ orderId, paymentId, ...USD, ...charge, providerId: newId() });
  await addReturn(db, { orderId, itemId, status: "announced" });
  const back = await addReturn(db, { orderId, itemId, status: "received" });
  const refundId = newId();
  await db.insert(refunds).values({
    id: refundId,
    orderId,
    paymentId,
    ...USD,
    returnRequestId: back.id,
    amountMinor: 12_000,
    status: "failed",
    failure: "lost or stolen card",
  });
  const { authorizationNumber } = back;
  const amount = { minorUnits: 12_000, currency: "USD" };
  const failure = "lost or stolen card";
  const detail = { refundId, amount, authorizationNumber, failure, isReported: true };
  await db.transaction((tx) => recordOrderEvent(tx, { orderId, type: "refund_failed", detail }));
  const note = { authorName: "Rosa", note: "She asked for the larger one." };
  await db.insert(orderNotes).values({ orderId, ...note });
  return { orderId, shipmentId: await addShipment(db, orderId, itemId) };
}
