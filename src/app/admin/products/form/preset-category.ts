/** The category that an address pre-selects (specification 2): its id, or its name while the database lacks it. */
export type PresetCategory = { categoryId: string; categoryName: string };

/** Reads categoryId and categoryName; null unless a category is named. */
export function readPresetCategory(params: URLSearchParams): PresetCategory | null {
  const categoryId = params.get("categoryId")?.slice(0, 100) ?? "";
  if (categoryId === "") return null;
  return { categoryId, categoryName: params.get("categoryName")?.trim().slice(0, 100) ?? "" };
}

/** The address of a new product's form, with a category pre-selected or without. */
export function newProductPath(category?: { key: string; name: string }): string {
  if (!category) return "/admin/products/new";
  const params = new URLSearchParams({ categoryId: category.key, categoryName: category.name });
  return `/admin/products/new?${params}`;
}

/** The address of a product's form. */
export function editProductPath(id: string): string {
  return `/admin/products/edit/${id}`;
}

/** Where saving leads (specification 2). */
export function afterSavePath(preset: PresetCategory | null): string {
  return preset ? "/admin" : "/admin?tab=products";
}
