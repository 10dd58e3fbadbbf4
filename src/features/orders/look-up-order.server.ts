import { and, between, eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Queryable } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { MyOrder } from "./my-order-queries.server.ts";
import { describeForBuyer } from "./my-order-queries.server.ts";
import { orderIdRange } from "./order-id-range.ts";
import { findOrderById } from "./order-queries.server.ts";

/** The order number as the shop writes it has so many characters. */
const NUMBER_LENGTH = 8;

/**
 * An order by its number and the email it was placed with, for somebody without an account. A number nobody has and an email that
 * is not the order's get the same answer, found by the same statement; the delivery address is not told.
 */
export async function lookUpOrder(
  db: Queryable,
  input: { number: string; email: string; now: Date },
): Promise<Result<MyOrder, "not_found">> {
  const number = tidyLine(input.number).replaceAll(" ", "");
  const range = orderIdRange(number);
  const digits = number.replace(/[^0-9a-f]/gi, "");
  if (!range || digits.length < NUMBER_LENGTH) return fail("not_found");
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(sql`lower(${orders.customerEmail})`, tidyLine(input.email).toLowerCase()),
        between(orders.id, range.first, range.last),
      ),
    )
    .limit(1);
  const order = found && (await findOrderById(db, found.id));
  if (!order) return fail("not_found");
  const described = await describeForBuyer(db, order, input.now);
  return ok({
    ...described,
    country: null,
    order: { ...described.order, address: null, paymentUrl: null },
  });
}
