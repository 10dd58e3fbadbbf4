import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { clothCommitments, cloths } from "#db/schema/atelier.server.ts";
import type { ClothLengthChange } from "./cloth-queries.server.ts";
import { listProductsOfChanges } from "./cloth-queries.server.ts";

/** Roll and commitments of these cloths. Locked by id against deadlocks; the weak lock allows foreign keys. */
export async function lockCloths(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, { lengthMm: number; freeMm: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: cloths.id, lengthMm: cloths.lengthMm, committedMm: cloths.committedMm })
    .from(cloths)
    .where(inArray(cloths.id, [...new Set(ids)]))
    .orderBy(asc(cloths.id))
    .for("no key update");
  return new Map(
    rows.map(({ committedMm, id, lengthMm }) => [id, { lengthMm, freeMm: lengthMm - committedMm }]),
  );
}

/** Cloth that is not enough for the order. */
export type MissingCloth = { clothId: string; wantedMm: number; freeMm: number };

/** The lines of one order; those that are not made to measure have no commitment. */
type OrderedLines = { lines: readonly { id: string; madeToMeasure: boolean }[] };

type CommitmentState = "open" | "released";

/** The commitments of an order's made-to-measure lines in a state; null without such a line. */
function commitmentsOf({ lines }: OrderedLines, state: CommitmentState) {
  const ids = lines.filter(({ madeToMeasure }) => madeToMeasure).map(({ id }) => id);
  if (ids.length === 0) return null;
  return sql`order_item_id = any(${sql.param(ids)}::uuid[]) and status = ${state}`;
}

/** Locks the cloths of an order's commitments in a state, after the stock and before the capacity and the credit (ADR 0048). */
export async function lockClothOfOrder(
  tx: Transaction,
  order: OrderedLines,
  state: CommitmentState,
): Promise<Map<string, { lengthMm: number; freeMm: number }>> {
  const due = commitmentsOf(order, state);
  if (!due) return new Map();
  const known = await tx.execute<{ clothId: string }>(
    sql`select distinct cloth_id as "clothId" from cloth_commitments where ${due}`,
  );
  const ids = known.rows.map(({ clothId }) => clothId);
  return lockCloths(tx, ids);
}

async function changeCommitments(
  tx: Transaction,
  order: OrderedLines,
  { from, to }: { from: CommitmentState; to: CommitmentState },
): Promise<{ changes: ClothLengthChange[]; missing: MissingCloth[] }> {
  const due = commitmentsOf(order, from);
  const before = await lockClothOfOrder(tx, order, from);
  if (!due || before.size === 0) return { changes: [], missing: [] };
  const { rows } = await tx.execute<{ clothId: string; lengthMm: number }>(sql`
    with changed as (update cloth_commitments set status = ${to} where ${due} returning cloth_id, length_mm)
    select cloth_id as "clothId", sum(length_mm)::int as "lengthMm" from changed group by 1`);
  const moved = rows.map(({ clothId, lengthMm }) => {
    const fromMm = before.get(clothId)?.freeMm ?? 0;
    return { clothId, lengthMm, fromMm, toMm: fromMm + (to === "open" ? -lengthMm : lengthMm) };
  });
  return {
    changes: moved.map(({ clothId, fromMm, toMm }) => ({ clothId, fromMm, toMm })),
    missing: moved
      .filter(({ toMm }) => toMm < 0)
      .map(({ clothId, fromMm, lengthMm }) => ({ clothId, wantedMm: lengthMm, freeMm: fromMm })),
  };
}

/** Whether the cloth that an ended order had is on its rolls at this moment, committed to nobody and in use, without locking it. */
export async function isClothFree(db: Queryable, order: OrderedLines): Promise<boolean> {
  const due = commitmentsOf(order, "released");
  if (!due) return true;
  const { rows } = await db.execute<{ clothId: string }>(sql`
    select c.id as "clothId" from cloth_commitments join cloths c on c.id = cloth_id where ${due}
     group by c.id having c.archived_at is not null or sum(cloth_commitments.length_mm) > c.length_mm - c.committed_mm limit 1`);
  return rows.length === 0;
}

/**
 * Frees the cloth of lines that will not be made, unless it is cut. Idempotent. Returns the products whose pages show another
 * availability now: the caller raises the content version for them.
 */
export async function releaseCloth(
  tx: Transaction,
  order: OrderedLines,
): Promise<readonly string[]> {
  const { changes } = await changeCommitments(tx, order, { from: "open", to: "released" });
  return listProductsOfChanges(tx, changes);
}

/**
 * Commits the length that a line's nest needs instead of the one of its terms, for all of its garments that are not cut. A roll that is
 * too short is committed beyond its length, as after a count: the cloth is reported as used up, and the cut is refused. Idempotent.
 * Returns the products whose pages show another availability now: the caller raises the content version for them.
 */
export async function commitNestedCloth(
  tx: Transaction,
  { clothId, lengthMm, orderItemId }: { orderItemId: string; clothId: string; lengthMm: number },
): Promise<readonly string[]> {
  const freeMm = (await lockCloths(tx, [clothId])).get(clothId)?.freeMm;
  if (freeMm === undefined || lengthMm <= 0) return [];
  const isOpen = and(
    eq(clothCommitments.orderItemId, orderItemId),
    eq(clothCommitments.clothId, clothId),
    eq(clothCommitments.status, "open"),
  );
  // A commitment does not grow: it is made anew.
  const [before] = await tx.delete(clothCommitments).where(isOpen).returning();
  if (!before) return [];
  await tx.insert(clothCommitments).values({ orderItemId, clothId, lengthMm });
  const beforeMm = before.lengthMm;
  const change = { clothId, fromMm: freeMm, toMm: freeMm + beforeMm - lengthMm };
  return listProductsOfChanges(tx, [change]);
}

/** How many of a line's garments that were not cut stay, and how many are not made any more. */
type UncutShare = { orderItemId: string; stay: number; ended: number };

/**
 * Frees the share of garments that are not made any more from what is committed to their line. Returns the products whose pages show
 * another availability now.
 */
export async function releaseClothShare(
  tx: Transaction,
  { ended, orderItemId, stay }: UncutShare,
): Promise<readonly string[]> {
  const due = sql`order_item_id = ${orderItemId} and status = 'open'`;
  const known = await tx.execute<{ clothId: string }>(
    sql`select cloth_id as "clothId" from cloth_commitments where ${due}`,
  );
  const before = await lockCloths(
    tx,
    known.rows.map(({ clothId }) => clothId),
  );
  if (before.size === 0) return [];
  const share = sql`(length_mm * ${ended}::bigint / ${stay + ended}::bigint)::integer`;
  const { rows } = await tx.execute<{ clothId: string; freedMm: number }>(sql`
    with ending as (select cloth_id, ${share} as freed from cloth_commitments where ${due}),
         changed as (update cloth_commitments c set ${stay === 0 ? sql`status = 'released'` : sql`length_mm = c.length_mm - e.freed`}
                       from ending e where ${due} and c.cloth_id = e.cloth_id and e.freed > 0)
    select cloth_id as "clothId", freed as "freedMm" from ending`);
  const changes = rows.map(({ clothId, freedMm }) => {
    const fromMm = before.get(clothId)?.freeMm ?? 0;
    return { clothId, fromMm, toMm: fromMm + freedMm };
  });
  return listProductsOfChanges(tx, changes);
}

/** Commits released cloth again for an order that was paid late, also when too little is left, which is reported. */
export async function recommitCloth(
  tx: Transaction,
  order: OrderedLines,
): Promise<{ missing: readonly MissingCloth[]; changedProducts: readonly string[] }> {
  const steps = { from: "released", to: "open" } as const;
  const { changes, missing } = await changeCommitments(tx, order, steps);
  return { missing, changedProducts: await listProductsOfChanges(tx, changes) };
}
