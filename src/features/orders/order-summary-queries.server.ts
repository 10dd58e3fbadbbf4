import { and, gte, inArray, sql } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { dayOf, lastDays, startOfDay } from "./georgetown-time.ts";

/** What was paid on a day in Georgetown, less what was refunded since. */
export type SalesDay = { day: string; orders: number; revenue: MoneyAmount };

/** Where the house stands today. */
export type OrderSummary = {
  /** Paid orders with a piece made to measure. */
  toMake: number;
  /** Orders whose payment page is open. */
  pending: number;
  /** The last fortnight in US dollars, oldest first, today last; a day without sales is zero. */
  days: readonly SalesDay[];
};

const DAYS_SHOWN = 14;

/** Today's numbers for an admin, from the orders themselves. */
export async function summarizeOrders(
  db: Queryable,
  input: { actor: Actor; now: Date },
): Promise<Result<OrderSummary, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const [open] = await db
    .select({
      toMake: sql<number>`(count(*) filter (where status = 'completed' and made_to_measure))::integer`,
      pending: sql<number>`(count(*) filter (where status = 'pending'))::integer`,
    })
    .from(orders)
    .where(inArray(orders.status, ["completed", "pending"]));
  const days = lastDays(input.now, DAYS_SHOWN);
  const since = startOfDay(days[0] ?? dayOf(input.now)) ?? input.now;
  const day = sql<string>`to_char(${orders.completedAt} at time zone 'America/Guyana', 'YYYY-MM-DD')`;
  const paid = await db
    .select({
      day,
      orders: sql<number>`count(*)::integer`,
      revenueMinor: sql<string>`sum(${orders.totalMinor} - ${orders.refundedMinor})`,
    })
    .from(orders)
    .where(and(gte(orders.completedAt, since), sql`${orders.currency} = 'USD'`))
    .groupBy(day);
  const paidOn = new Map(paid.map((row) => [row.day, row]));
  return ok({
    toMake: open?.toMake ?? 0,
    pending: open?.pending ?? 0,
    days: days.map((name) => ({
      day: name,
      orders: paidOn.get(name)?.orders ?? 0,
      revenue: money(Number(paidOn.get(name)?.revenueMinor ?? 0)),
    })),
  });
}
