import { beforeEach, describe, expect, test } from "vitest";
import { orders } from "#db/schema/orders.server.ts";
import { findPaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import { eventMessage } from "#features/orders/order/order-events.ts";
import { outbox, reread, stockOf } from "#tests/support/checkout.ts";
import { failNext } from "#tests/support/stripe/faults.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { startStripeDouble } from "#tests/support/stripe/stripe-double.ts";
import { OTHER_ACCOUNT, stripeSuite } from "#tests/support/stripe-suite.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { cancelCheckout } from "./expire-checkout.server.ts";
import { refundOrder, sweepRefunds } from "./refund-order.server.ts";
import { sweepReservations } from "./sweep-payments.server.ts";

const { suite, now, shop, saveKeys, opened, deliverAll, timeline, ledger } = stripeSuite();

const HOUR_MS = 60 * 60 * 1000;

beforeEach(async () => {
  now.other = await startStripeDouble();
  await saveKeys(STAND_IN_KEYS.good);
});

/** The other account has the same mode. */
const changeAccount = () => saveKeys(OTHER_ACCOUNT);
const changeBack = () => saveKeys(STAND_IN_KEYS.good);

const holdEnded = (agoMs: number) =>
  suite.db.update(orders).set({ reservedUntil: new Date(Date.now() - agoMs) });

const reportedBy = async (orderId: string) =>
  (await timeline(orderId)).map(({ type, detail }) => ({ type, ...eventMessage(type, detail) }));

describe("an order that awaits payment when the owner saves the keys of another account", () => {
  test("stays pending although that account does not know it, and is flagged to the owner once", async () => {
    const order = await opened();
    expect(order.payment.providerAccount).toBe(now.double.books.accountId);
    now.double.payer.pay(order.sessionId);
    await changeAccount();
    await holdEnded(1_000);
    for (let round = 0; round < 2; round += 1) {
      expect(await sweepReservations(shop())).toEqual({ expired: 0, completed: 0, left: 1 });
    }
    expect(await cancelCheckout(shop(), { orderId: order.id })).toBe("pending");
    expect(await reread(suite.db, order.id)).toMatchObject({ status: "pending" });
    expect(await stockOf(suite.db, order.productId)).toMatchObject({ stock: 3 });
    const steps = await reportedBy(order.id);
    expect(steps.map(({ type }) => type)).toEqual(["placed", "other_account"]);
    expect(steps[1]).toMatchObject({
      title: "Opened with other Stripe keys",
      tone: "alert",
      explanation: expect.stringContaining(now.double.books.accountId),
    });
    expect(await findPaymentTrouble(suite.db), "new orders are not troubled").toBeNull();
  });

  test("is completed when the first keys are back", async () => {
    const order = await opened();
    now.double.payer.pay(order.sessionId);
    await changeAccount();
    await holdEnded(1_000);
    await sweepReservations(shop());
    await changeBack();
    expect(await sweepReservations(shop())).toMatchObject({ completed: 1 });
    expect(await reread(suite.db, order.id)).toMatchObject({ status: "completed" });
  });

  test("ends some time after its payment page expired, with a message that says where to look", async () => {
    const order = await opened();
    await changeAccount();
    await holdEnded(HOUR_MS + 1_000);
    expect(await sweepReservations(shop())).toMatchObject({ expired: 1 });
    expect(await stockOf(suite.db, order.productId)).toEqual({ stock: 5, held: 0 });
    expect((await reportedBy(order.id)).at(-1)).toMatchObject({
      type: "expired",
      tone: "alert",
      explanation: expect.stringContaining(now.double.books.accountId),
    });
    await changeBack();
    const late = now.double.payer.pay(order.sessionId);
    expect(await deliverAll(late), "money is never refused").toContain("completed");
  });

  test("cannot be cancelled by the owner before that, with the reason", async () => {
    const order = await opened();
    await changeAccount();
    const { updatedAt } = await reread(suite.db, order.id);
    const cancelled = await cancelOrder(shop(), {
      actor: now.owner,
      orderId: order.id,
      version: updatedAt.toISOString(),
      reason: "",
      restock: true,
      key: "cancel",
    });
    expect(cancelled).toEqual({ ok: false, error: "elsewhere" });
    expect(await reread(suite.db, order.id)).toMatchObject({ status: "pending" });
  });

  test("ends at once if its own account, identified through a new key, does not know it", async () => {
    const order = await opened();
    now.double.books.sessions.clear();
    await saveKeys("sk_test_rolled");
    await holdEnded(1_000);
    expect(await sweepReservations(shop())).toMatchObject({ expired: 1 });
    expect((await reportedBy(order.id)).map(({ type }) => type)).toEqual(["placed", "expired"]);
  });

  test("is recognized by its key if the account could not be read", async () => {
    now.double.fault = failNext({ kind: "error", status: 503 }, "accounts.retrieveCurrent");
    const order = await opened();
    expect(order.payment.providerAccount).toMatch(/^key_[0-9a-f]{16}$/);
    expect(order.payment.providerAccount).not.toContain(STAND_IN_KEYS.good);
    now.double.books.sessions.clear();
    await holdEnded(1_000);
    expect(await sweepReservations(shop())).toMatchObject({ expired: 1 });
  });
});

describe("the money of an order that was paid to another account", () => {
  async function paid() {
    const order = await opened();
    await deliverAll(now.double.payer.pay(order.sessionId, { shippingOption: "standard" }));
    return order;
  }
  const refund = (orderId: string, key = "one") =>
    refundOrder(shop(), {
      actor: now.owner,
      orderId,
      amount: { minorUnits: 5_000, currency: "USD" },
      reason: "A loose seam",
      items: [],
      returnRequestId: null,
      key,
    });

  test("is not refunded with these keys and nothing is recorded; with its own keys it is", async () => {
    const order = await paid();
    await changeAccount();
    expect(await refund(order.id)).toEqual({ ok: false, error: "elsewhere" });
    const { updatedAt } = await reread(suite.db, order.id);
    const cancelled = await cancelOrder(shop(), {
      actor: now.owner,
      orderId: order.id,
      version: updatedAt.toISOString(),
      reason: "Sold out",
      restock: true,
      key: "cancel",
    });
    expect(cancelled).toEqual({ ok: false, error: "elsewhere" });
    expect(await ledger(order.id)).toBe(21_500);
    expect((await timeline(order.id)).map(({ type }) => type)).toEqual(["placed", "completed"]);
    await changeBack();
    expect(await refund(order.id)).toMatchObject({ ok: true, value: { status: "succeeded" } });
    expect(await ledger(order.id)).toBe(16_500);
  });

  test("is reported as unknown here, without an email, if a refund was pending when the keys changed", async () => {
    const order = await paid();
    now.double.fault = () => ({ kind: "error", status: 503 });
    expect(await refund(order.id)).toMatchObject({ ok: true, value: { status: "pending" } });
    await changeAccount();
    const later = { ...shop(), clock: { now: () => new Date(Date.now() + HOUR_MS) } };
    expect(await sweepRefunds(later as unknown as typeof suite)).toMatchObject({ failed: 1 });
    expect((await reportedBy(order.id)).at(-1)).toMatchObject({
      type: "refund_failed",
      explanation: expect.stringContaining(now.double.books.accountId),
    });
    expect((await outbox(suite.db)).map(({ kind }) => kind)).toEqual(["order-confirmation"]);
  });
});
