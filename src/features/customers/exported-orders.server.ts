import { asc, desc, eq } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";

const amount = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** A piece of an order as its owner knows it. */
const piece = {
  productName: orderItems.productName,
  size: orderItems.size,
  color: orderItems.colorName,
};

async function linesOf(db: Queryable, userId: string) {
  const rows = await db
    .select({
      orderId: orderItems.orderId,
      line: {
        ...piece,
        quantity: orderItems.quantity,
        unitPriceMinor: orderItems.unitPriceMinor,
        discountMinor: orderItems.discountMinor,
      },
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(orderItems.position));
  const told = rows.map(({ orderId, line: { unitPriceMinor, discountMinor, ...line } }) => ({
    orderId,
    line: { ...line, unitPrice: amount(unitPriceMinor), discount: amount(discountMinor) },
  }));
  return Map.groupBy(told, ({ orderId }) => orderId);
}

/** The parcels of every order, the oldest first, with what lay in each. */
async function shipmentsOf(db: Queryable, userId: string) {
  const rows = await db
    .select({
      id: shipments.id,
      orderId: shipments.orderId,
      parcel: {
        carrier: shipments.carrier,
        trackingNumber: shipments.trackingNumber,
        trackingUrl: shipments.trackingUrl,
        shippedAt: shipments.shippedAt,
        deliveredAt: shipments.deliveredAt,
      },
    })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(shipments.shippedAt), asc(shipments.id));
  const packed = await db
    .select({ id: shipments.id, piece: { ...piece, quantity: shipmentItems.quantity } })
    .from(shipmentItems)
    .innerJoin(shipments, eq(shipments.id, shipmentItems.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .innerJoin(orderItems, eq(orderItems.id, shipmentItems.orderItemId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(orderItems.position));
  const piecesOf = Map.groupBy(packed, ({ id }) => id);
  const told = rows.map(({ id, orderId, parcel }) => ({
    orderId,
    parcel: { ...parcel, pieces: (piecesOf.get(id) ?? []).map((each) => each.piece) },
  }));
  return Map.groupBy(told, ({ orderId }) => orderId);
}

/** The returns of every order, the oldest first, with the pieces announced and those that came; what the shop noted for itself stays its own. */
async function returnsOf(db: Queryable, userId: string) {
  const rows = await db
    .select({
      id: returnRequests.id,
      orderId: returnRequests.orderId,
      announced: {
        authorizationNumber: returnRequests.authorizationNumber,
        reason: returnRequests.reason,
        note: returnRequests.note,
        status: returnRequests.status,
        announcedAt: returnRequests.createdAt,
        receivedAt: returnRequests.receivedAt,
        closedAt: returnRequests.closedAt,
      },
    })
    .from(returnRequests)
    .innerJoin(orders, eq(orders.id, returnRequests.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(returnRequests.createdAt), asc(returnRequests.id));
  const returned = await db
    .select({
      id: returnRequests.id,
      piece: {
        ...piece,
        quantity: returnRequestItems.quantity,
        received: returnRequestItems.receivedQuantity,
      },
    })
    .from(returnRequestItems)
    .innerJoin(returnRequests, eq(returnRequests.id, returnRequestItems.returnRequestId))
    .innerJoin(orders, eq(orders.id, returnRequests.orderId))
    .innerJoin(orderItems, eq(orderItems.id, returnRequestItems.orderItemId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(orderItems.position));
  const piecesOf = Map.groupBy(returned, ({ id }) => id);
  const told = rows.map(({ id, orderId, announced }) => ({
    orderId,
    announced: { ...announced, pieces: (piecesOf.get(id) ?? []).map((each) => each.piece) },
  }));
  return Map.groupBy(told, ({ orderId }) => orderId);
}

/**
 * The orders of an account, the newest first, for their owner to take along, with lines, parcels and returns. The account alone says whose an
 * order is: one bought under its email by somebody else's account is not among them.
 */
export async function exportOrders(db: Queryable, userId: string) {
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt));
  const lines = await linesOf(db, userId);
  const parcels = await shipmentsOf(db, userId);
  const returns = await returnsOf(db, userId);
  return rows.map((order) => ({
    id: order.id,
    placedAt: order.createdAt,
    paidAt: order.completedAt,
    status: order.status,
    email: order.customerEmail,
    currency: order.currency,
    subtotal: amount(order.subtotalMinor),
    discount: amount(order.discountMinor),
    shipping: amount(order.shippingMinor),
    tax: amount(order.taxMinor),
    total: amount(order.totalMinor),
    refunded: amount(order.refundedMinor),
    shippingMethod: order.shippingMethod,
    shippingAddress: order.shippingAddress,
    lines: (lines.get(order.id) ?? []).map(({ line }) => line),
    parcels: (parcels.get(order.id) ?? []).map(({ parcel }) => parcel),
    returns: (returns.get(order.id) ?? []).map(({ announced }) => announced),
  }));
}
