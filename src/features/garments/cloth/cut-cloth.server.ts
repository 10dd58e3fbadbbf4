import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import type { ClothMovement } from "#features/catalog/inventory/stock-ledger.server.ts";
import { moveClothStock } from "#features/catalog/inventory/stock-ledger.server.ts";
import type { ClothLengthChange } from "./cloth-queries.server.ts";
import { listProductsOfChanges } from "./cloth-queries.server.ts";
import { lockCloths } from "./commit-cloth.server.ts";

/**
 * Cloth for the garments of one order line. `endsMm`: how much of what is committed to the line this cut ends, when other garments
 * of it still wait; all of it without.
 */
export type ClothCut = { clothId: string; orderItemId: string; lengthMm: number; endsMm?: number };

/** What is left of a cloth that cannot serve a demand. */
export type ClothShortage = { clothId: string; leftMm: number };

/** How the free length changes: what was committed was not free before. */
function freeAfter(
  before: ReadonlyMap<string, { freeMm: number }>,
  moved: readonly { clothId: string; quantity: number }[],
): ClothLengthChange[] {
  return [...before].map(([clothId, { freeMm }]) => {
    const own = moved.filter((each) => each.clothId === clothId);
    const toMm = own.reduce((sum, { quantity }) => sum + quantity, freeMm);
    return { clothId, fromMm: freeMm, toMm };
  });
}

/** What was committed for these cuts is committed no more. */
async function endCommitments(
  tx: Transaction,
  cuts: readonly ClothCut[],
): Promise<{ clothId: string; quantity: number }[]> {
  const values = sql.join(
    cuts.map(
      ({ clothId, endsMm = null, orderItemId }) =>
        sql`(${orderItemId}::uuid, ${clothId}::uuid, ${endsMm}::integer)`,
    ),
    sql`, `,
  );
  const { rows } = await tx.execute<{ clothId: string; quantity: number }>(sql`
    with ending as (
      select c.order_item_id, c.cloth_id, c.length_mm, least(coalesce(e.ends, c.length_mm), c.length_mm) as ends
        from (values ${values}) as e (item, cloth, ends)
        join cloth_commitments c on c.order_item_id = e.item and c.cloth_id = e.cloth and c.status = 'open'
    ), whole as (
      update cloth_commitments c set status = 'cut' from ending e
       where c.order_item_id = e.order_item_id and c.cloth_id = e.cloth_id and e.ends = e.length_mm
    ), part as (
      update cloth_commitments c set length_mm = c.length_mm - e.ends from ending e
       where c.order_item_id = e.order_item_id and c.cloth_id = e.cloth_id and e.ends < e.length_mm
    )
    select cloth_id as "clothId", ends as quantity from ending`);
  return rows;
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
    .map(({ clothId, lengthMm, orderItemId }): ClothMovement => {
      return { clothId, orderItemId, quantity: -lengthMm, kind: "cut" };
    });
  await moveClothStock(tx, rows);
  const ended = await endCommitments(tx, cuts);
  const changes = freeAfter(before, [...rows, ...ended]);
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
    sql`select distinct cloth_id as "clothId" from stock_movements where order_item_id = any(${list})`,
  );
  const before = await lockCloths(
    tx,
    known.rows.map(({ clothId }) => clothId),
  );
  // Read after the lock: a concurrent call may have put it back.
  const open = await tx.execute<{ clothId: string; orderItemId: string; quantity: number }>(sql`
    select cloth_id as "clothId", order_item_id as "orderItemId", -sum(quantity)::int as quantity
      from stock_movements where order_item_id = any(${list}) group by 1, 2 having sum(quantity) < 0`);
  if (open.rows.length === 0) return [];
  const rows = open.rows.map((row) => ({ ...row, kind: "returned" as const }));
  await moveClothStock(tx, rows);
  return listProductsOfChanges(tx, freeAfter(before, rows));
}
