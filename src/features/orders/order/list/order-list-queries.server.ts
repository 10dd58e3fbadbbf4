import type { SQL } from "drizzle-orm";
import { and, eq, sql } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { Fulfillment } from "../line-quantities.ts";
import { fulfillmentOf } from "../line-quantities.ts";
import type { OrderStatus, ShownStatus } from "../order.ts";
import { shownStatusOf } from "../order.ts";
import { transferredMinor } from "../order-queries.server.ts";
import { REFUND_OWED_MINOR } from "../owed-refunds.server.ts";
import type { ListedTransfer } from "../transfer-deposit.ts";
import { listedTransferText } from "../transfer-deposit.ts";
import { IS_DISPUTED, narrowedBy, orderedBy } from "./order-conditions.server.ts";
import type { OrderFilter } from "./order-filter.ts";
import { ORDERS_A_PAGE } from "./order-filter.ts";

export type OrderListRow = {
  id: string;
  createdAt: Date;
  status: OrderStatus;
  shownStatus: ShownStatus;
  customerEmail: string;
  customerName: string;
  lineCount: number;
  madeToMeasure: boolean;
  total: MoneyAmount;
  /** What store credit pays of the total. */
  credit: MoneyAmount;
  /** A deposit that is awaited or has arrived, or money to be sent back; null for neither. */
  transfer: string | null;
  /** Null when unpaid or when nothing ships. */
  fulfillment: Fulfillment | null;
  hasOpenReturn: boolean;
  isDisputed: boolean;
};

/** Counts by status ignore the status filter. */
export type OrderList = {
  rows: readonly OrderListRow[];
  counts: Partial<Record<OrderStatus, number>>;
  /** On all pages. */
  total: number;
  page: number;
  pageCount: number;
};

async function countByStatus(db: Queryable, where: SQL | undefined): Promise<OrderList["counts"]> {
  const rows = await db
    .select({ status: orders.status, count: sql<number>`count(*)::integer` })
    .from(orders)
    .where(where)
    .groupBy(orders.status);
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

const listColumns = {
  id: orders.id,
  createdAt: orders.createdAt,
  status: orders.status,
  customerEmail: orders.customerEmail,
  customerName: sql<string>`coalesce(${orders.shippingAddress} ->> 'fullName', '')`,
  madeToMeasure: orders.madeToMeasure,
  isDisputed: sql<boolean>`${IS_DISPUTED}`,
  totalMinor: orders.totalMinor,
  refundedMinor: orders.refundedMinor,
  refundOwedMinor: REFUND_OWED_MINOR,
  currency: orders.currency,
};

type Progress = {
  orderId: string;
  lines: number;
  left: number;
  shipments: number;
  delivered: number;
  returns: number;
  creditMinor: number;
} & ListedTransfer;

/** Uses indexes only. */
async function progressOf(
  db: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Progress>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await db.execute<Progress>(sql`
    select o.id as "orderId",
           (select count(*)::int from order_items where order_id = o.id) as lines,
           (select coalesce(sum(greatest(0, i.quantity
                     - coalesce((select sum(s.quantity) from shipment_items s where s.order_item_id = i.id), 0)
                     - coalesce((select sum(w.quantity) from refund_items w join refunds r on r.id = w.refund_id
                                  where w.order_item_id = i.id and r.return_request_id is null and r.status <> 'failed'), 0))), 0)::int
              from order_items i where i.order_id = o.id) as left,
           (select count(*)::int from shipments where order_id = o.id) as shipments,
           (select count(delivered_at)::int from shipments where order_id = o.id) as delivered,
           (select count(*)::int from return_requests
             where order_id = o.id and status in ('announced', 'received')) as returns,
           (select coalesce(sum(amount_minor), 0)::float8 from payments
             where order_id = o.id and method = 'store_credit' and status in ('pending', 'processing', 'captured')) as "creditMinor",
           (select max(deposit_minor)::float8 from payments where order_id = o.id and deposit_minor < amount_minor) as "depositMinor",
           ${transferredMinor(sql`o.id`)} as "transferredMinor"
      from unnest(${sql.param(orderIds)}::uuid[]) as o (id)`);
  return new Map(rows.map((row) => [row.orderId, row]));
}

function wayOf(status: OrderStatus, progress: Progress | undefined): Fulfillment | null {
  if (status !== "completed" || !progress) return null;
  const { delivered, left, shipments } = progress;
  const each = Array.from({ length: shipments }, (_, index) => ({
    isDelivered: index < delivered,
  }));
  return fulfillmentOf({ left, shipments: each });
}

/** Rows from `offset`; the caller authorizes. */
export async function readOrderRows(
  db: Queryable,
  filter: OrderFilter,
  window: { limit: number; offset: number },
): Promise<OrderListRow[]> {
  const status = filter.status ? eq(orders.status, filter.status) : undefined;
  const rows = await db
    .select(listColumns)
    .from(orders)
    .where(and(narrowedBy(filter), status))
    .orderBy(...orderedBy(filter))
    .limit(window.limit)
    .offset(window.offset);
  const progress = await progressOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map(({ totalMinor, refundedMinor, refundOwedMinor, currency: stored, ...row }) => {
    const of = progress.get(row.id);
    const currency = stored === "GYD" ? "GYD" : "USD";
    const total = money(totalMinor, currency);
    return {
      ...row,
      total,
      shownStatus: shownStatusOf({
        status: row.status,
        totalMinor,
        refundedMinor,
        refundOwedMinor,
      }),
      lineCount: of?.lines ?? 0,
      credit: money(of?.creditMinor ?? 0, currency),
      transfer: of ? listedTransferText({ status: row.status, total }, of) : null,
      fulfillment: wayOf(row.status, of),
      hasOpenReturn: (of?.returns ?? 0) > 0,
    };
  });
}

/** A page of orders for an admin, three statements by index. */
export const listOrders = asAdmin(
  async (db: Queryable, input: { filter: OrderFilter }): Promise<Result<OrderList>> => {
    const { filter } = input;
    const counts = await countByStatus(db, narrowedBy(filter));
    const total = filter.status
      ? (counts[filter.status] ?? 0)
      : Object.values(counts).reduce((sum, count) => sum + count, 0);
    const pageCount = Math.max(1, Math.ceil(total / ORDERS_A_PAGE));
    const page = Math.min(filter.page, pageCount);
    const window = { limit: ORDERS_A_PAGE, offset: (page - 1) * ORDERS_A_PAGE };
    return ok({ counts, total, page, pageCount, rows: await readOrderRows(db, filter, window) });
  },
);
