import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { refunds } from "#db/schema/refunds.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { deliver, ship, undeliver, unship } from "./handle-order-action.server.ts";

const desk = adminOrderSuite();

/** A form of the desk as the owner sends it. */
function post(fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const deps = desk.deps as unknown as AppDeps;
  return { deps, actor: desk.people.owner, orderId: desk.order.id, form };
}

const packed = () => ({ carrier: "UPS", [`pieces-${desk.order.shirt}`]: "2" });

async function sent(): Promise<string> {
  await ship(post(packed()));
  const [parcel] = await desk.bench.db.select().from(shipments);
  return parcel?.id ?? "";
}

test("what was done with a parcel says with which, so that it can be taken back", async () => {
  expect(await ship(post(packed()))).toEqual({ doneWith: expect.any(String) });
  const [parcel] = await desk.bench.db.select().from(shipments);
  const target = parcel?.id ?? "";
  expect(await deliver(post({ target }))).toEqual({ doneWith: target });
  expect(await undeliver(post({ target }))).toBe("done");
  expect(await unship(post({ target }))).toBe("done");
});

test("a parcel of an order that was given back meanwhile is told to stay", async () => {
  await desk.bench.db
    .update(orders)
    .set({ status: "refunded" })
    .where(eq(orders.id, desk.order.id));
  expect(await ship(post(packed()))).toMatchObject({
    message: expect.stringContaining("cancelled or refunded in the meantime. Keep the parcel here"),
  });
});

test("a step that something rests on stays, and the owner reads why", async () => {
  const target = await sent();
  await deliver(post({ target }));
  expect(await unship(post({ target }))).toMatchObject({
    message: "This parcel has arrived. Take that back first.",
  });
  const { id: orderId } = desk.order;
  await desk.bench.db
    .insert(refunds)
    .values({ orderId, amountMinor: 100, currency: "USD", provider: "test" });
  expect(await undeliver(post({ target }))).toMatchObject({
    message: expect.stringContaining("Money went back since"),
  });
});
