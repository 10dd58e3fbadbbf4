import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ContentChange } from "#core/content-tag.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { orderEvents, orderItems, orders } from "#db/schema/orders.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { shipOrder } from "#features/sales/fulfillment/ship-order.server.ts";
import { cancelOrder } from "#features/sales/payments/cancel-order.server.ts";
import { settlePayment, settleSession } from "#features/sales/payments/settle-session.server.ts";
import {
  addProduct,
  knownCustomer,
  payUnheard,
  placed,
  refusedBecause,
  requestFor,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { testAuth } from "#tests/support/identity.ts";
import { addCloth, offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { finishGarments } from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { placeOrder } from "./place-order.server.ts";

const bench = checkoutSuite();

/** A coat of three metres of its own cloth. */
async function aCoat(lengthMm: number) {
  const productId = await addProduct(bench.db, { name: "Coat", stock: { Custom: null } });
  const clothId = await addCloth(bench.db, lengthMm, `Silk ${randomUUID()}`);
  const { choices } = await offerToMeasure(bench.db, productId, {
    clothLengthMm: 3_000,
    silk: { clothId },
  });
  return { productId, clothId, choices };
}

async function requestOf({ choices, productId }: Awaited<ReturnType<typeof aCoat>>, quantity = 1) {
  const customer = await knownCustomer(bench.db);
  const specification = await specify(bench, productId, choices, customer.actor);
  const request = requestFor(productId, { size: "Custom", quantity });
  return {
    ...request,
    ...customer,
    lines: request.lines.map((line) => ({ ...line, specification })),
  };
}

async function lengthsOf(clothId: string) {
  const [row] = await bench.db.select().from(cloths).where(eq(cloths.id, clothId));
  return [row?.lengthMm, row?.committedMm];
}

async function paidEvent(sessionId: string) {
  await payUnheard(bench, sessionId);
  const session = await bench.payments.readSession(sessionId);
  if (!session) throw new Error("no session");
  return { id: randomUUID(), provider: "test", type: "session.paid", session } as const;
}

async function anOwner(): Promise<SignedIn> {
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(bench.db, { email, role: "admin" });
  return { role: "admin", userId, name: "Rosa", email };
}

const itemsOf = (orderId: string) =>
  bench.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));

test("an order commits its cloth, which stays on the roll, and drops the pages of products that it was enough for", async () => {
  const coat = await aCoat(8_000);
  const changes: ContentChange[] = [];
  const content = { settle: async (change: ContentChange) => void changes.push(change) };
  await placed({ ...bench, content }, await requestOf(coat));
  expect(await lengthsOf(coat.clothId)).toEqual([8_000, 3_000]);
  expect(changes).toEqual([]);
  await placed({ ...bench, content }, await requestOf(coat));
  expect(await lengthsOf(coat.clothId)).toEqual([8_000, 6_000]);
  expect(JSON.stringify(changes)).toContain(coat.productId);
});

test("more garments than the cloth makes are refused with the cloth by name", async () => {
  const coat = await aCoat(8_000);
  const [cloth] = await bench.db.select().from(cloths).where(eq(cloths.id, coat.clothId));
  expect(await refusedBecause(bench, await requestOf(coat, 3))).toMatchObject({
    code: "changed",
    quote: { changes: [{ kind: "cloth_short", cloth: cloth?.name, quantity: 2 }] },
  });
  expect(await lengthsOf(coat.clothId)).toEqual([8_000, 0]);
});

test("of ten concurrent orders for the last metres, as many as the cloth makes are placed", async () => {
  const coat = await aCoat(8_000);
  const requests = await Promise.all(Array.from({ length: 10 }, () => requestOf(coat)));
  const results = await Promise.all(requests.map((request) => placeOrder(bench, request)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(2);
  for (const result of results) {
    if (result.ok) continue;
    expect(result.error).toMatchObject({
      quote: { changes: [{ kind: "cloth_short", quantity: 0 }] },
    });
  }
  expect(await lengthsOf(coat.clothId)).toEqual([8_000, 6_000]);
});

test("an unpaid end frees the cloth once; money that comes late commits it again and reports what is missing", async () => {
  const coat = await aCoat(5_000);
  const order = await placed(bench, await requestOf(coat));
  const paid = await paidEvent(order.sessionId);
  const expired = { ...paid, id: randomUUID(), type: "session.expired" } as const;
  await settlePayment(bench, expired);
  await settlePayment(bench, { ...expired, id: randomUUID() });
  expect(await lengthsOf(coat.clothId)).toEqual([5_000, 0]);
  await placed(bench, await requestOf(coat));
  expect(await settlePayment(bench, paid)).toBe("completed");
  expect(await lengthsOf(coat.clothId)).toEqual([5_000, 6_000]);
  const events = await bench.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
  expect(events.find(({ type }) => type === "oversold")?.detail).toEqual({
    missing: [{ clothId: coat.clothId, wantedMm: 3_000, freeMm: 2_000 }],
  });
});

test("a paid order that the shop cancels before it is cut frees its cloth", async () => {
  const coat = await aCoat(5_000);
  const order = await placed(bench, await requestOf(coat));
  await settlePayment(bench, await paidEvent(order.sessionId));
  expect(await lengthsOf(coat.clothId)).toEqual([5_000, 3_000]);
  const [row] = await bench.db.select().from(orders).where(eq(orders.id, order.id));
  const cancelled = await cancelOrder(bench, {
    actor: await anOwner(),
    orderId: order.id,
    version: row?.updatedAt.toISOString() ?? "",
    reason: "A flaw in the roll",
    restock: false,
    key: randomUUID(),
  });
  expect(cancelled.ok).toBe(true);
  expect(await lengthsOf(coat.clothId)).toEqual([5_000, 0]);
});

test.each([
  [5_000, 2_000],
  [2_500, 0],
])(
  "a garment that leaves is cut, also one whose cut was never entered: of %d mm on the roll %d stay",
  async (counted, left) => {
    const coat = await aCoat(5_000);
    const order = await placed(bench, await requestOf(coat));
    const paid = await paidEvent(order.sessionId);
    await settleSession(bench, "test", paid.session);
    if (counted < 5_000) {
      const quantity = counted - 5_000;
      await bench.db
        .insert(stockMovements)
        .values({ clothId: coat.clothId, quantity, kind: "corrected", note: "flaw" });
    }
    const [item] = await itemsOf(order.id);
    await finishGarments(bench.db, item?.id ?? "");
    const deps = { ...bench, auth: testAuth(bench.db) };
    const shipped = await shipOrder(deps, {
      actor: await anOwner(),
      orderId: order.id,
      shipment: {
        carrier: "DHL Express",
        trackingNumber: "JD0146",
        trackingUrl: "",
        key: "",
        items: [{ itemId: item?.id ?? "", quantity: 1 }],
      },
    });
    expect(shipped.ok).toBe(true);
    expect(await lengthsOf(coat.clothId)).toEqual([left, 0]);
    const { rows } = await bench.db.execute<{ sum: number }>(
      sql`select sum(quantity)::int as sum from stock_movements where cloth_id = ${coat.clothId}`,
    );
    expect(rows[0]?.sum).toBe(left);
  },
);

test("nobody but its trigger changes what is committed", async () => {
  const { clothId } = await aCoat(5_000);
  await expect(
    bench.db.update(cloths).set({ committedMm: 1 }).where(eq(cloths.id, clothId)),
  ).rejects.toThrow();
});
