import { newId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import type { ColorColumn } from "#db/schema/catalog.server.ts";
import { productCategories, products } from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";

/** Else the database's default. */
export type ProductOverrides = {
  categoryId?: string;
  gender?: "female" | "male" | "unisex";
  garmentType?: string;
  inStock?: boolean;
  draft?: boolean;
  featured?: boolean;
  deletedAt?: Date;
  colors?: ColorColumn[];
};

let minute = 0;

export async function addCategory(db: Queryable, name: string): Promise<string> {
  const id = newId();
  await db.insert(productCategories).values({ id, name });
  return id;
}

/** $249.00, newer than all others. */
export async function addProduct(
  db: Queryable,
  name: string,
  product: ProductOverrides = {},
): Promise<string> {
  const id = newId();
  minute += 1;
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
  await db
    .insert(products)
    .values({ id, slug: id, name, priceMinor: 24_900, createdAt, ...product });
  return id;
}

/** 1200 by 1500, focal point left of the center. */
export async function addImage(db: Queryable, name: string): Promise<string> {
  const id = newId();
  const size = { byteSize: 10, width: 1200, height: 1500, focalX: 0.25 };
  await db
    .insert(media)
    .values({ id, name, storageKey: name, mimeType: "image/webp", altText: name, ...size });
  return id;
}
