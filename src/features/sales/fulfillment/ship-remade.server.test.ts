import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { alterationEvents, alterationRequests } from "#db/schema/alterations.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { countWaitingAlterations } from "#features/garments/alterations/alteration-queries.server.ts";
import { createRemadeGarment } from "#features/garments/garment/stored-garments.server.ts";
import { listShipments } from "#features/orders/order/shipment-queries.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { createGarmentOrder, deliverGarment, garmentsOf } from "#tests/support/production.ts";
import { shipOrder } from "./ship-order.server.ts";
import { undoShipment } from "./undo-step.server.ts";

const suite = adminOrderSuite();

const DAY = new Date("2026-11-12T15:00:00Z");

/** A suit of two that was delivered and is made again, beside one that nobody has finished. */
async function remadeSuit() {
  const { db } = suite.bench;
  const line = { productName: "Stabroek Suit", size: "Custom", madeToMeasure: true, quantity: 2 };
  const { garments: made, orderId, orderItemId } = await createGarmentOrder(db, { lines: [line] });
  const first = made.find(({ number }) => number === 1);
  if (!first) throw new Error("The order has no garment");
  await deliverGarment(db, { orderId, orderItemId, garmentId: first.id, at: DAY });
  const remadeId = await db.transaction((tx) =>
    createRemadeGarment(tx, { remakeOf: first, at: DAY, staff: suite.people.owner }),
  );
  const ship = (quantity: number) =>
    shipOrder(suite.deps, {
      actor: suite.people.owner,
      orderId,
      shipment: {
        carrier: "DHL Express",
        trackingNumber: "JD0147",
        trackingUrl: "",
        key: "",
        items: [{ itemId: orderItemId, quantity }],
      },
    });
  return { firstId: first.id, orderId, orderItemId, remadeId, ship };
}

test("a garment that was made again leaves with a parcel of its order once it is finished, and is no item of it", async () => {
  const { db } = suite.bench;
  const { orderId, orderItemId, remadeId, ship } = await remadeSuit();
  expect(await ship(1)).toMatchObject({ ok: false, error: { code: "not_finished" } });
  await db.update(garments).set({ stage: "finished" }).where(eq(garments.id, remadeId));
  expect(await ship(2)).toMatchObject({ ok: false, error: { code: "not_finished" } });
  const sent = await ship(1);
  if (!sent.ok) throw new Error(JSON.stringify(sent.error));
  const { shipmentId } = sent.value;
  const stages = (await garmentsOf(db, orderItemId)).map(({ number, stage }) => [number, stage]);
  expect(stages).toEqual([
    [1, "shipped"],
    [2, "received"],
    [3, "shipped"],
  ]);
  expect(await listShipments(db, orderId)).toMatchObject([
    { items: [{ itemId: orderItemId, quantity: 1 }], remade: [] },
    { id: shipmentId, items: [], remade: [{ itemId: orderItemId, quantity: 1 }] },
  ]);
  const [mail] = await suite.mails();
  expect(mail?.textBody).toContain("In this parcel\n1 × Stabroek Suit, size Custom");
  expect(mail?.textBody).toContain("Still to follow\n1 × Stabroek Suit, size Custom");
});

/** The request that the suit is made again for. */
async function requestOf(garmentId: string, remakeGarmentId: string): Promise<string> {
  const [row] = await suite.bench.db
    .insert(alterationRequests)
    .values({
      number: "AL-7K2M9XQF",
      garmentId,
      remedy: "remake",
      status: "remake",
      isFree: true,
      cause: "pattern",
      decidedAt: DAY,
      currency: "USD",
      remakeGarmentId,
    })
    .returning({ id: alterationRequests.id });
  return row?.id ?? "";
}

test("the request that led to it ends with the parcel, its customer is told once, and it opens again with an undone parcel", async () => {
  const { db } = suite.bench;
  const { firstId, orderId, remadeId, ship } = await remadeSuit();
  const requestId = await requestOf(firstId, remadeId);
  const stateOf = async () => {
    const [row] = await db
      .select({ status: alterationRequests.status, closedAt: alterationRequests.closedAt })
      .from(alterationRequests)
      .where(eq(alterationRequests.id, requestId));
    return [row?.status, row?.closedAt !== null];
  };
  expect(await countWaitingAlterations(db)).toBe(0);
  await db.update(garments).set({ stage: "finished" }).where(eq(garments.id, remadeId));
  const sent = await ship(1);
  if (!sent.ok) throw new Error(JSON.stringify(sent.error));
  expect(await stateOf()).toEqual(["done", true]);
  const mails = await suite.mails();
  expect(mails.map(({ kind }) => kind)).toEqual(["shipped"]);
  expect(mails[0]?.textBody).toContain("AL-7K2M9XQF is settled");
  const { shipmentId } = sent.value;
  const undone = await undoShipment(suite.deps, {
    actor: suite.people.owner,
    orderId,
    shipmentId,
  });
  expect(undone.ok).toBe(true);
  expect(await stateOf()).toEqual(["remake", false]);
  expect((await ship(1)).ok).toBe(true);
  expect(await stateOf()).toEqual(["done", true]);
  const events = await db
    .select({ to: alterationEvents.toStatus, by: alterationEvents.staffName })
    .from(alterationEvents)
    .where(eq(alterationEvents.requestId, requestId));
  expect(events.map(({ to }) => to)).toEqual(["done", "remake", "done"]);
});

test("a request whose garment left without a parcel waits for a person", async () => {
  const { db } = suite.bench;
  const { firstId, remadeId } = await remadeSuit();
  await requestOf(firstId, remadeId);
  await db.update(garments).set({ stage: "shipped" }).where(eq(garments.id, remadeId));
  expect(await countWaitingAlterations(db)).toBe(1);
});

test("what was ordered leaves before what was made again, and nothing leaves twice", async () => {
  const { db } = suite.bench;
  const { orderItemId, ship } = await remadeSuit();
  const finished = { stage: "finished" as const };
  await db.update(garments).set(finished).where(eq(garments.orderItemId, orderItemId));
  const [first] = await garmentsOf(db, orderItemId);
  await db
    .update(garments)
    .set({ stage: "shipped" })
    .where(eq(garments.id, first?.id ?? ""));
  expect((await ship(1)).ok).toBe(true);
  const stages = (await garmentsOf(db, orderItemId)).map(({ stage }) => stage);
  expect(stages).toEqual(["shipped", "shipped", "finished"]);
  expect((await ship(1)).ok).toBe(true);
  expect(await ship(1)).toEqual({ ok: false, error: "too_many" });
});
