import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { stockMovements, stockReservations } from "#db/schema/inventory.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { isShownStockChanged } from "#features/catalog/products/product.ts";

export type VariantQuantity = { variantId: string; quantity: number };

/** `left` is what remains. */
export type DeductedQuantity = VariantQuantity & { left: number };

/** Their shown stock changed; the caller raises the content version (`bumpForStock`). */
type ChangedProducts = { changedProducts: readonly string[] };

/** What is left of a variant that is short. */
export type Shortage = { variantId: string; left: number };

function addUp(demands: readonly VariantQuantity[]): Map<string, number> {
  const wanted = new Map<string, number>();
  for (const { variantId, quantity } of demands) {
    wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity);
  }
  return wanted;
}

/** Whether counted items are there at this moment, without locking them; made-to-order always are. */
export async function areInStock(
  db: Queryable,
  demands: readonly VariantQuantity[],
): Promise<boolean> {
  const wanted = addUp(demands);
  if (wanted.size === 0) return true;
  const counted = await db
    .select({ id: productVariants.id, stockCount: productVariants.stockCount })
    .from(productVariants)
    .where(
      and(inArray(productVariants.id, [...wanted.keys()]), isNotNull(productVariants.stockCount)),
    );
  return counted.every(({ id, stockCount }) => (stockCount ?? 0) >= (wanted.get(id) ?? 0));
}

/**
 * Deducts counted items, all or none; made-to-order needs none. Locks by id, against deadlocks, weakly, for
 * foreign keys.
 */
export async function deductStock(
  tx: Transaction,
  demands: readonly VariantQuantity[],
): Promise<{ deducted: DeductedQuantity[]; shortages: Shortage[] } & ChangedProducts> {
  const wanted = addUp(demands);
  const counted = await lockCounted(tx, demands);
  const deducted: DeductedQuantity[] = [];
  const shortages: Shortage[] = [];
  for (const row of counted) {
    const quantity = wanted.get(row.id) ?? 0;
    const left = row.stockCount ?? 0;
    if (left < quantity) shortages.push({ variantId: row.id, left });
    else deducted.push({ variantId: row.id, quantity, left: left - quantity });
  }
  if (shortages.length > 0) return { deducted: [], shortages, changedProducts: [] };
  return { deducted, shortages, changedProducts: await changeStock(tx, deducted, -1) };
}

/**
 * Ends a reservation: `release` returns the items, else they are sold in the ledger. Idempotent. Returns
 * products with changed shown stock.
 */
export async function endReservations(
  tx: Transaction,
  orderId: string,
  release: boolean,
): Promise<readonly string[]> {
  const held = await tx
    .delete(stockReservations)
    .where(eq(stockReservations.orderId, orderId))
    .returning({
      variantId: stockReservations.variantId,
      quantity: stockReservations.quantity,
    });
  if (held.length === 0) return [];
  if (!release) {
    await recordSold(tx, orderId, held);
    return [];
  }
  await lockCounted(tx, held);
  return changeStock(tx, held, 1);
}

/** Records sold items that were deducted before. */
export async function recordSold(
  tx: Transaction,
  orderId: string,
  sold: readonly VariantQuantity[],
): Promise<void> {
  if (sold.length === 0) return;
  const wanted = addUp(sold);
  // Rows are locked by id, because ledger rows lock variants.
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
      return { variantId: id, kind: "sold" as const, quantity: -(wanted.get(id) ?? 0), orderId };
    }),
  );
}

export type Movement = {
  kind: "received" | "returned" | "corrected";
  /** Signed. */
  quantity: readonly VariantQuantity[];
  actor: SignedIn | null;
  note?: string;
  orderId?: string | null;
};

/**
 * Changes counts and records it in the caller's transaction. Skips made-to-order and deleted variants; never
 * below 0. Returns products with changed shown stock.
 */
export async function moveStock(tx: Transaction, movement: Movement): Promise<readonly string[]> {
  const wanted = addUp(movement.quantity);
  const counted = await lockCounted(tx, movement.quantity);
  const moved = counted.flatMap(({ id, stockCount }) => {
    const quantity = Math.max(wanted.get(id) ?? 0, -(stockCount ?? 0));
    return quantity === 0 ? [] : [{ variantId: id, quantity }];
  });
  if (moved.length === 0) return [];
  const changedProducts = await changeStock(tx, moved, 1);
  const { kind, actor, note = "", orderId = null } = movement;
  const by = { actorId: actor?.userId ?? null, actorName: actor?.name ?? "" };
  await tx.insert(stockMovements).values(
    moved.map(({ variantId, quantity }) => {
      return { variantId, kind, quantity, orderId, note, ...by };
    }),
  );
  return changedProducts;
}

export type ClothMovement = {
  clothId: string;
  kind: "received" | "cut" | "returned" | "corrected";
  /** Signed, in millimetres. */
  quantity: number;
  /** For which line it was cut or put back. */
  orderItemId?: string;
  actor?: SignedIn;
  note?: string;
};

/**
 * Records what moves of cloth in the caller's transaction, which has locked it. Each movement changes the length of its cloth at
 * once, and one below 0 throws.
 */
export async function moveClothStock(
  tx: Transaction,
  movements: readonly ClothMovement[],
): Promise<void> {
  if (movements.length === 0) return;
  await tx.insert(stockMovements).values(
    movements.map(({ actor, ...movement }) => {
      return { ...movement, actorId: actor?.userId ?? null, actorName: actor?.name ?? "" };
    }),
  );
}

/** Restocks returned items in the caller's transaction. Returns products with changed shown stock. */
export async function restockItems(
  tx: Transaction,
  input: {
    orderId: string;
    quantity: readonly VariantQuantity[];
    actor: SignedIn | null;
    note?: string;
  },
): Promise<readonly string[]> {
  return moveStock(tx, { kind: "returned", ...input });
}

/** Locks what is counted of these variants, before the cloth, the capacity and the credit (ADR 0048). */
export async function lockStock(
  tx: Transaction,
  quantities: readonly VariantQuantity[],
): Promise<void> {
  await lockCounted(tx, quantities);
}

/** Locks in id order. */
async function lockCounted(tx: Transaction, quantities: readonly VariantQuantity[]) {
  const ids = [...new Set(quantities.map(({ variantId }) => variantId))];
  if (ids.length === 0) return [];
  return tx
    .select({ id: productVariants.id, stockCount: productVariants.stockCount })
    .from(productVariants)
    .where(and(inArray(productVariants.id, ids), isNotNull(productVariants.stockCount)))
    .orderBy(productVariants.id)
    .for("no key update");
}

/** Returns products with changed shown stock. */
async function changeStock(
  tx: Transaction,
  quantities: readonly VariantQuantity[],
  sign: 1 | -1,
): Promise<readonly string[]> {
  if (quantities.length === 0) return [];
  const changes = sql.join(
    quantities.map((row) => sql`(${row.variantId}::uuid, ${sign * row.quantity}::integer)`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ productId: string; left: number; quantity: number }>(sql`
    update product_variants as variant
    set stock_count = variant.stock_count + change.quantity, updated_at = now()
    from (values ${changes}) as change (variant_id, quantity)
    where variant.id = change.variant_id and variant.stock_count is not null
    returning variant.product_id as "productId", variant.stock_count as left, change.quantity`);
  const changed = rows.filter(({ left, quantity }) => isShownStockChanged(left - quantity, left));
  return [...new Set(changed.map(({ productId }) => productId))];
}
