import type { SQL } from "drizzle-orm";
import { and, between, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { endOfDay, startOfDay } from "./georgetown-time.ts";
import type { OrderStatus } from "./order.ts";
import type { OrderFilter } from "./order-filter.ts";
import { ORDERS_A_PAGE, orderIdRange } from "./order-filter.ts";

/** One order in the owner's list. */
export type OrderListRow = {
  id: string;
  createdAt: Date;
  status: OrderStatus;
  customerEmail: string;
  lineCount: number;
  madeToMeasure: boolean;
  total: MoneyAmount;
};

/** A page of the owner's list, and how many orders each status has under the rest of the filter. */
export type OrderList = {
  rows: readonly OrderListRow[];
  counts: Partial<Record<OrderStatus, number>>;
  /** The page really shown: the last one when fewer pages exist than were asked for. */
  page: number;
  pageCount: number;
};

/** What a customer typed may hold the pattern's own signs. */
function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}

function searched(search: string): SQL | undefined {
  if (search === "") return undefined;
  const range = orderIdRange(search);
  return or(
    sql`lower(${orders.customerEmail}) like ${containing(search)}`,
    range ? between(orders.id, range.first, range.last) : undefined,
  );
}

function narrowed(filter: OrderFilter): SQL | undefined {
  const from = startOfDay(filter.from);
  const until = endOfDay(filter.to);
  return and(
    searched(filter.search),
    from ? gte(orders.createdAt, from) : undefined,
    until ? lt(orders.createdAt, until) : undefined,
    filter.madeToMeasure ? eq(orders.madeToMeasure, true) : undefined,
  );
}

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
  madeToMeasure: orders.madeToMeasure,
  totalMinor: orders.totalMinor,
  currency: orders.currency,
};

async function countLines(
  db: Queryable,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ orderId: orderItems.orderId, count: sql<number>`count(*)::integer` })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...orderIds]))
    .groupBy(orderItems.orderId);
  return new Map(rows.map((row) => [row.orderId, row.count]));
}

/** A page of orders, newest first, for an admin; three statements, on the indexes of status and of time. */
export async function listOrders(
  db: Queryable,
  input: { actor: Actor; filter: OrderFilter },
): Promise<Result<OrderList, "forbidden">> {
  const { actor, filter } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const where = narrowed(filter);
  const counts = await countByStatus(db, where);
  const total = filter.status
    ? (counts[filter.status] ?? 0)
    : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const pageCount = Math.max(1, Math.ceil(total / ORDERS_A_PAGE));
  const page = Math.min(filter.page, pageCount);
  const rows = await db
    .select(listColumns)
    .from(orders)
    .where(and(where, filter.status ? eq(orders.status, filter.status) : undefined))
    // Said as the index says it: without "nulls last" Postgres sorts the whole table.
    .orderBy(sql`${orders.createdAt} desc nulls last`, orders.id)
    .limit(ORDERS_A_PAGE)
    .offset((page - 1) * ORDERS_A_PAGE);
  const lineCounts = await countLines(
    db,
    rows.map((row) => row.id),
  );
  return ok({
    counts,
    page,
    pageCount,
    rows: rows.map(({ totalMinor, currency, ...row }) => ({
      ...row,
      lineCount: lineCounts.get(row.id) ?? 0,
      total: money(totalMinor, currency === "GYD" ? "GYD" : "USD"),
    })),
  });
}
