import { randomUUID } from "node:crypto";
import { and, eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { paymentMovements } from "#db/schema/payments.server.ts";
import { storeCreditEntries } from "#db/schema/store-credit.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { EVERY_ORDER } from "#features/orders/order/list/order-filter.ts";
import { listOrders } from "#features/orders/order/list/order-list-queries.server.ts";
import { customerStepMessage, customerSteps } from "#features/orders/order/order-events.ts";
import { listOrderEvents } from "#features/orders/order/stored-order-events.server.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { cancelOrder } from "#features/sales/payments/cancel-order.server.ts";
import { refundPayment } from "#features/sales/payments/refund-order.server.ts";
import { sweepReservations } from "#features/sales/payments/sweep-payments.server.ts";
import { countTransfersBack } from "#features/sales/payments/transfer-back-queries.server.ts";
import { addProduct, georgetown, placed, requestFor, reread } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import {
  addMeasuredShirt,
  offerDeposits,
  transferredShirt,
  transferShop,
} from "#tests/support/deposit-order.ts";
import { staffMember } from "#tests/support/production.ts";
import { orderByTransfer, recordTransfer } from "./bank-transfer.server.ts";
import { cancelOrderOfSession } from "./cancel-pending-order.server.ts";
import { recordDeposit } from "./record-deposit.server.ts";
import { recordLateTransfer } from "./record-late-transfer.server.ts";
import { retrieveOrder } from "./retrieve-order.server.ts";
import { undoDeposit } from "./undo-deposit.server.ts";

const bench = checkoutSuite();
const shop = () => transferShop(bench);

type Order = { id: string; sessionId: string };

let owner: SignedIn & { role: "admin" };

beforeEach(async () => {
  owner = await staffMember(bench.db, false);
  await offerDeposits(bench, 30);
});

/** One ready-made piece of $200.00 by transfer, with shipping of $15.00, of which the shop has two. */
async function readyMade(): Promise<Order & { productId: string }> {
  const productId = await addProduct(bench.db, { dollars: 200, stock: { M: 2 } });
  const request = requestFor(productId, { size: "M", method: "manual" });
  const order = await placed(shop(), request);
  const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
  await orderByTransfer(shop(), { sessionId: order.sessionId, values });
  return { ...order, productId };
}

async function expire(order: Order): Promise<void> {
  bench.clock.advance(6 * DAY_MS);
  await sweepReservations(shop());
  expect((await reread(bench.db, order.id)).status).toBe("expired");
}

const late = (order: Order, minor: number, change: { key?: string; receivedOn?: string } = {}) =>
  recordLateTransfer(shop(), {
    actor: owner,
    orderId: order.id,
    amount: money(minor),
    receivedOn: "2026-11-20",
    key: randomUUID(),
    ...change,
  });

const pageOf = async ({ id: orderId }: Order) => {
  const found = await getAdminOrder(bench.db, { actor: owner, orderId });
  if (!found.ok) throw new Error(found.error);
  return found.value;
};

const giveBack = async (order: Order, asCredit: boolean) => {
  const { reviewedPayments } = await pageOf(order);
  const paymentId = reviewedPayments.find(({ left }) => left.minorUnits > 0)?.id ?? newId();
  const own = { actor: owner, orderId: order.id, paymentId, key: newId() };
  return refundPayment(shop(), { ...own, asCredit });
};

const viewOf = ({ sessionId }: Order) =>
  retrieveOrder(shop(), { sessionId, actor: { role: "visitor" } });

const ledgerOf = async ({ id }: Order) => {
  const rows = await bench.db
    .select({ minor: paymentMovements.amountMinor })
    .from(paymentMovements)
    .where(eq(paymentMovements.orderId, id));
  return rows.reduce((sum, { minor }) => sum + minor, 0);
};

const emailsOf = (kind: string) =>
  bench.db
    .select({ text: mailOutbox.textBody })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.kind, kind), like(mailOutbox.dedupeKey, `${kind}:%`)));

describe("a transfer that arrives after its order ended", () => {
  test("is the customer's: it is owed, the owner is asked and the customer is told, of an order with and without a deposit", async () => {
    const shirt = await addMeasuredShirt(bench);
    for (const order of [await readyMade(), await transferredShirt(bench, shirt)]) {
      await expire(order);
      expect(await late(order, 21_500)).toEqual({ ok: true, value: null });
      expect(await reread(bench.db, order.id)).toMatchObject({
        status: "expired",
        payment: { status: "owed_back", capturedMinor: 21_500, refundedMinor: 0 },
      });
      const page = await pageOf(order);
      expect(page.reviewedPayments).toMatchObject([{ reason: "owed_back", left: money(21_500) }]);
      // Ten business days from the day on which it was recorded, not from the order's end.
      expect(page.transfersBack).toMatchObject([{ kind: "deposit", amount: money(21_500) }]);
      expect(await viewOf(order)).toMatchObject({ owedBack: money(21_500), sentBack: null });
      const listed = await listOrders(bench.db, { actor: owner, filter: EVERY_ORDER });
      if (!listed.ok) throw new Error(listed.error);
      expect(listed.value.rows.find(({ id }) => id === order.id)?.transfer).toBe(
        "$215.00 to be sent back",
      );
      const steps = customerSteps(await listOrderEvents(bench.db, order.id));
      const step = steps.find(({ type }) => type === "transfer_late");
      expect(step && customerStepMessage(step).explanation).toBe(
        "$215.00 arrived on 20 November 2026. It is yours, and goes back to you.",
      );
    }
    expect(await countTransfersBack(bench.db)).toBe(2);
    const emails = await emailsOf("transfer-late");
    expect(emails).toHaveLength(2);
    expect(emails[0]?.text).toContain("$215.00 arrived on 20 November 2026");
  });

  test("is counted once for one press, also twenty at the same moment, and each press of its own is another transfer", async () => {
    const order = await readyMade();
    await expire(order);
    const key = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => late(order, 9_000, { key })));
    await late(order, 1_000);
    expect((await reread(bench.db, order.id)).payment.capturedMinor).toBe(10_000);
    expect(await ledgerOf(order)).toBe(10_000);
    expect(await emailsOf("transfer-late")).toHaveLength(2);
  });

  test("goes back whole with the deposit that was there before", async () => {
    const order = await transferredShirt(bench, await addMeasuredShirt(bench));
    const receipt = { amount: money(6_450), receivedOn: "2026-11-20", key: randomUUID() };
    await recordDeposit(shop(), { actor: owner, orderId: order.id, ...receipt });
    await expire(order);
    await late(order, 30_000);
    expect((await pageOf(order)).reviewedPayments).toMatchObject([{ left: money(36_450) }]);
    // More than the order costs does not make it after all.
    expect(await recordTransfer(shop(), { actor: owner, orderId: order.id })).toEqual({
      ok: false,
      error: "over",
    });
    expect((await giveBack(order, false)).ok).toBe(true);
    expect(await ledgerOf(order)).toBe(0);
    expect(await viewOf(order)).toMatchObject({ owedBack: null, sentBack: money(36_450) });
    expect(await countTransfersBack(bench.db)).toBe(0);
  });

  test("that comes after all was sent back is owed anew", async () => {
    const order = await readyMade();
    await expire(order);
    await late(order, 21_500);
    await giveBack(order, false);
    await late(order, 500);
    expect((await pageOf(order)).reviewedPayments).toMatchObject([{ left: money(500) }]);
    expect(await countTransfersBack(bench.db)).toBe(1);
    expect(await ledgerOf(order)).toBe(500);
  });

  test("becomes store credit where the customer wants that, once", async () => {
    const order = await readyMade();
    await expire(order);
    await late(order, 21_500);
    const given = await Promise.all([giveBack(order, true), giveBack(order, true)]);
    expect(given.filter(({ ok }) => ok)).toHaveLength(1);
    const entries = await bench.db
      .select()
      .from(storeCreditEntries)
      .where(eq(storeCreditEntries.orderId, order.id));
    expect(entries.map(({ amountMinor }) => amountMinor)).toEqual([21_500]);
    expect(await ledgerOf(order)).toBe(0);
    expect(await countTransfersBack(bench.db)).toBe(0);
    const steps = await listOrderEvents(bench.db, order.id);
    expect(steps.at(-1)?.type).toBe("refunded_as_credit");
  });

  test("makes the order after all while its pieces are there, and never a piece that somebody else has", async () => {
    const order = await readyMade();
    const other = await readyMade();
    await expire(order);
    await late(order, 21_500);
    const reopened = await recordTransfer(shop(), { actor: owner, orderId: order.id });
    expect(reopened).toEqual({ ok: true, value: null });
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "completed",
      payment: { status: "captured", capturedMinor: 21_500 },
    });
    expect(await ledgerOf(order)).toBe(21_500);
    expect(await countTransfersBack(bench.db)).toBe(0);

    await late(other, 21_500);
    await bench.db
      .update(productVariants)
      .set({ stockCount: 0 })
      .where(eq(productVariants.productId, other.productId));
    expect(await recordTransfer(shop(), { actor: owner, orderId: other.id })).toEqual({
      ok: false,
      error: "sold_out",
    });
    expect(await countTransfersBack(bench.db)).toBe(1);
  });

  test("completes nothing from a page that was opened before the customer cancelled", async () => {
    const order = await readyMade();
    await cancelOrderOfSession(shop(), { sessionId: order.sessionId });
    const stale = { actor: owner, orderId: order.id, readAs: "pending" as const };
    expect(await recordTransfer(shop(), stale)).toEqual({ ok: false, error: "over" });
    expect((await reread(bench.db, order.id)).status).toBe("cancelled");
    expect(await ledgerOf(order)).toBe(0);
  });

  test("that was recorded by mistake is nothing again, and the customer reads no email of it that was not sent", async () => {
    const order = await readyMade();
    await expire(order);
    await late(order, 21_500);
    const movementId = (await pageOf(order)).payments.find(({ isUndoable }) => isUndoable)?.id;
    const undo = { actor: owner, orderId: order.id, movementId: movementId ?? "" };
    expect(await undoDeposit(shop(), undo)).toEqual({ ok: true, value: null });
    expect(await reread(bench.db, order.id)).toMatchObject({
      payment: { status: "expired", capturedMinor: 0 },
    });
    expect(await emailsOf("transfer-late")).toEqual([]);
    expect(await countTransfersBack(bench.db)).toBe(0);
  });

  test("is refused of an order that waits for it, and with no amount or day", async () => {
    const order = await readyMade();
    expect(await late(order, 21_500)).toEqual({ ok: false, error: "over" });
    const other = await readyMade();
    const { version } = await pageOf(other);
    await cancelOrder(shop(), {
      actor: owner,
      orderId: other.id,
      key: newId(),
      version,
      reason: "",
      restock: true,
    });
    expect(await late(other, 0)).toEqual({ ok: false, error: "nothing" });
    expect(await late(other, 100, { receivedOn: "2036-01-01" })).toEqual({
      ok: false,
      error: "wrong_day",
    });
    expect(await late({ id: newId(), sessionId: "" }, 100)).toMatchObject({ error: "not_found" });
    expect(await ledgerOf(other)).toBe(0);
  });
});

test("an ended order is made after all only while its cloth is there and in use", async () => {
  // Two metres each: the roll has the cloth of one.
  const shirt = await addMeasuredShirt(bench, 3_000);
  const order = await transferredShirt(bench, shirt);
  await expire(order);
  const other = await transferredShirt(bench, shirt);
  await recordTransfer(shop(), { actor: owner, orderId: other.id });
  await late(order, 21_500);
  const makeAfterAll = () => recordTransfer(shop(), { actor: owner, orderId: order.id });
  expect(await makeAfterAll()).toEqual({ ok: false, error: "sold_out" });
  const delivered = { clothId: shirt.clothId, quantity: 2_000, kind: "received" } as const;
  await bench.db.insert(stockMovements).values(delivered);
  const archive = (archivedAt: Date | null) =>
    bench.db.update(cloths).set({ archivedAt }).where(eq(cloths.id, shirt.clothId));
  await archive(bench.clock.now());
  expect(await makeAfterAll()).toEqual({ ok: false, error: "sold_out" });
  await archive(null);
  expect(await makeAfterAll()).toEqual({ ok: true, value: null });
  const [roll] = await bench.db.select().from(cloths).where(eq(cloths.id, shirt.clothId));
  expect(roll?.committedMm).toBe(4_000);
});

describe("a transfer beside the payment of an order", () => {
  /** A paid piece. */
  const paid = async () => {
    const order = await readyMade();
    await recordTransfer(shop(), { actor: owner, orderId: order.id });
    return order;
  };

  test("is the customer's: it is owed, and the paid order stays as it is", async () => {
    const order = await paid();
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => late(order, 21_500, { key })));
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "completed",
      payment: { status: "captured", capturedMinor: 21_500, refundedMinor: 0 },
    });
    expect(await ledgerOf(order)).toBe(43_000);
    const page = await pageOf(order);
    expect(page.reviewedPayments).toMatchObject([
      { reason: "further_transfer", left: money(21_500) },
    ]);
    expect(page.refundable).toEqual(money(21_500));
    expect(page.payments).toMatchObject([
      { kind: "charge", besideReason: null },
      { kind: "charge", besideReason: "further_transfer" },
    ]);
    expect(page.transfersBack).toMatchObject([{ kind: "deposit", amount: money(21_500) }]);
    expect(await countTransfersBack(bench.db)).toBe(1);
    const emails = await emailsOf("transfer-late");
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain("It is paid already, and stays as it is.");
    expect(emails[0]?.text).not.toContain("order after all");
    const steps = customerSteps(await listOrderEvents(bench.db, order.id));
    const step = steps.find(({ type }) => type === "transfer_further");
    expect(step && customerStepMessage(step).explanation).toBe(
      "$215.00 arrived on 20 November 2026. It is yours, and goes back to you.",
    );
  });

  test("is sent back once, or becomes store credit once, and never takes from what paid the order", async () => {
    for (const asCredit of [false, true]) {
      const order = await paid();
      await late(order, 3_000);
      const given = await Promise.all([giveBack(order, asCredit), giveBack(order, asCredit)]);
      expect(given.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await ledgerOf(order)).toBe(21_500);
      expect(await reread(bench.db, order.id)).toMatchObject({
        status: "completed",
        payment: { status: "captured", refundedMinor: 0 },
      });
      expect((await pageOf(order)).refundable).toEqual(money(21_500));
    }
    expect(await countTransfersBack(bench.db)).toBe(0);
  });

  test("that was recorded by mistake is taken back, until it was sent", async () => {
    const order = await paid();
    await late(order, 3_000);
    const undoable = (await pageOf(order)).payments.filter(({ isUndoable }) => isUndoable);
    expect(undoable).toMatchObject([{ amount: { minorUnits: 3_000 } }]);
    const movementId = undoable[0]?.id ?? "";
    const undo = () => undoDeposit(shop(), { actor: owner, orderId: order.id, movementId });
    expect(await Promise.all([undo(), undo()])).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
    expect(await ledgerOf(order)).toBe(21_500);
    expect(await countTransfersBack(bench.db)).toBe(0);
    expect(await emailsOf("transfer-late")).toHaveLength(0);
    await late(order, 500);
    const [sent] = (await pageOf(order)).payments.filter(({ isUndoable }) => isUndoable);
    await giveBack(order, false);
    expect(
      await undoDeposit(shop(), { actor: owner, orderId: order.id, movementId: sent?.id ?? "" }),
    ).toEqual({ ok: false, error: "over" });
  });

  test("is what was too much of the first, which pays the order", async () => {
    const order = await transferredShirt(bench, await addMeasuredShirt(bench));
    const { totalMinor } = await reread(bench.db, order.id);
    const receipt = { actor: owner, orderId: order.id, receivedOn: "2026-11-20" };
    const record = (minor: number) =>
      recordDeposit(shop(), { ...receipt, amount: money(minor), key: randomUUID() });
    expect(await record(totalMinor + 5_000)).toEqual({ ok: false, error: "too_much" });
    expect(await record(totalMinor)).toEqual({ ok: true, value: null });
    expect(await late(order, 5_000)).toEqual({ ok: true, value: null });
    expect(await reread(bench.db, order.id)).toMatchObject({
      status: "completed",
      payment: { status: "captured", capturedMinor: totalMinor },
    });
    expect(await ledgerOf(order)).toBe(totalMinor + 5_000);
    expect((await pageOf(order)).reviewedPayments).toMatchObject([{ left: money(5_000) }]);
  });
});
