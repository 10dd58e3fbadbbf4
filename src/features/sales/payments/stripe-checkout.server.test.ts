import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { formatDayRange } from "#core/business-days.ts";
import { donations } from "#db/schema/donations.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { paymentMovements } from "#db/schema/payments.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { findAddressIn, saveAddress } from "#features/base/identity/address-book.server.ts";
import { findStripeKeyring } from "#features/base/settings/find-stripe-keyring.server.ts";
import { getPaymentState } from "#features/base/settings/payment-state-queries.server.ts";
import { deleteAccount } from "#features/office/customers/erase-customer.server.ts";
import { retrieveOrder } from "#features/sales/checkout/retrieve-order.server.ts";
import { openDonation } from "#features/sales/donations/open-donation.server.ts";
import { createPaymentProviders } from "#platform/payment-providers.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import {
  addProduct,
  invoiceOf,
  outbox,
  payUnheard,
  placed,
  refusedBecause,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { failNext } from "#tests/support/stripe/faults.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { stripeSuite } from "#tests/support/stripe-suite.ts";
import { catchUpPayments } from "./payment-events.server.ts";
import { deleteProviderCustomers } from "./provider-customers.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { sweepReservations } from "./sweep-payments.server.ts";

const { suite, now, secretBox, env, shop, saveKeys, opened, deliverAll, timeline, ledger } =
  stripeSuite();

const steps = async (orderId: string) => (await timeline(orderId)).map((step) => step.type);

const look = (sessionId: string) =>
  retrieveOrder(shop(), { sessionId, actor: { role: "visitor" } });

describe("an order paid at Stripe", () => {
  // Specification 1.1
  test("is completed once by repeated signed messages, with its money", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const order = await opened();
    expect(order.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    expect(order.payment.provider).toBe("stripe:test");
    const events = now.double.payer.pay(order.sessionId, { shippingOption: "standard" });
    const completed = events.filter((event) => event.type === "checkout.session.completed");
    expect(await deliverAll([...events, ...completed])).toEqual([
      "unknown",
      "unknown",
      "unknown",
      "completed",
      "duplicate",
    ]);
    expect(await reread(suite.db, order.id)).toMatchObject({
      status: "completed",
      totalMinor: 21_500,
      shippingMethod: "Standard",
      payment: { status: "captured", paymentIntentId: expect.stringMatching(/^pi_/) },
    });
    expect(await ledger(order.id)).toBe(21_500);
    expect(await stockOf(suite.db, order.productId)).toEqual({ stock: 3, held: 0 });
    expect(await outbox(suite.db)).toHaveLength(1);
  });

  test("takes the company's tax number from the payment page onto the invoice", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const order = await opened();
    await deliverAll(now.double.payer.pay(order.sessionId, { taxNumber: "DE123456789" }));
    expect(await reread(suite.db, order.id)).toMatchObject({ buyerTaxNumber: "DE123456789" });
    expect(await invoiceOf(suite.db, order.id)).toMatchObject({
      buyer: { taxNumber: "DE123456789" },
    });
  });

  test("is completed when the customer returns or by the sweep if its message is lost", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const known = await opened();
    const unseen = await opened();
    for (const { sessionId } of [known, unseen]) now.double.payer.pay(sessionId);
    expect(await look(known.sessionId)).toMatchObject({ status: "completed" });
    await suite.db.update(orders).set({ reservedUntil: new Date(0) });
    expect(await sweepReservations(shop())).toMatchObject({ completed: 1, expired: 0 });
    expect(await reread(suite.db, unseen.id)).toMatchObject({ status: "completed" });
  });

  test("keeps its items while a bank payment takes days, and is then completed or released", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    for (const arrived of [true, false]) {
      const order = await opened();
      await deliverAll(now.double.payer.pay(order.sessionId, { async: true }));
      await suite.db.update(orders).set({ reservedUntil: new Date(0) });
      await sweepReservations(shop());
      expect(await reread(suite.db, order.id)).toMatchObject({ status: "pending" });
      expect(await stockOf(suite.db, order.productId)).toMatchObject({ stock: 3 });
      expect(await steps(order.id)).toEqual(["placed", "payment_processing"]);
      const reported = await deliverAll(now.double.payer.settleLater(order.sessionId, arrived));
      expect(reported).toContain(arrived ? "completed" : "released");
      expect(await stockOf(suite.db, order.productId)).toMatchObject({ stock: arrived ? 3 : 5 });
    }
  });

  test("expires by its message if it is unpaid, and is still completed if it is paid late", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const order = await opened();
    expect(await deliverAll(now.double.payer.expire(order.sessionId))).toEqual(["released"]);
    expect(await reread(suite.db, order.id)).toMatchObject({ status: "expired" });
    expect(await stockOf(suite.db, order.productId)).toEqual({ stock: 5, held: 0 });
  });

  test("is flagged to the owner if its shipping method does not serve its address", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const order = await opened();
    await deliverAll(
      now.double.payer.pay(order.sessionId, {
        shippingOption: "standard",
        address: { country: "US" },
      }),
    );
    expect(await steps(order.id)).toContain("shipping_mismatch");
  });
});

describe("a session at Stripe", () => {
  const sessionTo = async (country: string) => {
    const order = await opened({ destination: { country, city: "" } });
    const session = now.double.books.sessions.get(order.sessionId);
    const rates = session?.shipping_options.map(({ shipping_rate: rate }) =>
      now.double.books.shippingRates.get(String(rate)),
    );
    return { order, session, labels: rates?.map((rate) => rate?.metadata.label), rates };
  };

  test("offers only methods for the chosen country, and accepts addresses of no other", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const berlin = await sessionTo("DE");
    expect(berlin.labels).toEqual(["International"]);
    expect(berlin.session?.shipping_address_collection?.allowed_countries).toEqual(["DE"]);
    const home = await sessionTo("GY");
    expect(home.labels).toEqual(["Standard", "Express"]);
    expect(home.session?.shipping_address_collection?.allowed_countries).toEqual(["GY"]);
  });

  test("shows its delivery days, and the paid order promises the same ones", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const { order, rates } = await sessionTo("DE");
    const { arrives_from: from, arrives_until: until } = rates?.[0]?.metadata ?? {};
    expect(rates?.[0]?.display_name).toBe(
      `Arrives ${formatDayRange({ from: String(from), until: String(until) })}, International`,
    );
    await deliverAll(
      now.double.payer.pay(order.sessionId, {
        shippingOption: "international",
        address: { country: "DE", city: "Berlin" },
      }),
    );
    expect(await reread(suite.db, order.id)).toMatchObject({
      arrivesFrom: from,
      arrivesUntil: until,
    });
    const [mail] = await outbox(suite.db);
    expect(mail?.textBody).toContain(formatDayRange({ from: String(from), until: String(until) }));
  });
});

describe("the saved address of a signed-in customer", () => {
  const torstrasse = {
    fullName: "Asha Persaud",
    phone: "+49 30 5550100",
    line1: "Torstr. 1",
    line2: "Hof 2",
    city: "Berlin",
    region: "Berlin",
    postalCode: "10119",
    country: "DE",
  };
  async function asha() {
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await createCustomer(suite.db, { email });
    const actor = { role: "customer" as const, userId, name: "Asha", email };
    const input = { actor, addressId: null, address: torstrasse, isDefault: true };
    expect(await saveAddress(suite, input)).toMatchObject({ ok: true });
    await saveKeys(STAND_IN_KEYS.good);
    return actor;
  }
  const orderTo = (actor: SignedIn, country: string) =>
    opened({ actor, destination: { country, city: "" } });
  const customers = () => [...now.double.books.customers.values()];

  test("is prefilled on Stripe's page, and follows its changes there", async () => {
    const actor = await asha();
    const order = await orderTo(actor, "DE");
    expect(customers()).toMatchObject([
      { shipping: { name: "Asha Persaud", phone: "+49 30 5550100" } },
    ]);
    await deliverAll(now.double.payer.pay(order.sessionId, { shippingOption: "international" }));
    expect(await reread(suite.db, order.id)).toMatchObject({ shippingAddress: torstrasse });
    const saved = await findAddressIn(suite.db, { userId: actor.userId, country: "DE" });
    const moved = { ...torstrasse, line1: "Torstr. 9", line2: "" };
    await saveAddress(suite, {
      actor,
      addressId: saved?.id ?? "",
      address: moved,
      isDefault: true,
    });
    const next = await orderTo(actor, "DE");
    expect(customers()).toHaveLength(1);
    await deliverAll(now.double.payer.pay(next.sessionId, { shippingOption: "international" }));
    expect(await reread(suite.db, next.id)).toMatchObject({ shippingAddress: moved });
  });

  test("is not sent for another country, for a guest or for another account", async () => {
    const actor = await asha();
    await orderTo(actor, "GY");
    await opened({ destination: { country: "DE", city: "" } });
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await createCustomer(suite.db, { email });
    await orderTo({ role: "customer", userId, name: "Rosa", email }, "DE");
    expect(customers().map(({ shipping }) => shipping)).toEqual([null, null]);
  });

  test.each(["customers.update", "customers.create"])(
    "does not hold up the checkout when %s fails",
    async (method) => {
      const actor = await asha();
      now.double.fault = (call) => (call.method === method ? { kind: "error", status: 503 } : null);
      const order = await orderTo(actor, "DE");
      expect(order.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
      now.double.fault = () => null;
      await deliverAll(now.double.payer.pay(order.sessionId, { address: { country: "DE" } }));
      expect(await reread(suite.db, order.id)).toMatchObject({ status: "completed" });
    },
  );

  test("is prefilled for a customer who was deleted in Stripe's dashboard, and is erased with the account", async () => {
    const actor = await asha();
    const first = await orderTo(actor, "DE");
    now.double.books.customers.clear();
    const second = await orderTo(actor, "DE");
    expect(customers()).toMatchObject([{ shipping: { address: { line1: "Torstr. 1" } } }]);
    for (const { sessionId } of [first, second]) {
      await deliverAll(now.double.payer.expire(sessionId));
    }
    expect(await deleteAccount(shop(), { actor, submittedEmail: actor.email })).toMatchObject({
      ok: true,
    });
    await deleteProviderCustomers(shop());
    expect(customers()).toEqual([]);
  });
});

describe("a reversed payment", () => {
  async function paid() {
    await saveKeys(STAND_IN_KEYS.good);
    const order = await opened();
    const events = now.double.payer.pay(order.sessionId, { shippingOption: "standard" });
    return { ...order, events };
  }

  test("is one refund if the owner makes it, whatever the messages before, during and after it", async () => {
    const order = await paid();
    await deliverAll(order.events);
    now.double.refundsArrive = "later";
    const requested = await refundOrder(shop(), {
      actor: now.owner,
      orderId: order.id,
      amount: { minorUnits: 5_000, currency: "USD" },
      reason: "A loose seam",
      items: [],
      returnRequestId: null,
      key: "one",
    });
    expect(requested).toMatchObject({ ok: true, value: { status: "pending" } });
    const [refund] = [...now.double.books.refunds.values()];
    const events = now.double.payer.settleRefund(refund?.id ?? "", true);
    await deliverAll([...events, ...events]);
    expect(await reread(suite.db, order.id)).toMatchObject({
      status: "completed",
      refundedMinor: 5_000,
    });
    expect(await ledger(order.id)).toBe(16_500);
  });

  // Specification 4.22
  test("is recorded if it is made in Stripe's dashboard, even if its message arrives before the payment's", async () => {
    const order = await paid();
    const refunded = now.double.payer.refundFromDashboard(order.sessionId);
    await deliverAll([...refunded.toReversed(), ...order.events, ...refunded]);
    expect(await reread(suite.db, order.id)).toMatchObject({
      status: "refunded",
      refundedMinor: 21_500,
    });
    expect(await ledger(order.id)).toBe(0);
    expect((await outbox(suite.db)).map((mail) => mail.kind).toSorted()).toEqual([
      "order-confirmation",
      "refund",
    ]);
  });

  test("is marked on the order during a dispute, and restored if the shop wins", async () => {
    const order = await paid();
    await deliverAll(order.events);
    await deliverAll(now.double.payer.dispute(order.sessionId));
    expect(await reread(suite.db, order.id)).toMatchObject({
      payment: { disputedAt: expect.any(Date) },
    });
    expect(await ledger(order.id)).toBe(0);
    const [dispute] = [...now.double.books.disputes.values()];
    const won = now.double.payer.closeDispute(dispute?.id ?? "", true);
    await deliverAll([...won, ...won]);
    expect(await reread(suite.db, order.id)).toMatchObject({ payment: { disputedAt: null } });
    expect(await ledger(order.id)).toBe(21_500);
    expect(await steps(order.id)).toEqual(["placed", "completed", "disputed", "dispute_won"]);
  });
});

describe("a donation at Stripe", () => {
  test("is completed by its message, and its refund is in the ledger", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const given = await openDonation(shop(), {
      amount: { minorUnits: 5_000, currency: "USD" },
      email: "donor@example.com",
    });
    if (!given.ok) throw new Error("no page");
    const { sessionId } = given.value;
    expect(await deliverAll(now.double.payer.pay(sessionId))).toContain("completed");
    const [donation] = await suite.db
      .select()
      .from(donations)
      .where(eq(donations.email, "donor@example.com"));
    expect(donation).toMatchObject({ status: "completed", amountMinor: 5_000 });
    await deliverAll(now.double.payer.refundFromDashboard(sessionId, 2_000));
    const moved = await suite.db
      .select()
      .from(paymentMovements)
      .where(eq(paymentMovements.donationId, donation?.id ?? ""));
    expect(moved.reduce((sum, row) => sum + row.amountMinor, 0)).toBe(3_000);
  });
});

describe("every order that is paid at Stripe", () => {
  test("has the same amounts in its ledger as Stripe, whatever was discounted, added and refunded", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const cases = fc.record({
      dollars: fc.integer({ min: 1, max: 900 }),
      cents: fc.integer({ min: 0, max: 99 }),
      quantity: fc.integer({ min: 1, max: 5 }),
      option: fc.constantFrom("standard", "express", "international"),
      tax: fc.integer({ min: 0, max: 20_000 }),
      percent: fc.integer({ min: 0, max: 100 }),
      refunds: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        cases,
        async ({ dollars, cents, quantity, option, tax, percent, refunds }) => {
          const productId = await addProduct(suite.db, {
            dollars: dollars + cents / 100,
            stock: { M: null },
          });
          const country = option === "international" ? "DE" : "GY";
          const order = await placed(
            shop(),
            requestFor(productId, { quantity, destination: { country, city: "" } }),
          );
          const code = `C${crypto.randomUUID().slice(0, 8)}`;
          if (percent > 0) {
            now.double.books.coupons.set(code, coupon(code, percent));
            now.double.books.promotionCodes.set(code, promotion(code));
          }
          const act = { shippingOption: option, tax, ...(percent > 0 ? { promotion: code } : {}) };
          await deliverAll(now.double.payer.pay(order.sessionId, act));
          const paid = await reread(suite.db, order.id);
          expect(paid.status).toBe("completed");
          expect(paid.totalMinor).toBe(
            now.double.books.sessions.get(order.sessionId)?.amount_total,
          );
          expect(await ledger(order.id)).toBe(paid.totalMinor);
          for (const share of refunds) {
            await refundOrder(shop(), {
              actor: now.owner,
              orderId: order.id,
              amount: { minorUnits: Math.ceil(paid.totalMinor * share), currency: "USD" },
              reason: "",
              items: [],
              returnRequestId: null,
              key: crypto.randomUUID(),
            });
          }
          const after = await reread(suite.db, order.id);
          expect(await ledger(order.id)).toBe(after.totalMinor - after.refundedMinor);
          expect(after.status).toBe(
            after.totalMinor > 0 && after.refundedMinor === after.totalMinor
              ? "refunded"
              : "completed",
          );
          expect(paid.payment.capturedMinor).toBe(paid.totalMinor);
        },
      ),
      { numRuns: 8 },
    );
  });
});

const coupon = (id: string, percentOff: number) =>
  ({
    id,
    object: "coupon",
    percent_off: percentOff,
    amount_off: null,
    duration: "once",
  }) as Stripe.Coupon;
const promotion = (code: string) =>
  ({
    id: code,
    object: "promotion_code",
    active: true,
    code,
    promotion: { coupon: code, type: "coupon" },
  }) as unknown as Stripe.PromotionCode;

describe("Stripe keys", () => {
  const state = async () => {
    const reported = await getPaymentState({ db: suite.db, secretBox, env }, { actor: now.owner });
    if (!reported.ok) throw new Error("forbidden");
    return reported.value;
  };

  test.each([
    [STAND_IN_KEYS.wrong, "Stripe does not know the secret key."],
    [STAND_IN_KEYS.expired, "The secret key was revoked or has expired."],
  ])(
    "%s: the customer gets a message, the items are released, the owner sees the reason, and valid keys fix it",
    async (key, message) => {
      await saveKeys(key);
      const productId = await addProduct(suite.db, { stock: { M: 1 } });
      const failure = await refusedBecause(shop(), requestFor(productId));
      expect(failure).toEqual({ code: "provider", message: "Failed to create checkout session" });
      expect(await stockOf(suite.db, productId)).toEqual({ stock: 1, held: 0 });
      expect((await state()).trouble?.text).toContain(message);
      const [order] = await suite.db.select().from(orders);
      const [, ended] = await suite.db
        .select()
        .from(orderEvents)
        .where(eq(orderEvents.orderId, order?.id ?? ""))
        .orderBy(asc(orderEvents.id));
      expect(ended).toMatchObject({
        type: "cancelled",
        detail: { why: expect.stringContaining(message) },
      });
      await saveKeys(STAND_IN_KEYS.good);
      expect((await state()).trouble).toBeNull();
      await placed(shop(), requestFor(productId));
    },
  );

  test("that can no longer be decrypted accept and store no order", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const other = createSecretBox("o".repeat(40));
    const payments = createPaymentProviders({
      test: suite.testPage,
      manual: suite.manual,
      storeCredit: suite.storeCredit,
      findKeyring: () => findStripeKeyring({ db: suite.db, secretBox: other, env }),
      stripe: () => {
        throw new Error("asked");
      },
    });
    const productId = await addProduct(suite.db);
    const bench = { ...suite, payments } as unknown as typeof suite;
    expect(await refusedBecause(bench, requestFor(productId))).toMatchObject({ code: "provider" });
    expect(await suite.db.$count(orders)).toBe(0);
    expect((await state()).trouble?.text).toContain("SETTINGS_KEY");
  });

  test("that are added leave an order of the test page to the test page", async () => {
    const productId = await addProduct(suite.db);
    const old = await placed(shop(), requestFor(productId));
    expect(old.payment.provider).toBe("test");
    await saveKeys(STAND_IN_KEYS.good);
    await payUnheard(suite, old.sessionId);
    expect(await look(old.sessionId)).toMatchObject({ status: "completed" });
    expect((await placed(shop(), requestFor(productId))).payment.provider).toBe("stripe:test");
  });

  test("of the other mode leave existing sessions to the earlier keys", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const old = await opened();
    await saveKeys(STAND_IN_KEYS.live, "pk_live_1");
    expect((await state()).mode).toBe("live");
    const [completed] = now.double.payer
      .pay(old.sessionId)
      .filter((event) => event.type === "checkout.session.completed");
    expect(completed && (await deliverAll([completed]))).toEqual(["completed"]);
    expect(await reread(suite.db, old.id)).toMatchObject({
      status: "completed",
      payment: { provider: "stripe:test" },
    });
  });

  // Specification 8.44
  test("cause a message while Stripe does not respond, until it does", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    now.double.fault = failNext({ kind: "error", status: 503 }, "checkout.sessions.create", 3);
    const productId = await addProduct(suite.db);
    expect(await refusedBecause(shop(), requestFor(productId))).toMatchObject({ code: "provider" });
    expect((await state()).trouble?.text).toContain("could not be reached");
    await placed(shop(), requestFor(productId));
    expect((await state()).trouble).toBeNull();
  });

  test("a payment for an order that another provider opened is recorded as foreign and changes nothing", async () => {
    const productId = await addProduct(suite.db);
    const old = await placed(shop(), requestFor(productId));
    await saveKeys(STAND_IN_KEYS.good);
    const stripe = await shop().payments.of("stripe:test");
    const forged = await stripe.openSession({
      reference: old.id,
      kind: "order",
      shop: "shop.example",
      customerEmail: "mallory@example.com",
      accountId: null,
      lines: [
        {
          name: "Cheap",
          detail: "",
          imageUrl: null,
          quantity: 1,
          total: { minorUnits: 100, currency: "USD" },
        },
      ],
      credit: null,
      total: { minorUnits: 100, currency: "USD" },
      notice: null,
      shippingOptions: [],
      destination: { country: "GY", city: "" },
      automaticTax: false,
      successUrl: "https://shop.example/a",
      cancelUrl: "https://shop.example/b",
      expiresAt: new Date(Date.now() + 30 * 60_000),
    });
    const reported = await deliverAll(now.double.payer.pay(forged.sessionId));
    expect(new Set(reported)).toEqual(new Set(["unknown", "foreign"]));
    expect(await reread(suite.db, old.id)).toMatchObject({
      status: "pending",
      payment: { status: "pending", capturedMinor: 0 },
      furtherPayments: [],
    });
  });
});

describe("a refund or dispute in Stripe's dashboard", () => {
  test("is found once by asking if its message never came", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const order = await opened();
    await deliverAll(now.double.payer.pay(order.sessionId));
    const paid = await ledger(order.id);
    now.double.payer.refundFromDashboard(order.sessionId, 1_500);
    now.double.payer.dispute(order.sessionId);
    expect(await ledger(order.id)).toBe(paid);
    expect(await catchUpPayments(shop())).toBe(2);
    expect(await ledger(order.id)).toBe(0);
    expect(await catchUpPayments(shop())).toBe(0);
    expect(await steps(order.id)).toEqual(expect.arrayContaining(["refunded", "disputed"]));
  });

  test("is found on the next run if Stripe does not respond", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const order = await opened();
    await deliverAll(now.double.payer.pay(order.sessionId));
    now.double.payer.refundFromDashboard(order.sessionId);
    now.double.fault = () => ({ kind: "error", status: 503 });
    expect(await catchUpPayments(shop())).toBe(0);
    now.double.fault = () => null;
    expect(await catchUpPayments(shop())).toBe(1);
    expect((await reread(suite.db, order.id)).status).toBe("refunded");
  });
});
