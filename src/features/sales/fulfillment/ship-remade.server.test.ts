import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { garments } from "#db/schema/production.server.ts";
import { createRemadeGarment } from "#features/garments/garment/stored-garments.server.ts";
import { listShipments } from "#features/orders/order/shipment-queries.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { createGarmentOrder, deliverGarment, garmentsOf } from "#tests/support/production.ts";
import { shipOrder } from "./ship-order.server.ts";

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
  return { orderId, orderItemId, remadeId, ship };
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
