import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";

/** What an address calls a category: its id, or its name while the database lacks it. */
export function categoryKey(category: Pick<AdminCategory, "id" | "name">): string {
  return category.id ?? category.name;
}

/** The query of the Clothing Categories tab with a category open, or without one with the first. */
export function categoryQuery(key: string | null): string {
  const params = new URLSearchParams({ tab: "categories" });
  if (key !== null) params.set("category", key);
  return `?${params}`;
}

/** The category that an address opens: the one it names, else the first (specification 2 and 4); null without any. */
export function openCategory(
  categories: readonly AdminCategory[],
  params: URLSearchParams,
): AdminCategory | null {
  const key = params.get("category");
  const named = categories.find((category) => categoryKey(category) === key);
  return named ?? categories[0] ?? null;
}
