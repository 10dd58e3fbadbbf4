import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { createGarments } from "#features/garments/garment/stored-garments.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { paymentOf } from "#tests/support/orders.ts";
import { addMaker, finishGarments } from "#tests/support/production.ts";
import { handleOrderAction } from "./handle-order-action.server.ts";

const suite = adminOrderSuite();

/** Posts a form as the admin; returns the redirect or the errors. */
async function post(intent: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent, ...fields })) form.set(name, value);
  const deps = suite.deps as unknown as AppDeps;
  const request = { deps, actor: suite.people.owner, orderId: suite.order.id };
  const response = await handleOrderAction(request, form);
  if (response === "unconfirmed") throw new Error(response);
  return response instanceof Response ? response.headers.get("location") : response.data.error;
}

const packed = () => ({
  carrier: "UPS",
  "items[0].itemId": suite.order.shirt,
  "items[0].quantity": "2",
});
const done = (query: string) => `/admin/orders/${suite.order.id}?done=${query}`;

async function sent(): Promise<string> {
  await post("ship", packed());
  const [shipment] = await suite.bench.db.select().from(shipments);
  return shipment?.id ?? "";
}

test("a done action names its shipment, so that it can be undone", async () => {
  const location = await post("ship", packed());
  const [shipment] = await suite.bench.db.select().from(shipments);
  const target = shipment?.id ?? "";
  expect(location).toBe(done(`ship&of=${target}`));
  expect(await post("deliver", { target })).toBe(done(`deliver&of=${target}`));
  expect(await post("undeliver", { target })).toBe(done("undeliver"));
  expect(await post("unship", { target })).toBe(done("unship"));
});

test("a shipment of an order that was refunded meanwhile is refused", async () => {
  await suite.bench.db
    .update(orders)
    .set({ status: "refunded" })
    .where(eq(orders.id, suite.order.id));
  expect(await post("ship", packed())).toEqual({
    "": [expect.stringContaining("cancelled or refunded in the meantime. Do not ship")],
  });
});

test("a garment that is not finished is refused by its name, with its stage and who works on it", async () => {
  const { db } = suite.bench;
  const lines = [{ id: suite.order.gown, quantity: 1, madeToMeasure: true }];
  await db.transaction((tx) => createGarments(tx, { lines, at: new Date() }));
  const makerId = await addMaker(db, "Savi");
  await db.update(garments).set({ makerId, stage: "pattern_ready" });
  const gown = { carrier: "UPS", "items[0].itemId": suite.order.gown, "items[0].quantity": "1" };
  expect(await post("ship", gown)).toEqual({
    "": [
      "Only finished garments leave. Not finished yet: Kaieteur Gown (Pattern ready; Savi works on it).",
    ],
  });
  expect(await db.$count(shipments)).toBe(0);
  await finishGarments(db, suite.order.gown);
  expect(await post("ship", gown)).toContain("done=ship");
});

test("a step that a later step depends on is not undone, with the reason", async () => {
  const target = await sent();
  await post("deliver", { target });
  expect(await post("unship", { target })).toEqual({
    "": ["This parcel has arrived. Take that back first."],
  });
  const { id: orderId } = suite.order;
  const paymentId = await paymentOf(suite.bench.db, orderId);
  await suite.bench.db
    .insert(refunds)
    .values({ orderId, paymentId, amountMinor: 100, currency: "USD", provider: "test" });
  expect(await post("undeliver", { target })).toEqual({
    "": [expect.stringContaining("Money went back since")],
  });
});

test("a refused form returns every submitted value", async () => {
  const fields = { ...packed(), carrier: "", trackingNumber: "JD0146" };
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "ship", ...fields })) form.set(name, value);
  const deps = suite.deps as unknown as AppDeps;
  const request = { deps, actor: suite.people.owner, orderId: suite.order.id };
  expect(await handleOrderAction(request, form)).toMatchObject({
    init: { status: 422 },
    data: {
      error: { carrier: ["Please say who carries the parcel"] },
      initialValue: {
        intent: "ship",
        items: [{ itemId: suite.order.shirt, quantity: "2" }],
        trackingNumber: "JD0146",
      },
    },
  });
});
