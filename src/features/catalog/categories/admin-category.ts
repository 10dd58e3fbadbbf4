import type { SystemCategoryIcon } from "#features/catalog/products/system-categories.ts";
import {
  findSystemCategory,
  SYSTEM_CATEGORIES,
} from "#features/catalog/products/system-categories.ts";

export type StoredCategory = {
  id: string;
  version: number;
  name: string;
  description: string;
  isSystem: boolean;
  slug?: string | null;
  inMenu?: boolean;
  /** Without deleted products. */
  productCount: number;
};

/** A category without an id is a system category that the database lacks. */
export type AdminCategory = Omit<StoredCategory, "id" | "version"> & {
  id: string | null;
  version: number | null;
  icon: SystemCategoryIcon | null;
};

/**
 * Sorts the six system categories in order, then the rest as given (specification 3). They match by name in any case.
 * Others with `isSystem` are equally protected.
 */
export function orderedCategories(rows: readonly StoredCategory[]): AdminCategory[] {
  const system = SYSTEM_CATEGORIES.map(({ name, description, icon }) => {
    const row = rows.find((each) => findSystemCategory(each.name)?.name === name);
    const missing = { id: null, version: null, name, description, productCount: 0 };
    return { ...(row ?? missing), isSystem: true, icon };
  });
  const others = rows.filter((row) => findSystemCategory(row.name) === null);
  return [...system, ...others.map((row) => ({ ...row, icon: null }))];
}
