import type { SystemCategoryIcon } from "../system-categories.ts";
import { findSystemCategory, SYSTEM_CATEGORIES } from "../system-categories.ts";

/** A category as the database has it. */
export type StoredCategory = {
  id: string;
  /** What a change of it must name, so that nobody overwrites what they have not seen. */
  version: number;
  name: string;
  description: string;
  isSystem: boolean;
  /** Its products that are not deleted. */
  productCount: number;
};

/** A category as the owner sees it; without an id it is a built-in one that the database lacks. */
export type AdminCategory = Omit<StoredCategory, "id" | "version"> & {
  id: string | null;
  version: number | null;
  icon: SystemCategoryIcon | null;
};

/**
 * The six system categories in their own order, then the rest in the order given (specification 3). A row is a system category's by
 * its name, whatever its case; one marked so in the database under another name is as well protected, without an icon.
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
