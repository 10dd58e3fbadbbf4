import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { money } from "#core/money-amount.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { paymentMovements, payments, refunds } from "#db/schema/payments.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { storeCreditEntries } from "#db/schema/store-credit.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { readStoredDetail } from "#features/orders/order/order-event-details.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { findCreditByToken } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { cancelCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import { refundOrder } from "#features/sales/payments/refund-order.server.ts";
import { sweepReservations } from "#features/sales/payments/sweep-payments.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import {
  addProduct,
  georgetown,
  invoiceOf,
  outbox,
  placed,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { actOnTestPayment } from "./act-on-test-payment.server.ts";
import {
  completeOwnPayment,
  findOpenTransfer,
  orderByTransfer,
  recordTransfer,
} from "./bank-transfer.server.ts";
import { findOpenCreditOrder, orderByCredit } from "./credit-order.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { retrieveOrder } from "./retrieve-order.server.ts";

const bench = checkoutSuite();
let owner: SignedIn;
let token = "";
let productId = "";

const shop = () => {
  const own: Record<string, unknown> = { manual: bench.manual, store_credit: bench.storeCredit };
  const payments = {
    current: async () => bench.testPage,
    of: async (name: string) => own[name] ?? bench.testPage,
    known: async () => [],
    receive: ({ body, signature }: { body: string; signature: string }) =>
      bench.testPage.readEvent(body, signature),
  } as unknown as Payments;
  return { ...bench, payments } as typeof bench;
};

async function withCredit(dollars: number) {
  const given = await giveStoreCredit(shop(), {
    actor: owner,
    email: `${randomUUID()}@example.com`,
    orderId: null,
    amount: money(dollars * 100),
    note: "A gift",
    key: randomUUID(),
  });
  if (!given.ok) throw new Error(given.error);
  token = await mailedCreditToken(bench.db, given.value.email);
}

const balance = async () => (await findCreditByToken(bench.db, token))?.balance.minorUnits;
const request = (shownCredit: number, change: Parameters<typeof requestFor>[1] = {}) => ({
  ...requestFor(productId, { quantity: 2, shownCredit, ...change }),
  creditToken: token,
});
const payByTestPage = (sessionId: string, optionId = "standard") =>
  actOnTestPayment(
    { ...shop(), testPage: bench.testPage },
    { sessionId, intent: "pay", values: { ...georgetown, optionId, buyerTaxNumber: "" } },
  );
const movements = (orderId: string) =>
  bench.db.select().from(paymentMovements).where(eq(paymentMovements.orderId, orderId));
const refund = (orderId: string, minor: number, asCredit = false) =>
  refundOrder(shop(), {
    actor: owner,
    orderId,
    amount: money(minor),
    reason: "A seam",
    asCredit,
    items: [],
    returnRequestId: null,
    key: randomUUID(),
  });

beforeEach(async () => {
  await bench.db.delete(storeCreditEntries);
  await bench.db.delete(siteSettings);
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(bench.db, { email, role: "admin", name: "Rosa" });
  owner = { role: "admin", userId, name: "Rosa", email };
  productId = await addProduct(bench.db, { dollars: 100, stock: { M: 50 } });
});

describe("an order paid in part with store credit", () => {
  test("opens a payment page for the rest, and completes with both parts in the ledger", async () => {
    await withCredit(50);
    const order = await placed(shop(), request(5_000));
    const session = await bench.testPage.controls.look(order.sessionId);
    expect(session?.request).toMatchObject({ credit: money(5_000), total: money(15_000) });
    expect(await balance()).toBe(0);
    await payByTestPage(order.sessionId);
    const paid = await reread(bench.db, order.id);
    expect(paid).toMatchObject({ status: "completed", totalMinor: 21_500 });
    expect(
      (await movements(order.id))
        .map(({ method, amountMinor }) => [method, amountMinor])
        .toSorted(),
    ).toEqual([
      ["Store credit", 5_000],
      ["Test payment", 16_500],
    ]);
    expect((await findOrderById(bench.db, order.id))?.credit).toEqual(money(5_000));
    const [confirmation] = (await outbox(bench.db)).filter(
      ({ kind }) => kind === "order-confirmation",
    );
    expect(confirmation?.textBody).toMatch(/Store credit.*50\.00/);
  });

  test("tells in the order's steps what the ledger took, with the delivery that was chosen", async () => {
    await withCredit(500);
    const order = await placed(shop(), request(20_000));
    const values = { ...georgetown, optionId: "express", buyerTaxNumber: "" };
    const chosen = await orderByCredit(shop(), { sessionId: order.sessionId, values });
    expect(chosen.ok).toBe(true);
    const steps = await bench.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order.id));
    const reported = steps.flatMap(({ detail, type }) => {
      const minor = readStoredDetail(detail).amount?.minorUnits ?? 0;
      if (type === "credit_used") return minor;
      return type === "credit_released" ? -minor : [];
    });
    const spent = 50_000 - ((await balance()) ?? 0);
    expect(spent).toBe(22_500);
    expect(reported.reduce((sum, minor) => sum + minor, 0)).toBe(spent);
  });

  test("returns the credit once when the checkout is cancelled or expires", async () => {
    await withCredit(50);
    const cancelled = await placed(shop(), request(5_000));
    await cancelCheckout(shop(), { orderId: cancelled.id });
    await cancelCheckout(shop(), { orderId: cancelled.id });
    expect(await balance()).toBe(5_000);
    const lapsed = await placed(shop(), request(5_000));
    expect(await balance()).toBe(0);
    bench.clock.set("2026-11-20T16:00:00-04:00");
    await sweepReservations(shop());
    expect(await balance()).toBe(5_000);
    expect((await reread(bench.db, lapsed.id)).status).toBe("expired");
    const steps = await bench.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, lapsed.id));
    expect(steps.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["credit_used", "credit_released", "expired"]),
    );
  });

  test("is refunded in proportion, the credit part as credit, up to the full amount", async () => {
    await withCredit(100);
    const order = await placed(shop(), request(10_000));
    await payByTestPage(order.sessionId);
    expect(await refund(order.id, 10_750)).toMatchObject({ ok: true });
    expect(await balance()).toBe(5_000);
    expect(await refund(order.id, 10_750)).toMatchObject({ ok: true });
    expect(await balance()).toBe(10_000);
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "refunded",
      refundedMinor: 21_500,
    });
    const rows = await bench.db.select().from(payments).where(eq(payments.orderId, order.id));
    expect(rows.every(({ capturedMinor, refundedMinor }) => capturedMinor === refundedMinor)).toBe(
      true,
    );
    const kinds = (await outbox(bench.db)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "refund")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "store-credit")).toHaveLength(3);
  });

  /** $50 of credit beside a transfer that is awaited for five days. */
  async function awaitedTransfer() {
    await bench.db.insert(siteSettings).values({
      settingName: "bankTransfer",
      settingValue: { enabled: true, instructions: "Bank of Guyana", holdDays: 5 },
      version: 1,
    });
    await withCredit(50);
    const order = await placed(shop(), request(5_000, { method: "manual" }));
    const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
    await orderByTransfer(shop(), { sessionId: order.sessionId, values });
    return order;
  }

  test("is told that the credit is back when the transfer for the rest does not arrive", async () => {
    await awaitedTransfer();
    bench.clock.advance(5 * DAY_MS + 1_000);
    expect(await sweepReservations(shop())).toMatchObject({ expired: 1 });
    expect(await balance()).toBe(5_000);
    const mail = (await outbox(bench.db)).find(({ kind }) => kind === "transfer-ended");
    expect(mail?.textBody).toContain("The store credit of $50.00");
  });

  test("can be paid by bank transfer for the rest", async () => {
    const order = await awaitedTransfer();
    const view = await retrieveOrder(shop(), { sessionId: order.sessionId, actor: owner });
    expect(view?.transfer?.amount).toEqual(money(16_500));
    expect(await recordTransfer(shop(), { actor: owner, orderId: order.id })).toMatchObject({
      ok: true,
    });
    expect(await findOpenTransfer(shop(), order.sessionId)).toEqual({ ok: false, error: "over" });
    expect(await balance()).toBe(0);
    expect((await movements(order.id)).reduce((sum, row) => sum + row.amountMinor, 0)).toBe(21_500);
  });
});

describe("an order that store credit pays in full", () => {
  test("completes without a provider, shipping included", async () => {
    await withCredit(500);
    const order = await placed(shop(), request(20_000));
    expect(order.url).toContain("/checkout/store-credit/credit_");
    expect(order.payment).toMatchObject({ method: "store_credit", amountMinor: 20_000 });
    const open = await findOpenCreditOrder(shop(), order.sessionId);
    expect(open).toMatchObject({ ok: true });
    const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "TIN 88" };
    for (let press = 0; press < 2; press += 1) {
      expect(await orderByCredit(shop(), { sessionId: order.sessionId, values })).toEqual({
        ok: true,
        value: null,
      });
    }
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "completed",
      totalMinor: 21_500,
      payment: { status: "captured", capturedMinor: 21_500 },
      buyerTaxNumber: "TIN 88",
    });
    expect(await invoiceOf(bench.db, order.id)).toMatchObject({ buyer: { taxNumber: "TIN 88" } });
    expect(await balance()).toBe(50_000 - 21_500);
    const view = await retrieveOrder(shop(), { sessionId: order.sessionId, actor: owner });
    expect(view?.amounts.slice(-2)).toEqual([
      { label: "Total", amount: "$215.00", isSum: true },
      { label: "Store credit", amount: "−$215.00", isSum: false },
    ]);
    expect((await outbox(bench.db)).map(({ kind }) => kind)).toContain("order-confirmation");
    await refund(order.id, 21_500);
    expect(await balance()).toBe(50_000);
  });

  test("that was cancelled between its two steps stays cancelled, because its credit is back", async () => {
    await withCredit(500);
    const order = await placed(shop(), request(20_000));
    const open = await findOrderById(bench.db, order.id);
    if (!open) throw new Error("The order is gone");
    await cancelCheckout(shop(), { orderId: order.id });
    expect(await balance()).toBe(50_000);
    expect(await completeOwnPayment(shop(), open)).toBe("unchanged");
    expect((await reread(bench.db, order.id)).status).toBe("cancelled");
    expect(await movements(order.id)).toEqual([]);
    expect(await balance()).toBe(50_000);
  });

  test("that is placed and cancelled at the same moments is either paid, or cancelled with its credit back", async () => {
    const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
    for (let n = 0; n < 6; n += 1) {
      await bench.db.delete(storeCreditEntries);
      await withCredit(500);
      const { id, sessionId } = await placed(shop(), request(20_000));
      const press = (each: number) =>
        each % 2 === 0
          ? orderByCredit(shop(), { sessionId, values })
          : cancelCheckout(shop(), { orderId: id });
      await Promise.all(Array.from({ length: 8 }, (_, each) => press(each + n)));
      const { status } = await reread(bench.db, id);
      const charged = (await movements(id)).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      expect({ status, charged, balance: await balance() }).toEqual(
        status === "completed"
          ? { status, charged: 21_500, balance: 50_000 - 21_500 }
          : { status: "cancelled", charged: 0, balance: 50_000 },
      );
    }
  });

  test("returns the credit if no delivery is chosen in time", async () => {
    await withCredit(500);
    await placed(shop(), request(20_000));
    expect(await balance()).toBe(30_000);
    bench.clock.set("2026-11-20T16:00:00-04:00");
    await sweepReservations(shop());
    expect(await balance()).toBe(50_000);
  });
});

test("concurrent checkouts never spend more than the balance, and the one that fails gets a message", async () => {
  await withCredit(80);
  const presses = await Promise.all(
    Array.from({ length: 6 }, () =>
      placeOrder(shop(), {
        ...request(8_000),
        idempotencyKey: randomUUID(),
        // One guest may not hold that many items.
        customerEmail: `${randomUUID()}@example.com`,
      }),
    ),
  );
  const refusals = presses.flatMap((press) => (press.ok ? [] : [press.error.code]));
  expect(refusals).toEqual(Array(5).fill("credit"));
  expect(await balance()).toBe(0);
  const held = (await bench.db.select().from(payments)).filter(
    ({ method, status }) => method === "store_credit" && status === "pending",
  );
  expect(held.map(({ amountMinor }) => amountMinor)).toEqual([8_000]);
});

test("an order whose credit was used by another at the same time leaves nothing behind", async () => {
  await withCredit(80);
  const before = await bench.db.$count(orders);
  const presses = Array.from({ length: 4 }, (_, n) =>
    placeOrder(shop(), { ...request(8_000), customerEmail: `${n}-${randomUUID()}@example.com` }),
  );
  const placedOnes = (await Promise.all(presses)).filter(({ ok }) => ok);
  expect(placedOnes).toHaveLength(1);
  expect(await bench.db.$count(orders)).toBe(before + 1);
  expect(await stockOf(bench.db, productId)).toEqual({ stock: 48, held: 1 });
});

test("a second press with the same key reserves the credit once", async () => {
  await withCredit(80);
  const press = request(8_000);
  const [first, second] = await Promise.all([placeOrder(shop(), press), placeOrder(shop(), press)]);
  expect([first.ok, second.ok]).toEqual([true, true]);
  expect(await balance()).toBe(0);
  expect(await bench.db.$count(payments, eq(payments.method, "store_credit"))).toBe(1);
});

test("a second press that finds the credit held, and no page yet, opens the page of the same order", async () => {
  await withCredit(80);
  const press = request(8_000);
  const first = await placed(shop(), press);
  await bench.db
    .update(payments)
    .set({ sessionId: null, url: null })
    .where(eq(payments.id, first.payment.id));
  expect(await placed(shop(), press)).toMatchObject({ id: first.id, status: "pending" });
  expect(await balance()).toBe(0);
  expect(await bench.db.$count(payments, eq(payments.method, "store_credit"))).toBe(1);
});

describe("credit that covers the pieces, and not every way of shipping", () => {
  const shipFor = (standardMinor: number, expressMinor: number) => {
    const [standard, express] = SETTINGS_DEFAULTS.shipping.methods;
    const methods = [
      { ...standard, priceMinor: standardMinor },
      { ...express, priceMinor: expressMinor },
    ];
    return bench.db
      .insert(siteSettings)
      .values({ settingName: "shipping", settingValue: { methods }, version: 1 });
  };

  test.each([
    ["free", 0, 200],
    ["covered too", 1_500, 220],
  ])(
    "completes without a provider where the cheapest way is %s, and offers no way it does not cover",
    async (_, standardMinor, dollars) => {
      await shipFor(standardMinor, 2_500);
      await withCredit(dollars);
      const order = await placed(shop(), request(20_000));
      expect(order.payment.method).toBe("store_credit");
      const { sessionId } = order;
      expect(await findOpenCreditOrder(shop(), sessionId)).toMatchObject({
        value: { options: [{ id: "standard" }], tooDear: [{ id: "express" }] },
      });
      const orderBy = (optionId: string) =>
        orderByCredit(shop(), {
          sessionId,
          values: { ...georgetown, buyerTaxNumber: "", optionId },
        });
      expect(await orderBy("express")).toEqual({
        ok: false,
        error: { optionId: "Please choose how we ship it." },
      });
      expect(await orderBy("standard")).toEqual({ ok: true, value: null });
      const total = 20_000 + standardMinor;
      expect(await reread(bench.db, order.id)).toMatchObject({
        status: "completed",
        totalMinor: total,
        payment: { status: "captured", capturedMinor: total },
      });
      expect(await balance()).toBe(dollars * 100 - total);
    },
  );

  test("says so when the rest of it was used elsewhere meanwhile, and changes nothing", async () => {
    await withCredit(215);
    const { id, sessionId } = await placed(shop(), request(20_000));
    const other = await placed(shop(), {
      ...request(1_500),
      customerEmail: "another@example.com",
    });
    const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
    expect(await orderByCredit(shop(), { sessionId, values })).toMatchObject({
      error: { optionId: expect.stringMatching(/does not cover this any more/) },
    });
    expect(await reread(bench.db, id)).toMatchObject({ status: "pending", shippingMinor: 0 });
    await cancelCheckout(shop(), { orderId: other.id });
    expect(await orderByCredit(shop(), { sessionId, values })).toMatchObject({ ok: true });
  });

  test.each([
    ["shipping", 1_500, 20_000, 0, 1_500],
    ["what a card can be charged", 30, 19_980, 20, 50],
  ])(
    "asks the provider for %s where no way is covered",
    async (_, standardMinor, depositMinor, left, dueMinor) => {
      await shipFor(standardMinor, 2_500);
      await withCredit(200);
      const order = await placed(shop(), request(20_000));
      expect(order.payment).toMatchObject({ kind: "balance", method: "test" });
      expect(await balance()).toBe(left);
      await payByTestPage(order.sessionId);
      expect(await reread(bench.db, order.id)).toMatchObject({
        status: "completed",
        totalMinor: 20_000 + standardMinor,
      });
      expect((await movements(order.id)).map((row) => row.amountMinor).toSorted()).toEqual(
        [dueMinor, depositMinor].toSorted(),
      );
    },
  );
});

test("a payment that arrives after the order ended uses the same credit again, or is put under review", async () => {
  await withCredit(50);
  const late = await placed(shop(), request(5_000));
  const message = await bench.testPage.controls.pay(late.sessionId, {
    optionId: "standard",
    address: georgetown,
  });
  const { releaseOrder } = await import("#features/sales/payments/payment-records.server.ts");
  const { lockOrder } = await import("#features/orders/order/order-queries.server.ts");
  await bench.db.transaction(async (tx) => {
    const order = await lockOrder(tx, late.id);
    if (order) await releaseOrder(tx, order, { as: "expired", because: "time_passed" });
  });
  expect(await balance()).toBe(5_000);
  const { receivePaymentEvent } = await import("#features/sales/payments/payment-events.server.ts");
  if (message) await receivePaymentEvent(shop(), { sender: "test", ...message });
  expect(await balance()).toBe(0);
  expect((await reread(bench.db, late.id)).status).toBe("completed");
});

test("a card order can be refunded as store credit, and the same money is not refunded again", async () => {
  const order = await placed(
    shop(),
    requestFor(productId, { quantity: 2, customerEmail: "mia@example.com" }),
  );
  await payByTestPage(order.sessionId);
  expect(await refund(order.id, 21_500, true)).toMatchObject({ ok: true });
  expect(await refund(order.id, 1)).toEqual({ ok: false, error: "too_much" });
  const [mail] = (await outbox(bench.db)).filter(({ kind }) => kind === "store-credit");
  expect(mail?.recipient).toBe("mia@example.com");
  const link = /\/store-credit\/([0-9a-f]{64})/.exec(mail?.textBody ?? "");
  expect((await findCreditByToken(bench.db, link?.[1] ?? ""))?.balance).toEqual(money(21_500));
  expect(await bench.db.select().from(refunds)).toMatchObject([
    { provider: "store_credit", status: "succeeded" },
  ]);
});
