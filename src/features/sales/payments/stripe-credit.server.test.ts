import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { findCreditByToken } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { retrieveOrder } from "#features/sales/checkout/retrieve-order.server.ts";
import { addProduct, placed, requestFor, reread } from "#tests/support/checkout.ts";
import { giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { stripeSuite } from "#tests/support/stripe-suite.ts";
import { refundOrder } from "./refund-order.server.ts";

const { suite, now, shop, saveKeys, deliverAll, ledger } = stripeSuite();

let creditToken = "";

beforeEach(() => saveKeys(STAND_IN_KEYS.good));

const balance = async () =>
  (await findCreditByToken(suite.db, creditToken))?.balance.minorUnits ?? null;

/** Two items for 200 dollars. */
async function orderWithCredit(dollars: number) {
  const given = await giveStoreCredit(shop(), {
    actor: now.owner,
    email: `${randomUUID()}@example.com`,
    orderId: null,
    amount: money(dollars * 100),
    note: "A gift",
    key: randomUUID(),
  });
  if (!given.ok) throw new Error(given.error);
  creditToken = await mailedCreditToken(suite.db, given.value.email);
  const productId = await addProduct(suite.db, { dollars: 100, stock: { M: 5 } });
  const shownCredit = Math.min(dollars * 100, 20_000);
  const requested = requestFor(productId, { quantity: 2, shownCredit });
  return placed(shop(), { ...requested, creditToken } as typeof requested);
}

const sessionOf = (id: string) => now.double.books.sessions.get(id);
const pay = (sessionId: string, tax = 0) =>
  deliverAll(now.double.payer.pay(sessionId, { shippingOption: "standard", tax }));
const refund = (orderId: string, minor: number) =>
  refundOrder(shop(), {
    actor: now.owner,
    orderId,
    amount: money(minor),
    reason: "A loose seam",
    items: [],
    returnRequestId: null,
    key: randomUUID(),
  });

// Specification 2.122
test("a session at Stripe asks for what store credit leaves, and takes no promotion code beside it", async () => {
  const order = await orderWithCredit(50);
  expect(sessionOf(order.sessionId)).toMatchObject({
    amount_subtotal: 20_000,
    total_details: { amount_discount: 5_000 },
    amount_total: 16_500,
    allow_promotion_codes: null,
    metadata: { reference: order.id, credit: "5000" },
  });
  expect([...now.double.books.coupons.values()]).toMatchObject([
    { amount_off: 5_000, percent_off: null, currency: "usd", name: "Store credit" },
  ]);
  expect(await balance()).toBe(0);
});

test("an order paid at Stripe and with store credit has its whole total, both payments and no discount", async () => {
  const order = await orderWithCredit(50);
  expect(await pay(order.sessionId, 700)).toContain("completed");
  expect(await reread(suite.db, order.id)).toMatchObject({
    status: "completed",
    totalMinor: 22_200,
    shippingMinor: 1_500,
    taxMinor: 700,
    discountMinor: 0,
    promotionMinor: 0,
    payment: { status: "captured", capturedMinor: 17_200 },
  });
  expect(await ledger(order.id)).toBe(22_200);
  const { sessionId } = order;
  const view = await retrieveOrder(shop(), { sessionId, actor: { role: "visitor" } });
  expect(view?.amounts.map(({ amount, label }) => [label, amount])).toEqual([
    ["Subtotal", "$200.00"],
    ["Shipping, Standard", "$15.00"],
    ["Tax", "$7.00"],
    ["Total", "$222.00"],
    ["Store credit", "−$50.00"],
    ["Paid beside it", "$172.00"],
  ]);
});

test("a refund goes back to the card and to the credit in proportion, and whole in the end", async () => {
  const order = await orderWithCredit(50);
  await pay(order.sessionId);
  const atStripe = () =>
    [...now.double.books.refunds.values()].map(({ amount }) => amount).toSorted();
  expect(await refund(order.id, 10_750)).toMatchObject({ ok: true });
  expect([atStripe(), await balance()]).toEqual([[8_250], 2_500]);
  expect(await refund(order.id, 10_750)).toMatchObject({ ok: true });
  expect([atStripe(), await balance()]).toEqual([[8_250, 8_250], 5_000]);
  expect(await reread(suite.db, order.id)).toMatchObject({
    status: "refunded",
    refundedMinor: 21_500,
  });
  expect(await ledger(order.id)).toBe(0);
});

test("a session that ends unpaid gives the credit back", async () => {
  const order = await orderWithCredit(50);
  expect(await balance()).toBe(0);
  expect(await deliverAll(now.double.payer.expire(order.sessionId))).toEqual(["released"]);
  expect(await balance()).toBe(5_000);
});

test.each([
  ["shipping alone", 1_500, 1_500],
  ["Stripe's least amount", 30, 50],
  ["nothing, and the order is not sent to Stripe,", 0, null],
])(
  "where store credit covers the pieces and not the shipping, Stripe is asked for %s",
  async (_, standardMinor, requestedMinor) => {
    const [standard, express] = SETTINGS_DEFAULTS.shipping.methods;
    const methods = [{ ...standard, priceMinor: standardMinor }, express];
    await suite.db
      .insert(siteSettings)
      .values({ settingName: "shipping", settingValue: { methods }, version: 1 });
    const order = await orderWithCredit(200);
    expect(sessionOf(order.sessionId)?.amount_total ?? null).toBe(requestedMinor);
    if (requestedMinor === null) return;
    expect(await pay(order.sessionId)).toContain("completed");
    expect(await ledger(order.id)).toBe(20_000 + standardMinor);
    expect(await refund(order.id, 20_000 + standardMinor)).toMatchObject({ ok: true });
    expect(await balance()).toBe(20_000);
  },
);
