import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { wishlistEntries } from "#db/schema/cart.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { ProductSummary } from "#features/catalog/products/product.ts";
import type { ProductRow } from "#features/catalog/products/product-row.server.ts";
import {
  imagesColumn,
  summaryColumns,
  toSummary,
  variantsColumn,
} from "#features/catalog/products/product-row.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { mergeLastWrite } from "../sync/merge-carts.ts";
import { changesOfAccount, momentOf, REMOVAL_RETENTION_MS } from "../sync/pending-change.ts";
import type { SentSaved } from "./wishlist.ts";
import { MAX_SAVED } from "./wishlist.ts";

export type SavedChange = {
  readonly id: string;
  readonly saved: boolean;
  readonly changedAt: number;
};

const rule = {
  keyOf: (change: SavedChange) => change.id,
  rankOf: (change: SavedChange) => Number(change.saved),
};

/** Merges two wishlists as `mergeCarts` does; of two changes at the same time saving wins. */
export function mergeWishlists(
  a: readonly SavedChange[],
  b: readonly SavedChange[],
): SavedChange[] {
  return mergeLastWrite([a, b], rule);
}

/** The newest within the limit, and recent removals; oldest first. */
export function withinWishlistLimits(
  merged: readonly SavedChange[],
  nowMs: number,
): readonly SavedChange[] {
  const recent = merged.filter(
    ({ saved, changedAt }) => saved || nowMs - changedAt <= REMOVAL_RETENTION_MS,
  );
  const part = (saved: boolean) =>
    recent.filter((change) => change.saved === saved).slice(-MAX_SAVED);
  return [...part(false), ...part(true)];
}

async function readEntries(tx: Transaction, userId: string): Promise<SavedChange[]> {
  const rows = await tx.select().from(wishlistEntries).where(eq(wishlistEntries.userId, userId));
  return rows.map(({ productId, saved, changedAt }) => {
    return { id: productId, saved, changedAt: changedAt.getTime() };
  });
}

async function writeEntries(
  tx: Transaction,
  userId: string,
  before: readonly SavedChange[],
  after: readonly SavedChange[],
): Promise<void> {
  const stored = new Set(after.map(({ id }) => id));
  const gone = before.flatMap(({ id }) => (stored.has(id) ? [] : [id]));
  if (gone.length > 0) {
    const them = inArray(wishlistEntries.productId, gone);
    await tx.delete(wishlistEntries).where(and(eq(wishlistEntries.userId, userId), them));
  }
  const held = new Map(before.map((change) => [change.id, change]));
  const changed = after.filter(({ id, saved, changedAt }) => {
    const known = held.get(id);
    return known?.changedAt !== changedAt || known.saved !== saved;
  });
  if (changed.length === 0) return;
  await tx
    .insert(wishlistEntries)
    .values(
      changed.map(({ id, saved, changedAt }) => {
        return { userId, productId: id, saved, changedAt: new Date(changedAt) };
      }),
    )
    .onConflictDoUpdate({
      target: [wishlistEntries.userId, wishlistEntries.productId],
      set: { saved: sql`excluded.saved`, changedAt: sql`excluded.changed_at` },
    });
}

/** Drops products that never existed. */
async function knownOf(tx: Transaction, requested: readonly SavedChange[]): Promise<SavedChange[]> {
  if (requested.length === 0) return [];
  const ids = requested.map(({ id }) => id);
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), isNull(products.deletedAt)));
  const known = new Set(rows.map(({ id }) => id));
  return requested.filter(({ id }) => known.has(id));
}

/**
 * Merges a device's changes into the actor's wishlist (the newest per product wins); returns saved ids,
 * newest first.
 */
export async function syncWishlist(
  deps: { db: Database; clock: Clock },
  input: { actor: Actor; storedFor: string | null; sent: readonly SentSaved[] },
): Promise<Result<{ ids: readonly string[] }, "forbidden">> {
  const { actor, storedFor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const { userId } = actor;
  const nowMs = deps.clock.now().getTime();
  const own = changesOfAccount(input.sent, { storedFor: storedFor, userId });
  const requested: SavedChange[] = own.map(({ id, saved, agoMs }) => {
    return { id, saved, changedAt: momentOf({ agoMs }, nowMs) };
  });
  return deps.db.transaction(async (tx) => {
    // Serializes a customer's devices.
    await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, userId))
      .for("no key update");
    const before = await readEntries(tx, userId);
    const merged = mergeWishlists(before, await knownOf(tx, requested));
    const stored = withinWishlistLimits(merged, nowMs);
    await writeEntries(tx, userId, before, stored);
    return ok({ ids: stored.flatMap(({ id, saved }) => (saved ? [id] : [])).reverse() });
  });
}

/** The products of these ids with a page, in order; at most one statement. */
export async function listSavedProducts(
  db: Queryable,
  ids: readonly string[],
): Promise<ProductSummary[]> {
  if (ids.length === 0) return [];
  const wanted = sql`${sql.param(ids)}::uuid[]`;
  const { rows } = await db.execute<ProductRow>(sql`
    select ${summaryColumns}, ${imagesColumn}, ${variantsColumn}
      from products p left join product_categories c on c.id = p.category_id
     where p.id = any(${wanted}) and p.deleted_at is null
     order by array_position(${wanted}, p.id)`);
  return rows.map(toSummary);
}
