import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { products } from "#db/schema/catalog.server.ts";
import { findProductId } from "#features/catalog/listing/catalog-queries.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let id: string;
beforeAll(async () => {
  database = await createTestDatabase();
  id = await addProduct(database.db, "Kaieteur Gown");
  await database.db.update(products).set({ slug: "kaieteur-gown" }).where(eq(products.id, id));
});
afterAll(() => database.close());

it("a product is found by its slug and by its id, in any case", async () => {
  const names = ["kaieteur-gown", "Kaieteur-GOWN", id, id.toUpperCase()];
  for (const name of names) expect(await findProductId(database.db, name)).toBe(id);
});

it.each(["no-such-gown", "", "\0", "%", "x".repeat(5_000), "kaieteur-gown' or true--"])(
  "no product is found under %j",
  async (name) => expect(await findProductId(database.db, name)).toBeNull(),
);

it("a deleted product is not found by its slug", async () => {
  const gone = await addProduct(database.db, "Gone", { deletedAt: new Date() });
  expect(await findProductId(database.db, "gone")).toBeNull();
  // The product page reports the deletion.
  expect(await findProductId(database.db, gone)).toBe(gone);
});
