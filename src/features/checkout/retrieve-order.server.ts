import type { MoneyAmount } from "#core/money-amount.ts";
import type { Actor } from "#features/identity/actor.ts";
import { claimOrder } from "#features/orders/claim-orders.server.ts";
import type { Order, OrderStatus } from "#features/orders/order.ts";
import { holdsReservation, lineTotal, orderNumber } from "#features/orders/order.ts";
import { findOrderBySession } from "#features/orders/order-queries.server.ts";
import { isUnderReview, isUnpaid } from "#features/payments/payment.ts";
import type { SettlementDeps } from "#features/payments/payment-records.server.ts";
import { settleSession } from "#features/payments/settle-session.server.ts";
import type { TransferInstructions } from "./bank-transfer.server.ts";
import { findTransferInstructions } from "./bank-transfer.server.ts";

/** Ids of payment sessions are of these letters; anything else is looked up nowhere. */
const SESSION_ID = /^[A-Za-z0-9_-]{10,255}$/;

/**
 * The order of a payment session, for whoever holds the session's unguessable id (specification 7). While it is pending the
 * provider itself is asked, so that a late message costs the shopper nothing (decision C4); a signed-in customer's order without an
 * account becomes theirs. Null when there is none.
 */
export async function retrieveOrder(
  deps: SettlementDeps,
  input: { sessionId: string; actor: Actor },
): Promise<OrderView | null> {
  const { sessionId, actor } = input;
  if (!SESSION_ID.test(sessionId)) return null;
  const order = await findOrderBySession(deps.db, sessionId);
  if (!order) return null;
  if (order.userId === null) await claimOrder(deps, { orderId: order.id, actor });
  if (!holdsReservation(order.status)) return toOrderView(order);
  const transfer = await findTransferInstructions(deps.db, order);
  if (transfer) return toOrderView(order, transfer);
  try {
    const provider = await deps.payments.of(order.payment.provider);
    const session = await provider.readSession(sessionId);
    if (session) await settleSession(deps, provider.name, session);
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: provider not reached");
    return toOrderView(order);
  }
  return toOrderView((await findOrderBySession(deps.db, sessionId)) ?? order);
}

/** What the page after paying shows of an order (specification 2): nothing personal beyond the email the specification names. */
export type OrderView = {
  id: string;
  number: string;
  placedAt: string;
  status: OrderStatus;
  email: string;
  lines: readonly {
    id: string;
    name: string;
    size: string;
    colorName: string;
    quantity: number;
    unitPrice: MoneyAmount;
    total: MoneyAmount;
    imageId: string | null;
    madeToMeasure: boolean;
  }[];
  subtotal: MoneyAmount;
  discount: MoneyAmount;
  promotion: MoneyAmount;
  shipping: MoneyAmount;
  shippingMethod: string | null;
  tax: MoneyAmount;
  total: MoneyAmount;
  /** The payment page while it can still be paid. */
  paymentUrl: string | null;
  /** Whether a payment arrived that does not match the order; the shop writes to the customer. */
  isUnderReview: boolean;
  /** How to transfer the total, while the order waits for it. */
  transfer: TransferInstructions | null;
};

/** Reduces an order to what its own page shows. */
export function toOrderView(order: Order, transfer: TransferInstructions | null = null): OrderView {
  return {
    id: order.id,
    number: orderNumber(order.id),
    placedAt: order.createdAt.toISOString(),
    status: order.status,
    email: order.customerEmail,
    lines: order.lines.map((line) => ({
      id: line.id,
      name: line.productName,
      size: line.size,
      colorName: line.colorName,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      total: lineTotal(line),
      imageId: line.mediaId,
      madeToMeasure: line.madeToMeasure,
    })),
    ...order.totals,
    shippingMethod: order.shippingMethod,
    paymentUrl:
      order.status === "pending" && isUnpaid(order.payment.status) ? order.payment.url : null,
    isUnderReview: isUnderReview(order.payment.status),
    transfer,
  };
}
