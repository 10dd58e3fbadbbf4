import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { productCategories } from "#db/schema/catalog.server.ts";
import { findSystemCategory } from "#features/catalog/products/system-categories.ts";

type LockedCategory = {
  id: string;
  name: string;
  description: string;
  isSystem: boolean;
  inMenu: boolean;
};

/** Locks a category; refuses a deleted one or another version. */
export async function lockCategoryVersion(
  tx: Transaction,
  version: { id: string; version: number },
): Promise<Result<LockedCategory, "not_found" | "conflict">> {
  const [row] = await tx
    .select()
    .from(productCategories)
    .where(eq(productCategories.id, version.id))
    .for("update");
  if (!row) return fail("not_found");
  if (row.version !== version.version) return fail("conflict");
  const { id, name, description, inMenu } = row;
  const isSystem = row.isSystem || findSystemCategory(name) !== null;
  return ok({ id, name, description, isSystem, inMenu });
}
