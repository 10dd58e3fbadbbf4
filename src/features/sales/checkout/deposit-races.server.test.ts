import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { paymentMovements, payments } from "#db/schema/payments.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { lockCapacity } from "#features/garments/scheduling/atelier-queries.server.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { cancelOrder } from "#features/sales/payments/cancel-order.server.ts";
import { refundOrder, refundPayment } from "#features/sales/payments/refund-order.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import { reread } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { untilLocksAwaited } from "#tests/support/database.ts";
import type { MeasuredShirt } from "#tests/support/deposit-order.ts";
import {
  addMeasuredShirt,
  offerDeposits,
  transferredShirt,
  transferShop,
} from "#tests/support/deposit-order.ts";
import { staffMember } from "#tests/support/production.ts";
import { giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { recordTransfer } from "./bank-transfer.server.ts";
import { cancelOrderOfSession } from "./cancel-pending-order.server.ts";
import { recordDeposit } from "./record-deposit.server.ts";
import { undoDeposit } from "./undo-deposit.server.ts";

const bench = checkoutSuite();
const shop = () => transferShop(bench);

type Order = { id: string; sessionId: string };

let owner: SignedIn & { role: "admin" };
let shirt: MeasuredShirt;

beforeEach(async () => {
  owner = await staffMember(bench.db, false);
  shirt = await addMeasuredShirt(bench, 4_000_000);
  await offerDeposits(bench, 30);
});

const ordered = (change: Parameters<typeof transferredShirt>[2] = {}) =>
  transferredShirt(bench, shirt, { customerEmail: `${randomUUID()}@example.com`, ...change });

const record = ({ id: orderId }: Order, minor: number) =>
  recordDeposit(shop(), {
    actor: owner,
    orderId,
    amount: money(minor),
    receivedOn: "2026-11-20",
    key: newId(),
  });

const confirmPaid = ({ id: orderId }: Order, minor?: number) =>
  recordTransfer(shop(), {
    actor: owner,
    orderId,
    ...(minor !== undefined && { confirmed: money(minor) }),
  });

const movementsOf = ({ id }: Order) =>
  bench.db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.orderId, id))
    .orderBy(asc(paymentMovements.createdAt), asc(paymentMovements.id));

const chargesOf = async (order: Order) =>
  (await movementsOf(order)).map(({ amountMinor }) => amountMinor);

const paymentsOf = ({ id }: Order) =>
  bench.db.select().from(payments).where(eq(payments.orderId, id));

async function pageOf({ id: orderId }: Order) {
  const found = await getAdminOrder(bench.db, { actor: owner, orderId });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

async function cancel(order: Order): Promise<void> {
  const { version } = await pageOf(order);
  const own = { actor: owner, orderId: order.id, key: newId() };
  const cancelled = await cancelOrder(shop(), { ...own, version, reason: "", restock: true });
  expect(cancelled.ok).toBe(true);
}

async function undoFirst(order: Order) {
  const [charge] = await movementsOf(order);
  return undoDeposit(shop(), { actor: owner, orderId: order.id, movementId: charge?.id ?? "" });
}

describe("the sum that the owner confirms", () => {
  test("is refused once another sum is left to pay, and can be confirmed afterwards", async () => {
    const order = await ordered();
    await record(order, 6_450);
    expect(await confirmPaid(order, 21_500)).toEqual({ ok: false, error: "over" });
    await undoFirst(order);
    expect(await confirmPaid(order, 15_050)).toEqual({ ok: false, error: "over" });
    expect(await chargesOf(order)).toEqual([6_450, -6_450]);
    expect((await confirmPaid(order, 21_500)).ok).toBe(true);
    expect(await chargesOf(order)).toEqual([6_450, -6_450, 21_500]);
  });

  test("is what the ledger has, also when parts are recorded at the same moment", async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await ordered();
      const sums = [10_000, 21_500, 5_000];
      const results = await Promise.all(sums.map((sum) => record(order, sum)));
      const recorded = sums.filter((_, index) => results[index]?.ok);
      expect((await chargesOf(order)).toSorted()).toEqual(recorded.toSorted());
    }
  });

  test("waits for the order before it locks the capacity, as a deposit does", async () => {
    const order = await ordered();
    let paid: ReturnType<typeof confirmPaid> | undefined;
    await bench.db.transaction(async (tx) => {
      await lockOrder(tx, order.id);
      await tx
        .update(atelierHolds)
        .set({ isHeldByDeposit: true })
        .where(eq(atelierHolds.orderId, order.id));
      paid = confirmPaid(order, 21_500);
      await untilLocksAwaited(bench.db, { count: 1 });
      await lockCapacity(tx);
    });
    expect(await paid).toMatchObject({ ok: true });
  });

  test("is never settled beside what is taken back, recorded and cancelled at the same moment", async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await ordered();
      await record(order, 6_450);
      const [undone, paid] = await Promise.all([
        undoFirst(order),
        confirmPaid(order, 15_050),
        record(order, 1_000),
        cancelOrderOfSession(shop(), { sessionId: order.sessionId }),
        undoFirst(order),
      ]);
      expect([undone.ok, paid.ok]).not.toEqual([true, true]);
      const ledger = (await chargesOf(order)).reduce((sum, minor) => sum + minor, 0);
      const [payment] = await paymentsOf(order);
      expect(payment?.capturedMinor).toBe(ledger);
    }
  });
});

test("a late rest does not complete an order whose deposit is on its way back", async () => {
  const order = await ordered();
  await record(order, 6_450);
  await cancel(order);
  const { reviewedPayments } = await pageOf(order);
  const of = () => Promise.reject(new Error("The process ended"));
  const interrupted = { ...shop(), payments: { of } as unknown as Payments };
  const sentBack = await refundPayment(interrupted, {
    actor: owner,
    orderId: order.id,
    paymentId: reviewedPayments[0]?.id ?? "",
    key: newId(),
  });
  expect(sentBack).toMatchObject({ ok: true, value: { status: "pending" } });
  expect(await confirmPaid(order)).toEqual({ ok: false, error: "over" });
  expect(await reread(bench.db, order.id)).toMatchObject({ status: "cancelled" });
  expect(await chargesOf(order)).toEqual([6_450]);
});

describe("store credit that went back when the order ended", () => {
  /** What the checkout sends of store credit of $35.00. */
  async function withCredit() {
    const given = await giveStoreCredit(shop(), {
      actor: owner,
      email: `${randomUUID()}@example.com`,
      orderId: null,
      amount: money(3_500),
      note: "A gift",
      key: randomUUID(),
    });
    if (!given.ok) throw new Error(given.error);
    const creditToken = await mailedCreditToken(bench.db, given.value.email);
    return { shownCredit: 3_500, creditToken };
  }

  /** The order of $215.00 is made after all; what store credit does not pay of it was transferred. */
  async function expectMade(order: Order, creditMinor: number, charges: readonly number[]) {
    expect((await confirmPaid(order)).ok).toBe(true);
    expect(await chargesOf(order)).toEqual(charges);
    expect(await paymentsOf(order)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          method: "manual",
          status: "captured",
          capturedMinor: 21_500 - creditMinor,
        }),
        expect.objectContaining({
          method: "store_credit",
          status: creditMinor > 0 ? "captured" : "cancelled",
          capturedMinor: creditMinor,
        }),
      ]),
    );
    const refunded = await refundOrder(shop(), {
      actor: owner,
      orderId: order.id,
      amount: money(21_500),
      isSent: true,
      reason: "A seam",
      items: [],
      returnRequestId: null,
      key: newId(),
    });
    expect(refunded.ok).toBe(true);
    expect((await chargesOf(order)).reduce((sum, minor) => sum + minor, 0)).toBe(0);
  }

  test("pays its part again beside a late transfer of the rest, in ledger and refund", async () => {
    const credit = await withCredit();
    const order = await ordered(credit);
    await record(order, 6_000);
    await cancel(order);
    await expectMade(order, 3_500, [6_000, 12_000, 3_500]);
  });

  test("and was spent elsewhere is no part of it", async () => {
    const credit = await withCredit();
    const order = await ordered(credit);
    await record(order, 6_000);
    await cancel(order);
    await ordered(credit);
    await expectMade(order, 0, [6_000, 15_500]);
  });

  test("pays its part again in a shop that asks for no deposit", async () => {
    await bench.db.delete(siteSettings);
    await offerDeposits(bench, null);
    const credit = await withCredit();
    const order = await ordered(credit);
    await cancel(order);
    await expectMade(order, 3_500, [18_000, 3_500]);
  });
});
