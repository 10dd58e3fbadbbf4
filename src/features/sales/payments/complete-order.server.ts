import { eq } from "drizzle-orm";
import { reaches } from "#core/delivery-address.ts";
import type { Transaction } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { reachOf } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import {
  deductStock,
  endReservations,
  lockStock,
  recordSold,
} from "#features/catalog/inventory/stock-ledger.server.ts";
import { lockClothOfOrder, recommitCloth } from "#features/garments/cloth/commit-cloth.server.ts";
import { createGarments } from "#features/garments/garment/stored-garments.server.ts";
import { forgetHold } from "#features/garments/scheduling/promise-order.server.ts";
import type { Order, OrderTotals } from "#features/orders/order/order.ts";
import { holdsReservation } from "#features/orders/order/order.ts";
import type { NewOrderEvent } from "#features/orders/order/order-events.ts";
import { recordOrderEvents } from "#features/orders/order/stored-order-events.server.ts";
import { issueDocument } from "#features/sales/documents/issue-document.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { PaymentSession } from "#platform/payments.server.ts";

/** Stripe offers every method and knows no cities (decision C6). */
async function missesAddress(tx: Transaction, session: PaymentSession): Promise<boolean> {
  const { address, shipping } = session;
  if (!address || !shipping) return false;
  const { methods } = await getShippingSettings(tx);
  const method = methods.find((each) => each.id === shipping.optionId);
  return method !== undefined && !reaches(reachOf(method), address);
}

/** After the reservation ended; lists what is missing. */
async function retakeStock(tx: Transaction, order: Order) {
  const wanted = new Map<string, number>();
  for (const line of order.lines) {
    if (line.variantId) {
      wanted.set(line.variantId, (wanted.get(line.variantId) ?? 0) + line.quantity);
    }
  }
  const changed: string[] = [];
  const missing: { variantId: string; wanted: number; left: number }[] = [];
  for (const [variantId, quantity] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { deducted, shortages, changedProducts } = await deductStock(tx, [
      { variantId, quantity },
    ]);
    await recordSold(tx, order.id, deducted);
    changed.push(...changedProducts);
    for (const { left } of shortages) missing.push({ variantId, wanted: quantity, left });
  }
  const cloth = await recommitCloth(tx, order);
  return {
    changedProducts: [...changed, ...cloth.changedProducts],
    missing: [...missing, ...cloth.missing],
  };
}

/**
 * Locks the stock and cloth that a late payment takes again. Whoever uses store credit for the order does it after this: orders, stock,
 * cloth and credit are locked in one order everywhere (ADR 0048). Nothing to do while the order holds its reservation.
 */
export async function lockGoodsOfLatePayment(tx: Transaction, order: Order): Promise<void> {
  if (holdsReservation(order.status)) return;
  const counted = order.lines.flatMap(({ quantity, variantId }) =>
    variantId ? [{ variantId, quantity }] : [],
  );
  await lockStock(tx, counted);
  await lockClothOfOrder(tx, order, "released");
}

/** Uses what the order reserved. Cloth that it did not hold while it was unpaid (ADR 0051) is committed now. */
async function fulfilReservations(tx: Transaction, order: Order) {
  const changedProducts = await endReservations(tx, order.id, false);
  if (!order.madeToMeasure) return { changedProducts, missing: [] };
  const cloth = await recommitCloth(tx, order);
  await forgetHold(tx, order.id);
  return {
    changedProducts: [...changedProducts, ...cloth.changedProducts],
    missing: cloth.missing,
  };
}

/**
 * Marks a locked order as paid in the caller's transaction: amounts, address, stock, timeline, the garments to
 * make. Late money is never refused: missing items are flagged 'oversold'. Returns the order and products with changed shown
 * stock.
 */
export async function completeOrder(
  tx: Transaction,
  { clock }: { clock: Clock },
  { order, totals, session }: { order: Order; totals: OrderTotals; session: PaymentSession },
): Promise<{ completed: Order; changedProducts: readonly string[] }> {
  const held = holdsReservation(order.status);
  const { changedProducts, missing } = held
    ? await fulfilReservations(tx, order)
    : await retakeStock(tx, order);
  const completedAt = clock.now();
  const { address, buyerTaxNumber } = session;
  const shippingMethod = session.shipping?.label ?? null;
  const arrives = session.shipping?.arrives ?? null;
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
      shippingMethod,
      shippingAddress: address,
      buyerTaxNumber,
      arrivesFrom: arrives?.from ?? null,
      arrivesUntil: arrives?.until ?? null,
      reservedUntil: null,
    })
    .where(eq(orders.id, order.id));
  const orderId = order.id;
  const events: NewOrderEvent[] = [
    { orderId, type: "completed", detail: { provider: order.payment.provider, late: !held } },
  ];
  if (missing.length > 0) events.push({ orderId, type: "oversold", detail: { missing } });
  if (await missesAddress(tx, session)) {
    events.push({
      orderId,
      type: "shipping_mismatch",
      detail: { method: shippingMethod, city: address?.city },
    });
  }
  await recordOrderEvents(tx, events);
  await createGarments(tx, { lines: order.lines, at: completedAt });
  const payment = { ...order.payment, status: "captured" as const, sessionId: session.id };
  const completed: Order = {
    ...order,
    totals,
    completedAt,
    status: "completed",
    shippingMethod,
    arrives,
    address,
    buyerTaxNumber,
    payment: { ...payment, paymentIntentId: session.paymentId },
  };
  await issueDocument(tx, {
    kind: "invoice",
    order: completed,
    refundId: null,
    issuedAt: completedAt,
  });
  return { completed, changedProducts };
}
