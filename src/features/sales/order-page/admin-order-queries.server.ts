import { asc, desc, eq, sql } from "drizzle-orm";
import { addressLines } from "#core/address-lines.server.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orderNotes, orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { Fulfillment } from "#features/orders/order/line-quantities.ts";
import { fulfillmentOf, quantityLeft } from "#features/orders/order/line-quantities.ts";
import { IS_DISPUTED } from "#features/orders/order/list/order-conditions.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import type { OrderEvent } from "#features/orders/order/order-events.ts";
import { findLineColors, findOrderById } from "#features/orders/order/order-queries.server.ts";
import type { OrderMail } from "#features/orders/order/resend-order-mail.server.ts";
import { mailsOfOrder } from "#features/orders/order/resend-order-mail.server.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/order/shipment-queries.server.ts";
import { listOrderEvents } from "#features/orders/order/stored-order-events.server.ts";
import type { StoreCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { findCreditOfEmail } from "#features/orders/store-credit/store-credit-queries.server.ts";
import type { OrderCorrection } from "#features/sales/documents/write-documents.server.ts";
import { listCorrections } from "#features/sales/documents/write-documents.server.ts";
import type { UndoAvailability } from "#features/sales/fulfillment/undo-step.server.ts";
import { listUndoAvailability } from "#features/sales/fulfillment/undo-step.server.ts";
import type {
  PaymentEntry,
  ReviewedPayment,
} from "#features/sales/payments/payment-queries.server.ts";
import {
  findRefunds,
  listReviewedPayments,
  paymentHistory,
} from "#features/sales/payments/payment-queries.server.ts";
import type { EarlierRefund } from "#features/sales/payments/refund.ts";
import { refundableMinor } from "#features/sales/payments/refund.ts";
import { exchangeChoices } from "#features/sales/returns/exchange-return.server.ts";
import type { OrderReturn } from "#features/sales/returns/return-queries.server.ts";
import { returnsOf } from "#features/sales/returns/return-queries.server.ts";
import type { ExchangeChoice, FailedRefund } from "#features/sales/returns/return-rules.ts";
import { failedRefundOf } from "#features/sales/returns/return-rules.ts";

type OrderDetails = {
  order: Order;
  refunded: MoneyAmount;
  /** Without the phone; none before the payment. */
  addressLines: readonly string[];
  /** #RRGGBB by line id. */
  colors: Record<string, string>;
  /** Oldest first. */
  events: readonly OrderEvent[];
};

/** An order for an admin; malformed ids are 'not_found'. */
export const findOrderDetails = asAdmin(
  async (db: Queryable, input: { orderId: string }): Promise<Result<OrderDetails, "not_found">> => {
    const { orderId } = input;
    if (!isId(orderId)) return fail("not_found");
    const order = await findOrderById(db, orderId);
    if (!order) return fail("not_found");
    return ok({
      order,
      refunded: order.refunded,
      addressLines: order.address ? addressLines({ ...order.address, phone: "" }) : [],
      colors: await findLineColors(db, order),
      events: await listOrderEvents(db, orderId),
    });
  },
);

/** Quantities; `withdrawn` were refunded before shipping. */
export type LineState = {
  left: number;
  shipped: number;
  returned: number;
  refunded: number;
  withdrawn: number;
};

export type OrderNote = { id: string; authorName: string; note: string; at: Date };

export type AdminOrder = OrderDetails & {
  /** ISO 8601, sent back to detect conflicts. */
  version: string;
  isDisputed: boolean;
  /** Arrived without paying the order. */
  reviewedPayments: readonly ReviewedPayment[];
  /** Null while unpaid or without anything to ship. */
  fulfillment: Fulfillment | null;
  /** By line id. */
  lineStates: Record<string, LineState>;
  shipments: readonly Shipment[];
  /** By shipment id. */
  undoOptions: Record<string, UndoAvailability>;
  /** Oldest first. */
  returns: readonly OrderReturn[];
  /** By return id; they must be repeated. */
  failedRefunds: Record<string, FailedRefund | null>;
  /** Variants for exchanges of received items. */
  exchanges: readonly ExchangeChoice[];
  payments: readonly PaymentEntry[];
  /** Credit and debit notes, oldest first. */
  corrections: readonly OrderCorrection[];
  refundable: MoneyAmount;
  /** Null when nothing was ever issued. */
  storeCredit: StoreCreditView | null;
  /** Oldest first. */
  mails: readonly OrderMail[];
  /** Newest first. */
  notes: readonly OrderNote[];
};

async function notesOf(db: Queryable, orderId: string): Promise<OrderNote[]> {
  return db
    .select({
      id: orderNotes.id,
      authorName: orderNotes.authorName,
      note: orderNotes.note,
      at: orderNotes.createdAt,
    })
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(desc(orderNotes.createdAt), asc(orderNotes.id));
}

function itemsRefunded(earlier: readonly EarlierRefund[]): (itemId: string) => number {
  const items = earlier
    .filter(({ status }) => status !== "failed")
    .flatMap((each) => each.refundedItems);
  return (itemId) =>
    items
      .filter(({ orderItemId }) => orderItemId === itemId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The returns are received and not settled. */
function productsToExchange(order: Order, returns: readonly OrderReturn[]): string[] {
  const waiting = returns.filter(({ status }) => status === "received");
  const itemIds = new Set(waiting.flatMap(({ items }) => items.map(({ itemId }) => itemId)));
  return order.lines.flatMap(({ id, productId }) => (itemIds.has(id) ? (productId ?? []) : []));
}

/** An order's admin page; 'not_found' for an unknown id. */
export async function getAdminOrder(
  db: Queryable,
  input: { actor: Actor; orderId: string },
): Promise<Result<AdminOrder, "forbidden" | "not_found">> {
  const found = await findOrderDetails(db, input);
  if (!found.ok) return found;
  const { order } = found.value;
  const [row] = await db
    .select({ updatedAt: orders.updatedAt, isDisputed: sql<boolean>`${IS_DISPUTED}` })
    .from(orders)
    .where(eq(orders.id, order.id));
  const shipments = await listShipments(db, order.id);
  const historyOf = await lineHistories(db, order.id, shipments);
  const returns = await returnsOf(db, order.id);
  const earlier = await findRefunds(db, order.id);
  const refundedOf = itemsRefunded(earlier);
  const states = order.lines.map((line): [string, LineState] => {
    const history = historyOf(line.id);
    const came = returns.flatMap(({ items }) => items).filter((each) => each.itemId === line.id);
    return [
      line.id,
      {
        ...history,
        left: quantityLeft(line.quantity, history),
        returned: came.reduce((sum, { received }) => sum + (received ?? 0), 0),
        refunded: refundedOf(line.id),
      },
    ];
  });
  const left = states.reduce((sum, [, state]) => sum + state.left, 0);
  return ok({
    ...found.value,
    version: row?.updatedAt.toISOString() ?? "",
    isDisputed: row?.isDisputed ?? false,
    reviewedPayments: await listReviewedPayments(db, order.id),
    fulfillment:
      order.status === "completed"
        ? fulfillmentOf({
            left,
            shipments: shipments.map(({ deliveredAt }) => ({ isDelivered: deliveredAt !== null })),
          })
        : null,
    lineStates: Object.fromEntries(states),
    shipments,
    undoOptions: await listUndoAvailability(db, order.id, shipments),
    returns,
    failedRefunds: Object.fromEntries(
      returns.map((requested) => [requested.id, failedRefundOf(requested, earlier)]),
    ),
    exchanges: await exchangeChoices(db, productsToExchange(order, returns)),
    payments: await paymentHistory(db, order.id),
    corrections: await listCorrections(db, order.id),
    refundable: money(
      order.completedAt ? refundableMinor(order.totals.total.minorUnits, earlier) : 0,
      order.totals.total.currency,
    ),
    storeCredit: await findCreditOfEmail(db, {
      actor: input.actor,
      email: order.customerEmail,
    }),
    mails: await mailsOfOrder(db, order.id),
    notes: await notesOf(db, order.id),
  });
}
