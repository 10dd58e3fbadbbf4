import { eq, sql } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { OrderStatus } from "./order.ts";

export const MY_ORDERS_A_PAGE = 20;

/** The list of orders shows this of each (specification 7). */
export type MyOrderRow = { id: string; createdAt: Date; status: OrderStatus; total: MoneyAmount };

/** `page` is the shown one. */
export type MyOrderList = { rows: readonly MyOrderRow[]; page: number; pageCount: number };

/** Invalid is 1. */
export function readOrdersPage(params: URLSearchParams): number {
  const page = params.get("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** A page of the actor's orders, newest first, two statements by index. */
export async function listMyOrders(
  db: Queryable,
  input: { actor: Actor; page: number },
): Promise<Result<MyOrderList, "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  const own = eq(orders.userId, input.actor.userId);
  const [counted] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(orders)
    .where(own);
  const pageCount = Math.max(1, Math.ceil((counted?.count ?? 0) / MY_ORDERS_A_PAGE));
  const page = Math.min(input.page, pageCount);
  const rows = await db
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      status: orders.status,
      totalMinor: orders.totalMinor,
      currency: orders.currency,
    })
    .from(orders)
    .where(own)
    // Matches the index ("nulls last").
    .orderBy(sql`${orders.createdAt} desc nulls last`, orders.id)
    .limit(MY_ORDERS_A_PAGE)
    .offset((page - 1) * MY_ORDERS_A_PAGE);
  return ok({
    page,
    pageCount,
    rows: rows.map(({ totalMinor, currency, ...row }) => ({
      ...row,
      total: money(totalMinor, currency === "GYD" ? "GYD" : "USD"),
    })),
  });
}
