import { asc, desc, eq, sql } from "drizzle-orm";
import { addressLines } from "#core/address-lines.server.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { jsonColumn } from "#db/json-columns.server.ts";
import { orderItems, orderNotes, orders } from "#db/schema/orders.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { Fulfillment, LineHistory } from "#features/orders/order/line-quantities.ts";
import { fulfillmentOf, quantityLeft } from "#features/orders/order/line-quantities.ts";
import { IS_DISPUTED } from "#features/orders/order/list/order-conditions.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import type { OrderEvent } from "#features/orders/order/order-events.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import type { OrderMail } from "#features/orders/order/resend-order-mail.server.ts";
import { orderMailsColumn } from "#features/orders/order/resend-order-mail.server.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import {
  hasAllArrived,
  historiesOf,
  shipmentColumns,
  toShipments,
  withdrawnOf,
} from "#features/orders/order/shipment-queries.server.ts";
import {
  orderEventsColumn,
  toOrderEvents,
} from "#features/orders/order/stored-order-events.server.ts";
import type { StoreCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { findCreditOfEmail } from "#features/orders/store-credit/store-credit-queries.server.ts";
import type { OrderCorrection } from "#features/sales/documents/write-documents.server.ts";
import {
  correctionsColumn,
  toCorrections,
} from "#features/sales/documents/write-documents.server.ts";
import type { UndoAvailability } from "#features/sales/fulfillment/undo-step.server.ts";
import { listUndoAvailability } from "#features/sales/fulfillment/undo-step.server.ts";
import { isFurtherTransfer } from "#features/sales/payments/payment.ts";
import type {
  PaymentEntry,
  ReviewedPayment,
} from "#features/sales/payments/payment-queries.server.ts";
import {
  movementsColumn,
  paymentsColumn,
  refundColumns,
  toPaymentHistory,
  toRefunds,
  toReviewedPayments,
} from "#features/sales/payments/payment-queries.server.ts";
import type { EarlierRefund } from "#features/sales/payments/refund.ts";
import { refundableMinor } from "#features/sales/payments/refund.ts";
import type { TransferBack } from "#features/sales/payments/transfer-back.ts";
import { isSentByHand } from "#features/sales/payments/transfer-back.ts";
import { listTransfersBackOfOrder } from "#features/sales/payments/transfer-back-queries.server.ts";
import { exchangeChoices } from "#features/sales/returns/exchange-return.server.ts";
import type { OrderReturn } from "#features/sales/returns/return-queries.server.ts";
import { returnColumns, toReturns } from "#features/sales/returns/return-queries.server.ts";
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
  /** What the owner has to send from the bank account, due first. */
  transfersBack: readonly TransferBack[];
  /** Arrived without paying the order. */
  reviewedPayments: readonly ReviewedPayment[];
  /** Null while unpaid or without anything to ship. */
  fulfillment: Fulfillment | null;
  /** Whether the days promised for the order are over, because all that was bought has arrived. */
  hasArrived: boolean;
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

/** What is stored about an order beside the order itself, for its page; one statement. */
async function findRecord(db: Queryable, orderId: string) {
  const [row] = await db
    .select({
      updatedAt: orders.updatedAt,
      isDisputed: sql<boolean>`${IS_DISPUTED}`,
      lines: jsonColumn(
        { id: orderItems.id, color: orderItems.color },
        {
          from: orderItems,
          where: eq(orderItems.orderId, orders.id),
          orderBy: [asc(orderItems.position)],
        },
      ),
      notes: jsonColumn(
        {
          id: orderNotes.id,
          authorName: orderNotes.authorName,
          note: orderNotes.note,
          at: orderNotes.createdAt,
        },
        {
          from: orderNotes,
          where: eq(orderNotes.orderId, orders.id),
          orderBy: [desc(orderNotes.createdAt), asc(orderNotes.id)],
        },
      ),
      events: orderEventsColumn,
      payments: paymentsColumn,
      movements: movementsColumn,
      corrections: correctionsColumn,
      mails: orderMailsColumn,
      ...shipmentColumns,
      ...returnColumns,
      ...refundColumns,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!row) throw new Error("The order is gone");
  return row;
}

type States = {
  returns: readonly OrderReturn[];
  earlier: readonly EarlierRefund[];
  historyOf: (itemId: string) => LineHistory;
};

function lineStates(order: Order, { earlier, historyOf, returns }: States): Map<string, LineState> {
  const refundedOf = itemsRefunded(earlier);
  const items = returns.flatMap((each) => each.items);
  return new Map(
    order.lines.map((line) => {
      const history = historyOf(line.id);
      const came = items.filter(({ itemId }) => itemId === line.id);
      const state = {
        ...history,
        left: quantityLeft(line.quantity, history),
        returned: came.reduce((sum, { received }) => sum + (received ?? 0), 0),
        refunded: refundedOf(line.id),
      };
      return [line.id, state];
    }),
  );
}

/** How far a paid order is; null while it is unpaid. */
function fulfillmentNow(
  order: Order,
  states: ReadonlyMap<string, LineState>,
  shipments: readonly Shipment[],
): Fulfillment | null {
  if (order.status !== "completed") return null;
  const sent = shipments.map(({ deliveredAt }) => ({ isDelivered: deliveredAt !== null }));
  const left = [...states.values()].reduce((sum, state) => sum + state.left, 0);
  return fulfillmentOf({ left, shipments: sent });
}

/** Whether anything may have to be sent back, so that the statement which knows it is worth its time. */
const owesTransfer = ({
  payments,
  refunds,
}: Pick<Awaited<ReturnType<typeof findRecord>>, "payments" | "refunds">): boolean =>
  payments.some((payment) => payment.status === "owed_back" || isFurtherTransfer(payment)) ||
  refunds.some((refund) => refund.status === "pending" && isSentByHand(refund));

/**
 * An order's admin page; 'not_found' for an unknown or malformed id. It takes three statements, and one more each for an order
 * with shipments and for one with returned items that can be exchanged, and two while money has to be sent back by transfer.
 */
export const getAdminOrder = asAdmin(
  async (
    db: Queryable,
    input: { actor: Admin; orderId: string },
  ): Promise<Result<AdminOrder, "not_found">> => {
    const { actor, orderId } = input;
    const order = isId(orderId) ? await findOrderById(db, orderId) : null;
    if (!order) return fail("not_found");
    const record = await findRecord(db, order.id);
    const shipments = toShipments(record);
    const returns = toReturns(record);
    const earlier = toRefunds(record);
    const events = toOrderEvents(record.events);
    const historyOf = historiesOf(shipments, withdrawnOf(record));
    const states = lineStates(order, { returns, earlier, historyOf });
    const { total } = order.totals;
    return ok({
      order,
      refunded: order.refunded,
      addressLines: order.address ? addressLines({ ...order.address, phone: "" }) : [],
      colors: Object.fromEntries(
        record.lines.flatMap(({ color, id }) => (color === "" ? [] : [[id, color]])),
      ),
      events,
      version: record.updatedAt.toISOString(),
      isDisputed: record.isDisputed,
      transfersBack: owesTransfer(record) ? await listTransfersBackOfOrder(db, order.id) : [],
      reviewedPayments: toReviewedPayments(record),
      fulfillment: fulfillmentNow(order, states, shipments),
      hasArrived: hasAllArrived(order, shipments, historyOf),
      lineStates: Object.fromEntries(states),
      shipments,
      undoOptions: await listUndoAvailability(db, shipments, {
        steps: events,
        returns,
        refunds: earlier,
      }),
      returns,
      failedRefunds: Object.fromEntries(
        returns.map((requested) => [requested.id, failedRefundOf(requested, earlier)]),
      ),
      exchanges: await exchangeChoices(db, productsToExchange(order, returns)),
      payments: toPaymentHistory(record),
      corrections: toCorrections(record.corrections),
      refundable: money(
        order.completedAt ? refundableMinor(total.minorUnits, earlier) : 0,
        total.currency,
      ),
      storeCredit: await findCreditOfEmail(db, { actor, email: order.customerEmail }),
      mails: record.mails,
      notes: record.notes,
    });
  },
);
