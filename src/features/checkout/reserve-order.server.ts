import { newId, newOrderId } from "#core/ids.ts";
import type { Transaction } from "#db/client.server.ts";
import { bumpContentVersion } from "#db/content-version.server.ts";
import { orderEvents, orderItems, orders, stockReservations } from "#db/schema/orders.server.ts";
import { MOST_TOLD_PIECES } from "#features/catalog/product.ts";
import type { Order } from "#features/orders/order.ts";
import { toOrder } from "#features/orders/order-queries.server.ts";
import type { Pieces, Shortage } from "#features/orders/stock-ledger.server.ts";
import { takeStock } from "#features/orders/stock-ledger.server.ts";
import type { ProviderName } from "#platform/payments.server.ts";
import type { CartQuote, QuotedLine } from "./cart-change.ts";

/** A priced cart ready to become an order. */
export type Reservation = {
  quote: CartQuote;
  customerEmail: string;
  userId: string | null;
  idempotencyKey: string;
  provider: ProviderName;
  reservedUntil: Date;
};

/** What writing the order came to: placed, already there under its key, or not enough pieces. */
export type ReservationOutcome =
  | { kind: "placed"; order: Order; contentVersion: number | null }
  | { kind: "exists" }
  | { kind: "short"; shortages: Shortage[] };

/** Thrown to undo the transaction when another one took the key first. */
class KeyTaken extends Error {}

const toPieces = (lines: readonly QuotedLine[]): Pieces[] =>
  lines.flatMap((line) =>
    line.variantId ? [{ variantId: line.variantId, quantity: line.quantity }] : [],
  );

/**
 * Takes the pieces and writes the pending order, its lines, its hold and the first step of its timeline, all in one
 * transaction on one connection; the content's version is raised only when the public is told another count, so that a run on a piece
 * with plenty left does not make every order wait for the one before it.
 */
export async function reserveOrder(
  db: { transaction<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value> },
  reservation: Reservation,
): Promise<ReservationOutcome> {
  try {
    return await db.transaction((tx) => writeOrder(tx, reservation));
  } catch (error) {
    if (error instanceof KeyTaken) return { kind: "exists" };
    throw error;
  }
}

async function writeOrder(tx: Transaction, reservation: Reservation): Promise<ReservationOutcome> {
  const { quote } = reservation;
  const { taken, shortages } = await takeStock(tx, toPieces(quote.lines));
  if (shortages.length > 0) return { kind: "short", shortages };
  const orderId = newOrderId();
  const [row] = await tx
    .insert(orders)
    .values({
      id: orderId,
      userId: reservation.userId,
      customerEmail: reservation.customerEmail,
      currency: quote.total.currency,
      subtotalMinor: quote.subtotal.minorUnits,
      discountMinor: quote.discount.minorUnits,
      totalMinor: quote.total.minorUnits,
      madeToMeasure: quote.lines.some((line) => line.madeToMeasure),
      paymentProvider: reservation.provider,
      idempotencyKey: reservation.idempotencyKey,
      reservedUntil: reservation.reservedUntil,
    })
    .onConflictDoNothing({ target: orders.idempotencyKey })
    .returning();
  if (!row) throw new KeyTaken();
  const items = quote.lines.map((line, position) => ({
    id: newId(),
    orderId,
    productId: line.productId,
    variantId: line.variantId,
    productName: line.name,
    mediaId: line.imageId,
    size: line.size,
    color: line.color,
    colorName: line.colorName,
    quantity: line.quantity,
    unitPriceMinor: line.unitPrice.minorUnits,
    discountMinor: line.discount.minorUnits,
    madeToMeasure: line.madeToMeasure,
    position,
  }));
  await writeParts(tx, { orderId, items, taken });
  const isTold = taken.some(({ left }) => left <= MOST_TOLD_PIECES);
  return {
    kind: "placed",
    order: toOrder(row, items),
    contentVersion: isTold ? await bumpContentVersion(tx) : null,
  };
}

/** The lines, the first step of the timeline and the hold, in one statement: each further one would be a way to the database and back. */
async function writeParts(
  tx: Transaction,
  parts: {
    orderId: string;
    items: (typeof orderItems.$inferInsert)[];
    taken: readonly Pieces[];
  },
): Promise<void> {
  const { orderId, items, taken } = parts;
  const lines = tx.insert(orderItems).values(items).returning({ id: orderItems.id });
  const written = tx.$with("written").as(lines);
  const placed = { orderId, type: "placed" as const };
  if (taken.length === 0) {
    await tx.with(written).insert(orderEvents).values(placed);
    return;
  }
  const step = tx.insert(orderEvents).values(placed).returning({ id: orderEvents.id });
  const held = taken.map(({ variantId, quantity }) => ({ orderId, variantId, quantity }));
  await tx.with(written, tx.$with("noted").as(step)).insert(stockReservations).values(held);
}
