import { asc, inArray } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";

export type ProductVersion = { id: string; version: number };

/** The product is missing, or has another version. */
export type StaleProduct = "not_found" | "conflict";

const lockedColumns = {
  id: products.id,
  version: products.version,
  name: products.name,
  categoryId: products.categoryId,
  inStock: products.inStock,
  draft: products.draft,
  featured: products.featured,
  priceMinor: products.priceMinor,
  deletedAt: products.deletedAt,
};

type LockedProduct = Pick<typeof products.$inferSelect, keyof typeof lockedColumns>;

/** Locks products in order, all or none: another version refuses all. `deleted` selects removed products. */
export async function lockProductVersions(
  tx: Transaction,
  known: readonly ProductVersion[],
  { deleted }: { deleted: boolean },
): Promise<Result<readonly LockedProduct[], StaleProduct>> {
  const versions = new Map(known.map(({ id, version }) => [id.toLowerCase(), version]));
  const ids = [...versions.keys()];
  if (!ids.every(isId)) return fail("not_found");
  const rows = await tx
    .select(lockedColumns)
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for("update");
  const present = rows.filter((row) => (row.deletedAt !== null) === deleted);
  if (present.length < ids.length) return fail("not_found");
  const isStale = present.some((row) => row.version !== versions.get(row.id));
  return isStale ? fail("conflict") : ok(present);
}

/** Describes a created, deleted or restored product in the log. */
export function productRecord(product: LockedProduct): Record<string, unknown> {
  const { name, categoryId, inStock, draft, featured, priceMinor } = product;
  // Records from before drafts lack the field.
  return { name, categoryId, inStock, ...(draft && { draft }), featured, priceMinor };
}
