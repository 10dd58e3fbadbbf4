import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { refundItems, refunds } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { saveEmailPreferences } from "#features/base/identity/my-profile.server.ts";
import { findMyOrder, lookUpOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { createOrder, paymentOf } from "#tests/support/orders.ts";
import { correctTracking, recordDelivery, shipOrder } from "./ship-order.server.ts";

const suite = adminOrderSuite();

const DHL = {
  carrier: "DHL Express",
  trackingNumber: "JD0146",
  trackingUrl: "https://dhl.example/1",
};

type Packed = { shirts?: number; gowns?: number; key?: string; actor?: Actor };

function ship({ shirts = 0, gowns = 0, key = "", actor = suite.people.owner }: Packed) {
  const items = [
    { itemId: suite.order.shirt, quantity: shirts },
    { itemId: suite.order.gown, quantity: gowns },
  ].filter(({ quantity }) => quantity !== 0);
  return shipOrder(suite.deps, {
    actor,
    orderId: suite.order.id,
    shipment: { ...DHL, key, items },
  });
}

async function sent(packed: Packed): Promise<string> {
  const shipped = await ship(packed);
  if (!shipped.ok) throw new Error(JSON.stringify(shipped.error));
  return shipped.value.shipmentId;
}

const mine = async () => {
  const { asha } = suite.people;
  const now = suite.bench.clock.now();
  const found = await findMyOrder(suite.bench.db, { actor: asha, orderId: suite.order.id, now });
  if (!found.ok) throw new Error(found.error);
  return found.value;
};

describe("a shipment", () => {
  // Specification 2.113
  test("is mailed to the customer with its items and what follows, and is shown on the order", async () => {
    await sent({ shirts: 1 });
    const [mail] = await suite.mails();
    expect(mail).toMatchObject({ kind: "shipped", recipient: "asha@example.com" });
    expect(mail?.textBody).toContain("In this parcel\n1 × Savannah Linen Shirt, size M");
    expect(mail?.textBody).toContain(
      "Still to follow\n1 × Savannah Linen Shirt, size M\n1 × Kaieteur Gown, size Custom",
    );
    expect(mail?.textBody).toContain("https://dhl.example/1");
    expect(mail?.unsubscribeUrl).toContain("https://shop.example/unsubscribe?token=");
    const { shipments, steps } = await mine();
    expect(shipments).toMatchObject([{ ...DHL, deliveredAt: null, items: [{ quantity: 1 }] }]);
    expect(steps.map((step) => step.type)).toEqual(["placed", "shipped"]);
    expect(await suite.changes()).toMatchObject([
      { action: "shipped", subject: "order", subjectId: suite.order.id, actorName: "Rosa" },
    ]);
  });

  test("can be one of several, each with its own email", async () => {
    await sent({ shirts: 2 });
    await sent({ gowns: 1 });
    const mails = await suite.mails();
    expect(mails.map((mail) => mail.subject.slice(0, 12))).toEqual([
      "A parcel is ",
      "Your parcel ",
    ]);
    expect(await suite.steps()).toEqual(["placed", "shipped", "shipped"]);
  });

  test("is created once by two concurrent presses", async () => {
    const [first, second] = await Promise.all([
      ship({ shirts: 1, key: "press" }),
      ship({ shirts: 1, key: "press" }),
    ]);
    expect(first).toEqual(second);
    expect(await suite.bench.db.select().from(shipments)).toHaveLength(1);
    expect(await suite.mails()).toHaveLength(1);
  });

  test("is one of its own for another order under the same key", async () => {
    await sent({ shirts: 1, key: "press" });
    const orderId = await createOrder(suite.bench.db, { status: "completed" });
    const [line] = await suite.bench.db
      .select({ itemId: orderItems.id })
      .from(orderItems)
      .where(eq(orderItems.orderId, orderId));
    if (!line) throw new Error("The order has a line");
    const items = [{ ...line, quantity: 1 }];
    const shipment = { ...DHL, key: "press", items };
    const other = await shipOrder(suite.deps, { actor: suite.people.owner, orderId, shipment });
    expect(other.ok).toBe(true);
    expect(await suite.bench.db.select().from(shipments)).toHaveLength(2);
  });

  test("never has more than what is left, even if another admin ships at the same moment", async () => {
    const tooMany = { ok: false, error: "too_many" };
    expect(await ship({ shirts: 3 })).toEqual(tooMany);
    expect(await ship({})).toEqual(tooMany);
    const both = await Promise.all([ship({ shirts: 2 }), ship({ shirts: 1 })]);
    expect(both.filter((each) => each.ok)).toHaveLength(1);
    expect(both).toContainEqual(tooMany);
  });

  test("leaves out items refunded before shipping, and a failed refund does not count", async () => {
    const refund = {
      orderId: suite.order.id,
      paymentId: await paymentOf(suite.bench.db, suite.order.id),
      amountMinor: 12_000,
      currency: "USD",
      provider: "test",
    };
    for (const status of ["succeeded", "failed"] as const) {
      const [row] = await suite.bench.db
        .insert(refunds)
        .values({ ...refund, status })
        .returning({ id: refunds.id });
      await suite.bench.db
        .insert(refundItems)
        .values({ refundId: row?.id ?? "", orderItemId: suite.order.shirt, quantity: 1 });
    }
    expect(await ship({ shirts: 2 })).toEqual({ ok: false, error: "too_many" });
    expect((await ship({ shirts: 1 })).ok).toBe(true);
  });

  test("needs a paid order, and lines of this order", async () => {
    const { db } = suite.bench;
    await db.update(orders).set({ status: "pending" }).where(eq(orders.id, suite.order.id));
    expect(await ship({ shirts: 1 })).toEqual({ ok: false, error: "not_paid" });
    await db.update(orders).set({ status: "completed" }).where(eq(orders.id, suite.order.id));
    const strange = { ...DHL, key: "", items: [{ itemId: suite.order.id, quantity: 1 }] };
    const { owner } = suite.people;
    const input = { actor: owner, orderId: suite.order.id, shipment: strange };
    expect(await shipOrder(suite.deps, input)).toEqual({ ok: false, error: "too_many" });
    expect(await shipOrder(suite.deps, { ...input, orderId: "nonsense" })).toEqual({
      ok: false,
      error: "not_found",
    });
  });

  test("can be created by an admin only", async () => {
    const shipmentId = await sent({ shirts: 1 });
    const orderId = suite.order.id;
    const forbidden = { ok: false, error: "forbidden" };
    for (const actor of suite.strangers) {
      expect(await ship({ shirts: 1, actor })).toEqual(forbidden);
      const input = { actor, orderId, shipmentId: shipmentId };
      expect(await recordDelivery(suite.deps, { ...input, day: "" })).toEqual(forbidden);
      expect(await correctTracking(suite.deps, { ...input, version: "", tracking: DHL })).toEqual(
        forbidden,
      );
    }
    expect(await suite.mails()).toHaveLength(1);
  });

  test("sends no email to a customer who declined order updates", async () => {
    const { asha } = suite.people;
    const preferences = { emailNotifications: false, orderUpdates: false };
    await saveEmailPreferences(suite.deps, { actor: asha, preferences });
    await sent({ shirts: 1 });
    expect(await suite.mails()).toEqual([]);
    expect((await mine()).shipments).toHaveLength(1);
  });
});

describe("a delivered shipment", () => {
  const deliver = (shipmentId: string, day = "") =>
    recordDelivery(suite.deps, {
      actor: suite.people.owner,
      orderId: suite.order.id,
      shipmentId: shipmentId,
      day,
    });

  test("starts the customer's 30 days and is reported to the customer once", async () => {
    const shipmentId = await sent({ shirts: 2 });
    suite.bench.clock.set("2026-12-01T12:00:00Z");
    expect(await deliver(shipmentId)).toEqual({ ok: true, value: null });
    expect(await deliver(shipmentId)).toEqual({ ok: true, value: null });
    const mails = await suite.mails();
    expect(mails.map(({ kind }) => kind)).toEqual(["shipped", "delivered"]);
    expect(mails[1]?.textBody).toContain("until 31 December 2026");
    const { returns, steps } = await mine();
    expect(returns[suite.order.shirt]?.until).toEqual(new Date("2026-12-31T12:00:00Z"));
    expect(steps.map((step) => step.type)).toEqual(["placed", "shipped", "delivered"]);
  });

  test("can be recorded for an earlier day, but not before shipping or in the future", async () => {
    const shipmentId = await sent({ shirts: 2 });
    suite.bench.clock.set("2026-12-01T12:00:00Z");
    for (const day of ["2026-11-19", "2026-12-02", "2026-02-31", "soon"]) {
      expect(await deliver(shipmentId, day), day).toEqual({ ok: false, error: "no_such_day" });
    }
    expect((await deliver(shipmentId, "2026-11-25")).ok).toBe(true);
    expect((await mine()).shipments[0]?.deliveredAt).toEqual(new Date("2026-11-25T16:00:00Z"));
  });

  test("does not start the 30 days of a line that still has items on the way", async () => {
    const first = await sent({ shirts: 1 });
    await deliver(first);
    suite.bench.clock.set("2026-12-15T12:00:00Z");
    await sent({ shirts: 1 });
    const { returns } = await mine();
    expect(returns[suite.order.shirt]?.until).toEqual(new Date("2027-01-14T12:00:00Z"));
  });

  test("is shown to a guest by order number and email too", async () => {
    await deliver(await sent({ shirts: 2 }));
    const found = await lookUpOrder(suite.bench.db, {
      number: suite.order.id.slice(0, 8),
      email: "asha@example.com",
      now: suite.bench.clock.now(),
    });
    expect(found).toMatchObject({
      ok: true,
      value: { shipments: [{ ...DHL, deliveredAt: expect.any(Date) }], order: { address: null } },
    });
  });
});

describe("a wrong tracking number", () => {
  const tracking = { carrier: "UPS", trackingNumber: "1Z", trackingUrl: "https://ups.example/1Z" };

  test("is corrected on the customer's page without another email", async () => {
    const shipmentId = await sent({ shirts: 1 });
    const version = (await mine()).shipments[0]?.updatedAt.toISOString() ?? "";
    const { owner } = suite.people;
    const input = {
      actor: owner,
      orderId: suite.order.id,
      shipmentId: shipmentId,
      version,
      tracking,
    };
    expect(await correctTracking(suite.deps, input)).toEqual({ ok: true, value: null });
    expect((await mine()).shipments).toMatchObject([tracking]);
    expect(await suite.mails()).toHaveLength(1);
    expect(await correctTracking(suite.deps, input)).toEqual({ ok: false, error: "conflict" });
  });
});
