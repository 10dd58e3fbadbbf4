import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { customerSteps, eventMessage } from "./order-events.ts";
import {
  hasOrderEvent,
  listOrderEvents,
  recordOrderEvent,
  recordOrderEvents,
} from "./stored-order-events.server.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const newOrder = () => createOrder(database.db, { events: [] });

test("events are listed by their moment, each with its detail", async () => {
  const orderId = await newOrder();
  const amount = { minorUnits: 2_500, currency: "USD" };
  await database.db.transaction(async (tx) => {
    await recordOrderEvent(tx, { orderId, type: "placed", detail: {} });
    const at = new Date("2026-11-01T12:00:00Z");
    await recordOrderEvent(tx, { orderId, type: "credit_used", detail: { amount }, at });
  });
  expect(await listOrderEvents(database.db, orderId)).toMatchObject([
    { type: "credit_used", detail: { amount }, at: new Date("2026-11-01T12:00:00Z") },
    { type: "placed", detail: {} },
  ]);
});

test("events that are recorded together keep their order, and none is recorded for an empty list", async () => {
  const orderId = await newOrder();
  await database.db.transaction(async (tx) => {
    await recordOrderEvents(tx, []);
    await recordOrderEvents(tx, [
      { orderId, type: "completed", detail: { provider: "test", late: true } },
      { orderId, type: "oversold", detail: { missing: [] } },
      { orderId, type: "shipping_mismatch", detail: { method: null } },
    ]);
  });
  const events = await listOrderEvents(database.db, orderId);
  expect(events.map(({ type }) => type)).toEqual(["completed", "oversold", "shipping_mismatch"]);
});

test("an event is gone when its transaction is rolled back", async () => {
  const orderId = await newOrder();
  const ended = database.db.transaction(async (tx) => {
    await recordOrderEvent(tx, { orderId, type: "claimed", detail: {} });
    throw new Error("ended");
  });
  await expect(ended).rejects.toThrow("ended");
  expect(await listOrderEvents(database.db, orderId)).toEqual([]);
});

test("an event is found by its type and by values of its detail", async () => {
  const orderId = await newOrder();
  const amount = { minorUnits: 2_500, currency: "USD" };
  await database.db.transaction((tx) =>
    recordOrderEvent(tx, { orderId, type: "disputed", detail: { disputeId: "dp_1", amount } }),
  );
  const has = (detail?: { disputeId: string }) =>
    hasOrderEvent(database.db, { orderId, type: "disputed", detail });
  expect(await has()).toBe(true);
  expect(await has({ disputeId: "dp_1" })).toBe(true);
  expect(await has({ disputeId: "dp_2" })).toBe(false);
  expect(await hasOrderEvent(database.db, { orderId, type: "dispute_won" })).toBe(false);
  expect(await hasOrderEvent(database.db, { orderId: await newOrder(), type: "disputed" })).toBe(
    false,
  );
});

test("rows of a type or shape that the shop does not know are listed, shown to the owner and hidden from the customer", async () => {
  const orderId = await newOrder();
  await database.db.execute(sql`
    insert into order_events (id, order_id, type, detail, created_at) values
      (gen_random_uuid(), ${orderId}, 'sent_to_atelier', '{"by": "Rosa", "floor": 2}', '2026-11-01'),
      (gen_random_uuid(), ${orderId}, 'sent_back', '["by"]', '2026-11-02'),
      (gen_random_uuid(), ${orderId}, 'shipped', '{"carrier": "DHL", "quantity": "two"}', '2026-11-03')`);
  const events = await listOrderEvents(database.db, orderId);
  expect(events.map(({ type, detail }) => eventMessage(type, detail))).toEqual([
    { title: "sent to atelier", explanation: "By Rosa.", tone: "plain" },
    { title: "sent back", explanation: null, tone: "plain" },
    { title: "Parcel sent", explanation: "DHL.", tone: "good" },
  ]);
  expect(customerSteps(events)).toMatchObject([{ type: "shipped", detail: { carrier: "DHL" } }]);
});
