import { readdirSync, readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { clothCommitments, cloths, optionChoices } from "#db/schema/atelier.server.ts";
import { productImages, productVariants } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { addImage } from "#tests/support/catalog.ts";
import { addProduct } from "#tests/support/checkout.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addCloth, offerToMeasure } from "#tests/support/made-to-measure.ts";
import { createOrder } from "#tests/support/orders.ts";
import { findColorOfOptions } from "./cloth-color.server.ts";

const MIGRATIONS = new URL("../../../db/migrations/", import.meta.url);
const file = readdirSync(MIGRATIONS).find((name) => name.endsWith("swatches_of_former_orders.sql"));
const migration = readFileSync(new URL(file ?? "", MIGRATIONS), "utf8");

const NAVY = { name: "Navy", hex: "#1F2A3C" };
const GREEN = "#1F5A42";
const LINED = { group: "Lining", choice: "Ivory", priceMinor: 0 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A navy gown that was ordered in a green cloth, as before lines stored a swatch. */
async function formerGown(image: { color: string | null }, isCommitted = true) {
  const { db } = database;
  const productId = await addProduct(db, { stock: { Custom: null }, color: NAVY });
  const mediaId = await addImage(db, `${newId()}.jpg`);
  await db.insert(productImages).values({ productId, mediaId, color: image.color });
  const [variant] = await db
    .select({ variantId: productVariants.id })
    .from(productVariants)
    .where(eq(productVariants.productId, productId));
  const clothId = await addCloth(db, 9_000);
  const name = `Silk ${clothId}`;
  await db.update(cloths).set({ name, colorHex: GREEN }).where(eq(cloths.id, clothId));
  const { choiceId } = await offerToMeasure(db, productId, { silk: { clothId } });
  await db.update(optionChoices).set({ name }).where(eq(optionChoices.id, choiceId));
  const silk = { group: "Cloth", choice: name, priceMinor: 500 };
  const line = { productId, variantId: variant?.variantId ?? null, size: "Custom" };
  const orderId = await createOrder(db, { lines: [line] });
  const ofOrder = eq(orderItems.orderId, orderId);
  await db
    .update(orderItems)
    .set({ mediaId, options: [LINED, silk] })
    .where(ofOrder);
  const find = async () => (await db.select().from(orderItems).where(ofOrder))[0];
  const itemId = (await find())?.id ?? "";
  if (isCommitted) {
    await db
      .insert(clothCommitments)
      .values({ clothId, orderItemId: itemId, lengthMm: 3_000, status: "open" });
  }
  return { itemId, silk, options: async () => (await find())?.options };
}

test.each([
  ["another cloth", NAVY.hex],
  ["the color of the cloth", GREEN],
  ["every color", null],
])(
  "an order of before, whose image shows %s, gets the swatch that a new one has, once",
  async (_, color) => {
    const { db } = database;
    const gown = await formerGown({ color });
    const expected = await findColorOfOptions(db, gown.itemId, [LINED, gown.silk]);
    expect(expected?.swatch).toMatchObject({ colorHex: GREEN });
    for (let run = 0; run < 2; run += 1) {
      await db.execute(sql.raw(migration));
      expect(await gown.options()).toEqual([LINED, { ...gown.silk, swatch: expected?.swatch }]);
    }
  },
);

test("an order without a cloth from stock stays as it is", async () => {
  const gown = await formerGown({ color: NAVY.hex }, false);
  await database.db.execute(sql.raw(migration));
  expect(await gown.options()).toEqual([LINED, gown.silk]);
});
