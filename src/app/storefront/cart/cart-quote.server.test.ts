import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { products } from "#db/schema/catalog.server.ts";
import { productionTimes } from "#db/schema/production.server.ts";
import type { CheckoutBench } from "#tests/support/checkout.ts";
import { addProduct, checkoutBench } from "#tests/support/checkout.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { GUEST_COOKIE } from "#tests/support/guest.ts";
import { SHOP_ORIGIN, testAuth } from "#tests/support/identity.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { addMaker } from "#tests/support/production.ts";
import { action } from "./cart-quote.ts";

let database: TestDatabase;
let bench: CheckoutBench;

beforeAll(async () => {
  database = await createTestDatabase();
  bench = checkoutBench(database.db);
  await addMaker(database.db, "Savi");
});
afterAll(() => database.close());

/** As the browser sends a cart of one suit made to measure. */
async function quoteOf(productId: string, specification: string) {
  const context = new RouterContextProvider();
  context.set(depsContext, { ...bench, auth: testAuth(database.db) } as unknown as AppDeps);
  const items = [
    { cartItemId: "suit", id: productId, size: "Custom", color: "", specification, quantity: 1 },
  ];
  const request = new Request(`${SHOP_ORIGIN}/cart/quote`, {
    method: "POST",
    headers: { cookie: GUEST_COOKIE, "content-type": "application/json" },
    body: JSON.stringify({ items }),
  });
  const response = await action({
    request,
    context,
    url: new URL(request.url),
    params: {},
  } as never);
  const { quote } = await response.json();
  return quote;
}

test("the checkout learns of a day that is held only once it is paid, and of none that is held at once", async () => {
  const { db } = database;
  const productId = await addProduct(db, { dollars: 900, stock: { Custom: null } });
  await db.update(products).set({ garmentType: "suit" }).where(eq(products.id, productId));
  await offerToMeasure(db, productId);
  const specification = await specify(bench, productId);
  await db.insert(productionTimes).values({ garment: "suit", stage: "sewn", minutes: 10 });
  expect((await quoteOf(productId, specification)).heldOncePaid).toBeNull();
  // More work than strangers may hold.
  await db.update(productionTimes).set({ minutes: 8_000 });
  const { heldOncePaid, lines } = await quoteOf(productId, specification);
  expect(lines).toHaveLength(1);
  expect(heldOncePaid).toEqual({ day: lines[0].ready.until, isChosen: false });
});
