import type { ProductDetail } from "#features/catalog/products/product.ts";
import type { Crumb } from "#ui/breadcrumbs.tsx";

const HOME: Crumb = { label: "Home", to: "/" };

export function pageTrail(title: string): readonly Crumb[] {
  return [HOME, { label: title }];
}

/** Leads through the category's collection, or the shop when there is none. */
export function productTrail(
  product: Pick<ProductDetail, "name" | "categoryName" | "collectionPath">,
): readonly Crumb[] {
  const { name, categoryName, collectionPath } = product;
  const listing: Crumb =
    collectionPath === null || categoryName === ""
      ? { label: "Shop", to: "/shop" }
      : { label: categoryName, to: collectionPath };
  return [HOME, listing, { label: name }];
}
