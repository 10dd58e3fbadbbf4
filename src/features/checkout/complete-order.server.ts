import { eq } from "drizzle-orm";
import { addressLines, countryName } from "#core/delivery-address.ts";
import { money, multiplyMoney } from "#core/money-amount.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import type { OutboxEmail } from "#features/mail/email.ts";
import { enqueueEmail } from "#features/mail/enqueue-email.server.ts";
import type { Order, OrderTotals } from "#features/orders/order.ts";
import { holdsReservation, lineTotal, orderNumber, orderTotals } from "#features/orders/order.ts";
import { deductStock, endReservations, recordSold } from "#features/orders/stock-ledger.server.ts";
import { recordCharge } from "#features/payments/record-charge.server.ts";
import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";
import {
  getShippingSettings,
  getSiteShell,
} from "#features/settings/site-settings-queries.server.ts";
import type { PaymentSession } from "#platform/payments.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { orderConfirmationEmail } from "./order-confirmation-email.ts";
import { reaches, reachOf } from "./shipping.ts";

/** The one rendition every mail program can show. */
const mailPicture = (mediaId: string) => `/images/${mediaId}/1200.jpg`;

/** Writes the confirmation of a paid order with the shop's own name and contact (decision C5). */
async function composeConfirmation(
  db: Queryable,
  publicUrl: string,
  order: Order,
): Promise<OutboxEmail> {
  const { general } = await getSiteShell(db);
  const pictured = order.lines.find((line) => line.mediaId);
  return orderConfirmationEmail({
    siteName: general.siteName,
    siteUrl: publicUrl,
    contactEmail: general.contactEmail,
    orderNumber: orderNumber(order.id),
    orderUrl: `${publicUrl}/checkout/success?session_id=${order.paymentSessionId ?? ""}`,
    image: pictured?.mediaId
      ? {
          src: `${publicUrl}${mailPicture(pictured.mediaId)}`,
          alt: pictured.productName,
        }
      : null,
    lines: order.lines.map((line) => ({
      name: line.productName,
      size: line.size,
      colorName: line.colorName,
      quantity: line.quantity,
      regular: multiplyMoney(line.unitPrice, line.quantity),
      total: lineTotal(line),
      madeToMeasure: line.madeToMeasure,
    })),
    ...order.totals,
    shippingMethod: order.shippingMethod,
    terms: BUSINESS_LABELS,
    addressLines: order.address
      ? addressLines(order.address, countryName(order.address.country))
      : [],
  });
}

/** The order's amounts with what the payment page added; amounts of another currency add nothing. */
function paidTotals(order: Order, session: PaymentSession): OrderTotals {
  const { currency } = order.totals.total;
  const inCurrency = session.total.currency === currency;
  return orderTotals(order.lines, {
    promotion: (inCurrency && session.promotion?.amount) || money(0, currency),
    shipping: (inCurrency && session.shipping?.price) || money(0, currency),
    tax: inCurrency ? session.tax : money(0, currency),
  });
}

/**
 * Whether the way of shipping that was chosen does not reach the address: Stripe shows every way to every address and knows no cities (decision
 * C6), so the shop looks once it knows both.
 */
async function missesAddress(tx: Transaction, session: PaymentSession): Promise<boolean> {
  const { address, shipping } = session;
  if (!address || !shipping) return false;
  const { methods } = await getShippingSettings(tx);
  const method = methods.find((each) => each.id === shipping.optionId);
  return method !== undefined && !reaches(reachOf(method), address);
}

/** Takes the pieces of an order whose hold had ended; what is no longer there is named, line by line. */
async function retakeStock(tx: Transaction, order: Order) {
  const wanted = new Map<string, number>();
  for (const line of order.lines) {
    if (line.variantId) {
      wanted.set(line.variantId, (wanted.get(line.variantId) ?? 0) + line.quantity);
    }
  }
  let isStockChanged = false;
  const missing: { variantId: string; wanted: number; left: number }[] = [];
  for (const [variantId, quantity] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { taken, shortages } = await deductStock(tx, [{ variantId, quantity }]);
    await recordSold(tx, order.id, taken);
    isStockChanged ||= taken.length > 0;
    for (const { left } of shortages) missing.push({ variantId, wanted: quantity, left });
  }
  return { isStockChanged, missing };
}

/**
 * Turns a locked order into a paid one inside the caller's transaction: amounts, address, stock, timeline and confirmation
 * mail together. Money that comes after the hold ended is never refused: pieces that are gone by then are flagged 'oversold', and an
 * amount that is not the order's 'amount_mismatch', for the owner to settle. Tells whether counted stock changed.
 */
export async function completeOrder(
  tx: Transaction,
  deps: CheckoutDeps,
  order: Order,
  session: PaymentSession,
): Promise<boolean> {
  const held = holdsReservation(order.status);
  const { isStockChanged, missing } = held
    ? { isStockChanged: await endReservations(tx, order.id, false), missing: [] }
    : await retakeStock(tx, order);
  const totals = paidTotals(order, session);
  const completedAt = deps.clock.now();
  await tx
    .update(orders)
    .set({
      status: "completed",
      completedAt,
      promotionMinor: totals.promotion.minorUnits,
      promotionCode: session.promotion?.code ?? null,
      shippingMinor: totals.shipping.minorUnits,
      taxMinor: totals.tax.minorUnits,
      totalMinor: totals.total.minorUnits,
      shippingMethod: session.shipping?.label ?? null,
      shippingAddress: session.address,
      providerSessionId: session.id,
      paymentIntentId: session.paymentId,
      reservedUntil: null,
    })
    .where(eq(orders.id, order.id));
  await recordCharge(tx, { orderId: order.id }, order.paymentProvider, session);
  await tx.insert(orderEvents).values({
    orderId: order.id,
    type: "completed",
    detail: { provider: order.paymentProvider, late: !held },
  });
  if (missing.length > 0) {
    await tx
      .insert(orderEvents)
      .values({ orderId: order.id, type: "oversold", detail: { missing } });
  }
  if (await missesAddress(tx, session)) {
    await tx.insert(orderEvents).values({
      orderId: order.id,
      type: "shipping_mismatch",
      detail: { method: session.shipping?.label, city: session.address?.city },
    });
  }
  const { total } = session;
  if (total.minorUnits !== totals.total.minorUnits || total.currency !== totals.total.currency) {
    await tx.insert(orderEvents).values({
      orderId: order.id,
      type: "amount_mismatch",
      detail: { paid: total, expected: totals.total },
    });
  }
  const confirmed: Order = {
    ...order,
    totals,
    completedAt,
    status: "completed",
    shippingMethod: session.shipping?.label ?? null,
    address: session.address,
    paymentSessionId: session.id,
  };
  await enqueueEmail(tx, deps.jobs, {
    ...(await composeConfirmation(tx, deps.publicUrl, confirmed)),
    dedupeKey: `order-confirmation:${order.id}`,
    recipient: order.customerEmail,
  });
  return isStockChanged;
}
