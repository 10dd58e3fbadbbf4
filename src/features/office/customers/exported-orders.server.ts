import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { shownEmail } from "#core/shown-email.ts";
import type { Queryable } from "#db/client.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { exportImagesOfOrders } from "#features/base/media/private-images.server.ts";
import { exportGarments } from "#features/garments/garment/garment-queries.server.ts";
import { optionLabels } from "#features/orders/order/line-description.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import { shipmentColumns, toShipments } from "#features/orders/order/shipment-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { exportContracts } from "./exported-contracts.server.ts";

/** Minor units as a decimal number in text, as every amount of the export. */
export const decimalText = (minorUnits: number) => (minorUnits / 100).toFixed(2);

const item = {
  productName: orderItems.productName,
  size: orderItems.size,
  color: orderItems.colorName,
};

type ExportedLine = {
  id: string;
  orderId: string;
  item: { productName: string; size: string; color: string };
  quantity: number;
  unitPriceMinor: number;
  discountMinor: number;
  options: Parameters<typeof optionLabels>[0];
  wearer: string;
  fit: string;
  monogram: string;
};

/** The lines of the account's orders, by order. */
async function listLines(db: Queryable, userId: string): Promise<Map<string, ExportedLine[]>> {
  const rows = await db
    .select({
      id: orderItems.id,
      orderId: orderItems.orderId,
      item,
      quantity: orderItems.quantity,
      unitPriceMinor: orderItems.unitPriceMinor,
      discountMinor: orderItems.discountMinor,
      options: orderItems.options,
      wearer: orderItems.wearer,
      fit: orderItems.fitName,
      monogram: orderItems.monogram,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(orderItems.position));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** What was transferred of orders that are not paid in full or ended before they were, in minor units, by order. */
async function listTransferred(db: Queryable, userId: string): Promise<Map<string, number>> {
  const { capturedMinor, orderId, refundedMinor, status } = payments;
  const rows = await db
    .select({
      orderId: orders.id,
      minor: sql<number>`sum(${capturedMinor} - ${refundedMinor})::float8`,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(eq(orders.userId, userId), inArray(status, ["processing", "owed_back"])))
    .groupBy(orders.id);
  return new Map(rows.map((row) => [row.orderId, row.minor]));
}

/** The shipments of the account's orders with their contents, by order, oldest first. */
async function listShipments(db: Queryable, userId: string): Promise<Map<string, Shipment[]>> {
  const rows = await db
    .select({ orderId: orders.id, ...shipmentColumns })
    .from(orders)
    .where(eq(orders.userId, userId));
  return new Map(rows.map(({ orderId, ...row }) => [orderId, toShipments(row)]));
}

/** What is in a shipment: items of the order, and garments that were made again for it. */
function exportShipment(
  { carrier, deliveredAt, items, remade, shippedAt, trackingNumber, trackingUrl }: Shipment,
  lines: readonly Pick<ExportedLine, "id" | "item">[],
) {
  const itemOf = (itemId: string) => lines.find(({ id }) => id === itemId)?.item;
  const pieces = [
    ...items.map(({ itemId, quantity }) => ({ ...itemOf(itemId), quantity })),
    ...remade.map(({ itemId, quantity }) => ({ ...itemOf(itemId), quantity, madeAgain: true })),
  ];
  return { carrier, trackingNumber, trackingUrl, shippedAt, deliveredAt, pieces };
}

/** The returns of the account's orders, by order, oldest first and without staff notes. */
async function listReturns(db: Queryable, userId: string) {
  const rows = await db
    .select({
      id: returnRequests.id,
      orderId: returnRequests.orderId,
      authorizationNumber: returnRequests.authorizationNumber,
      reason: returnRequests.reason,
      note: returnRequests.note,
      status: returnRequests.status,
      announcedAt: returnRequests.createdAt,
      receivedAt: returnRequests.receivedAt,
      closedAt: returnRequests.closedAt,
    })
    .from(returnRequests)
    .innerJoin(orders, eq(orders.id, returnRequests.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(returnRequests.createdAt), asc(returnRequests.id));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** What the returns of the account's orders contain, by return. */
async function listReturnedItems(db: Queryable, userId: string) {
  const rows = await db
    .select({
      returnId: returnRequests.id,
      product: {
        ...item,
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
  return Map.groupBy(rows, ({ returnId }) => returnId);
}

/**
 * The account's orders with all that belongs to them, also the photos of her garments, newest first and without other accounts' orders under its email. As many
 * statements for a hundred orders as for one.
 */
export async function exportOrders(
  deps: { db: Queryable; files: FileStore; measurementBox: SecretBox; clock: Clock },
  userId: string,
) {
  const { db } = deps;
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt));
  const lines = await listLines(db, userId);
  const shipmentsOf = await listShipments(db, userId);
  const returnsOf = await listReturns(db, userId);
  const returnedItems = await listReturnedItems(db, userId);
  const transferred = await listTransferred(db, userId);
  const madeToMeasure = rows.flatMap((order) => (order.madeToMeasure ? [order.id] : []));
  const contracts = await exportContracts(deps, madeToMeasure);
  const garments = await exportGarments(db, madeToMeasure);
  const images = await exportImagesOfOrders(deps, madeToMeasure);
  return rows.map((order) => ({
    id: order.id,
    placedAt: order.createdAt,
    paidAt: order.completedAt,
    status: order.status,
    email: shownEmail(order.customerEmail),
    currency: order.currency,
    subtotal: decimalText(order.subtotalMinor),
    discount: decimalText(order.discountMinor),
    shipping: decimalText(order.shippingMinor),
    tax: decimalText(order.taxMinor),
    total: decimalText(order.totalMinor),
    refunded: decimalText(order.refundedMinor),
    transferredBeforePaid: decimalText(transferred.get(order.id) ?? 0),
    shippingMethod: order.shippingMethod,
    shippingAddress: order.shippingAddress,
    companyTaxNumber: order.buyerTaxNumber,
    lines: (lines.get(order.id) ?? []).map((line) => ({
      ...line.item,
      quantity: line.quantity,
      unitPrice: decimalText(line.unitPriceMinor),
      discount: decimalText(line.discountMinor),
      wearer: line.wearer,
      options: optionLabels(line.options),
      fit: line.fit,
      monogram: line.monogram,
    })),
    shipments: (shipmentsOf.get(order.id) ?? []).map((shipment) =>
      exportShipment(shipment, lines.get(order.id) ?? []),
    ),
    returns: (returnsOf.get(order.id) ?? []).map(({ id, orderId: _, ...announced }) => ({
      ...announced,
      pieces: (returnedItems.get(id) ?? []).map(({ product }) => product),
    })),
    contracts: contracts.get(order.id) ?? [],
    garments: garments.get(order.id) ?? [],
    images: images.get(order.id) ?? [],
  }));
}
