import { asc, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { clothMovements, cloths } from "#db/schema/atelier.server.ts";
import type { ClothLengthChange } from "./cloth-queries.server.ts";
import { listProductsOfChanges } from "./cloth-queries.server.ts";

/** Cloth for the garments of one order line. */
export type ClothCut = { clothId: string; orderItemId: string; lengthMm: number };

/** What is left of a cloth that cannot serve a demand. */
export type ClothShortage = { clothId: string; leftMm: number };

/** Locked by id, so that concurrent orders cannot deadlock; the weak lock allows foreign keys. */
async function lockLengths(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: cloths.id, lengthMm: cloths.lengthMm })
    .from(cloths)
    .where(inArray(cloths.id, [...new Set(ids)]))
    .orderBy(asc(cloths.id))
    .for("no key update");
  return new Map(rows.map(({ id, lengthMm }) => [id, lengthMm]));
}

function lengthsAfter(
  before: ReadonlyMap<string, number>,
  moved: readonly { clothId: string; changeMm: number }[],
): ClothLengthChange[] {
  return [...before].map(([clothId, fromMm]) => {
    const own = moved.filter((each) => each.clothId === clothId);
    return { clothId, fromMm, toMm: own.reduce((sum, { changeMm }) => sum + changeMm, fromMm) };
  });
}

/**
 * Takes cloth from stock for the lines of an order, all or none, in the transaction that writes the order. Returns the
 * products whose pages show another availability now: the caller raises the content version for them (`bumpForStock`).
 */
export async function cutCloth(
  tx: Transaction,
  cuts: readonly ClothCut[],
): Promise<{ shortages: ClothShortage[]; changedProducts: readonly string[] }> {
  const needed = cuts.filter(({ lengthMm }) => lengthMm > 0);
  if (needed.length === 0) return { shortages: [], changedProducts: [] };
  const before = await lockLengths(
    tx,
    needed.map(({ clothId }) => clothId),
  );
  const rows = needed.map(({ lengthMm, ...cut }) => ({
    ...cut,
    changeMm: -lengthMm,
    reason: "cut" as const,
  }));
  const changes = lengthsAfter(before, rows);
  const shortages = changes
    .filter(({ toMm }) => toMm < 0)
    .map(({ clothId, fromMm }) => ({ clothId, leftMm: fromMm }));
  if (shortages.length > 0) return { shortages, changedProducts: [] };
  await tx.insert(clothMovements).values(rows);
  return { shortages: [], changedProducts: await listProductsOfChanges(tx, changes) };
}

/**
 * Puts back what is still cut for these order lines, such as those of an order that was not paid. Idempotent. Returns
 * changed products like cutCloth.
 */
export async function returnCloth(
  tx: Transaction,
  orderItemIds: readonly string[],
): Promise<readonly string[]> {
  if (orderItemIds.length === 0) return [];
  const list = sql`${sql.param([...orderItemIds])}::uuid[]`;
  const known = await tx.execute<{ clothId: string }>(
    sql`select distinct cloth_id as "clothId" from cloth_movements where order_item_id = any(${list})`,
  );
  const before = await lockLengths(
    tx,
    known.rows.map(({ clothId }) => clothId),
  );
  // Read after the lock: a concurrent call may have put it back.
  const open = await tx.execute<{ clothId: string; orderItemId: string; changeMm: number }>(sql`
    select cloth_id as "clothId", order_item_id as "orderItemId", -sum(change_mm)::int as "changeMm"
      from cloth_movements where order_item_id = any(${list}) group by 1, 2 having sum(change_mm) < 0`);
  if (open.rows.length === 0) return [];
  const rows = open.rows.map((row) => ({ ...row, reason: "returned" as const }));
  await tx.insert(clothMovements).values(rows);
  return listProductsOfChanges(tx, lengthsAfter(before, rows));
}
