import type { AdminProduct } from "#features/catalog/admin/admin-product-queries.server.ts";
import { Badge } from "#ui/badge.tsx";

type Props = { product: Pick<AdminProduct, "inStock" | "featured"> };

/** Whether a product is sold, in a word. */
export function StockBadge({ product }: Props) {
  return product.inStock ? (
    <Badge kind="success">In Stock</Badge>
  ) : (
    <Badge kind="error">Out of Stock</Badge>
  );
}

/** Says that a product stands on the home page; nothing for the others. */
export function FeaturedBadge({ product }: Props) {
  return product.featured ? <Badge kind="accent">Featured</Badge> : null;
}

/** How many pieces there are, or that each is made when it is ordered. */
export function stockLabel(stock: number | null): string {
  return stock === null ? "Made to order" : stock.toLocaleString("en-US");
}

/** The same where no column says what is counted. */
export function stockCountLabel(stock: number | null): string {
  return stock === 1 ? "1 piece" : `${stockLabel(stock)}${stock === null ? "" : " pieces"}`;
}
