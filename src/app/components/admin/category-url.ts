import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";

/** Uses the name until the category is in the database. */
export function categoryKey(category: Pick<AdminCategory, "id" | "name">): string {
  return category.id ?? category.name;
}

/** Null opens the first category. */
export function categoryQuery(key: string | null): string {
  const params = new URLSearchParams({ tab: "categories" });
  if (key !== null) params.set("category", key);
  return `?${params}`;
}

/** Falls back to the first category (specifications 2 and 4); null when there are none. */
export function openCategory(
  categories: readonly AdminCategory[],
  params: URLSearchParams,
): AdminCategory | null {
  const key = params.get("category");
  const named = categories.find((category) => categoryKey(category) === key);
  return named ?? categories[0] ?? null;
}
