import { sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { productCategories, products } from "#db/schema/catalog.server.ts";
import type { DemoCatalogue } from "#server/demo-seed/demo-catalogue.server.ts";

/** Writes the demo's products without their images. */
export async function addDemoProducts(db: Queryable, demo: DemoCatalogue): Promise<void> {
  const categories = new Map(demo.categories.map(({ name }) => [name, newId()]));
  await db
    .insert(productCategories)
    .values([...categories].map(([name, id]) => ({ id, name, isSystem: true })));
  await db.insert(products).values(
    demo.products.map(({ images: _, category, ...product }, index) => ({
      ...product,
      categoryId: categories.get(category) ?? null,
      sizes: ["S", "M", "L", "Custom"],
      createdAt: sql`timestamptz '2025-01-01' - ${index}::int * interval '1 minute'`,
    })),
  );
}
