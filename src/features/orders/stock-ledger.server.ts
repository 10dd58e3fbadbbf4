import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { stockReservations } from "#db/schema/orders.server.ts";

/** So many pieces of one combination of size and colour. */
export type Pieces = { variantId: string; quantity: number };

/** What is left of a combination that cannot serve a demand. */
export type Shortage = { variantId: string; left: number };

function addUp(demands: readonly Pieces[]): Map<string, number> {
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
export async function takeStock(
  tx: Transaction,
  demands: readonly Pieces[],
): Promise<{ taken: Pieces[]; shortages: Shortage[] }> {
  const wanted = addUp(demands);
  const ids = [...wanted.keys()];
  if (ids.length === 0) return { taken: [], shortages: [] };
  const counted = await tx
    .select({ id: productVariants.id, stockCount: productVariants.stockCount })
    .from(productVariants)
    .where(and(inArray(productVariants.id, ids), isNotNull(productVariants.stockCount)))
    .orderBy(productVariants.id)
    .for("no key update");
  const taken: Pieces[] = [];
  const shortages: Shortage[] = [];
  for (const row of counted) {
    const quantity = wanted.get(row.id) ?? 0;
    const left = row.stockCount ?? 0;
    if (left < quantity) shortages.push({ variantId: row.id, left });
    else taken.push({ variantId: row.id, quantity });
  }
  if (shortages.length > 0) return { taken: [], shortages };
  await changeStock(tx, taken, -1);
  return { taken, shortages };
}

/**
 * Ends an order's hold on its pieces. `release` puts them back on the shelf, otherwise they stay taken because they were
 * sold. Safe to call twice: the hold's rows are gone the second time. Tells whether counted stock went up.
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
  if (!release || held.length === 0) return false;
  await tx
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(
      inArray(
        productVariants.id,
        held.map((row) => row.variantId),
      ),
    )
    .orderBy(productVariants.id)
    .for("no key update");
  await changeStock(tx, held, 1);
  return true;
}

async function changeStock(tx: Transaction, pieces: readonly Pieces[], sign: 1 | -1) {
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
