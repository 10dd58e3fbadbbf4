import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { ShownStatus } from "./order.ts";
import { shownStatusOf } from "./order.ts";
import { transferredMinor } from "./order-queries.server.ts";
import { REFUND_OWED_MINOR } from "./owed-refunds.server.ts";
import { listedTransferText } from "./transfer-deposit.ts";

export const MY_ORDERS_A_PAGE = 20;

/** The list of orders shows this of each (specification 7). */
export type MyOrderRow = {
  id: string;
  createdAt: Date;
  status: ShownStatus;
  total: MoneyAmount;
  /** A deposit that is awaited or has arrived, or money that goes back; null for neither. */
  transfer: string | null;
};

/** `page` is the shown one. */
export type MyOrderList = { rows: readonly MyOrderRow[]; page: number; pageCount: number };

/** A page of an account's orders by index, each with the number of all its orders. */
function selectPage(db: Queryable, own: SQL, page: number) {
  return (
    db
      .select({
        id: orders.id,
        createdAt: orders.createdAt,
        status: orders.status,
        totalMinor: orders.totalMinor,
        refundedMinor: orders.refundedMinor,
        refundOwedMinor: REFUND_OWED_MINOR,
        currency: orders.currency,
        depositMinor: sql<
          number | null
        >`(select max(p.deposit_minor)::float8 from payments p where p.order_id = ${orders.id} and p.deposit_minor < p.amount_minor)`,
        transferredMinor: transferredMinor(sql`${orders.id}`),
        count: sql<number>`(select count(*)::integer from ${orders} where ${own})`,
      })
      .from(orders)
      .where(own)
      // Matches the index ("nulls last").
      .orderBy(sql`${orders.createdAt} desc nulls last`, orders.id)
      .limit(MY_ORDERS_A_PAGE)
      .offset((page - 1) * MY_ORDERS_A_PAGE)
  );
}

const pagesOf = (count: number) => Math.max(1, Math.ceil(count / MY_ORDERS_A_PAGE));

/** A page of the actor's orders, newest first, in one statement. A page after the last one shows the last one. */
export async function listMyOrders(
  db: Queryable,
  input: { actor: Actor; page: number },
): Promise<Result<MyOrderList, "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  const own = eq(orders.userId, input.actor.userId);
  let { page } = input;
  let found = await selectPage(db, own, page);
  if (found.length === 0 && page > 1) {
    const [first] = await selectPage(db, own, 1);
    page = pagesOf(first?.count ?? 0);
    found = await selectPage(db, own, page);
  }
  return ok({
    page,
    pageCount: pagesOf(found[0]?.count ?? 0),
    rows: found.map(({ createdAt, currency, id, totalMinor, ...sums }) => {
      const total = money(totalMinor, currency === "GYD" ? "GYD" : "USD");
      return {
        id,
        createdAt,
        status: shownStatusOf({
          status: sums.status,
          totalMinor,
          refundedMinor: sums.refundedMinor,
          refundOwedMinor: sums.refundOwedMinor,
        }),
        total,
        transfer: listedTransferText({ status: sums.status, total }, sums),
      };
    }),
  });
}
