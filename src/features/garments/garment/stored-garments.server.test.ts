import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { shipOrder } from "#features/sales/fulfillment/ship-order.server.ts";
import { undoShipment } from "#features/sales/fulfillment/undo-step.server.ts";
import { cancelOrder } from "#features/sales/payments/cancel-order.server.ts";
import { refundOrder } from "#features/sales/payments/refund-order.server.ts";
import { settlePayment } from "#features/sales/payments/settle-session.server.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { testAuth } from "#tests/support/identity.ts";
import {
  addMaker,
  finishGarments,
  garmentEventsOf,
  garmentsOf,
  orderCoats,
  staffMember,
  walk,
} from "#tests/support/production.ts";
import { createGarments } from "./stored-garments.server.ts";

const bench = checkoutSuite();

const deps = () => ({ ...bench, auth: testAuth(bench.db) });

const ordered = (quantity: number) => orderCoats(bench, { quantity, withReady: true });

async function paid(quantity = 1) {
  const order = await ordered(quantity);
  await settlePayment(bench, order.event);
  return { ...order, owner: await staffMember(bench.db, true) };
}

const stagesOf = async (itemId: string) =>
  (await garmentsOf(bench.db, itemId)).map(({ stage }) => stage);

const shipped = (order: Awaited<ReturnType<typeof paid>>, quantity: number) => {
  const items = [{ itemId: order.itemId, quantity }];
  const shipment = { carrier: "DHL", trackingNumber: "", trackingUrl: "", key: randomUUID() };
  return shipOrder(deps(), {
    actor: order.owner,
    orderId: order.id,
    shipment: { ...shipment, items },
  });
};

const ship = async (order: Awaited<ReturnType<typeof paid>>, quantity: number) => {
  const sent = await shipped(order, quantity);
  if (!sent.ok) throw new Error(JSON.stringify(sent.error));
  return sent.value.shipmentId;
};

describe("the garments of an order", () => {
  test("are made when it is paid, one for each piece that is made to measure, and once", async () => {
    const order = await ordered(3);
    expect(await garmentsOf(bench.db, order.itemId)).toEqual([]);
    await settlePayment(bench, order.event);
    await settlePayment(bench, { ...order.event, id: randomUUID() });
    const made = await garmentsOf(bench.db, order.itemId);
    expect(made.map(({ number, stage }) => [number, stage])).toEqual([
      [1, "received"],
      [2, "received"],
      [3, "received"],
    ]);
    expect(new Set(made.map(({ labelToken }) => labelToken)).size).toBe(3);
    expect(await bench.db.$count(garments)).toBe(3);
    await bench.db.transaction((tx) =>
      createGarments(tx, {
        lines: [{ id: order.itemId, quantity: 3, madeToMeasure: true }],
        at: new Date(),
      }),
    );
    expect(await bench.db.$count(garments)).toBe(3);
  });

  test("are made for money that comes after the order ended", async () => {
    const order = await ordered(1);
    const expired = { ...order.event, id: randomUUID(), type: "session.expired" } as const;
    await settlePayment(bench, expired);
    await settlePayment(bench, order.event);
    expect(await stagesOf(order.itemId)).toEqual(["received"]);
  });

  test("leave with their shipment once each is made, and come back to their stage when it is undone", async () => {
    const order = await paid(2);
    const [first, second] = await garmentsOf(bench.db, order.itemId);
    const made = ["checked", "pattern_ready", "approved", "cut", "sewn", "finished"];
    await walk(deps(), order.owner, second?.id ?? "", made);
    const shipmentId = await ship(order, 1);
    expect(await stagesOf(order.itemId)).toEqual(["received", "shipped"]);
    await walk(deps(), order.owner, first?.id ?? "", made);
    const other = await ship(order, 1);
    expect(await stagesOf(order.itemId)).toEqual(["shipped", "shipped"]);
    const undo = { actor: order.owner, orderId: order.id };
    expect((await undoShipment(deps(), { ...undo, shipmentId: shipmentId })).ok).toBe(true);
    expect(await stagesOf(order.itemId)).toEqual(["shipped", "finished"]);
    expect((await undoShipment(deps(), { ...undo, shipmentId: other })).ok).toBe(true);
    expect(await stagesOf(order.itemId)).toEqual(["finished", "finished"]);
    const events = await garmentEventsOf(bench.db, second?.id ?? "");
    expect(events.map(({ toStage }) => toStage)).toEqual([
      "received",
      ...made,
      "shipped",
      "finished",
    ]);
  });

  test.each([
    [["checked", "pattern_ready"], "pattern_ready"],
    [["checked", "pattern_ready", "approved", "cut", "sewn"], "sewn"],
  ] as const)(
    "after %j do not leave, and the office reads who works on them",
    async (stages, stage) => {
      const order = await paid(1);
      const [garment] = await garmentsOf(bench.db, order.itemId);
      const makerId = await addMaker(bench.db, "Savi");
      await bench.db
        .update(garments)
        .set({ makerId })
        .where(eq(garments.id, garment?.id ?? ""));
      await walk(deps(), order.owner, garment?.id ?? "", stages);
      const mails = await bench.db.$count(mailOutbox);
      expect(await shipped(order, 1)).toEqual({
        ok: false,
        error: {
          code: "not_finished",
          garments: [
            expect.objectContaining({
              id: garment?.id,
              stage,
              maker: { id: makerId, name: "Savi" },
            }),
          ],
        },
      });
      expect(await stagesOf(order.itemId)).toEqual([stage]);
      expect(await bench.db.$count(shipments)).toBe(0);
      expect(await bench.db.$count(mailOutbox)).toBe(mails);
    },
  );

  test("leave as many as are finished, and no more", async () => {
    const order = await paid(3);
    await finishGarments(bench.db, order.itemId, { count: 2 });
    expect(await shipped(order, 3)).toMatchObject({ ok: false, error: { code: "not_finished" } });
    await ship(order, 2);
    expect(await stagesOf(order.itemId)).toEqual(["shipped", "shipped", "received"]);
  });

  test("do not keep the ready-made items of their order from leaving", async () => {
    const order = await paid(1);
    const items = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    const ready = items.find(({ madeToMeasure }) => !madeToMeasure);
    await ship({ ...order, itemId: ready?.id ?? "" }, 1);
    expect(await stagesOf(order.itemId)).toEqual(["received"]);
  });

  test("that were finished keep that day when they leave", async () => {
    const order = await paid();
    const [garment] = await garmentsOf(bench.db, order.itemId);
    const id = garment?.id ?? "";
    const finishedAt = new Date("2026-11-02T15:00:00Z");
    await bench.db
      .update(garments)
      .set({ stage: "finished", finishedAt })
      .where(eq(garments.id, id));
    const finished = async () => (await garmentsOf(bench.db, order.itemId))[0]?.finishedAt;
    await ship(order, 1);
    expect(await finished()).toEqual(finishedAt);
  });

  test("are cancelled when the shop cancels the order", async () => {
    const order = await paid(2);
    const [row] = await bench.db.select().from(orders).where(eq(orders.id, order.id));
    const cancelled = await cancelOrder(bench, {
      actor: order.owner,
      orderId: order.id,
      version: row?.updatedAt.toISOString() ?? "",
      reason: "A flaw in the roll",
      restock: false,
      key: randomUUID(),
    });
    expect(cancelled.ok).toBe(true);
    expect(await stagesOf(order.itemId)).toEqual(["cancelled", "cancelled"]);
  });

  test("are cancelled as many as were refunded before they shipped, the least advanced first", async () => {
    const order = await paid(3);
    const [first] = await garmentsOf(bench.db, order.itemId);
    await walk(deps(), order.owner, first?.id ?? "", ["checked"]);
    const refund = (key: string) =>
      refundOrder(bench, {
        actor: order.owner,
        orderId: order.id,
        reason: "",
        returnRequestId: null,
        key,
        amount: { currency: "USD", minorUnits: 1_000 },
        items: [{ orderItemId: order.itemId, quantity: 1, restock: false }],
      });
    await refund("one-press");
    await refund("one-press");
    expect(await stagesOf(order.itemId)).toEqual(["checked", "received", "cancelled"]);
    await refund("another");
    expect(await stagesOf(order.itemId)).toEqual(["checked", "cancelled", "cancelled"]);
  });

  test("are cancelled by a refund of the whole order that names no items", async () => {
    const order = await paid(1);
    const [row] = await bench.db.select().from(orders).where(eq(orders.id, order.id));
    const refunded = await refundOrder(bench, {
      actor: order.owner,
      orderId: order.id,
      reason: "",
      returnRequestId: null,
      key: "all",
      amount: { currency: "USD", minorUnits: row?.totalMinor ?? 0 },
      items: [],
    });
    expect(refunded.ok).toBe(true);
    expect(await stagesOf(order.itemId)).toEqual(["cancelled"]);
  });
});
