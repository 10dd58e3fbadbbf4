import { newOrderId } from "#core/ids.ts";
import type { Transaction } from "#db/client.server.ts";
import { bumpContentVersion } from "#db/content-version.server.ts";
import { orderEvents, orderItems, orders, stockReservations } from "#db/schema/orders.server.ts";
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
  | { kind: "placed"; orderId: string; contentVersion: number | null }
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
 * transaction on one connection; the order's number of content changes only when counted stock did.
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
  const inserted = await tx
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
    .returning({ id: orders.id });
  if (inserted.length === 0) throw new KeyTaken();
  await tx.insert(orderItems).values(
    quote.lines.map((line, position) => ({
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
    })),
  );
  await tx.insert(orderEvents).values({ orderId, type: "placed" });
  if (taken.length === 0) return { kind: "placed", orderId, contentVersion: null };
  await tx.insert(stockReservations).values(taken.map((pieces) => ({ orderId, ...pieces })));
  return { kind: "placed", orderId, contentVersion: await bumpContentVersion(tx) };
}
