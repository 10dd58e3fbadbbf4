import type { ProductDetail } from "#features/catalog/product.ts";
import type { Crumb } from "#ui/breadcrumbs.tsx";

const HOME: Crumb = { label: "Home", to: "/" };

/** Breadcrumbs of a page directly under the home page. */
export function pageTrail(title: string): readonly Crumb[] {
  return [HOME, { label: title }];
}

/** Breadcrumbs of a product: through its category's collection, or the shop when it has none. */
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
