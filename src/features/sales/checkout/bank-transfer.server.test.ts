import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { paymentMovements, refunds } from "#db/schema/payments.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { customerStepMessage, eventMessage } from "#features/orders/order/order-events.ts";
import { mailsOfOrder } from "#features/orders/order/resend-order-mail.server.ts";
import { lookUpOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { cancelReplacedCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import { listPaymentChoices } from "#features/sales/payments/payment-choices.server.ts";
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
import { findOpenTransfer, orderByTransfer, recordTransfer } from "./bank-transfer.server.ts";
import { retrieveOrder } from "./retrieve-order.server.ts";

const bench = checkoutSuite();

const INSTRUCTIONS = "Bank of Guyana\nAccount 000-123";
const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
let owner: SignedIn;

const shop = () => {
  const payments = {
    current: async () => bench.testPage,
    of: async (name: string) => (name === "manual" ? bench.manual : bench.testPage),
    known: async () => [],
  } as unknown as Payments;
  return { ...bench, payments } as typeof bench;
};

const offerTransfers = (enabled: boolean) =>
  bench.db.insert(siteSettings).values({
    settingName: "bankTransfer",
    settingValue: { enabled, instructions: INSTRUCTIONS, holdDays: 5 },
    version: 1,
  });

beforeEach(async () => {
  await bench.db.delete(siteSettings);
  await offerTransfers(true);
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await createCustomer(bench.db, { email, role: "admin", name: "Rosa" });
  owner = { role: "admin", userId, name: "Rosa", email };
});

/** Two of five items at 100 dollars, no delivery chosen. */
async function begun() {
  const productId = await addProduct(bench.db, { dollars: 100, stock: { M: 5 } });
  const order = await placed(shop(), requestFor(productId, { quantity: 2, method: "manual" }));
  return { ...order, productId };
}

async function ordered() {
  const order = await begun();
  expect(await orderByTransfer(shop(), { sessionId: order.sessionId, values })).toMatchObject({
    ok: true,
  });
  return order;
}

const types = async (orderId: string) =>
  (
    await bench.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, orderId))
      .orderBy(orderEvents.createdAt, orderEvents.id)
  ).map(({ type }) => type);

const kinds = async () => (await outbox(bench.db)).map(({ kind }) => kind);
const recordReceived = (
  orderId: string,
  actor: Parameters<typeof recordTransfer>[1]["actor"] = owner,
) => recordTransfer(shop(), { actor, orderId });
const refund = (orderId: string) =>
  refundOrder(shop(), {
    actor: owner,
    orderId,
    amount: { minorUnits: 5_000, currency: "USD" },
    reason: "A seam",
    items: [],
    returnRequestId: null,
    isSent: true,
    key: "one",
  });

test("the checkout offers bank transfers only if the owner enabled them", async () => {
  expect((await listPaymentChoices(bench.db)).map(({ value }) => value)).toEqual([
    "card",
    "manual",
  ]);
  await bench.db.delete(siteSettings);
  await offerTransfers(false);
  expect((await listPaymentChoices(bench.db)).map(({ value }) => value)).toEqual(["card"]);
  const order = await begun();
  expect(order.payment, "a posted choice that is not offered is the default").toMatchObject({
    method: "test",
  });
});

describe("an order to be paid by transfer", () => {
  test("keeps the company's tax number until it is paid, and its invoice names it", async () => {
    const order = await begun();
    const { sessionId } = order;
    await orderByTransfer(shop(), { sessionId, values: { ...values, buyerTaxNumber: "TIN 77" } });
    expect(await reread(bench.db, order.id)).toMatchObject({ buyerTaxNumber: "TIN 77" });
    await recordReceived(order.id);
    expect(await invoiceOf(bench.db, order.id)).toMatchObject({ buyer: { taxNumber: "TIN 77" } });
  });

  test("counts its delivery days from the day the money arrives, and the email says the same", async () => {
    const order = await ordered();
    expect(await reread(bench.db, order.id)).toMatchObject({ arrivesFrom: null });
    // From Friday the 20th to Tuesday the 24th.
    bench.clock.advance(4 * DAY_MS);
    expect(await recordReceived(order.id)).toMatchObject({ ok: true });
    expect(await reread(bench.db, order.id)).toMatchObject({
      arrivesFrom: "2026-12-02",
      arrivesUntil: "2026-12-07",
    });
    const mails = await outbox(bench.db);
    const confirmation = mails.find(({ kind }) => kind === "order-confirmation");
    expect(confirmation?.textBody).toContain("Arrives 2 to 7 December 2026, ");
    const view = await retrieveOrder(shop(), {
      sessionId: order.sessionId,
      actor: { role: "visitor" },
    });
    expect(view?.delivery).toMatch(/^Arrives 2 to 7 December 2026, /);
  });

  test("offers no same-day delivery, because a transfer takes days", async () => {
    const order = await begun();
    const found = await findOpenTransfer(shop(), order.sessionId);
    expect(found.ok && found.value.options.map(({ id }) => id)).not.toContain(
      "georgetown-same-day",
    );
  });

  test("asks for the delivery first, and keeps the input when something is missing", async () => {
    const order = await begun();
    expect(order.payment).toMatchObject({
      method: "manual",
      provider: "manual",
      status: "pending",
    });
    expect(order.url).toBe(`https://shop.example/checkout/bank-transfer/${order.sessionId}`);
    const found = await findOpenTransfer(shop(), order.sessionId);
    expect(found.ok && found.value.options.map(({ id }) => id)).toContain("standard");
    const refused = await orderByTransfer(shop(), {
      sessionId: order.sessionId,
      values: { ...values, line1: "" },
    });
    expect(refused).toMatchObject({ ok: false, error: { line1: expect.any(String) } });
    expect(await types(order.id)).toEqual(["placed"]);
    expect(await findOpenTransfer(shop(), "transfer_nobody")).toEqual({
      ok: false,
      error: "not_found",
    });
  });

  test("is placed with its total, reserved for the owner's number of days, and described on the page, the order and by email", async () => {
    const order = await ordered();
    await orderByTransfer(shop(), { sessionId: order.sessionId, values });
    const after = await reread(bench.db, order.id);
    expect(after).toMatchObject({
      status: "pending",
      totalMinor: 21_500,
      shippingMethod: "Standard",
      payment: { status: "processing", amountMinor: 21_500, capturedMinor: 0 },
      reservedUntil: new Date(bench.clock.now().getTime() + 5 * DAY_MS),
    });
    const reference = order.id.slice(0, 8).toUpperCase();
    const view = await retrieveOrder(shop(), {
      sessionId: order.sessionId,
      actor: { role: "visitor" },
    });
    expect(view?.transfer).toMatchObject({
      amount: { minorUnits: 21_500, currency: "USD" },
      instructions: INSTRUCTIONS,
      reference,
      until: "25 November 2026",
    });
    const found = await lookUpOrder(bench.db, {
      number: order.id.slice(0, 8),
      email: order.customerEmail,
      now: bench.clock.now(),
    });
    const step = found.ok && found.value.steps.find(({ type }) => type === "transfer_awaited");
    expect(step && customerStepMessage(step).explanation).toBe(
      `Please transfer $215.00 with the reference ${reference} by 25 November 2026. To: Bank of Guyana, Account 000-123`,
    );
    const [mail, ...others] = await outbox(bench.db);
    expect(others).toEqual([]);
    expect(mail?.kind).toBe("bank-transfer");
    for (const text of ["$215.00", "Account 000-123", reference, "25 November 2026"]) {
      expect(mail?.textBody).toContain(text);
    }
    expect(await mailsOfOrder(bench.db, order.id)).toHaveLength(1);
  });

  test("expires after the usual time if no delivery is chosen", async () => {
    const order = await begun();
    bench.clock.advance(31 * 60_000);
    expect(await sweepReservations(shop())).toMatchObject({ expired: 1 });
    expect(await stockOf(bench.db, order.productId)).toEqual({ stock: 5, held: 0 });
    expect(await findOpenTransfer(shop(), order.sessionId)).toEqual({ ok: false, error: "over" });
    expect(await kinds()).toEqual([]);
  });

  test("keeps its items for its days, and then expires with an email that says so", async () => {
    const order = await ordered();
    bench.clock.advance(4 * DAY_MS);
    expect(await sweepReservations(shop())).toEqual({ expired: 0, completed: 0, left: 0 });
    expect(await stockOf(bench.db, order.productId)).toEqual({ stock: 3, held: 1 });
    bench.clock.advance(DAY_MS + 1_000);
    expect(await sweepReservations(shop())).toMatchObject({ expired: 1 });
    expect(await stockOf(bench.db, order.productId)).toEqual({ stock: 5, held: 0 });
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "expired",
      payment: { status: "expired" },
    });
    expect(await types(order.id)).toEqual(["placed", "transfer_awaited", "expired"]);
    expect(await kinds()).toEqual(["bank-transfer", "transfer-ended"]);
    const [, mail] = await outbox(bench.db);
    expect(mail?.textBody).toContain("We waited until 25 November 2026 for your transfer");
  });

  test("is not released when the same browser begins another checkout", async () => {
    const order = await ordered();
    await cancelReplacedCheckout(shop(), order.sessionId);
    expect(await reread(bench.db, order.id)).toMatchObject({ status: "pending" });
  });
});

describe("marking it as paid", () => {
  test("is done once, by an admin only, with the ledger, the confirmation and the log", async () => {
    const order = await ordered();
    for (const actor of [{ role: "visitor" }, { ...owner, role: "customer" }] as const) {
      expect(await recordReceived(order.id, actor)).toEqual({ ok: false, error: "forbidden" });
    }
    const presses = await Promise.all([recordReceived(order.id), recordReceived(order.id)]);
    expect(presses.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1);
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "completed",
      totalMinor: 21_500,
      shippingMethod: "Standard",
      shippingAddress: georgetown,
      payment: { status: "captured", capturedMinor: 21_500 },
    });
    const moved = await bench.db
      .select()
      .from(paymentMovements)
      .where(eq(paymentMovements.orderId, order.id));
    expect(moved).toMatchObject([{ kind: "charge", amountMinor: 21_500, method: "Bank transfer" }]);
    expect(await types(order.id)).toEqual(["placed", "transfer_awaited", "completed"]);
    expect(await kinds()).toEqual(["bank-transfer", "order-confirmation"]);
    expect(await stockOf(bench.db, order.productId)).toEqual({ stock: 3, held: 0 });
    const changes = await bench.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
    expect(changes.map(({ action, actorName }) => [action, actorName])).toEqual([
      ["marked as paid", "Rosa"],
    ]);
    expect(await recordReceived(order.id)).toEqual({ ok: false, error: "over" });
  });

  test("completes an order that expired, but not one without a chosen delivery", async () => {
    const waiting = await begun();
    expect(await recordReceived(waiting.id)).toEqual({ ok: false, error: "over" });
    const late = await ordered();
    bench.clock.advance(6 * DAY_MS);
    await sweepReservations(shop());
    expect(await recordReceived(late.id)).toEqual({ ok: true, value: null });
    expect(await reread(bench.db, late.id)).toMatchObject({ status: "completed" });
  });

  test("is refused for an order that is paid by card", async () => {
    const productId = await addProduct(bench.db);
    const card = await placed(shop(), requestFor(productId));
    expect(await recordReceived(card.id)).toEqual({ ok: false, error: "over" });
  });
});

test("a refund of a transfer is recorded by hand and updates the ledger, the order and the email at once", async () => {
  const order = await ordered();
  await recordReceived(order.id);
  expect(await refund(order.id)).toMatchObject({ ok: true, value: { status: "succeeded" } });
  expect(await refund(order.id)).toMatchObject({ ok: true, value: { status: "succeeded" } });
  expect(await bench.db.select().from(refunds)).toMatchObject([
    { provider: "manual", amountMinor: 5_000 },
  ]);
  expect(await reread(bench.db, order.id)).toMatchObject({
    refundedMinor: 5_000,
    payment: { refundedMinor: 5_000 },
  });
  expect(await kinds()).toEqual(["bank-transfer", "order-confirmation", "refund"]);
});

test("the owner sees what an order waits for", () => {
  const detail = {
    amount: { minorUnits: 21_500, currency: "USD" },
    reference: "8A6E0804",
    until: "25 November 2026",
  };
  expect(eventMessage("transfer_awaited", detail).explanation).toBe(
    "$215.00 with the reference 8A6E0804, by 25 November 2026. Mark the order as paid under Payments when the money has arrived.",
  );
});
