import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";

/** A combination that may come instead of a piece; `left` is null for what is made to order. */
export type ExchangeChoice = {
  variantId: string;
  productId: string;
  size: string;
  colorName: string;
  left: number | null;
};

/** The combinations of these products that can be had, for exchanges. */
export async function exchangeChoices(
  db: Queryable,
  productIds: readonly string[],
): Promise<ExchangeChoice[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .select({
      variantId: productVariants.id,
      productId: productVariants.productId,
      size: productVariants.size,
      color: productVariants.color,
      colors: products.colors,
      left: productVariants.stockCount,
    })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(and(inArray(products.id, [...productIds]), isNull(products.deletedAt)))
    .orderBy(asc(productVariants.color), asc(productVariants.size));
  return rows
    .filter(({ left }) => left === null || left > 0)
    .map(({ color, colors, ...row }) => ({
      ...row,
      colorName: colors.find(({ hex }) => hex === color)?.name ?? "",
    }));
}
