import { orderNumber } from "#core/document-number.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { quantityLeft } from "#features/orders/order/line-quantities.ts";
import type { Order, OrderLine } from "#features/orders/order/order.ts";
import {
  findOrderIdByNumber,
  findOwnOrder,
  lockOrder,
} from "#features/orders/order/order-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/order/shipment-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { returnsOf } from "#features/sales/returns/return-queries.server.ts";
import { itemsCancelledNotice } from "./cancel-email.ts";
import type { RefundRow } from "./payment-queries.server.ts";
import { findRefunds } from "./payment-queries.server.ts";
import type { SettlementDeps } from "./payment-records.server.ts";
import { refundableMinor, refundSum } from "./refund.ts";
import { executeRefunds } from "./refund-order.server.ts";
import { findRefundByIdempotencyKey, writeRefund } from "./write-refund.server.ts";
import { isPaidToOtherAccount } from "./wrong-provider-account.server.ts";

/** What a customer gets back by cancelling items of a ready-made line that has not left. */
export type ItemCancellation = {
  orderItemId: string;
  /** What goes back for one item, for two, and so on up to all that can be cancelled. */
  amounts: readonly MoneyAmount[];
};

type Progress = {
  /** Items of a line that were neither sent, refunded nor announced as a return. */
  leftOf(line: OrderLine): number;
  /** Whether something was sent: then shipping is not given back. */
  hasShipped: boolean;
  /** Minor units that can still be refunded. */
  refundable: number;
};

async function progressOf(db: Queryable, order: Order): Promise<Progress> {
  const shipments = await listShipments(db, order.id);
  const historyOf = await lineHistories(db, order.id, shipments);
  const returns = await returnsOf(db, order.id);
  const announced = returns
    .filter(({ status }) => status !== "declined")
    .flatMap(({ items }) => items);
  const announcedOf = (id: string) =>
    announced.filter(({ itemId }) => itemId === id).reduce((sum, each) => sum + each.quantity, 0);
  return {
    hasShipped: shipments.length > 0,
    // A return of what was sent leaves what was not sent to be cancelled.
    leftOf({ id, quantity }) {
      const history = historyOf(id);
      const unsent = Math.max(0, announcedOf(id) - history.shipped);
      return Math.max(0, quantityLeft(quantity, history) - unsent);
    },
    refundable: refundableMinor(order.totals.total.minorUnits, await findRefunds(db, order.id)),
  };
}

/**
 * What was paid for these items; shipping too when nothing else of the order is left to send and nothing was sent. Never more than is
 * left of the payment.
 */
function amountOf(
  order: Order,
  { id }: OrderLine,
  quantity: number,
  { hasShipped, leftOf, refundable }: Progress,
): MoneyAmount {
  const left = order.lines.reduce((sum, line) => sum + leftOf(line), 0);
  const { currency, minorUnits } = refundSum(order, {
    refundedItems: [{ itemId: id, quantity }],
    shipping: !hasShipped && left === quantity,
  });
  return money(Math.min(minorUnits, refundable), currency);
}

/** Null for what is made to measure, whose garments are cancelled one by one, and where nothing can be cancelled. */
function cancellationOf(
  order: Order,
  line: OrderLine,
  progress: Progress,
): ItemCancellation | null {
  if (order.status !== "completed" || line.madeToMeasure) return null;
  const amounts = Array.from({ length: progress.leftOf(line) }, (_, index) =>
    amountOf(order, line, index + 1, progress),
  );
  const isPaid = amounts.length > 0 && amounts.every(({ minorUnits }) => minorUnits > 0);
  return isPaid ? { orderItemId: line.id, amounts } : null;
}

/** The ready-made lines of which the customer can cancel items, before they leave. Does not check who asks. */
export async function listItemCancellations(
  db: Queryable,
  order: Order,
): Promise<ItemCancellation[]> {
  if (order.status !== "completed") return [];
  const progress = await progressOf(db, order);
  return order.lines.flatMap((line) => cancellationOf(order, line, progress) ?? []);
}

/** 'changed': something was sent or refunded since, and with it what goes back. 'elsewhere': the shop has to do it. */
export type CancelItemsFailure =
  | "forbidden"
  | "not_found"
  | "changed"
  | "not_refundable"
  | "elsewhere";

/** As the customer confirmed it: `left` items could be cancelled, `quantity` of them are, and this goes back. */
export type ConfirmedItems = {
  orderItemId: string;
  left: number;
  quantity: number;
  amountMinor: number;
};

/**
 * Cancels ready-made items of the actor's paid order before they leave. They return to stock, and what was paid for them goes back by
 * the way it was paid. Emails the shop. Idempotent: a second press of one form cancels nothing more.
 */
export async function cancelOwnItems(
  deps: SettlementDeps,
  input: ConfirmedItems & { actor: Actor; orderId: string },
): Promise<Result<null, CancelItemsFailure>> {
  const { actor } = input;
  const found = await findOwnOrder(deps.db, input);
  if (!found.ok) return found;
  if (!isSignedIn(actor)) return fail("forbidden");
  return cancelItems(deps, { ...input, actor });
}

/** The same by the order's number and email; a wrong pair is 'not_found'. */
export async function cancelGuestItems(
  deps: SettlementDeps,
  input: ConfirmedItems & { number: string; email: string },
): Promise<Result<null, CancelItemsFailure>> {
  const orderId = await findOrderIdByNumber(deps.db, input);
  return orderId ? cancelItems(deps, { ...input, orderId, actor: null }) : fail("not_found");
}

type Cancelling = ConfirmedItems & { orderId: string; actor: SignedIn | null };

async function cancelItems(
  deps: SettlementDeps,
  input: Cancelling,
): Promise<Result<null, CancelItemsFailure>> {
  if (await isPaidToOtherAccount(deps, input.orderId)) return fail("elsewhere");
  const written = await inTransaction(deps.db, (tx) => write(tx, deps, input));
  if (!written.ok) return written;
  // A refund that the provider refuses is shown to the owner, who pays it back another way.
  await executeRefunds(deps, written.value);
  return ok(null);
}

async function write(
  tx: Transaction,
  deps: SettlementDeps,
  { actor, amountMinor, left, orderId, orderItemId, quantity }: Cancelling,
): Promise<Result<readonly RefundRow[], Exclude<CancelItemsFailure, "forbidden">>> {
  const order = await lockOrder(tx, orderId);
  const line = order?.lines.find(({ id }) => id === orderItemId);
  if (!order || !line) return fail("not_found");
  const key = `cancel-items:${orderItemId}:${left}`;
  const twin = await findRefundByIdempotencyKey(tx, order, key);
  if (!twin.ok) return twin;
  // The provider refused to give it back, so the owner does, and the same press would change nothing.
  if (twin.value.some(({ status }) => status === "failed")) return fail("elsewhere");
  if (twin.value.length > 0) return twin;
  const now = cancellationOf(order, line, await progressOf(tx, order));
  const amount = now?.amounts[quantity - 1];
  if (now?.amounts.length !== left || amount?.minorUnits !== amountMinor) return fail("changed");
  const written = await writeRefund(tx, deps, order, {
    actor,
    amount,
    key,
    returnRequestId: null,
    reason: "Cancelled before it left",
    items: [{ orderItemId, quantity, restock: true }],
  });
  if (!written.ok) return fail("not_refundable");
  const { productName } = line;
  await recordOrderEvent(tx, {
    orderId,
    type: "items_cancelled",
    detail: { productName, quantity },
  });
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, deps.jobs, {
    ...itemsCancelledNotice({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      productName,
      size: line.size,
      quantity,
      orderUrl: `${deps.publicUrl}/admin/orders/${order.id}`,
    }),
    dedupeKey: `items-cancelled:${orderItemId}:${left}`,
    recipient: general.contactEmail,
    replyTo: order.customerEmail,
  });
  return written;
}
