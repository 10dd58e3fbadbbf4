import type { AdminProductFilter } from "#features/catalog/editing/admin-product-filter.ts";
import { adminProductParams } from "#features/catalog/editing/admin-product-filter.ts";
import type { Gender } from "#features/catalog/products/product.ts";

/** Opens the first page. */
export function productsQuery(filter: Omit<AdminProductFilter, "page">): string {
  const params = new URLSearchParams({ tab: "products" });
  for (const [name, value] of adminProductParams(filter)) params.set(name, value);
  return `?${params}`;
}

/** Preselects the category (specification 2) by its id, or by name until it is in the database. */
export type PresetCategory = { categoryId: string; categoryName: string };

/** Reads the category that a new product begins with; null without one. */
export function readPresetCategory(params: URLSearchParams): PresetCategory | null {
  const categoryId = params.get("categoryId")?.slice(0, 100) ?? "";
  if (categoryId === "") return null;
  return { categoryId, categoryName: params.get("categoryName")?.trim().slice(0, 100) ?? "" };
}

export function newProductPath(category?: { key: string; name: string }): string {
  if (!category) return "/admin/products/new";
  const params = new URLSearchParams({ categoryId: category.key, categoryName: category.name });
  return `/admin/products/new?${params}`;
}

export function editProductPath(id: string): string {
  return `/admin/products/edit/${id}`;
}

export function afterSavePath(preset: PresetCategory | null): string {
  return preset ? "/admin" : "/admin?tab=products";
}

const messages: Record<Gender | "open", string> = {
  female: "Female",
  male: "Male",
  unisex: "Unisex",
  open: "Not decided yet",
};

export function genderWord(gender: Gender | "open"): string {
  return messages[gender];
}

/** The page records what finished garments of the product measure. */
export function finishedMeasurementsPath(id: string): string {
  return `/admin/products/measurements/${id}`;
}
