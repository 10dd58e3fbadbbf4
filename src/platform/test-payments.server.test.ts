import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { FixedClock } from "#tests/support/clock.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { PaymentRequest } from "./payments.server.ts";
import type { TestPayments } from "./test-payments.server.ts";
import { createTestPayments } from "./test-payments.server.ts";

let database: TestDatabase;
let clock: FixedClock;
let payments: TestPayments;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  clock = fixedClock("2026-11-20T12:00:00Z");
  payments = providerWith("a secret");
});
afterAll(() => database.close());

const providerWith = (secret: string) =>
  createTestPayments({ db: database.db, clock, secret, publicUrl: "https://shop.example" });

const requestFor = (reference: string = randomUUID()): PaymentRequest => ({
  shop: "shop.example",
  reference,
  kind: "order",
  customerEmail: "asha@example.com",
  accountId: null,
  lines: [
    { name: "Silk Tie", detail: "Size One", imageUrl: null, quantity: 1, total: money(9_500) },
  ],
  credit: null,
  total: money(9_500),
  notice: null,
  shippingOptions: [
    {
      id: "express",
      label: "Express",
      promise: "2-3 business days",
      price: money(2_500),
      onlyCountries: null,
      exceptCountries: [],
      onlyCity: null,
      arrives: { from: "2026-11-25", until: "2026-11-27" },
    },
  ],
  destination: { country: "GY", city: "" },
  automaticTax: false,
  successUrl: "https://shop.example/checkout/success?session_id={CHECKOUT_SESSION_ID}",
  cancelUrl: "https://shop.example/checkout/cancel",
  expiresAt: new Date(clock.now().getTime() + 30 * 60_000),
});

const address = {
  fullName: "Asha Persaud",
  phone: "",
  line1: "12 Camp Street",
  line2: "",
  city: "Georgetown",
  region: "",
  postalCode: "",
  country: "GY",
};

describe("a test payment session", () => {
  test("has an id that cannot be guessed and its own page, and is the same when requested again", async () => {
    const request = requestFor();
    const opened = await payments.openSession(request);
    expect(opened.sessionId).toMatch(/^cs_test_[A-Za-z0-9_-]{43}$/);
    expect(opened.url).toBe(`https://shop.example/checkout/test-payment/${opened.sessionId}`);
    expect(await payments.openSession(request)).toEqual(opened);
    const elsewhere = await providerWith("another secret").openSession(request);
    expect(elsewhere.sessionId).not.toBe(opened.sessionId);
    const view = await payments.controls.look(opened.sessionId);
    expect(view?.request.successUrl).toContain(`session_id=${opened.sessionId}`);
  });

  test("paid with express costs the lines and the shipping, and can be paid only once", async () => {
    const { sessionId } = await payments.openSession(requestFor());
    const choice = { optionId: "express", address };
    const both = await Promise.all([
      payments.controls.pay(sessionId, choice),
      payments.controls.pay(sessionId, choice),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await payments.readSession(sessionId)).toMatchObject({
      status: "paid",
      total: money(12_000),
      shipping: { optionId: "express", label: "Express", price: money(2_500) },
      address,
    });
    expect(await payments.endSession(sessionId)).toBe(false);
  });

  test("cannot be paid once its time has passed or it was ended", async () => {
    const choice = { optionId: null, address: null };
    const late = await payments.openSession(requestFor());
    const ended = await payments.openSession(requestFor());
    expect(await payments.endSession(ended.sessionId)).toBe(true);
    expect(await payments.controls.pay(ended.sessionId, choice)).toBeNull();
    clock.advance(30 * 60_000);
    expect(await payments.controls.pay(late.sessionId, choice)).toBeNull();
    expect((await payments.readSession(late.sessionId))?.status).toBe("expired");
  });

  test("that was declined is still open", async () => {
    const { sessionId } = await payments.openSession(requestFor());
    expect(await payments.controls.decline(sessionId)).not.toBeNull();
    expect((await payments.readSession(sessionId))?.status).toBe("open");
    await payments.controls.expire(sessionId);
    expect(await payments.controls.decline(sessionId)).toBeNull();
  });

  test("nobody opened is unknown", async () => {
    expect(await payments.readSession("cs_test_x")).toBeNull();
    expect(await payments.controls.look("cs_test_x")).toBeNull();
    expect(await payments.controls.expire("cs_test_x")).toBeNull();
  });
});

describe("a message of the test provider", () => {
  test("is read when it bears the provider's signature, and refused otherwise", async () => {
    const { sessionId } = await payments.openSession(requestFor());
    const message = await payments.controls.pay(sessionId, { optionId: "express", address });
    if (!message) throw new Error("no message");
    const event = await payments.readEvent(message.body, message.signature);
    expect(event).toMatchObject({ type: "session.paid", session: { id: sessionId } });

    const dearer = message.body.replace("12000", "1");
    expect(await payments.readEvent(dearer, message.signature)).toBeNull();
    expect(await payments.readEvent(message.body, null)).toBeNull();
    expect(await payments.readEvent(message.body, "")).toBeNull();
    const stranger = providerWith("another secret");
    expect(await stranger.readEvent(message.body, message.signature)).toBeNull();
  });
});
