import { and, eq, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import type { Queryable } from "#db/client.server.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { STORED_SPECIFICATIONS } from "#features/base/identity/visitor-limits.ts";
import { STAGES_IN_WORK } from "#features/garments/garment/garment.ts";

/**
 * Deletes specifications older than the days of `STORED_SPECIFICATIONS` that no account's cart and no inquiry holds; an ordered one
 * lives on in its contract. One of a link stays while a garment that was ordered with it is in work: it is how corrected numbers of the
 * link's person find that garment. Returns how many, at most `limit`.
 */
export async function deleteOldSpecifications(
  db: Queryable,
  { limit, now }: { now: Date; limit: number },
): Promise<number> {
  const { createdAt, id, linkId } = fitSpecifications;
  const before = new Date(now.getTime() - STORED_SPECIFICATIONS.days * DAY_MS);
  const inCart = sql`exists (select from ${cartLines} where ${cartLines.specification} = ${id}::text
    and ${cartLines.quantity} > 0)`;
  const requested = sql`exists (select from ${guyanaSalesInquiries} q where q.specification_id = ${id})`;
  const inWork = db
    .select({ id: garments.id })
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .where(and(eq(orderItems.specificationId, id), inArray(garments.stage, STAGES_IN_WORK)));
  const due = db
    .select({ id })
    .from(fitSpecifications)
    .where(
      and(
        sql`${createdAt} < ${before.toISOString()}::timestamptz`,
        sql`not (${inCart} or ${requested})`,
        or(isNull(linkId), notExists(inWork)),
      ),
    )
    .limit(limit);
  const deleted = await db
    .delete(fitSpecifications)
    .where(sql`${id} in (${due})`)
    .returning({ id });
  return deleted.length;
}

/** Deletes what guests specified for inquiries that are deleted too. An account's own leave with the account or by age. */
export async function deleteSpecificationsOfGuests(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<void> {
  const known = ids.filter((each) => each !== null);
  if (known.length === 0) return;
  const { id, userId } = fitSpecifications;
  await db.delete(fitSpecifications).where(and(inArray(id, known), isNull(userId)));
}

/** Deletes what an account specified, in its carts too. For an account that is erased; its contracts are reduced on their own. */
export async function deleteSpecificationsOfAccount(db: Queryable, userId: string): Promise<void> {
  await db.delete(fitSpecifications).where(eq(fitSpecifications.userId, userId));
}

/**
 * Deletes what these ordered lines were specified with, whose contracts have no measurements any more. Stays: what a cart still
 * holds, and what belongs to another account than the order.
 */
export async function deleteSpecificationsOfLines(
  db: Queryable,
  orderItemIds: readonly string[],
): Promise<void> {
  if (orderItemIds.length === 0) return;
  const { id, userId } = fitSpecifications;
  const inCart = sql`exists (select from ${cartLines} where ${cartLines.specification} = ${id}::text
    and ${cartLines.quantity} > 0)`;
  const ordered = sql`exists (select from ${orderItems} i join ${orders} o on o.id = i.order_id
    where i.specification_id = ${id} and i.id = any(${sql.param([...orderItemIds])}::uuid[])
      and (${userId} is null or ${userId} = o.user_id))`;
  await db.delete(fitSpecifications).where(and(ordered, sql`not ${inCart}`));
}
