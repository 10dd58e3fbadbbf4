import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garmentEvents, garments, makers } from "#db/schema/production.server.ts";
import type { Stage } from "#features/garments/garment/garment.ts";
import { STAGES } from "#features/garments/garment/garment.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { findMadeGarment } from "./made-garment.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(garments);
});

const START = new Date("2026-11-02T15:00:00Z");

/** A garment that reached each of these stages two days after the one before it. */
async function addGarment(stages: readonly Stage[]): Promise<string> {
  const { db } = database;
  const productId = await addProduct(db, "Stabroek Suit");
  const orderId = await createOrder(db, {
    status: "completed",
    lines: [{ productId, productName: "Stabroek Suit" }],
  });
  const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const [maker] = await db
    .insert(makers)
    .values({
      name: "Rosa Gomes",
      publicName: "Rosa",
      weekMinutes: [480, 480, 480, 480, 480, 0, 0],
    })
    .returning();
  const [garment] = await db
    .insert(garments)
    .values({
      orderItemId: line?.id ?? "",
      number: 1,
      stage: stages.at(-1) ?? "received",
      labelToken: randomBytes(8).toString("hex"),
      createdAt: START,
      finishedAt: START,
    })
    .returning();
  for (const [index, stage] of stages.entries()) {
    await db.insert(garmentEvents).values({
      garmentId: garment?.id ?? "",
      kind: "stage",
      fromStage: stages[index - 1] ?? "received",
      toStage: stage,
      makerId: maker?.id ?? null,
      minutes: 60,
      happenedAt: new Date(START.getTime() + 2 * index * DAY_MS),
    });
  }
  return productId;
}

const WHOLE = STAGES.filter((stage) => stage !== "received" && stage !== "fitted");

test("the garment that everybody reads about has its stages by day, its hours and who agreed to be named", async () => {
  const productId = await addGarment(WHOLE);
  const made = await findMadeGarment(database.db);
  expect(made).toEqual({
    productId,
    productName: "Stabroek Suit",
    images: [],
    stages: WHOLE.map((stage, index) => ({ stage, day: 1 + 2 * index })),
    minutes: 60 * WHOLE.length,
    makers: [{ name: "Rosa" }],
  });
});

test("a garment in work, one that skipped a stage and one of a product that left the shop are none", async () => {
  await addGarment(WHOLE.filter((stage) => stage !== "shipped"));
  await addGarment(WHOLE.filter((stage) => stage !== "sewn"));
  expect(await findMadeGarment(database.db)).toBeNull();
  const productId = await addGarment(WHOLE);
  await database.db
    .update(products)
    .set({ deletedAt: new Date() })
    .where(eq(products.id, productId));
  expect(await findMadeGarment(database.db)).toBeNull();
});
