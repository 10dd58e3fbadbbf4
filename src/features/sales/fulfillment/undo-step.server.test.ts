import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { customerStepMessage } from "#features/orders/order/order-events.ts";
import { mailsOfOrder } from "#features/orders/order/resend-order-mail.server.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { findMyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { requestReturn } from "#features/sales/returns/request-return.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { paymentOf } from "#tests/support/orders.ts";
import { recordDelivery, shipOrder } from "./ship-order.server.ts";
import { undoDelivery, undoShipment } from "./undo-step.server.ts";

const suite = adminOrderSuite();

async function ship(): Promise<string> {
  const shipment = {
    carrier: "DHL Express",
    trackingNumber: "JD0146",
    trackingUrl: "",
    key: "",
    items: [{ itemId: suite.order.shirt, quantity: 2 }],
  };
  const input = { actor: suite.people.owner, orderId: suite.order.id, shipment };
  const shipped = await shipOrder(suite.deps, input);
  if (!shipped.ok) throw new Error(JSON.stringify(shipped.error));
  return shipped.value.shipmentId;
}

type By = { actor?: Actor };
const about = (shipmentId: string, { actor = suite.people.owner }: By = {}) => ({
  actor,
  orderId: suite.order.id,
  shipmentId,
});
const deliver = (shipmentId: string) =>
  recordDelivery(suite.deps, { ...about(shipmentId), day: "" });
const undeliver = (shipmentId: string, by?: By) => undoDelivery(suite.deps, about(shipmentId, by));
const unship = (shipmentId: string, by?: By) => undoShipment(suite.deps, about(shipmentId, by));

const post = () => suite.bench.db.update(mailOutbox).set({ status: "sent", attempts: 1 });
const kinds = async () => (await suite.mails()).map(({ kind }) => kind);

const mine = async () => {
  const { asha } = suite.people;
  const now = suite.bench.clock.now();
  const found = await findMyOrder(suite.bench.db, { actor: asha, orderId: suite.order.id, now });
  if (!found.ok) throw new Error(found.error);
  return found.value;
};

const announceReturn = () =>
  requestReturn(suite.deps, {
    actor: suite.people.asha,
    orderId: suite.order.id,
    requested: {
      reason: "other_size",
      note: "",
      items: [{ itemId: suite.order.shirt, quantity: 1 }],
    },
  });

describe("a delivery recorded by mistake", () => {
  test("is undone: the shipment is on its way again, its email is not sent, and the timeline shows both steps", async () => {
    const shipmentId = await ship();
    await deliver(shipmentId);
    expect(await undeliver(shipmentId)).toEqual({ ok: true, value: { mail: "withdrawn" } });
    expect(await kinds()).toEqual(["shipped"]);
    const { shipments, steps } = await mine();
    expect(shipments).toMatchObject([{ deliveredAt: null }]);
    expect(steps.slice(-2).map((step) => customerStepMessage(step))).toMatchObject([
      { title: "Delivered" },
      { title: "Still on its way", explanation: "It was marked as delivered by mistake." },
    ]);
    expect((await suite.changes()).at(-1)).toMatchObject({
      action: "took back the delivery of",
      actorName: "Rosa",
      before: { deliveredAt: expect.any(String) },
      after: { deliveredAt: null },
    });
  });

  test("knows that an email that was only stored as a file reached nobody", async () => {
    const shipmentId = await ship();
    await deliver(shipmentId);
    await post();
    await suite.bench.db.update(mailOutbox).set({ sentThrough: "file" });
    const before = await getAdminOrder(suite.bench.db, {
      actor: suite.people.owner,
      orderId: suite.order.id,
    });
    expect(before.ok && before.value.undoOptions).toEqual({
      [shipmentId]: { obstacle: null, isEmailOut: false },
    });
    expect(await undeliver(shipmentId)).toEqual({ ok: true, value: { mail: "none" } });
  });

  test("reports that its email was sent, and the real delivery is mailed again", async () => {
    const shipmentId = await ship();
    await deliver(shipmentId);
    await post();
    const before = await getAdminOrder(suite.bench.db, {
      actor: suite.people.owner,
      orderId: suite.order.id,
    });
    expect(before.ok && before.value.undoOptions).toEqual({
      [shipmentId]: { obstacle: null, isEmailOut: true },
    });
    expect(await undeliver(shipmentId)).toEqual({ ok: true, value: { mail: "out" } });
    expect((await mailsOfOrder(suite.bench.db, suite.order.id)).map(({ kind }) => kind)).toEqual([
      "shipped",
    ]);
    await deliver(shipmentId);
    expect(await kinds()).toEqual(["shipped", "delivered", "delivered"]);
    expect(await suite.steps()).toEqual([
      "placed",
      "shipped",
      "delivered",
      "delivery_undone",
      "delivered",
    ]);
  });

  test("is undone once, however often the button is pressed", async () => {
    const shipmentId = await ship();
    await deliver(shipmentId);
    await Promise.all([undeliver(shipmentId), undeliver(shipmentId)]);
    expect(await undeliver(shipmentId)).toEqual({ ok: true, value: { mail: "none" } });
    expect((await suite.steps()).filter((type) => type === "delivery_undone")).toHaveLength(1);
  });

  test("is not undone after a return was requested", async () => {
    const shipmentId = await ship();
    await deliver(shipmentId);
    expect((await announceReturn()).ok).toBe(true);
    expect(await undeliver(shipmentId)).toEqual({ ok: false, error: "returned" });
    expect((await mine()).shipments[0]?.deliveredAt).not.toBeNull();
  });
});

describe("a shipment recorded by mistake", () => {
  test("is deleted, its items can be shipped again, and no email is sent", async () => {
    const shipmentId = await ship();
    expect(await unship(shipmentId)).toEqual({ ok: true, value: { mail: "withdrawn" } });
    expect(await unship(shipmentId)).toEqual({ ok: true, value: { mail: "none" } });
    expect(await kinds()).toEqual([]);
    expect(await suite.bench.db.select().from(shipments)).toEqual([]);
    const { shipments: sentShipments, steps } = await mine();
    expect(sentShipments).toEqual([]);
    const last = steps.at(-1);
    expect(last && customerStepMessage(last).title).toBe("Not on its way yet");
    expect((await suite.changes()).at(-1)).toMatchObject({
      action: "took back a parcel of",
      before: { carrier: "DHL Express", trackingNumber: "JD0146", quantity: 2 },
      after: null,
    });
    await ship();
    expect(await kinds()).toEqual(["shipped"]);
  });

  test("counts as reported while its email is being sent, which is not retried", async () => {
    const shipmentId = await ship();
    await suite.bench.db.update(mailOutbox).set({ attempts: 1 });
    expect(await unship(shipmentId)).toEqual({ ok: true, value: { mail: "out" } });
    expect(await kinds()).toEqual([]);
  });

  test("reports that its email was sent", async () => {
    const shipmentId = await ship();
    await post();
    expect(await unship(shipmentId)).toEqual({ ok: true, value: { mail: "out" } });
    expect(await kinds()).toEqual(["shipped"]);
  });

  test("is not undone after it was delivered, returned or refunded", async () => {
    const shipmentId = await ship();
    await deliver(shipmentId);
    expect(await unship(shipmentId)).toEqual({ ok: false, error: "delivered" });
    await undeliver(shipmentId);
    await suite.bench.db.insert(refunds).values({
      orderId: suite.order.id,
      paymentId: await paymentOf(suite.bench.db, suite.order.id),
      amountMinor: 100,
      currency: "USD",
      provider: "test",
    });
    expect(await unship(shipmentId)).toEqual({ ok: false, error: "refunded" });
    await suite.bench.db.delete(refunds).where(eq(refunds.orderId, suite.order.id));
    await announceReturn();
    expect(await unship(shipmentId)).toEqual({ ok: false, error: "returned" });
  });
});

test("only an admin can undo a step, and only of the order's own shipments", async () => {
  const shipmentId = await ship();
  await deliver(shipmentId);
  for (const actor of suite.strangers) {
    expect(await undeliver(shipmentId, { actor })).toEqual({ ok: false, error: "forbidden" });
    expect(await unship(shipmentId, { actor })).toEqual({ ok: false, error: "forbidden" });
  }
  for (const lost of [suite.order.id, "nonsense"]) {
    expect(await undeliver(lost)).toEqual({ ok: false, error: "not_found" });
    expect(await unship(lost)).toEqual({ ok: false, error: "not_found" });
  }
});
