import { formatDayRange } from "#core/business-days.ts";
import { addressLines, countryName } from "#core/delivery-address.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Actor } from "#features/identity/actor.ts";
import { claimOrder } from "#features/orders/claim-orders.server.ts";
import type { Order, OrderStatus } from "#features/orders/order.ts";
import { holdsReservation, lineTotal, orderNumber } from "#features/orders/order.ts";
import type { AmountRow } from "#features/orders/order-amounts.ts";
import { listAmounts } from "#features/orders/order-amounts.ts";
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
  const view = (shown: Order, transfer: TransferInstructions | null = null) =>
    toOrderView(shown, { transfer, actor, now: deps.clock.now() });
  if (!holdsReservation(order.status)) return view(order);
  const transfer = await findTransferInstructions(deps.db, order);
  if (transfer) return view(order, transfer);
  try {
    const provider = await deps.payments.of(order.payment.provider);
    const session = await provider.readSession(sessionId);
    if (session) await settleSession(deps, provider.name, session);
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: provider not reached");
    return view(order);
  }
  return view((await findOrderBySession(deps.db, sessionId)) ?? order);
}

/** So long after its last step, whoever holds the link reads the whole address; links travel by mail and are passed on. */
const ADDRESS_SHOWN_MS = 24 * 60 * 60 * 1000;

/** The delivery address as the order's page shows it: whole for a day and for its own account, then city and country alone. */
function shownAddress(order: Order, { actor, now }: Viewer): string[] {
  const { address, completedAt, createdAt, userId } = order;
  if (!address) return [];
  const country = countryName(address.country);
  const isOwn = actor.role !== "visitor" && actor.userId === userId;
  const age = now.getTime() - (completedAt ?? createdAt).getTime();
  return isOwn || age < ADDRESS_SHOWN_MS
    ? addressLines(address, country)
    : [[address.city, country].filter(Boolean).join(", ")];
}

type Viewer = { actor: Actor; now: Date };

/** What the page after paying shows of an order (specification 2). */
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
  /** As every page shows them. */
  amounts: readonly AmountRow[];
  total: MoneyAmount;
  shippingMethod: string | null;
  /** Whether it belongs to no account. */
  isGuest: boolean;
  madeToMeasure: boolean;
  /** The lines of the delivery address, without the street after a day; empty until it is known. */
  addressLines: readonly string[];
  /** The promised days of arrival in words; null until the order is paid. */
  arrives: string | null;
  /** The payment page while it can still be paid. */
  paymentUrl: string | null;
  /** Whether a payment arrived that does not match the order; the shop writes to the customer. */
  isUnderReview: boolean;
  /** How to transfer the total, while the order waits for it. */
  transfer: TransferInstructions | null;
};

/** Reduces an order to what its own page shows. */
function toOrderView(
  order: Order,
  { transfer, ...viewer }: Viewer & { transfer: TransferInstructions | null },
): OrderView {
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
    amounts: listAmounts(order),
    total: order.totals.total,
    shippingMethod: order.shippingMethod,
    isGuest: order.userId === null,
    madeToMeasure: order.madeToMeasure,
    addressLines: shownAddress(order, viewer),
    arrives: order.arrives && formatDayRange(order.arrives),
    paymentUrl:
      order.status === "pending" && isUnpaid(order.payment.status) ? order.payment.url : null,
    isUnderReview: isUnderReview(order.payment.status),
    transfer,
  };
}
