import type { SQL } from "drizzle-orm";
import { and, between, eq, gte, inArray, lt, lte, or, sql } from "drizzle-orm";
import { parseDocumentNumber } from "#core/document-number.ts";
import { endOfDay, startOfDay } from "#core/georgetown-time.ts";
import { parseMoney } from "#core/money-amount.ts";
import { MANUAL_PROVIDERS } from "#core/payment-providers.ts";
import { orders } from "#db/schema/orders.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import { orderIdRange } from "../order.ts";
import type { OrderEventType } from "../order-events.ts";
import type { OrderFilter } from "./order-filter.ts";

/** The orders that a document with this number is of, or null when the text is no such number. */
export function orderOfDocument(text: string): SQL | null {
  const document = parseDocumentNumber(text);
  if (!document) return null;
  const { kind, year, number } = document;
  return sql`${orders.id} in (select order_id from tax_documents where kind = ${kind} and year = ${year} and number = ${number})`;
}

function searched(search: string): SQL | undefined {
  if (search === "") return undefined;
  const range = orderIdRange(search);
  const name = sql`(${orders.shippingAddress} ->> 'fullName')`;
  const has = (column: string) => textContains([sql.raw(column)], search);
  return or(
    textContains([orders.customerEmail, name], search),
    sql`${orders.id} in (select order_id from order_items where ${has("product_name")})`,
    sql`${orders.id} in (select order_id from shipments where ${has("tracking_number")})`,
    range ? between(orders.id, range.first, range.last) : undefined,
    orderOfDocument(search) ?? undefined,
  );
}

/** Neither shipped nor refunded (line-quantities.ts), of all orders. */
export const LINES_TO_SHIP = sql`
  select i.order_id, i.quantity - coalesce(sent.pieces, 0) - coalesce(withdrawn.pieces, 0) as pieces
    from order_items i
    left join (select order_item_id, sum(quantity) as pieces from shipment_items group by order_item_id) sent
      on sent.order_item_id = i.id
    left join (select w.order_item_id, sum(w.quantity) as pieces
                 from refund_items w join refunds r on r.id = w.refund_id and r.return_request_id is null and r.status <> 'failed'
                group by w.order_item_id) withdrawn
      on withdrawn.order_item_id = i.id
   where i.quantity > coalesce(sent.pieces, 0) + coalesce(withdrawn.pieces, 0)`;

const hasLeft = sql`${orders.id} in (select order_id from (${LINES_TO_SHIP}) as to_ship)`;
const hasShipment = sql`${orders.id} in (select order_id from shipments)`;
const isOnItsWay = sql`${orders.id} in (select order_id from shipments where delivered_at is null)`;

const WAY_CONDITIONS: Readonly<Record<NonNullable<OrderFilter["way"]>, SQL>> = {
  to_ship: hasLeft,
  unshipped: sql`${hasLeft} and not ${hasShipment}`,
  partly_shipped: sql`${hasLeft} and ${hasShipment}`,
  shipped: sql`not ${hasLeft} and ${isOnItsWay}`,
  delivered: sql`not ${hasLeft} and ${hasShipment} and not ${isOnItsWay}`,
};

const hasOpenReturn = sql`${orders.id} in (
  select order_id from return_requests where status in ('announced', 'received'))`;

/** Later than the newest note. */
const hasAlert = (...types: readonly OrderEventType[]) => sql`${orders.id} in (
  select e.order_id from order_events e
   where ${inArray(sql`e.type`, types)}
     and not exists (select from order_notes n where n.order_id = e.order_id and n.created_at >= e.created_at))`;

export const IS_DISPUTED = sql`${orders.id} in (select order_id from payments where disputed_at is not null)`;

const hasReviewedPayment = sql`${orders.id} in (
  select order_id from payments
   where status in ('wrong_amount', 'wrong_currency', 'duplicate') and captured_minor > refunded_minor)`;

const isOwedDeposit = sql`${orders.id} in (
  select order_id from payments
   where (status = 'owed_back' or (status = 'duplicate' and method = 'manual')) and captured_minor > refunded_minor)`;

/** What the owner has to send from the bank account; `TRANSFERS_BACK` says how much and until when. */
const isOwedTransfer = sql`${orders.id} in (
  select order_id from refunds where status = 'pending' and ${inArray(sql`provider`, MANUAL_PROVIDERS)})`;

/** Disputed, money to send back, or an alert after the newest note. Notes, full refunds and payments settle it. */
const asksForOwner = sql`(${IS_DISPUTED} or ${isOwedDeposit} or ${isOwedTransfer}
  or (${hasReviewedPayment} and ${hasAlert("payment_wrong_amount", "payment_wrong_currency", "payment_duplicate")})
  or (${orders.status} <> 'refunded' and ${hasAlert("oversold", "amount_mismatch", "shipping_mismatch", "refund_failed", "dispute_lost")})
  or (${orders.completedAt} is null and ${hasAlert("other_account")}))`;

/** The filter without the status. */
export function narrowedBy(filter: OrderFilter): SQL | undefined {
  const from = startOfDay(filter.from);
  const until = endOfDay(filter.to);
  const least = parseMoney(filter.least);
  const most = parseMoney(filter.most);
  return and(
    searched(filter.search),
    from ? gte(orders.createdAt, from) : undefined,
    until ? lt(orders.createdAt, until) : undefined,
    filter.madeToMeasure ? eq(orders.madeToMeasure, true) : undefined,
    filter.way ? and(eq(orders.status, "completed"), WAY_CONDITIONS[filter.way]) : undefined,
    filter.returns ? hasOpenReturn : undefined,
    filter.attention ? asksForOwner : undefined,
    least ? gte(orders.totalMinor, least.minorUnits) : undefined,
    most ? lte(orders.totalMinor, most.minorUnits) : undefined,
  );
}

// Matches the index ("nulls last").
const ORDERINGS: Readonly<Record<OrderFilter["sort"], readonly SQL[]>> = {
  newest: [sql`${orders.createdAt} desc nulls last`, sql`${orders.id}`],
  oldest: [sql`${orders.createdAt} asc nulls first`, sql`${orders.id} desc`],
  highest: [sql`${orders.totalMinor} desc`, sql`${orders.createdAt} desc`, sql`${orders.id}`],
  lowest: [sql`${orders.totalMinor}`, sql`${orders.createdAt} desc`, sql`${orders.id}`],
};

export function orderedBy(filter: OrderFilter): SQL[] {
  return [...ORDERINGS[filter.sort]];
}
