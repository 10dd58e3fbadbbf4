import { and, eq, isNull } from "drizzle-orm";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { currentShop } from "./current-shop.ts";

async function findProduct(name: string): Promise<{ id: string; priceMinor: number }> {
  const [product] = await currentShop().inDatabase((db) =>
    db
      .select({ id: products.id, priceMinor: products.priceMinor })
      .from(products)
      .where(and(eq(products.name, name), isNull(products.deletedAt))),
  );
  if (!product) throw new Error(`The shop has no ${name}`);
  return product;
}

/** The id of a product of the running test file's shop. */
export async function productIdOf(name: string): Promise<string> {
  return (await findProduct(name)).id;
}

/** The URL of a product of the running test file's shop. */
export async function pathOfProduct(name: string): Promise<string> {
  return `/product/${await productIdOf(name)}`;
}

/** A line as the browser's cart stores it, without image. */
export async function cartLineOf(name: string, size: string) {
  const { id, priceMinor } = await findProduct(name);
  return { id, name, image: "", size, price: priceMinor / 100, quantity: 1 };
}

/** Sets how many pieces of a size the running test file's shop has, in each color. */
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
