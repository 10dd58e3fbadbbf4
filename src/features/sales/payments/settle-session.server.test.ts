import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { paymentEvents } from "#db/schema/payments.server.ts";
import type { PaymentSession, SessionEvent } from "#platform/payments.server.ts";
import {
  addProduct,
  georgetown,
  outbox,
  placed,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { settlePayment, settleSession } from "./settle-session.server.ts";

const bench = checkoutSuite();

const steps = async (orderId: string) =>
  (
    await bench.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, orderId))
      .orderBy(orderEvents.createdAt)
  ).map((step) => step.type);

async function paidEvent(sessionId: string): Promise<SessionEvent> {
  const sent = await bench.payments.controls.pay(sessionId, {
    optionId: "standard",
    address: georgetown,
  });
  if (!sent) throw new Error("the session was not open");
  const event = await bench.payments.readEvent(sent.body, sent.signature);
  if (!event) throw new Error("the message was refused");
  return event;
}

async function expiredEvent(sessionId: string): Promise<SessionEvent> {
  const sent = await bench.payments.controls.expire(sessionId);
  const event = sent && (await bench.payments.readEvent(sent.body, sent.signature));
  if (!event) throw new Error("no message");
  return event;
}

describe("a payment", () => {
  // Specification 4.22
  test("completes its order with shipping and address, keeps the items sold, and queues one email and its job", async () => {
    const id = await addProduct(bench.db, { dollars: 100, stock: { M: 5 } });
    const order = await placed(bench, requestFor(id, { quantity: 2 }));
    expect(await settlePayment(bench, await paidEvent(order.sessionId))).toBe("completed");

    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "completed",
      subtotalMinor: 20_000,
      shippingMinor: 1_500,
      totalMinor: 21_500,
      shippingMethod: "Standard",
      shippingAddress: georgetown,
      reservedUntil: null,
    });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 3, held: 0 });
    const [mail, ...others] = await outbox(bench.db);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: "shopper@example.com", status: "queued" });
    expect(bench.sent).toEqual([{ name: "send-mail", payload: { mailId: mail?.id } }]);
  });

  test("is settled once by repeated or concurrent messages", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    const event = await paidEvent(order.sessionId);
    const settled = await Promise.all([settlePayment(bench, event), settlePayment(bench, event)]);
    expect(settled.toSorted()).toEqual(["completed", "duplicate"]);
    expect(await settlePayment(bench, event)).toBe("duplicate");
    expect(await settlePayment(bench, { ...event, id: randomUUID() })).toBe("unchanged");
    expect(await outbox(bench.db)).toHaveLength(1);
    expect(await stockOf(bench.db, id)).toEqual({ stock: 4, held: 0 });
    expect((await steps(order.id)).filter((step) => step === "completed")).toHaveLength(1);
  });

  test("stays paid after a late 'expired' message", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    const event = await paidEvent(order.sessionId);
    await settlePayment(bench, event);
    const late: SessionEvent = { ...event, id: randomUUID(), type: "session.expired" };
    expect(await settlePayment(bench, late)).toBe("unchanged");
    expect((await reread(bench.db, order.id)).status).toBe("completed");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 4, held: 0 });
  });

  test("takes the items again if it arrives after the reservation ended", async () => {
    const id = await addProduct(bench.db, { stock: { M: 5 } });
    const order = await placed(bench, requestFor(id, { quantity: 2 }));
    const event = await paidEvent(order.sessionId);
    await settlePayment(bench, { ...event, id: randomUUID(), type: "session.expired" });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
    expect(await settlePayment(bench, event)).toBe("completed");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 3, held: 0 });
    expect(await steps(order.id)).toEqual(["placed", "expired", "completed"]);
  });

  test("completes the order and flags it to the owner if the items were sold meanwhile", async () => {
    const id = await addProduct(bench.db, { stock: { M: 4 } });
    const order = await placed(bench, requestFor(id, { quantity: 2 }));
    const event = await paidEvent(order.sessionId);
    await settlePayment(bench, { ...event, id: randomUUID(), type: "session.expired" });
    await placed(bench, requestFor(id, { quantity: 2 }));
    await placed(bench, requestFor(id, { customerEmail: "another@example.com" }));
    expect(await settlePayment(bench, event)).toBe("completed");
    expect(await steps(order.id)).toContain("oversold");
    expect((await stockOf(bench.db, id)).stock).toBe(1);
    expect(await outbox(bench.db)).toHaveLength(1);
  });

  test("completes nothing and is flagged to the owner if its amount is not the order's", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const event = await paidEvent(order.sessionId);
    const session: PaymentSession = { ...event.session, total: money(1) };
    expect(await settlePayment(bench, { ...event, session })).toBe("under_review");
    expect(await steps(order.id)).toEqual(["placed", "payment_wrong_amount"]);
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "pending",
      payment: { status: "wrong_amount", capturedMinor: 1 },
    });
  });

  test("adds its tax to the total", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db, { dollars: 100 })));
    const event = await paidEvent(order.sessionId);
    const session = { ...event.session, tax: money(1_400), total: money(12_900) };
    await settlePayment(bench, { ...event, session });
    expect(await reread(bench.db, order.id)).toMatchObject({ taxMinor: 1_400, totalMinor: 12_900 });
    expect(await steps(order.id)).toEqual(["placed", "completed"]);
  });

  test("is recorded and changes nothing if it is not the shop's", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const event = await paidEvent(order.sessionId);
    for (const reference of [randomUUID(), "no id at all"]) {
      const session = { ...event.session, id: `cs_${randomUUID()}`, reference };
      const foreign = { ...event, id: randomUUID(), session };
      expect(await settlePayment(bench, foreign)).toBe("unknown");
    }
    const stored = await bench.db.select().from(paymentEvents);
    expect(stored.length).toBeGreaterThanOrEqual(2);
    expect((await reread(bench.db, order.id)).status).toBe("pending");
  });

  test("is recorded without the customer's address", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    await settlePayment(bench, await paidEvent(order.sessionId));
    const stored = await bench.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.sessionId, order.sessionId));
    expect(JSON.stringify(stored)).not.toContain("Camp Street");
  });
});

describe("a declined card", () => {
  test("leaves the order and its reservation open for another attempt", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    const sent = await bench.payments.controls.decline(order.sessionId);
    const event = sent && (await bench.payments.readEvent(sent.body, sent.signature));
    expect(event && (await settlePayment(bench, event))).toBe("noted");
    expect((await reread(bench.db, order.id)).status).toBe("pending");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 4, held: 1 });
    expect(await settlePayment(bench, await paidEvent(order.sessionId))).toBe("completed");
  });
});

describe("an expired session", () => {
  // Specification 4.22
  test("releases the items once, however often it is reported", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(bench, requestFor(id));
    const event = await expiredEvent(order.sessionId);
    expect(await settlePayment(bench, event)).toBe("released");
    expect(await settlePayment(bench, event)).toBe("duplicate");
    expect(await settlePayment(bench, { ...event, id: randomUUID() })).toBe("unchanged");
    expect((await reread(bench.db, order.id)).status).toBe("expired");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
    expect(await outbox(bench.db)).toEqual([]);
  });
});

describe("asking the provider", () => {
  test("changes nothing about an open session, and completes the order of a paid one", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const request = async () => {
      const session = await bench.payments.readSession(order.sessionId);
      return session && settleSession(bench, "test", session);
    };
    expect(await request()).toBeNull();
    await paidEvent(order.sessionId);
    expect(await request()).toBe("completed");
    expect(await request()).toBe("duplicate");
  });
});

describe("the database refuses", () => {
  test("a total that does not add up", async () => {
    const order = await placed(bench, requestFor(await addProduct(bench.db)));
    const wrong = bench.db
      .update(orders)
      .set({ totalMinor: 1 })
      .where(eq(orders.id, order.id))
      .catch((error: Error) => Promise.reject(error.cause));
    await expect(wrong).rejects.toMatchObject({ constraint: "orders_total_adds_up" });
  });

  test("stock below zero", async () => {
    const id = await addProduct(bench.db);
    const wrong = bench.db
      .update(productVariants)
      .set({ stockCount: sql`-1` })
      .where(eq(productVariants.productId, id))
      .catch((error: Error) => Promise.reject(error.cause));
    await expect(wrong).rejects.toMatchObject({ constraint: "product_variants_stock_positive" });
  });
});
