import { and, eq } from "drizzle-orm";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { currentShop } from "./current-shop.ts";

/** The id of a product of the current shop. */
export async function productIdOf(name: string): Promise<string> {
  const [product] = await currentShop().inDatabase((db) =>
    db.select({ id: products.id }).from(products).where(eq(products.name, name)),
  );
  if (!product) throw new Error(`The shop has no ${name}`);
  return product.id;
}

/** The path of a product's page in the current shop. */
export async function pathOfProduct(name: string): Promise<string> {
  return `/product/${await productIdOf(name)}`;
}

/** Sets how many pieces of a size the current shop has, in each color. */
export async function setStock(name: string, size: string, stockCount: number): Promise<void> {
  const productId = await productIdOf(name);
  const changed = await currentShop().inDatabase((db) =>
    db
      .update(productVariants)
      .set({ stockCount })
      .where(and(eq(productVariants.productId, productId), eq(productVariants.size, size)))
      .returning({ id: productVariants.id }),
  );
  if (changed.length === 0) throw new Error(`${name} has no size ${size}`);
}
