import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";

/** A category in the URL: its id, or its name while it is not in the database. */
export function categoryKey(category: Pick<AdminCategory, "id" | "name">): string {
  return category.id ?? category.name;
}

/** The query of a category on the Clothing Categories tab; null opens the first. */
export function categoryQuery(key: string | null): string {
  const params = new URLSearchParams({ tab: "categories" });
  if (key !== null) params.set("category", key);
  return `?${params}`;
}

/** The category named in the URL, else the first (specifications 2 and 4); null when there are none. */
export function openCategory(
  categories: readonly AdminCategory[],
  params: URLSearchParams,
): AdminCategory | null {
  const key = params.get("category");
  const named = categories.find((category) => categoryKey(category) === key);
  return named ?? categories[0] ?? null;
}
