import { newId, newOrderId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Order } from "#features/orders/order.ts";
import type { ItemRow, OrderRow } from "#features/orders/order-queries.server.ts";
import { toOrder } from "#features/orders/order-queries.server.ts";
import type { Shortage } from "#features/orders/stock-ledger.server.ts";
import type { ShippingSettings } from "#features/settings/settings-sections.ts";
import { readSection } from "#features/settings/settings-sections.ts";
import type { ProviderName } from "#platform/payments.server.ts";
import type { CartQuote, QuotedLine } from "./cart-change.ts";
import type { ReservedVariant } from "./write-order.server.ts";
import { isDuplicateIdempotencyKey, writeOrder } from "./write-order.server.ts";

/** A priced cart ready to become an order. */
export type Reservation = {
  quote: CartQuote;
  customerEmail: string;
  userId: string | null;
  idempotencyKey: string;
  provider: ProviderName;
  reservedUntil: Date;
};

/** What writing the order came to: placed, and how the shop ships at that moment; already there under its key, or not enough pieces. */
export type ReservationOutcome =
  | { kind: "placed"; order: Order; contentVersion: number | null; shipping: ShippingSettings }
  | { kind: "exists" }
  | { kind: "short"; shortages: Shortage[] };

/**
 * Takes the pieces and writes the pending order, its lines, its hold and the first step of its timeline, all in one statement; the
 * content's version is raised only when the public is told another count, so that a run on a piece with plenty left does not make
 * every order wait for the one before it.
 */
export async function reserveOrder(
  db: Queryable,
  reservation: Reservation,
): Promise<ReservationOutcome> {
  const orderId = newOrderId();
  const items = reservation.quote.lines.map((line, position) => toItem(orderId, line, position));
  try {
    const written = await writeOrder(db, {
      order: { ...toValues(orderId, reservation), eventId: newId() },
      items,
      pieces: addUp(reservation.quote.lines),
    });
    if (written.placedAt === null) return { kind: "short", shortages: written.shortages };
    const order = toOrder(toRow(orderId, reservation, new Date(written.placedAt)), items);
    return {
      kind: "placed",
      order,
      contentVersion: written.version === null ? null : Number(written.version),
      shipping: readSection("shipping", written.shipping),
    };
  } catch (error) {
    if (isDuplicateIdempotencyKey(error)) return { kind: "exists" };
    throw error;
  }
}

/** So many pieces of each combination, however many lines ask for it; a line without one needs nothing taken. */
function addUp(lines: readonly QuotedLine[]): ReservedVariant[] {
  const wanted = new Map<string, number>();
  for (const { variantId, quantity } of lines) {
    if (variantId) wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity);
  }
  return [...wanted].map(([variantId, quantity]) => ({ variantId, quantity, holdId: newId() }));
}

const toItem = (orderId: string, line: QuotedLine, position: number): ItemRow => ({
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
});

const toValues = (orderId: string, { quote, ...reservation }: Reservation) => ({
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
});

/** The order's row as it was just written: what is not said has the database's default. */
const toRow = (orderId: string, reservation: Reservation, placedAt: Date): OrderRow => ({
  ...toValues(orderId, reservation),
  status: "pending",
  promotionMinor: 0,
  promotionCode: null,
  shippingMinor: 0,
  taxMinor: 0,
  refundedMinor: 0,
  shippingMethod: null,
  shippingAddress: null,
  providerSessionId: null,
  paymentAccount: null,
  paymentUrl: null,
  paymentIntentId: null,
  disputedAt: null,
  completedAt: null,
  createdAt: placedAt,
  updatedAt: placedAt,
});
