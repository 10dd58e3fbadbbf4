import type { AdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import { adminProductParams } from "#features/catalog/admin/admin-product-filter.ts";
import type { Gender } from "#features/catalog/product.ts";

/** The query of the All Products tab with a filter, first page. */
export function productsQuery(filter: Omit<AdminProductFilter, "page">): string {
  const params = new URLSearchParams({ tab: "products" });
  for (const [name, value] of adminProductParams(filter)) params.set(name, value);
  return `?${params}`;
}

/** The category preselected by the URL (specification 2): its id, or its name while it is not in the database. */
export type PresetCategory = { categoryId: string; categoryName: string };

/** Reads categoryId and categoryName; null without a category. */
export function readPresetCategory(params: URLSearchParams): PresetCategory | null {
  const categoryId = params.get("categoryId")?.slice(0, 100) ?? "";
  if (categoryId === "") return null;
  return { categoryId, categoryName: params.get("categoryName")?.trim().slice(0, 100) ?? "" };
}

/** The form of a new product, with or without a preselected category. */
export function newProductPath(category?: { key: string; name: string }): string {
  if (!category) return "/admin/products/new";
  const params = new URLSearchParams({ categoryId: category.key, categoryName: category.name });
  return `/admin/products/new?${params}`;
}

/** The form of a product. */
export function editProductPath(id: string): string {
  return `/admin/products/edit/${id}`;
}

/** The page after saving (specification 2). */
export function afterSavePath(preset: PresetCategory | null): string {
  return preset ? "/admin" : "/admin?tab=products";
}

const messages: Record<Gender | "open", string> = {
  female: "Female",
  male: "Male",
  unisex: "Unisex",
  open: "Not decided yet",
};

/** A gender's label in the admin (specification 2). */
export function genderWord(gender: Gender | "open"): string {
  return messages[gender];
}
