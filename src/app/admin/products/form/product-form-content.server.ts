import type { AppDeps } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import { listAdminCategories } from "#features/catalog/admin/admin-category-queries.server.ts";
import type { ProductSnapshot } from "#features/catalog/admin/product-form-queries.server.ts";
import { findProductForm } from "#features/catalog/admin/product-form-queries.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import type { PresetCategory } from "./preset-category.ts";
import { readPresetCategory } from "./preset-category.ts";

/** What the product form shows; `found` is null when it could not be loaded (decision D9), `seen` null for a new product. */
export type ProductFormContent = {
  preset: PresetCategory | null;
  found: { categories: readonly AdminCategory[]; seen: ProductSnapshot | null } | null;
};

type Asked = { deps: AppDeps; actor: Actor; params: URLSearchParams; id: string | null };

/** Loads the form; "not_found" for an id that no product has. */
export async function loadProductForm(asked: Asked): Promise<ProductFormContent | "not_found"> {
  const preset = readPresetCategory(asked.params);
  const read = await readBoth(asked);
  if (read === null) return { preset, found: null };
  const { categories, seen } = read;
  if (!categories.ok || (seen && !seen.ok)) return refuse();
  if (seen && seen.value === null) return "not_found";
  return { preset, found: { categories: categories.value, seen: seen?.value ?? null } };
}

async function readBoth({ deps, actor, id }: Asked) {
  try {
    const [categories, seen] = await Promise.all([
      listAdminCategories(deps.db, { actor }),
      id === null ? null : findProductForm(deps.db, { actor, id }),
    ]);
    return { categories, seen };
  } catch (error) {
    deps.logger.error({ err: error }, "admin: product form not loaded");
    return null;
  }
}
