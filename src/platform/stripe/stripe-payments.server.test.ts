import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { failNext } from "#tests/support/stripe/faults.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { paymentRequest } from "#tests/support/stripe/payment-request.ts";
import { signEvent, WEBHOOK_SECRET } from "#tests/support/stripe/signed-events.ts";
import type { StripeDouble } from "#tests/support/stripe/stripe-double.ts";
import { startStripeDouble } from "#tests/support/stripe/stripe-double.ts";
import { PaymentProviderError } from "../payment-trouble.ts";
import type { PaymentProvider } from "../payments.server.ts";
import type { StripeAccess } from "./stripe-access.ts";
import type { StripeConnections } from "./stripe-client.server.ts";
import { createStripeConnections } from "./stripe-client.server.ts";
import { createStripePayments } from "./stripe-payments.server.ts";

let database: TestDatabase;
let double: StripeDouble;
let connections: StripeConnections;
let stripe: PaymentProvider;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  double = await startStripeDouble();
  connections = createStripeConnections(double.origin);
  stripe = paymentsWith({});
});
afterEach(() => double[Symbol.asyncDispose]());

const paymentsWith = (access: Partial<StripeAccess>) =>
  createStripePayments({
    db: database.db,
    connections,
    access: {
      mode: "test",
      secretKey: STAND_IN_KEYS.good,
      webhookSecrets: [WEBHOOK_SECRET],
      ...access,
    },
  });

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("a session of Stripe", () => {
  // Specification 1.1
  test("opens once for one order, is paid with shipping, tax and code, and tells all of it", async () => {
    const page = double;
    const coupon = { id: "tenth", percent_off: 10, duration: "once" } as const;
    await fetch(`${page.origin}/v1/coupons`, post(coupon));
    await fetch(
      `${page.origin}/v1/promotion_codes`,
      post({ code: "HELLO", "promotion[type]": "coupon", "promotion[coupon]": "tenth" }),
    );
    const request = paymentRequest();
    const opened = await stripe.openSession(request);
    expect(await stripe.openSession(request)).toEqual(opened);
    expect(await stripe.readSession(opened.sessionId)).toMatchObject({
      status: "open",
      paymentId: null,
      address: null,
    });
    page.payer.pay(opened.sessionId, { shippingOption: "express", tax: 700, promotion: "HELLO" });
    expect(await stripe.readSession(opened.sessionId)).toEqual({
      id: opened.sessionId,
      buyerTaxNumber: "",
      shop: "shop.example",
      kind: "order",
      reference: request.reference,
      status: "paid",
      customerEmail: "asha@example.com",
      paymentId: expect.stringMatching(/^pi_/),
      method: "Visa ending in 4242",
      total: money(10_000 - 1_000 + 2_500 + 700),
      promotion: { code: "HELLO", amount: money(1_000) },
      shipping: {
        optionId: "express",
        label: "Express",
        price: money(2_500),
        arrives: { from: "2026-11-25", until: "2026-11-27" },
      },
      tax: money(700),
      address: {
        fullName: "Rosa Persaud",
        phone: "+592 555 0100",
        line1: "12 Water Street",
        line2: "",
        city: "Georgetown",
        region: "",
        postalCode: "",
        country: "GY",
      },
    });
    expect(await stripe.endSession(opened.sessionId)).toBe(false);
  });

  test("that costs nothing is paid without a payment", async () => {
    const line = { name: "Gift", detail: "", imageUrl: null, quantity: 1, total: money(0) };
    const free = { lines: [line], total: money(0), shippingOptions: [] };
    const { sessionId } = await stripe.openSession(paymentRequest(free));
    const held = double.books.sessions.get(sessionId);
    if (!held) throw new Error("no session");
    Object.assign(held, {
      status: "complete",
      payment_status: "no_payment_required",
      payment_intent: null,
    });
    expect(await stripe.readSession(sessionId)).toMatchObject({
      status: "paid",
      paymentId: null,
      total: money(0),
    });
  });

  test("can be ended once, and one that the account does not know is reported as unknown", async () => {
    const { sessionId } = await stripe.openSession(paymentRequest());
    expect(await stripe.endSession(sessionId)).toBe(true);
    expect(await stripe.endSession(sessionId)).toBe(true);
    expect((await stripe.readSession(sessionId))?.status).toBe("expired");
    expect(await stripe.endSession("cs_test_nobody")).toBeNull();
    expect(await stripe.readSession("cs_test_nobody")).toBeNull();
  });

  test("whose bank takes its time is processing, and failed when it says no", async () => {
    const { sessionId } = await stripe.openSession(paymentRequest());
    double.payer.pay(sessionId, { async: true });
    expect((await stripe.readSession(sessionId))?.status).toBe("processing");
    expect(await stripe.endSession(sessionId)).toBe(false);
    double.payer.settleLater(sessionId, false);
    expect((await stripe.readSession(sessionId))?.status).toBe("failed");
  });

  // Specification 2.64
  test("of an account is its customer's, made once, and anew when Stripe has forgotten it", async () => {
    const accountId = await createCustomer(database.db, { email: "asha@example.com" });
    const first = await stripe.openSession(paymentRequest({ accountId }));
    expect(double.books.customers.size).toBe(1);
    await stripe.openSession(paymentRequest({ accountId, reference: "another" }));
    expect(double.books.customers.size).toBe(1);
    const page = await stripe.openCardPage({
      reference: accountId,
      email: "asha@example.com",
      returnUrl: "https://shop.example/profile",
    });
    expect(page).toMatch(/^https:\/\/billing\.stripe\.com\//);
    double.books.customers.clear();
    const again = await stripe.openSession(paymentRequest({ accountId, reference: "third" }));
    expect(again.sessionId).not.toBe(first.sessionId);
    expect(double.books.customers.size).toBe(1);
  });
});

const post = (body: Record<string, unknown>) => ({
  method: "POST",
  headers: { authorization: `Bearer ${STAND_IN_KEYS.good}` },
  body: new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])),
});

describe("refunds at Stripe", () => {
  async function paid() {
    const { sessionId } = await stripe.openSession(paymentRequest());
    double.payer.pay(sessionId);
    const paymentId = (await stripe.readSession(sessionId))?.paymentId ?? "";
    return { sessionId, paymentId };
  }

  test("are given once under one key, and listed with those of the dashboard", async () => {
    const { sessionId, paymentId } = await paid();
    const request = { key: "r1", sessionId, paymentId, amount: money(4_000) };
    const given = await stripe.refund(request);
    expect(given).toMatchObject({ key: "r1", status: "succeeded", amount: money(4_000) });
    expect(await stripe.refund(request)).toEqual(given);
    double.payer.refundFromDashboard(sessionId, 1_000);
    const listed = await stripe.listRefunds(paymentId);
    expect(listed.map((each) => [each.key, each.amount.minorUnits])).toEqual([
      [null, 1_000],
      ["r1", 4_000],
    ]);
    expect(await stripe.referenceOf(paymentId)).toBe(paymentRequest().reference);
  });

  test("that Stripe refuses failed; while Stripe is unreachable its status is unknown", async () => {
    const { sessionId, paymentId } = await paid();
    const tooMuch = { key: "r2", sessionId, paymentId, amount: money(99_999) };
    expect(await stripe.refund(tooMuch)).toMatchObject({ id: null, status: "failed" });
    double.fault = failNext({ kind: "drop" }, "refunds.create", 3);
    const lost = await thrownBy(stripe.refund({ ...tooMuch, key: "r3", amount: money(1) }));
    expect(lost).toMatchObject({ code: "payment_provider", trouble: "away" });
  });
});

describe("a failure of Stripe's own, which it remembers under the key for a day", () => {
  test("delays no refund: what was not done is asked for under the next key, and is one refund", async () => {
    const { sessionId } = await stripe.openSession(paymentRequest());
    double.payer.pay(sessionId);
    const paymentId = (await stripe.readSession(sessionId))?.paymentId ?? "";
    const request = { key: "r500", sessionId, paymentId, amount: money(4_000) };
    double.fault = failNext({ kind: "error", status: 500 }, "refunds.create", 2);
    expect(await stripe.refund(request)).toMatchObject({ key: "r500", status: "succeeded" });
    expect(await stripe.refund(request)).toMatchObject({ key: "r500", status: "succeeded" });
    expect(double.books.refunds.size).toBe(1);
  });

  test("keeps no account from its payment page", async () => {
    const accountId = await createCustomer(database.db, { email: "bibi@example.com" });
    double.fault = failNext({ kind: "error", status: 500 }, "customers.create");
    await stripe.openSession(paymentRequest({ accountId }));
    expect(double.books.customers.size).toBe(1);
  });
});

describe("messages of Stripe", () => {
  const read = async (event: Parameters<typeof signEvent>[0], secret?: string) => {
    const { body, signature } = signEvent(event, secret ? { secret } : {});
    return stripe.readEvent(body, signature);
  };
  const nth = <Thing>(things: readonly Thing[], type: string): Thing => {
    const found = things.find((each) => (each as { type: string }).type === type);
    if (!found) throw new Error(`no ${type}`);
    return found;
  };

  test("report a paid session's present state, not the one in the message", async () => {
    const { sessionId } = await stripe.openSession(paymentRequest());
    const waiting = nth(double.payer.pay(sessionId, { async: true }), "checkout.session.completed");
    expect(await read(waiting)).toMatchObject({ type: "session.processing" });
    double.payer.settleLater(sessionId, true);
    expect(await read(waiting)).toMatchObject({
      type: "session.paid",
      provider: "stripe:test",
      session: { id: sessionId },
    });
  });

  test("tell of refunds and disputes by their payment, and of nothing else", async () => {
    const { sessionId } = await stripe.openSession(paymentRequest());
    const events = double.payer.pay(sessionId);
    expect(await read(nth(events, "charge.succeeded"))).toMatchObject({ type: "ignored" });
    const paymentId = (await stripe.readSession(sessionId))?.paymentId;
    const refunded = double.payer.refundFromDashboard(sessionId, 300);
    for (const type of ["refund.created", "charge.refunded"]) {
      expect(await read(nth(refunded, type))).toMatchObject({
        type: "refunds.changed",
        paymentId,
        refunds: [{ amount: money(300), status: "succeeded", key: null }],
      });
    }
    const disputed = nth(double.payer.dispute(sessionId), "charge.dispute.created");
    const opened = await read(disputed);
    expect(opened).toMatchObject({
      type: "dispute.changed",
      paymentId,
      dispute: { outcome: "open" },
    });
    const id = opened?.type === "dispute.changed" ? opened.dispute.id : "";
    const closed = nth(double.payer.closeDispute(id, true), "charge.dispute.closed");
    expect(await read(closed)).toMatchObject({ dispute: { outcome: "won" } });
  });

  test("that are unsigned, signed with another key or changed are rejected", async () => {
    const { sessionId } = await stripe.openSession(paymentRequest());
    const event = nth(double.payer.pay(sessionId), "checkout.session.completed");
    expect(await read(event, "whsec_of_a_stranger")).toBeNull();
    const { body, signature } = signEvent(event);
    expect(await stripe.readEvent(body.replace("complete", "expired"), signature)).toBeNull();
    expect(await stripe.readEvent(body, null)).toBeNull();
    const old = signEvent(event, { at: new Date(Date.now() - 3_600_000) });
    expect(await stripe.readEvent(old.body, old.signature)).toBeNull();
    expect(await paymentsWith({ webhookSecrets: [] }).readEvent(body, signature)).toBeNull();
  });
});

describe("when Stripe cannot be used", () => {
  test.each([
    [STAND_IN_KEYS.wrong, "wrong_key"],
    [STAND_IN_KEYS.expired, "revoked_key"],
    [STAND_IN_KEYS.restricted, "restricted_key"],
  ])("the key %s is told as %s, and never quoted", async (secretKey, trouble) => {
    const error = await thrownBy(paymentsWith({ secretKey }).openSession(paymentRequest()));
    expect(error).toBeInstanceOf(PaymentProviderError);
    expect(error).toMatchObject({ trouble, code: "payment_provider" });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secretKey);
  });

  test("a key of the other mode than it says takes no order", async () => {
    const crossed = paymentsWith({ mode: "live", secretKey: STAND_IN_KEYS.good });
    expect(await thrownBy(crossed.openSession(paymentRequest()))).toMatchObject({
      trouble: "mixed_modes",
    });
  });

  test("a lost answer is asked for again and opens one session", async () => {
    double.fault = failNext({ kind: "lose" }, "checkout.sessions.create");
    await stripe.openSession(paymentRequest());
    expect(double.books.sessions.size).toBe(1);
  });

  test("two questions under one key at the same moment are asked again, and open one session", async () => {
    const finished = Promise.withResolvers<void>();
    let arrived = 0;
    double.fault = ({ method }) => {
      if (method !== "checkout.sessions.create") return null;
      arrived += 1;
      return arrived === 1 ? { kind: "slow", until: finished.promise } : null;
    };
    const request = paymentRequest();
    const both = Promise.all([stripe.openSession(request), stripe.openSession(request)]);
    await expect.poll(() => arrived).toBe(2);
    finished.resolve();
    const [one, other] = await both;
    expect(other).toEqual(one);
    expect(double.books.sessions.size).toBe(1);
    // The second request met the running first (409) and repeated itself.
    const requested = double.calls.filter(({ method }) => method === "checkout.sessions.create");
    expect(requested).toHaveLength(1);
  });

  test("it is asked three times and no more", async () => {
    double.fault = failNext({ kind: "error", status: 500 }, "checkout.sessions.create", 9);
    expect(await thrownBy(stripe.openSession(paymentRequest()))).toMatchObject({ trouble: "away" });
    expect(double.calls.length).toBeLessThanOrEqual(3);
  });
});
