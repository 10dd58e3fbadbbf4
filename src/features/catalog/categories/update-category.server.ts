import { and, eq, ne, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { productCategories } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { findSystemCategory } from "#features/catalog/products/system-categories.ts";
import type { CategoryInput, CategoryVersion } from "./category-input.ts";
import { lockCategoryVersion } from "./locked-category.server.ts";

type Refusal = "not_found" | "conflict" | "system" | "name_in_use";

type Changed = { id: string; before: CategoryInput | null };

/**
 * Renames or describes a category. System categories keep their names (specification 4 and 5); a missing one
 * gets a row. Search follows in the transaction.
 */
export const updateCategory = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; version: CategoryVersion; category: CategoryInput },
  ): Promise<Result<{ id: string }, Refusal>> => {
    const { actor, version, category } = input;
    return changeContent(deps, async (tx) => {
      const changed = version.id
        ? await writeCategory(tx, { id: version.id, version: version.version ?? 0 }, category)
        : await describeMissing(tx, category);
      if (!changed.ok) return changed;
      const { id, before } = changed.value;
      const action = before ? "changed" : "created";
      const entry = {
        action,
        subject: "category",
        subjectId: id,
        before,
        after: category,
      } as const;
      await recordChanges(tx, actor, [entry]);
      return ok({ id });
    });
  },
);

/** Refuses a used name, and renaming a system category. */
export async function writeCategory(
  tx: Transaction,
  version: { id: string; version: number },
  category: CategoryInput,
): Promise<Result<Changed, Exclude<Refusal, "forbidden">>> {
  const locked = await lockCategoryVersion(tx, version);
  if (!locked.ok) return locked;
  const { id, name, description, isSystem, inMenu } = locked.value;
  if (category.name !== name) {
    if (isSystem) return fail("system");
    if (findSystemCategory(category.name)) return fail("name_in_use");
    const [other] = await tx
      .select({ id: productCategories.id })
      .from(productCategories)
      .where(
        and(
          eq(sql`lower(${productCategories.name})`, sql`lower(${category.name})`),
          ne(productCategories.id, id),
        ),
      );
    if (other) return fail("name_in_use");
  }
  await tx
    .update(productCategories)
    .set({ ...category, version: sql`${productCategories.version} + 1` })
    .where(eq(productCategories.id, id));
  const menu = category.inMenu === undefined ? {} : { inMenu };
  return ok({ id, before: { name, description, ...menu } });
}

async function describeMissing(
  tx: Transaction,
  category: CategoryInput,
): Promise<Result<Changed, "not_found" | "conflict">> {
  const system = findSystemCategory(category.name);
  if (!system) return fail("not_found");
  const id = newId();
  const added = await tx
    .insert(productCategories)
    .values({ id, name: system.name, description: category.description, isSystem: true })
    .onConflictDoNothing()
    .returning({ id: productCategories.id });
  return added.length === 0 ? fail("conflict") : ok({ id, before: null });
}
