import { asc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { GarmentStage } from "./garment.ts";
import type { LineFacts } from "./line-standing.ts";

/** What decides about actions on these ordered lines, by line, as it is now; unknown lines are left out. */
export async function listLineFacts(
  db: Queryable,
  orderItemIds: readonly string[],
): Promise<ReadonlyMap<string, LineFacts>> {
  if (orderItemIds.length === 0) return new Map();
  const ids = [...orderItemIds];
  const lines = await db
    .select({ id: orderItems.id, orderStatus: orders.status })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(inArray(orderItems.id, ids));
  const stages = await db
    .select({ orderItemId: garments.orderItemId, stage: garments.stage })
    .from(garments)
    .where(inArray(garments.orderItemId, ids));
  const versions = await db
    .select({ orderItemId: contracts.orderItemId, reducedAt: contracts.reducedAt })
    .from(contracts)
    .where(inArray(contracts.orderItemId, ids))
    .orderBy(asc(contracts.version));
  const newest = new Map(versions.map(({ orderItemId, reducedAt }) => [orderItemId, reducedAt]));
  return new Map(
    lines.map(({ id, orderStatus }) => {
      const own = stages.filter(({ orderItemId }) => orderItemId === id);
      const facts: LineFacts = {
        orderStatus,
        stages: own.map(({ stage }) => stage),
        isContractErased: (newest.get(id) ?? null) !== null,
      };
      return [id, facts];
    }),
  );
}

/** What decides about actions on one ordered line; null for an unknown one. */
export async function findLineFacts(db: Queryable, orderItemId: string): Promise<LineFacts | null> {
  return (await listLineFacts(db, [orderItemId])).get(orderItemId) ?? null;
}

/** The same for one garment, whatever happens to the others of its line; null for an unknown one. */
export async function findGarmentFacts(
  db: Queryable,
  garment: { orderItemId: string; stage: GarmentStage },
): Promise<LineFacts | null> {
  const facts = await findLineFacts(db, garment.orderItemId);
  return facts && { ...facts, stages: [garment.stage] };
}
