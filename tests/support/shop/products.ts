import { and, eq, isNull } from "drizzle-orm";
import { products } from "#db/schema/catalog.server.ts";
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

/** The URL of a product of the running test file's shop. */
export async function pathOfProduct(name: string): Promise<string> {
  return `/product/${(await findProduct(name)).id}`;
}

/** A line as the browser's cart stores it, without image. */
export async function cartLineOf(name: string, size: string) {
  const { id, priceMinor } = await findProduct(name);
  return { id, name, image: "", size, price: priceMinor / 100, quantity: 1 };
}
