import type { ProductDetail } from "#features/catalog/product.ts";
import type { Crumb } from "#ui/breadcrumbs.tsx";

const HOME: Crumb = { label: "Home", to: "/" };

/** The way to a page directly under the home page. */
export function pageTrail(title: string): readonly Crumb[] {
  return [HOME, { label: title }];
}

/** The way to a product: through the collection its category lives in, through the shop when none holds it. */
export function productTrail(
  product: Pick<ProductDetail, "name" | "categoryName" | "collectionPath">,
): readonly Crumb[] {
  const { name, categoryName, collectionPath } = product;
  const shelf: Crumb =
    collectionPath === null || categoryName === ""
      ? { label: "Shop", to: "/shop" }
      : { label: categoryName, to: collectionPath };
  return [HOME, shelf, { label: name }];
}
