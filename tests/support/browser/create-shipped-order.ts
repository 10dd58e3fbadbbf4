import { asc, eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { orderEvents, orderItems, orderNotes } from "#db/schema/orders.server.ts";
import { paymentMovements, refunds } from "#db/schema/refunds.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { createOrder } from "../orders.ts";

const ADDRESS = {
  fullName: "Asha Persaud",
  phone: "+592 555 0100",
  line1: "12 Camp Street",
  line2: "",
  city: "Georgetown",
  region: "",
  postalCode: "",
  country: "GY",
};
const USD = { currency: "USD", provider: "test" };

async function addParcel(db: Database, orderId: string, itemId: string): Promise<string> {
  const id = newId();
  const parcel = { carrier: "DHL Express", trackingNumber: "JD0146", shippedAt: new Date() };
  await db.insert(shipments).values({ id, orderId, ...parcel });
  await db.insert(shipmentItems).values({ shipmentId: id, orderItemId: itemId, quantity: 1 });
  const detail = { parcelId: id, ...parcel, shippedAt: undefined, pieces: 1, by: "Rosa" };
  await db.insert(orderEvents).values({ orderId, type: "shipped", detail });
  return id;
}

async function addReturn(
  db: Database,
  input: { orderId: string; itemId: string; status: "announced" | "received" },
): Promise<{ id: string; authorizationNumber: string }> {
  const { itemId, orderId, status } = input;
  const received = status === "received";
  const told = { id: newId(), authorizationNumber: `RA-${newId().slice(-8).toUpperCase()}` };
  await db.insert(returnRequests).values({
    ...told,
    ...{ orderId, status, reason: "other_size", note: "Too wide at the shoulders." },
    ...(received ? { receivedAt: new Date(), staffNote: "Worn once" } : {}),
  });
  const pieces = { orderItemId: itemId, quantity: 1, receivedQuantity: received ? 1 : null };
  await db.insert(returnRequestItems).values({ returnRequestId: told.id, ...pieces });
  return told;
}

/**
 * An order with everything that can lie on the owner's desk: paid, one piece in a parcel, one still to send, one return announced and one
 * whose refund the bank sent back, a note. Its pieces are of no product, so that nobody's stock changes. Answers with it and its parcel.
 */
export async function createShippedOrder(
  db: Database,
): Promise<{ orderId: string; parcelId: string }> {
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
  const lines = await db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const itemId = lines[0]?.id ?? "";
  const charge = { kind: "charge", amountMinor: 37_500, method: "Visa ending in 4242" } as const;
  await db.insert(paymentMovements).values({ orderId, ...USD, ...charge, providerId: newId() });
  await addReturn(db, { orderId, itemId, status: "announced" });
  const back = await addReturn(db, { orderId, itemId, status: "received" });
  await db.insert(refunds).values({
    ...{ orderId, ...USD, returnRequestId: back.id, amountMinor: 12_000 },
    ...{ status: "failed", failure: "lost or stolen card" },
  });
  const { authorizationNumber } = back;
  const amount = { minorUnits: 12_000, currency: "USD" };
  const detail = { amount, authorizationNumber, failure: "lost or stolen card", told: true };
  await db.insert(orderEvents).values({ orderId, type: "refund_failed", detail });
  const note = { authorName: "Rosa", note: "She asked for the larger one." };
  await db.insert(orderNotes).values({ orderId, ...note });
  return { orderId, parcelId: await addParcel(db, orderId, itemId) };
}
