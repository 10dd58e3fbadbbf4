import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { stockMovements, stockReservations } from "#db/schema/inventory.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";

/** So many pieces of one combination of size and colour. */
export type VariantQuantity = { variantId: string; quantity: number };

/** Pieces taken from counted stock, and how many are left of them. */
export type DeductedQuantity = VariantQuantity & { left: number };

/** What is left of a combination that cannot serve a demand. */
export type Shortage = { variantId: string; left: number };

function addUp(demands: readonly VariantQuantity[]): Map<string, number> {
  const wanted = new Map<string, number>();
  for (const { variantId, quantity } of demands) {
    wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity);
  }
  return wanted;
}

/**
 * Takes pieces from counted stock: all of them or none, whoever else is buying. Combinations made to order (no count)
 * need nothing taken. Rows are locked in the order of their ids, so two carts with the same pieces never wait for each other
 * in a circle; the lock is the weaker one that leaves foreign keys to the row alone.
 */
export async function deductStock(
  tx: Transaction,
  demands: readonly VariantQuantity[],
): Promise<{ taken: DeductedQuantity[]; shortages: Shortage[] }> {
  const wanted = addUp(demands);
  const counted = await lockCounted(tx, demands);
  const taken: DeductedQuantity[] = [];
  const shortages: Shortage[] = [];
  for (const row of counted) {
    const quantity = wanted.get(row.id) ?? 0;
    const left = row.stockCount ?? 0;
    if (left < quantity) shortages.push({ variantId: row.id, left });
    else taken.push({ variantId: row.id, quantity, left: left - quantity });
  }
  if (shortages.length > 0) return { taken: [], shortages };
  await changeStock(tx, taken, -1);
  return { taken, shortages };
}

/**
 * Ends an order's hold on its pieces. `release` puts them back on the shelf and moves nothing, otherwise they were sold and the
 * ledger says so. Safe to call twice: the hold's rows are gone the second time. Tells whether counted stock went up.
 */
export async function endReservations(
  tx: Transaction,
  orderId: string,
  release: boolean,
): Promise<boolean> {
  const held = await tx
    .delete(stockReservations)
    .where(eq(stockReservations.orderId, orderId))
    .returning({
      variantId: stockReservations.variantId,
      quantity: stockReservations.quantity,
    });
  if (held.length === 0) return false;
  if (!release) {
    await recordSold(tx, orderId, held);
    return false;
  }
  await lockCounted(tx, held);
  await changeStock(tx, held, 1);
  return true;
}

/** Writes down that an order has bought pieces which are off the shelf already. */
export async function recordSold(
  tx: Transaction,
  orderId: string,
  sold: readonly VariantQuantity[],
): Promise<void> {
  if (sold.length === 0) return;
  const wanted = addUp(sold);
  // In the order of their ids, because each row of the ledger keeps its combination from going meanwhile.
  const counted = await tx
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(
      and(inArray(productVariants.id, [...wanted.keys()]), isNotNull(productVariants.stockCount)),
    )
    .orderBy(productVariants.id);
  if (counted.length === 0) return;
  await tx.insert(stockMovements).values(
    counted.map(({ id }) => {
      return { variantId: id, kind: "sold" as const, pieces: -(wanted.get(id) ?? 0), orderId };
    }),
  );
}

/** Why pieces come onto the shelf or go from it, and who says so; an order only where it is about one. */
export type Movement = {
  kind: "received" | "returned" | "corrected";
  /** Signed: what is missing is less than nothing. */
  pieces: readonly VariantQuantity[];
  actor: SignedIn | null;
  note?: string;
  orderId?: string | null;
};

/**
 * Changes counts and writes the movement, in the caller's transaction. Combinations made to order, and those that are gone, are left
 * alone; nothing falls below none. Answers with what was moved: where that is something, the caller raises the content version.
 */
export async function moveStock(tx: Transaction, movement: Movement): Promise<VariantQuantity[]> {
  const wanted = addUp(movement.pieces);
  const counted = await lockCounted(tx, movement.pieces);
  const moved = counted.flatMap(({ id, stockCount }) => {
    const quantity = Math.max(wanted.get(id) ?? 0, -(stockCount ?? 0));
    return quantity === 0 ? [] : [{ variantId: id, quantity }];
  });
  if (moved.length === 0) return [];
  await changeStock(tx, moved, 1);
  const { kind, actor, note = "", orderId = null } = movement;
  const by = { actorId: actor?.userId ?? null, actorName: actor?.name ?? "" };
  await tx.insert(stockMovements).values(
    moved.map(({ variantId, quantity }) => {
      return { variantId, kind, pieces: quantity, orderId, note, ...by };
    }),
  );
  return moved;
}

/**
 * Puts pieces that came back from an order onto the shelf again, in the caller's transaction. Tells whether counted stock went up: then
 * the caller raises the content version.
 */
export async function restockItems(
  tx: Transaction,
  input: {
    orderId: string;
    pieces: readonly VariantQuantity[];
    actor: SignedIn | null;
    note?: string;
  },
): Promise<boolean> {
  const moved = await moveStock(tx, { kind: "returned", ...input });
  return moved.length > 0;
}

/** Locks the counted ones among some combinations, always in the order of their ids. */
async function lockCounted(tx: Transaction, pieces: readonly VariantQuantity[]) {
  const ids = [...new Set(pieces.map(({ variantId }) => variantId))];
  if (ids.length === 0) return [];
  return tx
    .select({ id: productVariants.id, stockCount: productVariants.stockCount })
    .from(productVariants)
    .where(and(inArray(productVariants.id, ids), isNotNull(productVariants.stockCount)))
    .orderBy(productVariants.id)
    .for("no key update");
}

async function changeStock(tx: Transaction, pieces: readonly VariantQuantity[], sign: 1 | -1) {
  if (pieces.length === 0) return;
  const changes = sql.join(
    pieces.map((row) => sql`(${row.variantId}::uuid, ${sign * row.quantity}::integer)`),
    sql`, `,
  );
  await tx.execute(sql`
    update product_variants as variant
    set stock_count = variant.stock_count + change.pieces, updated_at = now()
    from (values ${changes}) as change (variant_id, pieces)
    where variant.id = change.variant_id and variant.stock_count is not null`);
}
