import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { orderEvents, orderItems } from "#db/schema/orders.server.ts";
import { paymentMovements, payments, refunds } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import type { PaymentProvider, ProviderRefund } from "#platform/payments.server.ts";
import {
  addProduct,
  outbox,
  payUnheard,
  placed,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { onlyProvider } from "#tests/support/payments.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { applyFollowingEvent } from "./payment-events.server.ts";
import { refundOrder, sweepRefunds } from "./refund-order.server.ts";
import { settleRefund } from "./settle-refund.server.ts";
import { settleSession } from "./settle-session.server.ts";

const bench = checkoutSuite();

async function paidOrder() {
  const productId = await addProduct(bench.db, { dollars: 100, stock: { M: 5 } });
  const order = await placed(bench, requestFor(productId, { quantity: 2 }));
  await payUnheard(bench, order.sessionId);
  const session = await bench.payments.readSession(order.sessionId);
  if (!session) throw new Error("no session");
  await settleSession(bench, "test", session);
  const [line] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(bench.db, { email, role: "admin" });
  const actor: Actor = { role: "admin", userId, name: "Rosa", email };
  const refund = (
    change: Partial<Parameters<typeof refundOrder>[1]> = {},
    payments = bench.payments,
  ) =>
    refundOrder(
      { ...bench, payments },
      {
        actor,
        orderId: order.id,
        amount: money(21_500),
        reason: "The seam came open.",
        items: [],
        returnRequestId: null,
        key: randomUUID(),
        ...change,
      },
    );
  return { ...order, productId, lineId: line?.id ?? "", refund };
}

type Bench = typeof bench.payments;
const answering = (change: Partial<PaymentProvider>): Bench =>
  ({ ...onlyProvider(bench.testPage), ...change }) as Bench;

const ledger = async (orderId: string) =>
  (
    await bench.db.select().from(paymentMovements).where(eq(paymentMovements.orderId, orderId))
  ).reduce((sum, row) => sum + row.amountMinor, 0);

const steps = async (orderId: string) =>
  (
    await bench.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, orderId))
      .orderBy(asc(orderEvents.createdAt))
  ).map((step) => step.type);

const refundRows = () => bench.db.select().from(refunds);
const mailsOf = async () => (await outbox(bench.db)).filter((mail) => mail.kind === "refund");

describe("a full refund", () => {
  // Specification 2.120, 4.22
  test("marks the order as refunded, mails the customer, and leaves the ledger at zero", async () => {
    const order = await paidOrder();
    expect(await ledger(order.id)).toBe(21_500);
    expect(await order.refund()).toMatchObject({ ok: true, value: { status: "succeeded" } });
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "refunded",
      refundedMinor: 21_500,
    });
    expect(await ledger(order.id)).toBe(0);
    expect((await steps(order.id)).at(-1)).toBe("refunded");
    const [mail] = await mailsOf();
    expect(mail?.subject).toContain("$215.00");
    expect(mail?.textBody).toContain("The seam came open.");
    expect(mail?.textBody).toContain("5-10 business days");
    const [entry] = await bench.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
    expect(entry).toMatchObject({ action: "refunded", actorName: "Rosa" });
  });

  test("is done once by repeated or concurrent presses", async () => {
    const order = await paidOrder();
    const key = randomUUID();
    const [one, two] = await Promise.all([order.refund({ key }), order.refund({ key })]);
    expect(one).toEqual(two);
    expect(await order.refund({ key })).toEqual(one);
    expect(await refundRows()).toHaveLength(1);
    expect(await mailsOf()).toHaveLength(1);
    expect(await ledger(order.id)).toBe(0);
  });
});

describe("a partial refund", () => {
  test("leaves the order completed and restocks only the returned items", async () => {
    const order = await paidOrder();
    expect(await stockOf(bench.db, order.productId)).toMatchObject({ stock: 3 });
    const items = [{ orderItemId: order.lineId, quantity: 1, restock: true }];
    expect(await order.refund({ amount: money(10_000), items })).toMatchObject({ ok: true });
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "completed",
      refundedMinor: 10_000,
    });
    expect(await stockOf(bench.db, order.productId)).toMatchObject({ stock: 4 });
    const stored = [{ orderItemId: order.lineId, quantity: 1, restock: false }];
    expect(await order.refund({ amount: money(11_500), items: stored })).toMatchObject({
      ok: true,
    });
    expect(await stockOf(bench.db, order.productId)).toMatchObject({ stock: 4 });
    expect(await reread(bench.db, order.id)).toMatchObject({ status: "refunded" });
  });

  test("never exceeds the amount paid, however many are concurrent", async () => {
    const order = await paidOrder();
    const results = await Promise.all(
      Array.from({ length: 6 }, () => order.refund({ amount: money(9_000) })),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(2);
    expect(results.filter((result) => !result.ok && result.error === "too_much")).toHaveLength(4);
    expect(await ledger(order.id)).toBe(3_500);
  });
});

describe("a refund is refused", () => {
  test("to anyone but an admin, and for an unknown order", async () => {
    const order = await paidOrder();
    expect(await order.refund({ actor: visitor })).toEqual({ ok: false, error: "forbidden" });
    expect(await order.refund({ orderId: newId() })).toEqual({ ok: false, error: "not_found" });
    expect(await order.refund({ orderId: "x" })).toEqual({ ok: false, error: "not_found" });
    expect(await order.refund({ amount: money(21_501) })).toMatchObject({ error: "too_much" });
    expect(await refundRows()).toEqual([]);
  });

  test("by the provider: only the timeline changes, and it can be tried again", async () => {
    const order = await paidOrder();
    const refused: Bench = answering({
      refund: async (request) => ({
        ...request,
        id: null,
        status: "failed",
        failure: "Your account has too little money.",
      }),
    });
    expect(await order.refund({}, refused)).toEqual({ ok: false, error: "provider" });
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "completed",
      refundedMinor: 0,
    });
    expect((await steps(order.id)).at(-1)).toBe("refund_failed");
    expect(await mailsOf()).toEqual([]);
    expect(await order.refund()).toMatchObject({ ok: true });
  });
});

describe("a provider that does not respond", () => {
  const away = () =>
    answering({ refund: () => Promise.reject(new AppError("payment_provider", "away")) });

  test("leaves the refund pending, reserves its amount, and the sweep completes it", async () => {
    const order = await paidOrder();
    expect(await order.refund({}, away())).toMatchObject({ value: { status: "pending" } });
    expect(await order.refund({ amount: money(1) })).toMatchObject({ error: "too_much" });
    bench.clock.set(new Date(Date.now() + 120_000).toISOString());
    expect(await sweepRefunds({ ...bench, payments: away() })).toMatchObject({ left: 1 });
    expect(await sweepRefunds(bench)).toMatchObject({ succeeded: 1, left: 0 });
    expect(await reread(bench.db, order.id)).toMatchObject({ status: "refunded" });
    expect(await sweepRefunds(bench)).toEqual({ succeeded: 0, failed: 0, left: 0 });
  });
});

describe("the provider's messages about refunds", () => {
  const reportedBy = (change: Partial<ProviderRefund>): ProviderRefund => ({
    id: "re_1",
    key: null,
    paymentId: "pi_1",
    amount: money(5_000),
    status: "succeeded",
    failure: null,
    ...change,
  });

  test("record a refund made in the provider's dashboard once, however often they are repeated", async () => {
    const { id: orderId } = await paidOrder();
    const { payment } = await reread(bench.db, orderId);
    const notify = (change: Partial<ProviderRefund> = {}) =>
      settleRefund(bench, { payment, providerRefund: reportedBy(change) });
    await Promise.all([notify(), notify(), notify({ status: "pending" })]);
    expect(await notify({ status: "pending" })).toBe("succeeded");
    expect(await reread(bench.db, orderId)).toMatchObject({
      status: "completed",
      refundedMinor: 5_000,
    });
    expect(await ledger(orderId)).toBe(16_500);
    expect(await mailsOf()).toHaveLength(1);
  });

  test("reverse a refund that the bank sends back later", async () => {
    const { id: orderId, refund } = await paidOrder();
    await refund();
    const [row] = await refundRows();
    const failed = reportedBy({
      key: row?.id ?? null,
      id: "re_9",
      status: "failed",
      failure: "closed",
    });
    const { payment } = await reread(bench.db, orderId);
    const notify = () => settleRefund(bench, { payment, providerRefund: failed });
    expect(await notify()).toBe("failed");
    expect(await notify()).toBe("failed");
    expect(await reread(bench.db, orderId)).toMatchObject({
      status: "completed",
      refundedMinor: 0,
    });
    expect(await ledger(orderId)).toBe(21_500);
  });

  test("change nothing about an order paid through another provider", async () => {
    const { id: orderId } = await paidOrder();
    const { payment } = await reread(bench.db, orderId);
    await bench.db
      .update(payments)
      .set({ paymentIntentId: "pi_1" })
      .where(eq(payments.id, payment.id));
    const event = { id: "evt_1", type: "refunds.changed", paymentId: "pi_1" } as const;
    const refunds = [reportedBy({})];
    expect(await applyFollowingEvent(bench, { ...event, provider: "stripe:live", refunds })).toBe(
      "unknown",
    );
    expect(await refundRows()).toEqual([]);
    expect(await applyFollowingEvent(bench, { ...event, provider: "test", refunds })).toBe("noted");
    expect(await refundRows()).toHaveLength(1);
  });
});
