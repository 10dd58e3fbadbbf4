import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { madeToMeasureTerms } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { listMadeToMeasurePrices } from "./made-to-measure-prices.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function addToMeasure(garmentType: string, priceMinor: number): Promise<string> {
  const id = await addProduct(database.db, newId(), { garmentType });
  await database.db
    .update(products)
    .set({ sizes: ["M", "Custom"], priceMinor })
    .where(eq(products.id, id));
  return id;
}

test("each type of garment has its lowest price with the surcharge and its longest making, the cheapest type first", async () => {
  const { db } = database;
  await addToMeasure("suit", 90_000);
  const cheapest = await addToMeasure("suit", 80_000);
  const shirt = await addToMeasure("shirt", 20_000);
  await addProduct(db, newId(), { garmentType: "skirt" });
  await db.insert(madeToMeasureTerms).values([
    { garment: "suit", surchargeMinor: 5_000, extraDays: 18 },
    { productId: cheapest, extraDays: 10 },
  ]);
  const prices = await listMadeToMeasurePrices(db);
  expect(
    prices.map(({ days, example, from, garmentType }) => [garmentType, from, days, example.id]),
  ).toEqual([
    ["shirt", money(20_000), 14, shirt],
    ["suit", money(85_000), 18, cheapest],
  ]);
});
