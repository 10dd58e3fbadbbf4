import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloths } from "#db/schema/atelier.server.ts";
import { productImages, productVariants } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { addImage } from "#tests/support/catalog.ts";
import { addProduct } from "#tests/support/checkout.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addCloth, offerToMeasure } from "#tests/support/made-to-measure.ts";
import { createOrder } from "#tests/support/orders.ts";
import { findColorOfOptions } from "./cloth-color.server.ts";

const NAVY = { name: "Navy", hex: "#1F2A3C" };
const SILK = [{ group: "Cloth", choice: "Silk" }];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A navy gown that was ordered, offered in silk. */
async function orderGown(silk: { clothId?: string }, mediaId?: string) {
  const { db } = database;
  const productId = await addProduct(db, { stock: { Custom: null }, color: NAVY });
  if (mediaId) await db.insert(productImages).values({ productId, mediaId, color: NAVY.hex });
  const [variant] = await db
    .select({ variantId: productVariants.id })
    .from(productVariants)
    .where(eq(productVariants.productId, productId));
  const offered = await offerToMeasure(db, productId, { silk });
  const line = { productId, variantId: variant?.variantId ?? null, size: "Custom" };
  const orderId = await createOrder(db, { lines: [line] });
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  return { ...offered, itemId: item?.id ?? "" };
}

test("a cloth from stock names the color, also once it is not offered any more", async () => {
  const { db } = database;
  const clothId = await addCloth(db, 9_000);
  await db
    .update(cloths)
    .set({ colorHex: "#D8C5A4", archivedAt: new Date() })
    .where(eq(cloths.id, clothId));
  const { itemId } = await orderGown({ clothId });
  expect(await findColorOfOptions(db, itemId, SILK)).toMatchObject({
    name: "Silk",
    hex: "#D8C5A4",
  });
});

test("a cloth that no image shows stands as a swatch beside the image of the ordered color", async () => {
  const { db } = database;
  const mediaId = await addImage(db, "navy.jpg");
  const clothId = await addCloth(db, 9_000);
  await db.update(cloths).set({ colorHex: "#1F5A42" }).where(eq(cloths.id, clothId));
  const { itemId } = await orderGown({ clothId }, mediaId);
  const swatch = { imageId: null, colorHex: "#1F5A42", shows: "Navy" };
  expect(await findColorOfOptions(db, itemId, SILK)).toMatchObject({ mediaId, swatch });
  expect(await findColorOfOptions(db, itemId, [])).toMatchObject({ mediaId, swatch: null });
});

test("the cloth of the pictures has the color of the ordered variant", async () => {
  const { itemId } = await orderGown({});
  const pictured = { ...NAVY, swatch: null };
  expect(await findColorOfOptions(database.db, itemId, SILK)).toMatchObject(pictured);
  expect(await findColorOfOptions(database.db, itemId, [])).toMatchObject(pictured);
});

test("a line without a product has no other color than its own", async () => {
  const orderId = await createOrder(database.db, { lines: [{}] });
  const [item] = await database.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  expect(await findColorOfOptions(database.db, item?.id ?? "", SILK)).toBeNull();
});
