import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { clothMovements } from "#db/schema/atelier.server.ts";
import type { ClothLengthChange } from "./cloth-queries.server.ts";
import { listProductsOfChanges } from "./cloth-queries.server.ts";
import { lockCloths } from "./commit-cloth.server.ts";

/** Cloth for the garments of one order line. */
export type ClothCut = { clothId: string; orderItemId: string; lengthMm: number };

/** What is left of a cloth that cannot serve a demand. */
export type ClothShortage = { clothId: string; leftMm: number };

/** How the free length changes: what was committed was not free before. */
function freeAfter(
  before: ReadonlyMap<string, { freeMm: number }>,
  moved: readonly { clothId: string; changeMm: number }[],
): ClothLengthChange[] {
  return [...before].map(([clothId, { freeMm }]) => {
    const own = moved.filter((each) => each.clothId === clothId);
    const toMm = own.reduce((sum, { changeMm }) => sum + changeMm, freeMm);
    return { clothId, fromMm: freeMm, toMm };
  });
}

/**
 * Cuts cloth off the roll for lines of an order, all or none, and ends what was committed for them. Only the length on the roll
 * limits it. Returns the products whose pages show another availability now: the caller raises the content version for them
 * (`bumpForStock`).
 */
export async function cutCloth(
  tx: Transaction,
  cuts: readonly ClothCut[],
): Promise<{ shortages: ClothShortage[]; changedProducts: readonly string[] }> {
  if (cuts.length === 0) return { shortages: [], changedProducts: [] };
  const before = await lockCloths(
    tx,
    cuts.map(({ clothId }) => clothId),
  );
  const shortages = [...before].flatMap(([clothId, { lengthMm: leftMm }]) => {
    const wanted = cuts.filter((each) => each.clothId === clothId);
    const wantedMm = wanted.reduce((sum, { lengthMm }) => sum + lengthMm, 0);
    return wantedMm > leftMm ? [{ clothId, leftMm }] : [];
  });
  if (shortages.length > 0) return { shortages, changedProducts: [] };
  const rows = cuts
    .filter(({ lengthMm }) => lengthMm > 0)
    .map(({ lengthMm, ...cut }) => ({ ...cut, changeMm: -lengthMm, reason: "cut" as const }));
  if (rows.length > 0) await tx.insert(clothMovements).values(rows);
  const pairs = sql.join(
    cuts.map(({ clothId, orderItemId }) => sql`(${orderItemId}::uuid, ${clothId}::uuid)`),
    sql`, `,
  );
  const ended = await tx.execute<{ clothId: string; changeMm: number }>(sql`
    update cloth_commitments set status = 'cut' where (order_item_id, cloth_id) in (${pairs}) and status = 'open'
    returning cloth_id as "clothId", length_mm as "changeMm"`);
  const changes = freeAfter(before, [...rows, ...ended.rows]);
  return { shortages: [], changedProducts: await listProductsOfChanges(tx, changes) };
}

/**
 * Cuts what is still committed for these order lines: a garment that leaves the atelier is cut. Of a roll that was counted
 * shorter, it cuts what is there. Idempotent.
 */
export async function cutCommittedCloth(
  tx: Transaction,
  orderItemIds: readonly string[],
): Promise<void> {
  if (orderItemIds.length === 0) return;
  const { rows } = await tx.execute<ClothCut>(sql`
    select order_item_id as "orderItemId", cloth_id as "clothId", length_mm as "lengthMm" from cloth_commitments
     where order_item_id = any(${sql.param([...orderItemIds])}::uuid[]) and status = 'open' order by cloth_id, order_item_id`);
  for (const cut of rows) {
    const rolls = await lockCloths(tx, [cut.clothId]);
    const lengthMm = Math.min(cut.lengthMm, rolls.get(cut.clothId)?.lengthMm ?? 0);
    await cutCloth(tx, [{ ...cut, lengthMm }]);
  }
}

/**
 * Puts back what is still cut for these order lines; it is free then. Idempotent. Returns changed products like cutCloth.
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
  const before = await lockCloths(
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
  return listProductsOfChanges(tx, freeAfter(before, rows));
}
