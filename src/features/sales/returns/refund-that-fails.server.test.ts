import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { getShopReport } from "#features/office/reports/report-queries.server.ts";
import { customerStepMessage } from "#features/orders/order/order-events.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { findMyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { outbox, reread } from "#tests/support/checkout.ts";
import { sendItems } from "#tests/support/orders.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { stripeSuite } from "#tests/support/stripe-suite.ts";
import { requestReturn } from "./request-return.server.ts";
import { returnsOf } from "./return-queries.server.ts";
import { declineReturn, receiveReturn, refundReturn } from "./settle-return.server.ts";

const { suite, now, shop, saveKeys, opened, deliverAll, ledger } = stripeSuite();

async function received() {
  await saveKeys(STAND_IN_KEYS.good);
  const order = await opened();
  await deliverAll(now.double.payer.pay(order.sessionId));
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(suite.db, { email, role: "customer" });
  const customer: Actor = { role: "customer", userId, name: "Asha", email };
  await suite.db.update(orders).set({ userId }).where(eq(orders.id, order.id));
  const [line] = await suite.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const itemId = line?.id ?? "";
  const requested = { reason: "other_size", note: "", items: [{ itemId, quantity: 1 }] } as const;
  await sendItems(suite.db, order.id);
  await requestReturn(shop(), { actor: customer, orderId: order.id, requested });
  const base = async () => {
    const [first] = await returnsOf(suite.db, order.id);
    return { actor: now.owner, orderId: order.id, returnId: first?.id ?? "" };
  };
  const items = [{ itemId, quantity: 1, restock: true }];
  await receiveReturn(shop(), { ...(await base()), received: items, staffNote: "" });
  return {
    id: order.id,
    sessionId: order.sessionId,
    refund: async () =>
      refundReturn(shop(), {
        ...(await base()),
        amount: money(10_000),
        reason: "Your return",
        key: randomUUID(),
      }),
    receiveAgain: async () =>
      receiveReturn(shop(), { ...(await base()), received: items, staffNote: "" }),
    decline: async () => declineReturn(shop(), { ...(await base()), because: "Worn" }),
    requestedReturn: async () => (await returnsOf(suite.db, order.id))[0],
    bankSays: async (arrived: boolean) => {
      const last = [...now.double.books.refunds.values()].at(-1);
      return deliverAll(now.double.payer.settleRefund(last?.id ?? "", arrived));
    },
    page: async () => {
      const adminOrder = await getAdminOrder(suite.db, { actor: now.owner, orderId: order.id });
      if (!adminOrder.ok) throw new Error(adminOrder.error);
      return adminOrder.value;
    },
    mine: async () => {
      const found = await findMyOrder(suite.db, {
        actor: customer,
        orderId: order.id,
        now: new Date(),
      });
      if (!found.ok) throw new Error(found.error);
      return found.value;
    },
  };
}

const home = async () => {
  const report = await getShopReport(suite.db, {
    actor: now.owner,
    now: new Date(),
    currency: "USD",
  });
  if (!report.ok) throw new Error(report.error);
  return report.value.pending;
};

describe("a return whose refund the bank sends back", () => {
  test("must be refunded again, and the owner reads why on the order and on the overview", async () => {
    const back = await received();
    expect(await back.refund()).toEqual({ ok: true, value: null });
    expect(await back.requestedReturn()).toMatchObject({
      status: "refunded",
      closedAt: expect.any(Date),
    });
    expect(await home()).toMatchObject({ openReturns: 0, unpaidReturns: 0 });
    await back.bankSays(false);
    expect(await back.requestedReturn()).toMatchObject({ status: "received", closedAt: null });
    expect(await reread(suite.db, back.id)).toMatchObject({
      status: "completed",
      refundedMinor: 0,
    });
    expect(await ledger(back.id)).toBe(21_500);
    const { events, failedRefunds, payments, returns } = await back.page();
    expect(payments.map(({ kind, amount }) => [kind, amount.minorUnits])).toEqual([
      ["charge", 21_500],
      ["refund", -10_000],
      ["refund_failed", 10_000],
    ]);
    expect(failedRefunds[returns[0]?.id ?? ""]).toEqual({
      amountMinor: 10_000,
      failure: "lost or stolen card",
    });
    expect(events.at(-1)).toMatchObject({
      type: "refund_failed",
      detail: { authorizationNumber: returns[0]?.authorizationNumber, isReported: true },
    });
    expect(await home()).toMatchObject({ openReturns: 1, unpaidReturns: 1 });
  });

  test("is reported to the customer without the bank's reason", async () => {
    const back = await received();
    await back.refund();
    await back.bankSays(false);
    const { announced, refunded, steps } = await back.mine();
    expect(announced[0]?.status).toBe("received");
    expect(refunded.minorUnits).toBe(0);
    const step = steps.at(-1);
    expect(step && customerStepMessage(step)).toEqual({
      title: "Refund came back",
      explanation: expect.stringContaining("$100.00. Your bank did not take the money"),
      tone: "alert",
    });
    expect(JSON.stringify(steps)).not.toContain("stolen");
    const mail = (await outbox(suite.db)).find(({ kind }) => kind === "refund-failed");
    expect(mail?.subject).toContain("Your refund of $100.00 came back to us");
    expect(mail?.textBody).not.toContain("stolen");
  });

  test("is refunded again, and settled by the refund that arrives", async () => {
    const back = await received();
    await back.refund();
    await back.bankSays(false);
    expect(await back.refund()).toEqual({ ok: true, value: null });
    await back.bankSays(true);
    expect((await back.requestedReturn())?.status).toBe("refunded");
    expect(await reread(suite.db, back.id)).toMatchObject({ refundedMinor: 10_000 });
    expect(await home()).toMatchObject({ openReturns: 0, unpaidReturns: 0 });
    expect((await back.page()).failedRefunds).toEqual({
      [(await back.requestedReturn())?.id ?? ""]: null,
    });
    expect((await outbox(suite.db)).filter(({ kind }) => kind === "refund")).toHaveLength(2);
  });

  test("opens again too if the bank's first result was late, whatever is repeated", async () => {
    const back = await received();
    now.double.refundsArrive = "later";
    await back.refund();
    expect((await back.requestedReturn())?.status).toBe("refunded");
    await back.bankSays(false);
    await back.bankSays(false);
    expect((await back.requestedReturn())?.status).toBe("received");
    const { events } = await back.page();
    expect(events.filter(({ type }) => type === "refund_failed")).toHaveLength(1);
    expect((await back.mine()).steps.at(-1)?.type).toBe("refund_failed");
  });

  test("is not received or restocked a second time, and can still be declined", async () => {
    const back = await received();
    await back.refund();
    expect(await back.receiveAgain()).toEqual({ ok: false, error: "not_announced" });
    await back.bankSays(false);
    expect(await back.receiveAgain()).toEqual({ ok: false, error: "not_announced" });
    expect(await back.decline()).toEqual({ ok: true, value: null });
  });
});

test("a refund that is refused at once settles nothing: the owner reads why, and the customer gets no email", async () => {
  const back = await received();
  now.double.payer.refundFromDashboard(back.sessionId);
  expect(await back.refund()).toEqual({ ok: false, error: "provider" });
  expect((await back.requestedReturn())?.status).toBe("received");
  const { failedRefunds, returns } = await back.page();
  expect(failedRefunds[returns[0]?.id ?? ""]?.failure).toContain("already been refunded");
  expect((await back.mine()).steps.map(({ type }) => type)).not.toContain("refund_failed");
  expect((await outbox(suite.db)).map(({ kind }) => kind)).not.toContain("refund-failed");
});
