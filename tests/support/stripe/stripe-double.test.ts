import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { failNext } from "./faults.ts";
import { STAND_IN_KEYS } from "./keys.ts";
import { signEvent, WEBHOOK_SECRET } from "./signed-events.ts";
import type { StripeDouble } from "./stripe-double.ts";
import { startStripeDouble } from "./stripe-double.ts";

let double: StripeDouble;
let stripe: Stripe;

const clientWith = (key: string, more: Stripe.StripeConfig = {}) =>
  new Stripe(key, {
    host: "127.0.0.1",
    port: double.port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
    ...more,
  });

beforeEach(async () => {
  double = await startStripeDouble();
  stripe = clientWith(STAND_IN_KEYS.good);
});
afterEach(() => double[Symbol.asyncDispose]());

const shipping = (name: string, amount: number, id: string) => ({
  shipping_rate_data: {
    display_name: name,
    type: "fixed_amount" as const,
    fixed_amount: { amount, currency: "usd" },
    metadata: { id },
  },
});

const requested: Stripe.Checkout.SessionCreateParams = {
  mode: "payment",
  client_reference_id: "order-1",
  customer_email: "rosa@example.com",
  success_url: "https://shop.example/thanks?session_id={CHECKOUT_SESSION_ID}",
  line_items: [
    {
      quantity: 2,
      price_data: { currency: "usd", unit_amount: 12_000, product_data: { name: "Linen shirt" } },
    },
  ],
  shipping_address_collection: { allowed_countries: ["GY", "US"] },
  shipping_options: [shipping("Georgetown", 500, "local"), shipping("Abroad", 4_500, "express")],
  payment_intent_data: { metadata: { order: "order-1" } },
  metadata: { kind: "order" },
};

const open = () => stripe.checkout.sessions.create(requested);

test("a session opens with its totals and returns the requested expansions", async () => {
  const { id, url, amount_total: total, payment_intent: intent } = await open();
  expect({ total, intent }).toEqual({ total: 24_500, intent: null });
  expect(url).toContain(id);
  const received = await stripe.checkout.sessions.retrieve(id, {
    expand: ["line_items", "shipping_cost.shipping_rate", "total_details.breakdown"],
  });
  expect(received.line_items?.data.map((line) => line.amount_total)).toEqual([24_000]);
  expect(received.shipping_cost?.shipping_rate).toMatchObject({ metadata: { id: "local" } });
  expect(received.total_details?.breakdown?.discounts).toEqual([]);
  const lines = await stripe.checkout.sessions.listLineItems(id);
  expect(lines.data[0]?.description).toBe("Linen shirt");
});

test("a payment with shipping updates session, intent and charge, and sends signed events", async () => {
  await stripe.coupons.create({ percent_off: 10, duration: "once", id: "tenth" });
  const promotion = { type: "coupon" as const, coupon: "tenth" };
  await stripe.promotionCodes.create({ code: "HELLO", promotion });
  const { id } = await stripe.checkout.sessions.create({
    ...requested,
    allow_promotion_codes: true,
  });
  const events = double.payer.pay(id, { shippingOption: "express", tax: 100, promotion: "hello" });
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ["payment_intent.latest_charge", "total_details.breakdown"],
  });
  expect(session).toMatchObject({
    status: "complete",
    payment_status: "paid",
    amount_total: 24_000 - 2_400 + 4_500 + 100,
    total_details: { amount_discount: 2_400, amount_shipping: 4_500, amount_tax: 100 },
    payment_intent: {
      metadata: { order: "order-1" },
      latest_charge: { amount: 26_200, payment_method_details: { card: { last4: "4242" } } },
    },
  });
  expect(events.map((event) => event.type)).toEqual([
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.completed",
  ]);
  for (const event of events) {
    const { body, signature } = signEvent(event);
    const read = await stripe.webhooks.constructEventAsync(body, signature, WEBHOOK_SECRET);
    expect(read.id).toBe(event.id);
  }
  expect(() => double.payer.pay(id)).toThrow("This payment page is complete");
});

test("a delayed payment, a declined card, an expired and an ended session each send their own events", async () => {
  const slow = await open();
  const types = (events: Stripe.Event[]) => events.map((event) => event.type);
  expect(types(double.payer.pay(slow.id, { async: true }))).toContain("checkout.session.completed");
  const waiting = await stripe.checkout.sessions.retrieve(slow.id);
  expect(waiting).toMatchObject({ status: "complete", payment_status: "unpaid" });
  expect(types(double.payer.settleLater(slow.id, true))).toContain(
    "checkout.session.async_payment_succeeded",
  );
  const next = await open();
  expect(types(double.payer.decline(next.id))).toContain("payment_intent.payment_failed");
  expect((await stripe.checkout.sessions.retrieve(next.id)).status).toBe("open");
  await stripe.checkout.sessions.expire(next.id);
  await expect(stripe.checkout.sessions.expire(next.id)).rejects.toThrow("can be expired");
  const late = await open();
  double.books.now = () => new Date(Date.now() + 25 * 60 * 60 * 1000);
  expect((await stripe.checkout.sessions.retrieve(late.id)).status).toBe("expired");
});

test("refunds add up on the charge, never exceed it, and appear in the balance", async () => {
  const { id } = await open();
  double.payer.pay(id);
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id);
  const payment_intent = String(intent);
  await stripe.refunds.create({ payment_intent, amount: 4_500, metadata: { order: "order-1" } });
  const tooMuch = stripe.refunds.create({ payment_intent, amount: 20_001 });
  await expect(tooMuch).rejects.toMatchObject({ code: "amount_too_large", param: "amount" });
  double.refundsArrive = "later";
  const pending = await stripe.refunds.create({ payment_intent, amount: 10_000 });
  expect(pending.status).toBe("pending");
  double.payer.settleRefund(pending.id, false);
  const received = double.payer.refundFromDashboard(id);
  expect(received.map((event) => event.type)).toEqual(["refund.created", "charge.refunded"]);
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  const listed = await stripe.refunds.list({ payment_intent });
  expect(listed.data.map((refund) => [refund.amount, refund.status])).toEqual([
    [20_000, "succeeded"],
    [10_000, "failed"],
    [4_500, "succeeded"],
  ]);
  const moved = await stripe.balanceTransactions.list();
  expect(moved.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});

test("a dispute withdraws the money and returns it when the shop wins", async () => {
  const { id } = await open();
  double.payer.pay(id);
  double.payer.dispute(id);
  const [dispute] = (await stripe.disputes.list()).data;
  expect(dispute).toMatchObject({ amount: 24_500, status: "needs_response" });
  const closed = double.payer.closeDispute(dispute?.id ?? "", true);
  expect(closed.map((event) => event.type)).toContain("charge.dispute.closed");
});

test("an idempotency key repeats the response and refuses another request", async () => {
  const options = { idempotencyKey: "order-1" };
  const first = await stripe.checkout.sessions.create(requested, options);
  const again = await stripe.checkout.sessions.create(requested, options);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
  const other = { ...requested, client_reference_id: "order-2" };
  await expect(stripe.checkout.sessions.create(other, options)).rejects.toMatchObject({
    statusCode: 400,
    type: "StripeIdempotencyError",
  });
  expect(double.books.sessions.size).toBe(1);
});

test("lists come newest first, page by page", async () => {
  const sessions = [await open(), await open(), await open()];
  const page = await stripe.checkout.sessions.list({ limit: 2 });
  expect(page.has_more).toBe(true);
  const all: string[] = [];
  for await (const session of stripe.checkout.sessions.list({ limit: 2 })) all.push(session.id);
  expect(all).toEqual(sessions.map((session) => session.id).reverse());
});

test("wrong, expired and restricted keys are refused as Stripe refuses them", async () => {
  const send = (key: string) => clientWith(key).balance.retrieve();
  await expect(send(STAND_IN_KEYS.wrong)).rejects.toMatchObject({ statusCode: 401 });
  await expect(send(STAND_IN_KEYS.expired)).rejects.toMatchObject({ code: "api_key_expired" });
  await expect(send(STAND_IN_KEYS.restricted)).rejects.toMatchObject({ statusCode: 403 });
  expect((await send(STAND_IN_KEYS.live)).livemode).toBe(true);
  expect((await send(STAND_IN_KEYS.good)).livemode).toBe(false);
});

test("every kind of request failure can be simulated", async () => {
  for (const status of [402, 429, 500, 503] as const) {
    double.fault = failNext({ kind: "error", status });
    await expect(open()).rejects.toMatchObject({ statusCode: status });
  }
  // The SDK retries once.
  double.fault = failNext({ kind: "drop" }, undefined, 2);
  await expect(open()).rejects.toMatchObject({ type: "StripeConnectionError" });
  expect(double.books.sessions.size).toBe(0);
  double.fault = failNext({ kind: "lose" });
  const found = await stripe.checkout.sessions.create(requested, { idempotencyKey: "lost" });
  expect([...double.books.sessions.keys()]).toEqual([found.id]);
  double.fault = failNext({ kind: "hang" }, "balance.retrieve");
  await expect(stripe.balance.retrieve({ expand: [] }, { timeout: 50 })).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
  double.fault = failNext({ kind: "twice" });
  await stripe.checkout.sessions.create(requested, { idempotencyKey: "once" });
  expect(double.books.sessions.size).toBe(2);
  const delayed = Promise.withResolvers<void>();
  double.fault = failNext({ kind: "late", until: delayed.promise });
  const opening = open();
  await expect.poll(() => double.books.sessions.size).toBe(3);
  delayed.resolve();
  await opening;
});

test("a parameter unknown to the SDK's types or Stripe's rules is refused and recorded", async () => {
  const wrongly = { ...requested, line_item: [], mode: "gift" } as unknown as typeof requested;
  await expect(stripe.checkout.sessions.create(wrongly)).rejects.toMatchObject({ statusCode: 400 });
  const text = { ...requested, line_items: [{ quantity: "two" }] } as unknown as typeof requested;
  await expect(stripe.checkout.sessions.create(text)).rejects.toMatchObject({
    param: "line_items[0][quantity]",
  });
  const country = ["GY", "XX"] as unknown as "GY"[];
  const abroad = { ...requested, shipping_address_collection: { allowed_countries: country } };
  await expect(stripe.checkout.sessions.create(abroad)).rejects.toMatchObject({
    param: "shipping_address_collection[allowed_countries][1]",
  });
  await expect(fetch(`${double.origin}/v1/sessions`, ANYBODY)).resolves.toMatchObject({
    status: 404,
  });
  expect(double.misuse.splice(0).map((each) => each.param)).toEqual([
    "mode",
    "line_items[0][quantity]",
    "shipping_address_collection[allowed_countries][1]",
    "/v1/sessions",
  ]);
  const soon = { ...requested, expires_at: Math.floor(Date.now() / 1000) + 60 };
  await expect(stripe.checkout.sessions.create(soon)).rejects.toMatchObject({
    param: "expires_at",
  });
});

const ANYBODY = { headers: { authorization: `Bearer ${STAND_IN_KEYS.good}` } };

test("customers, their billing portal and the webhook endpoint exist", async () => {
  const customer = await stripe.customers.create({ email: "rosa@example.com" });
  expect((await stripe.customers.list({ email: "rosa@example.com" })).data).toHaveLength(1);
  const portal = { customer: customer.id, return_url: "https://shop.example/account" };
  expect((await stripe.billingPortal.sessions.create(portal)).url).toMatch(/^https:/);
  const endpoint = await stripe.webhookEndpoints.create({
    url: "https://shop.example/payments/events",
    enabled_events: ["checkout.session.completed"],
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  const stranger = stripe.customers.retrieve("cus_none");
  await expect(stranger).rejects.toMatchObject({ statusCode: 404, code: "resource_missing" });
  expect((await stripe.accounts.retrieveCurrent()).charges_enabled).toBe(true);
});
