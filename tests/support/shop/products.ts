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

/** Sets how many pieces of a size the running test file's shop has: all in the first color, none in others. */
export async function setStock(name: string, size: string, stockCount: number): Promise<void> {
  const productId = await productIdOf(name);
  const { id, position, size: sizeColumn } = productVariants;
  const isOfSize = and(eq(productVariants.productId, productId), eq(sizeColumn, size));
  await currentShop().inDatabase(async (db) => {
    const [first] = await db.select({ id }).from(productVariants).where(isOfSize).orderBy(position);
    if (!first) throw new Error(`${name} has no size ${size}`);
    await db.update(productVariants).set({ stockCount: 0 }).where(isOfSize);
    await db.update(productVariants).set({ stockCount }).where(eq(id, first.id));
  });
}
