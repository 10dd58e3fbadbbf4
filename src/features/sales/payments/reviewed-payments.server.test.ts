import { asc, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { paymentMovements, payments, refunds } from "#db/schema/payments.server.ts";
import { getPaymentState } from "#features/base/settings/payment-state-queries.server.ts";
import { addOrderNote } from "#features/orders/order/add-order-note.server.ts";
import { readOrderFilter } from "#features/orders/order/list/order-filter.ts";
import { listOrders } from "#features/orders/order/list/order-list-queries.server.ts";
import { customerStepMessage, eventMessage } from "#features/orders/order/order-events.ts";
import { retrieveOrder } from "#features/sales/checkout/retrieve-order.server.ts";
import { openDonation } from "#features/sales/donations/open-donation.server.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { lookUpOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import { outbox, reread, stockOf } from "#tests/support/checkout.ts";
import { failNext } from "#tests/support/stripe/faults.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { paymentRequest } from "#tests/support/stripe/payment-request.ts";
import { createSession } from "#tests/support/stripe/sessions.ts";
import { stripeSuite } from "#tests/support/stripe-suite.ts";
import { catchUpPayments } from "./payment-events.server.ts";
import { countPaymentsToReview } from "./payment-queries.server.ts";
import { refundPayment, sweepRefunds } from "./refund-order.server.ts";
import {
  countDonationsToReview,
  keepDonation,
  listDonations,
  refundDonation,
} from "./review-donation.server.ts";
import { settleWithoutOrder } from "./settle-without-order.server.ts";
import { sweepReservations } from "./sweep-payments.server.ts";

const { suite, now, secretBox, env, shop, saveKeys, opened, deliverAll, timeline, ledger } =
  stripeSuite();

const PATHS = {
  "by its message": async (events: readonly Stripe.Event[]) => {
    await deliverAll(events);
  },
  "by asking": async () => {
    await catchUpPayments(shop());
  },
};
const paths = Object.keys(PATHS) as (keyof typeof PATHS)[];

const steps = async (orderId: string) => (await timeline(orderId)).map(({ type }) => type);

/** Changed before it is paid. */
function sessionOf(sessionId: string) {
  const session = now.double.books.sessions.get(sessionId);
  if (!session) throw new Error("no session");
  return session;
}

const standard = { shippingOption: "standard" };

async function wrongAmount() {
  const order = await opened();
  sessionOf(order.sessionId).amount_subtotal = 100;
  return { order, events: now.double.payer.pay(order.sessionId) };
}

async function wrongCurrency() {
  const order = await opened();
  sessionOf(order.sessionId).currency = "eur";
  return { order, events: now.double.payer.pay(order.sessionId, standard) };
}

async function openAnother(orderId: string) {
  const stripe = await shop().payments.of("stripe:test");
  return stripe.openSession(
    paymentRequest({
      reference: orderId,
      lines: [{ name: "Blazer", detail: "", imageUrl: null, quantity: 2, total: money(20_000) }],
      total: money(20_000),
      shippingOptions: [],
      expiresAt: new Date(Date.now() + 40 * 60_000),
    }),
  );
}

async function paidTwice() {
  const order = await opened();
  const second = await openAnother(order.id);
  await deliverAll(now.double.payer.pay(order.sessionId, standard));
  return { order, events: now.double.payer.pay(second.sessionId) };
}

const attention = async () => {
  const filter = readOrderFilter(new URLSearchParams("attention=1"));
  const list = await listOrders(suite.db, { actor: now.owner, filter });
  return list.ok ? list.value.rows.map(({ id }) => id) : [];
};

const CASES = [
  {
    reason: "wrong_amount",
    pay: wrongAmount,
    captured: { minorUnits: 1_600, currency: "USD" },
    orderStatus: "pending",
    held: 1_600,
    message: "$16.00 arrived instead of $215.00.",
  },
  {
    reason: "wrong_currency",
    pay: wrongCurrency,
    captured: { minorUnits: 21_500, currency: "EUR" },
    orderStatus: "pending",
    held: 21_500,
    message: "EUR 215.00 arrived instead of $200.00.",
  },
  {
    reason: "duplicate",
    pay: paidTwice,
    captured: { minorUnits: 20_000, currency: "USD" },
    orderStatus: "completed",
    held: 41_500,
    message: "$200.00 arrived again.",
  },
] as const;

describe.each(CASES)("a payment under review: $reason", (each) => {
  const { captured, held, orderStatus, pay, reason } = each;

  test.each(paths)("found %s, it completes nothing and is flagged everywhere", async (path) => {
    await saveKeys(STAND_IN_KEYS.good);
    const { order, events } = await pay();
    await PATHS[path](events);
    await PATHS[path](events);
    const after = await reread(suite.db, order.id);
    expect(after.status).toBe(orderStatus);
    const reviewed = [after.payment, ...after.furtherPayments].filter(
      ({ status }) => status === reason,
    );
    expect(reviewed).toMatchObject([
      { capturedMinor: captured.minorUnits, currency: captured.currency, refundedMinor: 0 },
    ]);
    expect(await ledger(order.id)).toBe(held);
    const types = await steps(order.id);
    expect(types.filter((type) => type === `payment_${reason}`)).toHaveLength(1);
    expect(types.filter((type) => type === "completed")).toHaveLength(
      orderStatus === "completed" ? 1 : 0,
    );
    const mails = (await outbox(suite.db)).map(({ kind }) => kind);
    expect(mails).toEqual(orderStatus === "completed" ? ["order-confirmation"] : []);
  });

  test("the owner finds it, explained, in the notices, in the list and on the order", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const { order, events } = await pay();
    await deliverAll(events);
    expect(await countPaymentsToReview(suite.db)).toBe(1);
    expect(await attention()).toEqual([order.id]);
    const found = await getAdminOrder(suite.db, { actor: now.owner, orderId: order.id });
    if (!found.ok) throw new Error(found.error);
    expect(found.value.reviewedPayments).toMatchObject([{ reason, captured, left: captured }]);
    const step = found.value.events.find(({ type }) => type === `payment_${reason}`);
    const message = eventMessage(step?.type ?? "", step?.detail ?? {});
    expect(message.tone).toBe("alert");
    expect(message.explanation).toContain(each.message);
    expect(message.explanation).toContain("Refund this payment under Payments");
    await addOrderNote(shop(), { actor: now.owner, orderId: order.id, note: "Talked to her" });
    expect(await countPaymentsToReview(suite.db)).toBe(0);
    expect(await attention()).toEqual([]);
  });

  test("the customer reads that the shop will write to them", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const { order, events } = await pay();
    await deliverAll(events);
    const found = await lookUpOrder(suite.db, {
      number: order.id.slice(0, 8),
      email: order.customerEmail,
      now: new Date(),
    });
    if (!found.ok) throw new Error(found.error);
    const step = found.value.steps.find(({ type }) => type === `payment_${reason}`);
    expect(step && customerStepMessage(step)).toMatchObject({
      explanation: "We received a payment that does not match your order; we will write to you.",
    });
    const page = { sessionId: order.sessionId, actor: { role: "visitor" } as const };
    const view = await retrieveOrder(shop(), page);
    expect(view).toMatchObject({ isUnderReview: orderStatus === "pending", paymentUrl: null });
  });

  test("the owner refunds it in full, once, and nothing else", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const { order, events } = await pay();
    await deliverAll(events);
    const before = await reread(suite.db, order.id);
    const [reviewed] = await suite.db.select().from(payments).where(eq(payments.status, reason));
    const input = { actor: now.owner, orderId: order.id, paymentId: reviewed?.id ?? "" };
    const stranger = { role: "visitor" } as const;
    expect(await refundPayment(shop(), { ...input, actor: stranger, key: "no" })).toEqual({
      ok: false,
      error: "forbidden",
    });
    const presses = await Promise.all(
      ["one", "one", "two"].map((key) => refundPayment(shop(), { ...input, key })),
    );
    expect(presses.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1);
    expect(await suite.db.select().from(refunds)).toMatchObject([
      { amountMinor: captured.minorUnits, currency: captured.currency, status: "succeeded" },
    ]);
    expect([...now.double.books.refunds.values()]).toMatchObject([
      { amount: captured.minorUnits, currency: captured.currency.toLowerCase() },
    ]);
    const after = await reread(suite.db, order.id);
    expect([after.status, after.refundedMinor]).toEqual([before.status, 0]);
    expect(await ledger(order.id)).toBe(held - captured.minorUnits);
    const [settled] = await suite.db
      .select()
      .from(payments)
      .where(eq(payments.id, input.paymentId));
    expect(settled).toMatchObject({ status: reason, refundedMinor: captured.minorUnits });
    expect(await steps(order.id)).toContain("payment_returned");
    expect(await countPaymentsToReview(suite.db)).toBe(0);
    expect(await attention()).toEqual([]);
    const changes = await suite.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
    expect(changes.map(({ action }) => action)).toEqual(["refunded a payment of"]);
    const mail = (await outbox(suite.db)).filter(({ kind }) => kind === "refund");
    expect(mail).toHaveLength(1);
    expect(mail[0]?.textBody).toContain("a payment that did not match your order");
  });
});

describe("an order whose payment is under review", () => {
  test("expires and releases its items, and its page does not claim that nothing was charged", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const { order, events } = await wrongAmount();
    await deliverAll(events);
    expect(await stockOf(suite.db, order.productId)).toEqual({ stock: 3, held: 1 });
    const later = { ...shop(), clock: { now: () => new Date(Date.now() + 60 * 60_000) } };
    expect(await sweepReservations(later as typeof suite)).toMatchObject({ expired: 1, left: 0 });
    expect(await stockOf(suite.db, order.productId)).toEqual({ stock: 5, held: 0 });
    expect(await reread(suite.db, order.id)).toMatchObject({
      status: "expired",
      payment: { status: "wrong_amount" },
    });
    const [last] = (await timeline(order.id)).slice(-1);
    expect(last).toMatchObject({ type: "expired", detail: { because: "payment_under_review" } });
    const reported = customerStepMessage({
      type: "expired",
      detail: { because: "payment_under_review" },
    });
    expect(reported.explanation).not.toContain("Nothing was charged");
  });

  test("is completed by a second payment that matches", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const { order, events } = await wrongAmount();
    await deliverAll(events);
    const second = await openAnother(order.id);
    expect(await deliverAll(now.double.payer.pay(second.sessionId))).toContain("completed");
    expect(await reread(suite.db, order.id)).toMatchObject({ status: "completed" });
    const found = await getAdminOrder(suite.db, { actor: now.owner, orderId: order.id });
    expect(found.ok && found.value.order.payment).toMatchObject({
      status: "captured",
      sessionId: second.sessionId,
    });
  });
});

describe.each(paths)("a session of another site on the same Stripe account, found %s", (path) => {
  test.each([
    ["with nothing that names a shop", () => ({})],
    ["with its own references", () => ({ reference: "4711", order_id: "4711" })],
    [
      "that names one of the shop's orders",
      (id: string) => ({ reference: id, kind: "order", shop: "other.example" }),
    ],
    [
      "that claims the shop's name for no order of it",
      () => ({ reference: crypto.randomUUID(), kind: "order", shop: "shop.example" }),
    ],
  ])("%s is recorded as foreign and completes nothing", async (_, metadataFor) => {
    await saveKeys(STAND_IN_KEYS.good);
    const order = await opened();
    const session = createSession(now.double.books, {
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "eur", unit_amount: 900, product_data: { name: "Mug" } },
        },
      ],
      success_url: "https://other.example/thanks",
      metadata: metadataFor(order.id),
    });
    const events = now.double.payer.pay(session.id);
    await PATHS[path](events);
    await PATHS[path](events);
    const foreign = await suite.db.select().from(payments).where(eq(payments.status, "foreign"));
    expect(foreign).toMatchObject([
      {
        orderId: null,
        donationId: null,
        capturedMinor: 900,
        currency: "EUR",
        sessionId: session.id,
      },
    ]);
    const moved = await suite.db
      .select()
      .from(paymentMovements)
      .where(eq(paymentMovements.paymentId, foreign[0]?.id ?? ""));
    expect(moved).toMatchObject([{ kind: "charge", amountMinor: 900, orderId: null }]);
    expect(await reread(suite.db, order.id)).toMatchObject({
      status: "pending",
      payment: { status: "pending" },
      furtherPayments: [],
    });
    const state = await getPaymentState({ db: suite.db, secretBox, env }, { actor: now.owner });
    expect(state.ok && state.value.foreign).toEqual([
      { payments: 1, amount: { minorUnits: 900, currency: "EUR" } },
    ]);
    expect(await countPaymentsToReview(suite.db)).toBe(0);
  });

  test("does not block later messages or refunds in its currency", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const session = createSession(now.double.books, {
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "jpy", unit_amount: 900, product_data: { name: "Mug" } },
        },
      ],
      success_url: "https://other.example/thanks",
    });
    const events = now.double.payer.pay(session.id);
    events.push(...now.double.payer.refundFromDashboard(session.id, 300));
    const { order, events: own } = await wrongCurrency();
    await PATHS[path]([...events, ...own]);
    expect(
      await suite.db.select().from(payments).where(eq(payments.status, "foreign")),
    ).toMatchObject([{ capturedMinor: 900, refundedMinor: 300, currency: "JPY" }]);
    expect(await reread(suite.db, order.id)).toMatchObject({
      payment: { status: "wrong_currency" },
    });
  });
});

test.each(paths)("a donation paid in another currency is not completed, found %s", async (path) => {
  await saveKeys(STAND_IN_KEYS.good);
  const email = `${crypto.randomUUID()}@example.com`;
  const given = await openDonation(shop(), { amount: money(5_000), email });
  if (!given.ok) throw new Error(given.error);
  sessionOf(given.value.sessionId).currency = "eur";
  await PATHS[path](now.double.payer.pay(given.value.sessionId));
  const [donation] = await suite.db.select().from(donations).where(eq(donations.email, email));
  expect(donation?.status).toBe("expired");
  const rows = await suite.db
    .select()
    .from(payments)
    .where(eq(payments.donationId, donation?.id ?? ""));
  expect(rows).toMatchObject([{ status: "wrong_currency", capturedMinor: 5_000, currency: "EUR" }]);
  expect(await outbox(suite.db)).toEqual([]);
});

async function reviewedDonation() {
  await saveKeys(STAND_IN_KEYS.good);
  const email = `${crypto.randomUUID()}@example.com`;
  const given = await openDonation(shop(), { amount: money(5_000), email });
  if (!given.ok) throw new Error(given.error);
  sessionOf(given.value.sessionId).currency = "eur";
  await deliverAll(now.double.payer.pay(given.value.sessionId));
  const list = await listDonations(suite.db, { actor: now.owner, search: "" });
  const row = list.ok ? list.value.find((each) => each.email === email) : null;
  if (!row) throw new Error("The donation is not listed");
  return row;
}

test("the owner finds a donation under review and refunds it in full, once", async () => {
  const row = await reviewedDonation();
  expect(row).toMatchObject({
    reason: "wrong_currency",
    isWaiting: true,
    captured: { minorUnits: 5_000, currency: "EUR" },
  });
  expect(await countDonationsToReview(suite.db)).toBe(1);
  const input = { actor: now.owner, paymentId: row.id };
  const stranger = { role: "visitor" } as const;
  expect(await refundDonation(shop(), { ...input, actor: stranger })).toMatchObject({ ok: false });
  const presses = await Promise.all([1, 2].map(() => refundDonation(shop(), input)));
  expect(presses.some(({ ok }) => ok)).toBe(true);
  expect([...now.double.books.refunds.values()]).toMatchObject([
    { amount: 5_000, currency: "eur" },
  ]);
  const [payment] = await suite.db.select().from(payments).where(eq(payments.id, row.id));
  expect(payment).toMatchObject({ status: "wrong_currency", refundedMinor: 5_000 });
  const moved = await suite.db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.paymentId, row.id))
    .orderBy(asc(paymentMovements.id));
  expect(moved.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0);
  expect(await countDonationsToReview(suite.db)).toBe(0);
  expect(await refundDonation(shop(), input)).toEqual({ ok: false, error: "not_found" });
});

test.each([
  ["before the provider receives", "before", 0],
  ["after the provider executes", "after", 1],
] as const)(
  "a crash %s a donation's refund leaves it written, and the sweep finishes it once",
  async (_when, crash, atStripe) => {
    const row = await reviewedDonation();
    const input = { actor: now.owner, paymentId: row.id };
    const crashing: Payments = {
      ...shop().payments,
      of: async (name) => {
        const provider = await shop().payments.of(name);
        return {
          ...provider,
          refund: async (request) => {
            if (crash === "after") await provider.refund(request);
            throw new Error("The process ends here");
          },
        };
      },
    };
    const deps = { ...shop(), payments: crashing };
    expect(await refundDonation(deps, input)).toEqual({ ok: true, value: "pending" });
    expect(now.double.books.refunds.size).toBe(atStripe);
    const written = () => suite.db.select().from(refunds).where(eq(refunds.paymentId, row.id));
    expect(await written()).toMatchObject([
      { status: "pending", orderId: null, amountMinor: 5_000, actorId: now.owner.userId },
    ]);
    expect(await countDonationsToReview(suite.db)).toBe(0);
    expect(await keepDonation(shop(), input)).toEqual({ ok: false, error: "not_found" });
    expect(await refundDonation(shop(), input)).toEqual({ ok: false, error: "not_found" });
    const later = { now: () => new Date(Date.now() + 120_000) };
    expect(await sweepRefunds({ ...shop(), clock: later })).toMatchObject({ succeeded: 1 });
    expect(now.double.books.refunds.size).toBe(1);
    expect(await written()).toMatchObject([{ status: "succeeded" }]);
    const [payment] = await suite.db.select().from(payments).where(eq(payments.id, row.id));
    expect(payment).toMatchObject({ refundedMinor: 5_000 });
    expect(await sweepRefunds({ ...shop(), clock: later })).toMatchObject({
      succeeded: 0,
      left: 0,
    });
  },
);

test("a donation whose refund the provider refuses waits for the owner again", async () => {
  const row = await reviewedDonation();
  const input = { actor: now.owner, paymentId: row.id };
  now.double.fault = failNext({ kind: "error", status: 402 }, "refunds.create");
  expect(await refundDonation(shop(), input)).toEqual({ ok: false, error: "provider" });
  expect(await countDonationsToReview(suite.db)).toBe(1);
  expect(await refundDonation(shop(), input)).toEqual({ ok: true, value: "succeeded" });
  expect(now.double.books.refunds.size).toBe(1);
});

test("the owner keeps a donation under review, and nothing is refunded", async () => {
  const row = await reviewedDonation();
  const input = { actor: now.owner, paymentId: row.id };
  expect(await keepDonation(shop(), input)).toEqual({ ok: true, value: null });
  expect(await countDonationsToReview(suite.db)).toBe(0);
  expect(await refundDonation(shop(), input)).toEqual({ ok: false, error: "not_found" });
  expect(now.double.books.refunds.size).toBe(0);
});

test("a refund of a reviewed payment in Stripe's dashboard is recorded, and the order does not change", async () => {
  await saveKeys(STAND_IN_KEYS.good);
  const { order, events } = await wrongCurrency();
  await deliverAll([...events, ...now.double.payer.refundFromDashboard(order.sessionId)]);
  expect(await reread(suite.db, order.id)).toMatchObject({
    status: "pending",
    refundedMinor: 0,
    payment: { status: "wrong_currency", refundedMinor: 21_500 },
  });
  expect(await ledger(order.id)).toBe(0);
  expect(await countPaymentsToReview(suite.db)).toBe(0);
});

async function listed(paymentId: string) {
  const list = await listDonations(suite.db, { actor: now.owner, search: "" });
  const row = list.ok ? list.value.find(({ id }) => id === paymentId) : undefined;
  if (!row) throw new Error("The donation is not listed");
  return row;
}

test("a donation is found by a part of its email, in any case", async () => {
  const { email, id } = await reviewedDonation();
  await reviewedDonation();
  const found = async (search: string) => {
    const list = await listDonations(suite.db, { actor: now.owner, search });
    return list.ok ? list.value.map((row) => row.id) : null;
  };
  expect(await found(email.slice(3, 20).toUpperCase())).toEqual([id]);
  expect(await found(`${email.slice(0, 20)}%`)).toEqual([]);
  expect(await found("nobody@")).toEqual([]);
});

test("a donation's refund on its way is listed as such until it arrives", async () => {
  const row = await reviewedDonation();
  const input = { actor: now.owner, paymentId: row.id };
  const refund = () => Promise.reject(new Error("No response"));
  const away = {
    ...shop().payments,
    of: async (name: string) => ({ ...(await shop().payments.of(name)), refund }),
  };
  expect(await listed(row.id)).toMatchObject({ lastRefund: null, isWaiting: true });
  expect(await refundDonation({ ...shop(), payments: away }, input)).toMatchObject({
    value: "pending",
  });
  expect(await listed(row.id)).toMatchObject({ lastRefund: "pending", isWaiting: false });
  const later = { now: () => new Date(Date.now() + 120_000) };
  await sweepRefunds({ ...shop(), clock: later });
  expect(await listed(row.id)).toMatchObject({
    lastRefund: "succeeded",
    refunded: { minorUnits: 5_000 },
  });
});

test("a donation's refund that the bank returns is in the ledger, once, and the donation waits again", async () => {
  const row = await reviewedDonation();
  const input = { actor: now.owner, paymentId: row.id };
  expect(await refundDonation(shop(), input)).toEqual({ ok: true, value: "succeeded" });
  const [made] = now.double.books.refunds.values();
  const events = now.double.payer.settleRefund(made?.id ?? "", false);
  await deliverAll(events);
  await deliverAll(events);
  const moved = await suite.db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.paymentId, row.id))
    .orderBy(asc(paymentMovements.id));
  expect(moved.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ["charge", 5_000],
    ["refund", -5_000],
    ["refund_failed", 5_000],
  ]);
  const written = () => suite.db.select().from(refunds).where(eq(refunds.paymentId, row.id));
  expect(await written()).toMatchObject([{ status: "failed", failure: "lost or stolen card" }]);
  expect(await listed(row.id)).toMatchObject({
    lastRefund: "failed",
    isWaiting: true,
    refunded: { minorUnits: 0 },
  });
  expect(await countDonationsToReview(suite.db)).toBe(1);
  expect(await refundDonation(shop(), input)).toEqual({ ok: true, value: "succeeded" });
  expect(await listed(row.id)).toMatchObject({ isWaiting: false, refunded: { minorUnits: 5_000 } });
});

test("a report of success that arrives after the bank's return changes nothing", async () => {
  const row = await reviewedDonation();
  expect(await refundDonation(shop(), { actor: now.owner, paymentId: row.id })).toMatchObject({
    ok: true,
  });
  const [made] = now.double.books.refunds.values();
  await suite.db.delete(paymentMovements).where(eq(paymentMovements.kind, "refund"));
  await suite.db.update(payments).set({ refundedMinor: 0 }).where(eq(payments.id, row.id));
  const report = (status: "succeeded" | "failed") =>
    settleWithoutOrder(shop(), row.id, {
      type: "refunds.changed",
      refunds: [
        {
          id: made?.id ?? "",
          paymentId: "pi",
          key: null,
          failure: null,
          status,
          amount: { minorUnits: 5_000, currency: "EUR" },
        },
      ],
    });
  await report("failed");
  await report("succeeded");
  const [payment] = await suite.db.select().from(payments).where(eq(payments.id, row.id));
  expect(payment?.refundedMinor).toBe(0);
  expect(await listed(row.id)).toMatchObject({ lastRefund: "failed", isWaiting: true });
});
