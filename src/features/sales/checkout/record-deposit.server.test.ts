import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderEvents, orderItems } from "#db/schema/orders.server.ts";
import { paymentMovements, refunds } from "#db/schema/payments.server.ts";
import { atelierHolds, garments, makers } from "#db/schema/production.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { EVERY_ORDER } from "#features/orders/order/list/order-filter.ts";
import { listOrders } from "#features/orders/order/list/order-list-queries.server.ts";
import { customerStepMessage, eventMessage } from "#features/orders/order/order-events.ts";
import { mailsOfOrder } from "#features/orders/order/resend-order-mail.server.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { lookUpOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { cancelOrder } from "#features/sales/payments/cancel-order.server.ts";
import { endStrangersHolds } from "#features/sales/payments/end-holds.server.ts";
import { listPaymentChoices } from "#features/sales/payments/payment-choices.server.ts";
import { refundPayment } from "#features/sales/payments/refund-order.server.ts";
import { sweepReservations } from "#features/sales/payments/sweep-payments.server.ts";
import { countTransfersBack } from "#features/sales/payments/transfer-back-queries.server.ts";
import {
  addProduct,
  knownCustomer,
  outbox,
  placed,
  requestFor,
  reread,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import type { MeasuredShirt } from "#tests/support/deposit-order.ts";
import {
  addMeasuredShirt,
  offerDeposits,
  transferredShirt,
  transferShop,
} from "#tests/support/deposit-order.ts";
import { guest } from "#tests/support/guest.ts";
import { specify } from "#tests/support/made-to-measure.ts";
import { addMaker, staffMember } from "#tests/support/production.ts";
import { findOpenTransfer, recordTransfer } from "./bank-transfer.server.ts";
import { cancelOrderOfSession } from "./cancel-pending-order.server.ts";
import { recordDeposit } from "./record-deposit.server.ts";
import { retrieveOrder } from "./retrieve-order.server.ts";
import { undoDeposit } from "./undo-deposit.server.ts";

const bench = checkoutSuite();
const shop = () => transferShop(bench);

const HOUR_MS = 3_600_000;
/** The clock of the tests stands on this day. */
const TODAY = "2026-11-20";

let owner: SignedIn & { role: "admin" };
let shirt: MeasuredShirt;

beforeEach(async () => {
  await bench.db.delete(makers);
  await addMaker(bench.db, "Savi");
  owner = await staffMember(bench.db, false);
  shirt = await addMeasuredShirt(bench);
  await offerDeposits(bench, 30);
});

type Order = { id: string; sessionId: string };

const record = (order: Order, minor: number, change: { receivedOn?: string; key?: string } = {}) =>
  recordDeposit(shop(), {
    actor: owner,
    orderId: order.id,
    amount: money(minor),
    receivedOn: TODAY,
    key: newId(),
    ...change,
  });

const movementsOf = (order: Order) =>
  bench.db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.orderId, order.id))
    .orderBy(asc(paymentMovements.createdAt), asc(paymentMovements.id));

const ledgerOf = async (order: Order) =>
  (await movementsOf(order)).reduce((sum, { amountMinor }) => sum + amountMinor, 0);

async function undoLast(order: Order) {
  const charges = (await movementsOf(order)).filter(({ kind }) => kind === "charge");
  const movementId = charges.at(-1)?.id ?? "";
  return undoDeposit(shop(), { actor: owner, orderId: order.id, movementId });
}

const holdOf = async (order: Order) =>
  (await bench.db.select().from(atelierHolds).where(eq(atelierHolds.orderId, order.id)))[0];

const committedMm = async () =>
  (await bench.db.select().from(cloths).where(eq(cloths.id, shirt.clothId)))[0]?.committedMm;

const viewOf = (order: Order) =>
  retrieveOrder(shop(), { sessionId: order.sessionId, actor: guest });

const adminPage = async (order: Order) => {
  const found = await getAdminOrder(bench.db, { actor: owner, orderId: order.id });
  if (!found.ok) throw new Error(found.error);
  return found.value;
};

const mailOf = async (kind: string) =>
  (await outbox(bench.db)).filter((mail) => mail.kind === kind).at(-1)?.textBody ?? null;

const stepsOf = async (order: Order) => {
  const rows = await bench.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order.id))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
  return rows.map(({ type }) => type);
};

/** What the customer reads of the last step of this kind on the order's page. */
async function customerStep(order: { id: string; customerEmail: string }, type: string) {
  const found = await lookUpOrder(bench.db, {
    number: order.id.slice(0, 8),
    email: order.customerEmail,
    now: bench.clock.now(),
  });
  const step = found.ok && found.value.steps.findLast((each) => each.type === type);
  return step ? customerStepMessage(step).explanation : null;
}

const cancelledByOwner = async (order: Order) => {
  const { version } = await adminPage(order);
  return cancelOrder(shop(), {
    actor: owner,
    orderId: order.id,
    version,
    reason: "",
    restock: true,
    key: newId(),
  });
};

const sendBack = async (order: Order) => {
  const { reviewedPayments } = await adminPage(order);
  const paymentId = reviewedPayments[0]?.id ?? "";
  return refundPayment(shop(), { actor: owner, orderId: order.id, paymentId, key: newId() });
};

describe("a made-to-measure order by bank transfer", () => {
  test("reads on its page, in the email and on the order what comes first, what after it, by when and with which reference", async () => {
    const order = await transferredShirt(bench, shirt);
    const reference = order.id.slice(0, 8).toUpperCase();
    const view = await viewOf(order);
    expect(view?.transfer).toMatchObject({
      amount: money(21_500),
      reference,
      until: "25 November 2026",
      deposit: {
        requested: money(6_450),
        rest: money(15_050),
        received: money(0),
        missing: money(6_450),
        left: money(21_500),
        restDays: 5,
      },
    });
    expect(view?.amounts.slice(-2)).toEqual([
      { label: "Deposit, to transfer first", amount: "$64.50", isSum: false },
      { label: "Rest, after it", amount: "$150.50", isSum: false },
    ]);
    const mail = await mailOf("bank-transfer");
    for (const text of ["$64.50", "$150.50", reference, "25 November 2026", "within 5 days"]) {
      expect(mail).toContain(text);
    }
    // What was ordered, for whom and with which choices, and what it costs up to the total.
    for (const text of ["for Asha: $200.00", "Made to measure", "Fit: Close"]) {
      expect(mail).toContain(text);
    }
    expect(mail).toContain("Shipping, Standard: $15.00\nTotal: $215.00");
    const { customerEmail } = await reread(bench.db, order.id);
    expect(await customerStep({ id: order.id, customerEmail }, "transfer_awaited")).toBe(
      `Please transfer the deposit of $64.50 with the reference ${reference} by 25 November 2026, and the rest of $150.50 with the same reference within 5 days after the deposit has arrived. To: Account 000-123`,
    );
    const { events } = await adminPage(order);
    const awaited = events.find(({ type }) => type === "transfer_awaited");
    expect(awaited && eventMessage(awaited.type, awaited.detail).explanation).toContain(
      "$64.50 of it is the deposit: record it under Payments",
    );
  });

  test("is asked for no deposit where the shop asks for none", async () => {
    await offerDeposits(bench, null);
    const order = await transferredShirt(bench, shirt);
    expect((await viewOf(order))?.transfer?.deposit).toBeNull();
    expect((await reread(bench.db, order.id)).payment.depositMinor).toBeNull();
    expect(await mailOf("bank-transfer")).not.toContain("deposit");
    expect(await ledgerOf(order)).toBe(0);
  });

  test("keeps the deposit that it was asked for when the shop changes the percentage", async () => {
    const order = await transferredShirt(bench, shirt);
    await offerDeposits(bench, 50);
    expect((await viewOf(order))?.transfer?.deposit?.requested).toEqual(money(6_450));
  });

  test("is told before it is placed, and one of ready-made items is not asked", async () => {
    const specification = await specify(bench, shirt.productId, shirt.choices);
    const request = requestFor(shirt.productId, { size: "Custom", method: "manual" });
    const lines = request.lines.map((line) => ({ ...line, specification }));
    const made = await placed(shop(), { ...request, lines });
    const reference = made.id.slice(0, 8).toUpperCase();
    expect(await findOpenTransfer(shop(), made.sessionId)).toMatchObject({
      ok: true,
      value: { depositPercent: 30, holdDays: 5, until: "25 November 2026", reference },
    });
    const tie = await addProduct(bench.db, { dollars: 100 });
    const ready = await placed(shop(), requestFor(tie, { method: "manual" }));
    expect(await findOpenTransfer(shop(), ready.sessionId)).toMatchObject({
      ok: true,
      value: { depositPercent: null },
    });
    const [, transfer] = await listPaymentChoices(bench.db);
    expect(transfer).toMatchObject({ value: "manual", depositPercent: 30 });
    expect(transfer?.hint).toContain(
      "a deposit of 30\u00A0% first, and the rest within 5 days after it has arrived",
    );
  });
});

describe("a deposit that arrived", () => {
  test("is recorded once, by an admin, on a day that is not to come", async () => {
    const order = await transferredShirt(bench, shirt);
    const input = { orderId: order.id, amount: money(6_450), receivedOn: TODAY, key: "one" };
    for (const actor of [guest, { ...owner, role: "customer" }] as const) {
      expect(await recordDeposit(shop(), { ...input, actor })).toEqual({
        ok: false,
        error: "forbidden",
      });
    }
    for (const receivedOn of ["2026-11-21", "yesterday", ""]) {
      expect(await record(order, 6_450, { receivedOn })).toEqual({ ok: false, error: "wrong_day" });
    }
    expect(await record(order, 0)).toEqual({ ok: false, error: "nothing" });
    const foreign = { ...input, amount: money(6_450, "GYD"), actor: owner };
    expect(await recordDeposit(shop(), foreign)).toEqual({ ok: false, error: "nothing" });
    expect(await record(order, 21_501)).toEqual({ ok: false, error: "too_much" });
    expect(await record({ ...order, id: newId() }, 1)).toEqual({ ok: false, error: "not_found" });
    const presses = await Promise.all([
      recordDeposit(shop(), { ...input, actor: owner }),
      recordDeposit(shop(), { ...input, actor: owner }),
    ]);
    expect(presses).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
    expect(await movementsOf(order)).toMatchObject([
      { kind: "charge", amountMinor: 6_450, provider: "manual", method: "Bank transfer" },
    ]);
    expect((await reread(bench.db, order.id)).payment).toMatchObject({
      status: "processing",
      amountMinor: 21_500,
      capturedMinor: 6_450,
    });
    const log = await bench.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
    expect(log.map(({ action, after }) => [action, after])).toEqual([
      ["recorded a transfer of", { receivedMinor: 6_450, receivedOn: TODAY }],
    ]);
  });

  test("holds a stranger's time and cloth for good, beyond the six hours, and the rest has five days of its own", async () => {
    const order = await transferredShirt(bench, shirt);
    bench.clock.advance(7 * HOUR_MS);
    await endStrangersHolds(bench);
    expect(await committedMm()).toBe(0);
    bench.clock.advance(3 * DAY_MS);
    expect((await record(order, 6_450, { receivedOn: "2026-11-23" })).ok).toBe(true);
    expect(await holdOf(order)).toMatchObject({
      isHeld: true,
      isHeldByDeposit: true,
      heldUntil: null,
    });
    expect(await committedMm()).toBe(2_000);
    expect(await endStrangersHolds(bench)).toBe(0);
    const { reservedUntil } = await reread(bench.db, order.id);
    expect(reservedUntil).toEqual(new Date(bench.clock.now().getTime() + 5 * DAY_MS));
    const view = await viewOf(order);
    expect(view?.transfer).toMatchObject({
      until: "28 November 2026",
      reservation: "all",
      deposit: { received: money(6_450), missing: money(0), left: money(15_050) },
    });
    expect(view?.amounts.slice(-2)).toEqual([
      { label: "Transferred", amount: "−$64.50", isSum: false },
      { label: "Left to transfer", amount: "$150.50", isSum: true },
    ]);
    const mail = await mailOf("deposit-received");
    for (const text of [
      "$64.50 arrived on 23 November 2026",
      "$150.50, by 28 November 2026",
      "Account 000",
    ]) {
      expect(mail).toContain(text);
    }
    bench.clock.advance(4 * DAY_MS);
    expect(await sweepReservations(shop())).toMatchObject({ expired: 0 });
  });

  test("does not begin the making, which waits until all is paid", async () => {
    const order = await transferredShirt(bench, shirt);
    await record(order, 6_450);
    const lines = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    const made = () =>
      bench.db
        .select()
        .from(garments)
        .where(eq(garments.orderItemId, lines[0]?.id ?? ""));
    expect(await made()).toEqual([]);
    expect(await recordTransfer(shop(), { actor: owner, orderId: order.id })).toMatchObject({
      ok: true,
    });
    expect(await made()).toHaveLength(1);
  });

  test("that is too little is recorded as what it is and holds nothing, until the missing part arrives", async () => {
    const order = await transferredShirt(bench, shirt);
    bench.clock.advance(7 * HOUR_MS);
    await endStrangersHolds(bench);
    const before = await reread(bench.db, order.id);
    expect((await record(order, 5_000)).ok).toBe(true);
    expect(await holdOf(order)).toMatchObject({ isHeld: false, isHeldByDeposit: false });
    expect(await committedMm()).toBe(0);
    expect((await reread(bench.db, order.id)).reservedUntil).toEqual(before.reservedUntil);
    expect(await mailOf("deposit-received")).toContain("$14.50 of the deposit is missing");
    expect((await viewOf(order))?.transfer).toMatchObject({
      reservation: "once_confirmed",
      deposit: { received: money(5_000), missing: money(1_450), left: money(16_500) },
    });
    expect((await record(order, 1_450)).ok).toBe(true);
    expect(await holdOf(order)).toMatchObject({ isHeld: true, isHeldByDeposit: true });
    expect(await committedMm()).toBe(2_000);
    expect(await ledgerOf(order)).toBe(6_450);
  });

  test("that is more counts towards the rest, and recording all of it pays the order", async () => {
    const order = await transferredShirt(bench, shirt);
    await record(order, 10_000);
    expect((await viewOf(order))?.transfer?.deposit?.left).toEqual(money(11_500));
    expect((await record(order, 11_500)).ok).toBe(true);
    const paid = await reread(bench.db, order.id);
    expect(paid).toMatchObject({
      status: "completed",
      totalMinor: 21_500,
      payment: { status: "captured", amountMinor: 21_500, capturedMinor: 21_500 },
      furtherPayments: [],
    });
    expect(await ledgerOf(order)).toBe(21_500);
    expect(await record(order, 1)).toEqual({ ok: false, error: "over" });
  });

  test("leaves the rest to be marked as paid, with one charge each in the ledger and one confirmation", async () => {
    const order = await transferredShirt(bench, shirt);
    await record(order, 6_450);
    await recordTransfer(shop(), { actor: owner, orderId: order.id });
    expect(await movementsOf(order)).toMatchObject([
      { kind: "charge", amountMinor: 6_450 },
      { kind: "charge", amountMinor: 15_050 },
    ]);
    expect(await stepsOf(order)).toEqual([
      "placed",
      "transfer_awaited",
      "deposit_received",
      "completed",
    ]);
    const kinds = (await outbox(bench.db)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["bank-transfer", "deposit-received", "order-confirmation"]);
    expect(await mailsOfOrder(bench.db, order.id)).toHaveLength(3);
  });

  test("of a known customer beyond what one account holds gives the order its place", async () => {
    const customer = await knownCustomer(bench.db);
    const orders = [];
    for (let n = 0; n < 7; n += 1) orders.push(await transferredShirt(bench, shirt, customer));
    const last = orders.at(-1);
    if (!last) throw new Error("no order");
    expect(await holdOf(last)).toMatchObject({ isHeld: false, unheldBecause: "holder_limit" });
    await record(last, 6_450);
    expect(await holdOf(last)).toMatchObject({ isHeld: true, unheldBecause: null });
    expect((await viewOf(last))?.transfer?.reservation).toBe("all");
  });

  test("does not count in the share of strangers any more", async () => {
    const order = await transferredShirt(bench, shirt);
    await record(order, 6_450);
    const other = await transferredShirt(bench, shirt, { customerEmail: "other@example.com" });
    expect(await holdOf(other)).toMatchObject({ isHeld: true });
  });

  test("for cloth that others used up meanwhile is recorded, and the owner reads that cloth is missing", async () => {
    shirt = await addMeasuredShirt(bench, 16_000);
    const order = await transferredShirt(bench, shirt);
    bench.clock.advance(7 * HOUR_MS);
    await endStrangersHolds(bench);
    for (let n = 0; n < 8; n += 1) {
      await transferredShirt(bench, shirt, await knownCustomer(bench.db));
    }
    expect(await committedMm()).toBe(16_000);
    expect((await record(order, 6_450)).ok).toBe(true);
    expect(await stepsOf(order)).toContain("oversold");
    expect(await committedMm()).toBe(18_000);
  });
});

describe("a deposit that was recorded by mistake", () => {
  test("is taken back with what it held, both stand in the ledger, and its unsent email is withdrawn", async () => {
    const order = await transferredShirt(bench, shirt);
    bench.clock.advance(7 * HOUR_MS);
    await endStrangersHolds(bench);
    await record(order, 6_450);
    const [payment] = (await adminPage(order)).payments;
    expect(payment).toMatchObject({ kind: "charge", isUndoable: true });
    expect((await undoLast(order)).ok).toBe(true);
    expect((await undoLast(order)).ok).toBe(true);
    expect(await movementsOf(order)).toMatchObject([
      { kind: "charge", amountMinor: 6_450 },
      { kind: "charge_undone", amountMinor: -6_450 },
    ]);
    expect((await reread(bench.db, order.id)).payment).toMatchObject({ capturedMinor: 0 });
    expect(await holdOf(order)).toMatchObject({ isHeld: false, isHeldByDeposit: false });
    expect(await committedMm()).toBe(0);
    expect(await mailOf("deposit-received")).toBeNull();
    expect(await mailOf("deposit-undone")).toBeNull();
    expect((await adminPage(order)).payments.every(({ isUndoable }) => !isUndoable)).toBe(true);
    expect((await record(order, 6_450)).ok).toBe(true);
    expect(await committedMm()).toBe(2_000);
  });

  test("is corrected by an email where the first one may have been read", async () => {
    const order = await transferredShirt(bench, shirt);
    await record(order, 6_450);
    await bench.db
      .update(mailOutbox)
      .set({ status: "sent" })
      .where(eq(mailOutbox.kind, "deposit-received"));
    await undoLast(order);
    const correction = await mailOf("deposit-undone");
    for (const text of ["$64.50 had arrived", "recorded by mistake", "$215.00"]) {
      expect(correction).toContain(text);
    }
  });

  test("leaves the hold of an order whose email was confirmed alone", async () => {
    const customer = await knownCustomer(bench.db);
    const order = await transferredShirt(bench, shirt, customer);
    await record(order, 6_450);
    await undoLast(order);
    expect(await holdOf(order)).toMatchObject({ isHeld: true });
    expect(await committedMm()).toBe(2_000);
  });

  test("stays once the order is paid, and is not found on another order", async () => {
    const order = await transferredShirt(bench, shirt);
    await record(order, 6_450);
    const other = await transferredShirt(bench, shirt, { customerEmail: "other@example.com" });
    const [charge] = await movementsOf(order);
    const input = { actor: owner, movementId: charge?.id ?? "" };
    expect(await undoDeposit(shop(), { ...input, orderId: other.id })).toEqual({
      ok: false,
      error: "not_found",
    });
    await recordTransfer(shop(), { actor: owner, orderId: order.id });
    expect(await undoDeposit(shop(), { ...input, orderId: order.id })).toEqual({
      ok: false,
      error: "over",
    });
    expect(await ledgerOf(order)).toBe(21_500);
  });
});

describe("an order that ends with a received deposit", () => {
  const ways = {
    "cancelled by the owner": cancelledByOwner,
    "cancelled by the customer": (order: Order) =>
      cancelOrderOfSession(shop(), { sessionId: order.sessionId }),
    "past its time": async () => {
      bench.clock.advance(6 * DAY_MS);
      await sweepReservations(shop());
      return { ok: true };
    },
  };

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    "because it is %s owes back what was received, until the owner has sent it",
    async (way) => {
      const order = await transferredShirt(bench, shirt);
      await record(order, 6_450);
      await record(order, 1_000);
      expect((await ways[way](order)).ok).toBe(true);
      const status = way === "past its time" ? "expired" : "cancelled";
      const ended = await reread(bench.db, order.id);
      expect(ended).toMatchObject({
        status,
        refundedMinor: 0,
        payment: { status: "owed_back", capturedMinor: 7_450, refundedMinor: 0 },
      });
      expect(await committedMm()).toBe(0);
      expect(await holdOf(order)).toBeUndefined();
      expect(await viewOf(order)).toMatchObject({
        isUnderReview: false,
        transfer: null,
        owedBack: money(7_450),
        sentBack: null,
      });
      expect(await mailOf("deposit-owed")).toContain("You had transferred $74.50 for it");
      expect(await customerStep(ended, status)).toBe(
        "We send the $74.50 that you transferred back to you.",
      );
      expect(await countTransfersBack(bench.db)).toBe(1);
      const filter = { ...EVERY_ORDER, attention: true };
      const listed = await listOrders(bench.db, { actor: owner, filter });
      expect(listed.ok && listed.value.rows.map(({ id }) => id)).toEqual([order.id]);
      expect((await adminPage(order)).reviewedPayments).toMatchObject([
        { reason: "owed_back", left: money(7_450) },
      ]);

      expect(await sendBack(order)).toMatchObject({ ok: true, value: { status: "succeeded" } });
      expect(await ledgerOf(order)).toBe(0);
      expect(await reread(bench.db, order.id)).toMatchObject({
        status,
        refundedMinor: 0,
        payment: { status: "owed_back", refundedMinor: 7_450 },
      });
      expect(await viewOf(order)).toMatchObject({ owedBack: null, sentBack: money(7_450) });
      expect(await mailOf("refund")).toContain("$74.50");
      expect((await stepsOf(order)).at(-1)).toBe("deposit_returned");
      expect(await countTransfersBack(bench.db)).toBe(0);
      expect(await sendBack(order)).toMatchObject({ ok: false });
      expect(await bench.db.select().from(refunds)).toHaveLength(1);
    },
  );

  test("is completed when the rest comes late, and its deposit pays after all", async () => {
    const order = await transferredShirt(bench, shirt);
    await record(order, 6_450);
    bench.clock.advance(6 * DAY_MS);
    await sweepReservations(shop());
    const late = await recordTransfer(shop(), { actor: owner, orderId: order.id });
    expect(late).toEqual({ ok: true, value: null });
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "completed",
      payment: { status: "captured", capturedMinor: 21_500 },
    });
    expect(await ledgerOf(order)).toBe(21_500);
    expect(await countTransfersBack(bench.db)).toBe(0);
  });

  test("is not completed by a late rest once its deposit was sent back", async () => {
    const order = await transferredShirt(bench, shirt);
    await record(order, 6_450);
    await cancelledByOwner(order);
    await sendBack(order);
    expect(await recordTransfer(shop(), { actor: owner, orderId: order.id })).toEqual({
      ok: false,
      error: "over",
    });
    expect(await ledgerOf(order)).toBe(0);
  });

  test("owes nothing once the deposit turns out to be a mistake, and the customer is not written to of money that never came", async () => {
    const order = await transferredShirt(bench, shirt);
    await record(order, 6_450);
    await cancelledByOwner(order);
    expect((await undoLast(order)).ok).toBe(true);
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "cancelled",
      payment: { status: "cancelled", capturedMinor: 0 },
    });
    expect(await mailOf("deposit-owed")).toBeNull();
    expect(await countTransfersBack(bench.db)).toBe(0);
    expect(await viewOf(order)).toMatchObject({ owedBack: null, sentBack: null });
  });

  test("without a received deposit is told that nothing is to be transferred any more", async () => {
    const order = await transferredShirt(bench, shirt);
    await cancelledByOwner(order);
    expect(await mailOf("transfer-ended")).toContain("Please do not transfer anything for it");
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "cancelled",
      payment: { status: "cancelled", capturedMinor: 0 },
    });
    expect(await mailOf("deposit-owed")).toBeNull();
    const owed = and(eq(orderEvents.orderId, order.id), eq(orderEvents.type, "cancelled"));
    expect((await bench.db.select().from(orderEvents).where(owed))[0]?.detail).toEqual({
      because: "shop_cancelled",
    });
  });
});
