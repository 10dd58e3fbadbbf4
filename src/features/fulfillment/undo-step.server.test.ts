import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { findMyOrder } from "#features/order-page/my-order-queries.server.ts";
import { customerStepMessage } from "#features/orders/order-events.ts";
import { mailsOfOrder } from "#features/orders/resend-order-mail.server.ts";
import { listShipments } from "#features/orders/shipment-queries.server.ts";
import { requestReturn } from "#features/returns/request-return.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { paymentOf } from "#tests/support/orders.ts";
import { recordDelivery, shipOrder } from "./ship-order.server.ts";
import { listUndoAvailability, undoDelivery, undoShipment } from "./undo-step.server.ts";

const desk = adminOrderSuite();

async function ship(): Promise<string> {
  const parcel = {
    carrier: "DHL Express",
    trackingNumber: "JD0146",
    trackingUrl: "",
    key: "",
    pieces: [{ itemId: desk.order.shirt, quantity: 2 }],
  };
  const input = { actor: desk.people.owner, orderId: desk.order.id, parcel };
  const shipped = await shipOrder(desk.deps, input);
  if (!shipped.ok) throw new Error(shipped.error);
  return shipped.value.parcelId;
}

type By = { actor?: Actor };
const about = (parcelId: string, { actor = desk.people.owner }: By = {}) => ({
  actor,
  orderId: desk.order.id,
  parcelId,
});
const deliver = (parcelId: string) => recordDelivery(desk.deps, { ...about(parcelId), day: "" });
const undeliver = (parcelId: string, by?: By) => undoDelivery(desk.deps, about(parcelId, by));
const unship = (parcelId: string, by?: By) => undoShipment(desk.deps, about(parcelId, by));

const post = () => desk.bench.db.update(mailOutbox).set({ status: "sent", attempts: 1 });
const kinds = async () => (await desk.mails()).map(({ kind }) => kind);

const mine = async () => {
  const { asha } = desk.people;
  const now = desk.bench.clock.now();
  const found = await findMyOrder(desk.bench.db, { actor: asha, orderId: desk.order.id, now });
  if (!found.ok) throw new Error(found.error);
  return found.value;
};

const announceReturn = () =>
  requestReturn(desk.deps, {
    actor: desk.people.asha,
    orderId: desk.order.id,
    asked: {
      reason: "other_size",
      note: "",
      items: [{ itemId: desk.order.shirt, quantity: 1 }],
    },
  });

describe("a delivery recorded by mistake", () => {
  test("is undone: the shipment is on its way again, its email is not sent, and the timeline shows both steps", async () => {
    const parcelId = await ship();
    await deliver(parcelId);
    expect(await undeliver(parcelId)).toEqual({ ok: true, value: { mail: "withdrawn" } });
    expect(await kinds()).toEqual(["shipped"]);
    const { shipments: parcels, steps } = await mine();
    expect(parcels).toMatchObject([{ deliveredAt: null }]);
    expect(steps.slice(-2).map((step) => customerStepMessage(step))).toMatchObject([
      { title: "Delivered" },
      { title: "Still on its way", explanation: "It was marked as delivered by mistake." },
    ]);
    expect((await desk.changes()).at(-1)).toMatchObject({
      action: "took back the delivery of",
      actorName: "Rosa",
      before: { deliveredAt: expect.any(String) },
      after: { deliveredAt: null },
    });
  });

  test("reports that its email was sent, and the real delivery is mailed again", async () => {
    const parcelId = await ship();
    await deliver(parcelId);
    await post();
    const before = await listShipments(desk.bench.db, desk.order.id);
    expect(await listUndoAvailability(desk.bench.db, desk.order.id, before)).toEqual({
      [parcelId]: { obstacle: null, isEmailOut: true },
    });
    expect(await undeliver(parcelId)).toEqual({ ok: true, value: { mail: "out" } });
    expect((await mailsOfOrder(desk.bench.db, desk.order.id)).map(({ kind }) => kind)).toEqual([
      "shipped",
    ]);
    await deliver(parcelId);
    expect(await kinds()).toEqual(["shipped", "delivered", "delivered"]);
    expect(await desk.steps()).toEqual([
      "placed",
      "shipped",
      "delivered",
      "delivery_taken_back",
      "delivered",
    ]);
  });

  test("is undone once, however often the button is pressed", async () => {
    const parcelId = await ship();
    await deliver(parcelId);
    await Promise.all([undeliver(parcelId), undeliver(parcelId)]);
    expect(await undeliver(parcelId)).toEqual({ ok: true, value: { mail: "none" } });
    expect((await desk.steps()).filter((type) => type === "delivery_taken_back")).toHaveLength(1);
  });

  test("is not undone after a return was requested", async () => {
    const parcelId = await ship();
    await deliver(parcelId);
    expect((await announceReturn()).ok).toBe(true);
    expect(await undeliver(parcelId)).toEqual({ ok: false, error: "returned" });
    expect((await mine()).shipments[0]?.deliveredAt).not.toBeNull();
  });
});

describe("a shipment recorded by mistake", () => {
  test("is deleted, its items can be shipped again, and no email is sent", async () => {
    const parcelId = await ship();
    expect(await unship(parcelId)).toEqual({ ok: true, value: { mail: "withdrawn" } });
    expect(await unship(parcelId)).toEqual({ ok: true, value: { mail: "none" } });
    expect(await kinds()).toEqual([]);
    expect(await desk.bench.db.select().from(shipments)).toEqual([]);
    const { shipments: parcels, steps } = await mine();
    expect(parcels).toEqual([]);
    const last = steps.at(-1);
    expect(last && customerStepMessage(last).title).toBe("Not on its way yet");
    expect((await desk.changes()).at(-1)).toMatchObject({
      action: "took back a parcel of",
      before: { carrier: "DHL Express", trackingNumber: "JD0146", pieces: 2 },
      after: null,
    });
    await ship();
    expect(await kinds()).toEqual(["shipped"]);
  });

  test("counts as reported while its email is being sent, which is not retried", async () => {
    const parcelId = await ship();
    await desk.bench.db.update(mailOutbox).set({ attempts: 1 });
    expect(await unship(parcelId)).toEqual({ ok: true, value: { mail: "out" } });
    expect(await kinds()).toEqual([]);
  });

  test("reports that its email was sent", async () => {
    const parcelId = await ship();
    await post();
    expect(await unship(parcelId)).toEqual({ ok: true, value: { mail: "out" } });
    expect(await kinds()).toEqual(["shipped"]);
  });

  test("is not undone after it was delivered, returned or refunded", async () => {
    const parcelId = await ship();
    await deliver(parcelId);
    expect(await unship(parcelId)).toEqual({ ok: false, error: "delivered" });
    await undeliver(parcelId);
    await desk.bench.db.insert(refunds).values({
      orderId: desk.order.id,
      paymentId: await paymentOf(desk.bench.db, desk.order.id),
      amountMinor: 100,
      currency: "USD",
      provider: "test",
    });
    expect(await unship(parcelId)).toEqual({ ok: false, error: "refunded" });
    await desk.bench.db.delete(refunds).where(eq(refunds.orderId, desk.order.id));
    await announceReturn();
    expect(await unship(parcelId)).toEqual({ ok: false, error: "returned" });
  });
});

test("only an admin can undo a step, and only of the order's own shipments", async () => {
  const parcelId = await ship();
  await deliver(parcelId);
  for (const actor of desk.strangers) {
    expect(await undeliver(parcelId, { actor })).toEqual({ ok: false, error: "forbidden" });
    expect(await unship(parcelId, { actor })).toEqual({ ok: false, error: "forbidden" });
  }
  for (const lost of [desk.order.id, "nonsense"]) {
    expect(await undeliver(lost)).toEqual({ ok: false, error: "not_found" });
    expect(await unship(lost)).toEqual({ ok: false, error: "not_found" });
  }
});
