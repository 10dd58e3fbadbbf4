import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements, payments } from "#db/schema/payments.server.ts";
import { storeCreditEntries } from "#db/schema/store-credit.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { depositOfOrder, leftToPay, owedBack } from "#features/orders/order/transfer-deposit.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { cancelOrder } from "#features/sales/payments/cancel-order.server.ts";
import {
  recordRefundSent,
  refundOrder,
  refundPayment,
} from "#features/sales/payments/refund-order.server.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
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
import { retrieveOrder } from "./retrieve-order.server.ts";
import { undoDeposit } from "./undo-deposit.server.ts";

const bench = checkoutSuite();
const shop = () => transferShop(bench);

/** What the owner and the customer do, in any order. `share` is of what is left to pay, in thousandths. */
type Step =
  | { kind: "record"; share: number }
  | { kind: "undo" | "rest" | "cancel" | "customer_cancels" | "send_back" | "owner_sends" }
  | { kind: "refund"; share: number };

const share = fc.integer({ min: 1, max: 1_200 });

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("record" as const), share }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("refund" as const), share }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          "undo" as const,
          "rest" as const,
          "cancel" as const,
          "customer_cancels" as const,
          "send_back" as const,
          "owner_sends" as const,
        ),
      }),
    },
  ),
  { minLength: 1, maxLength: 9 },
);

const minorOf = (thousandths: number, minor: number) =>
  Math.max(1, Math.floor((minor * thousandths) / 1_000));

type Order = { id: string; sessionId: string };

let owner: SignedIn & { role: "admin" };
let shirt: MeasuredShirt;

beforeEach(async () => {
  owner = await staffMember(bench.db, false);
  shirt = await addMeasuredShirt(bench, 4_000_000);
});

async function adminPage(orderId: string) {
  const found = await getAdminOrder(bench.db, { actor: owner, orderId });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

async function perform({ id: orderId, sessionId }: Order, step: Step): Promise<void> {
  const page = await adminPage(orderId);
  const { order, reviewedPayments, payments: entries, version } = page;
  const own = { actor: owner, orderId, key: newId() };
  const left = leftToPay(order).minorUnits;
  switch (step.kind) {
    case "record": {
      const amount = money(minorOf(step.share, left));
      await recordDeposit(shop(), { ...own, amount, receivedOn: "2026-11-20" });
      return;
    }
    case "undo": {
      const movementId = entries.findLast(({ isUndoable }) => isUndoable)?.id ?? newId();
      await undoDeposit(shop(), { ...own, movementId });
      return;
    }
    case "rest":
      await recordTransfer(shop(), own);
      return;
    case "cancel":
      await cancelOrder(shop(), { ...own, version, reason: "Torn", restock: true });
      return;
    case "customer_cancels":
      await cancelOrderOfSession(shop(), { sessionId });
      return;
    case "send_back":
      await refundPayment(shop(), { ...own, paymentId: reviewedPayments[0]?.id ?? newId() });
      return;
    case "owner_sends":
      for (const { id, kind } of page.transfersBack) {
        if (kind === "refund")
          await recordRefundSent(shop(), { actor: owner, orderId, refundId: id });
      }
      return;
    case "refund": {
      const amount = money(minorOf(step.share, order.totals.total.minorUnits));
      await refundOrder(shop(), {
        ...own,
        amount,
        reason: "A seam",
        items: [],
        returnRequestId: null,
      });
      return;
    }
  }
}

/** The ledger of the bank's money and of store credit, by the way it came. */
async function ledgerOf(orderId: string) {
  const rows = await bench.db
    .select({
      minor: paymentMovements.amountMinor,
      method: payments.method,
      provider: paymentMovements.provider,
    })
    .from(paymentMovements)
    .innerJoin(payments, eq(payments.id, paymentMovements.paymentId))
    .where(eq(paymentMovements.orderId, orderId));
  const sumOf = (each: typeof rows) => each.reduce((sum, { minor }) => sum + minor, 0);
  return {
    inAll: sumOf(rows),
    bank: sumOf(rows.filter(({ method }) => method === "manual")),
  };
}

/** That ledger, payments, order, and what the customer reads agree to the cent. */
async function checkBooks(orderId: string, sessionId: string): Promise<void> {
  const order = await findOrderById(bench.db, orderId);
  if (!order) throw new Error("The order is gone");
  const rows = await bench.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.createdAt));
  const ledger = await ledgerOf(orderId);
  const inPayments = rows.reduce((sum, row) => sum + row.capturedMinor - row.refundedMinor, 0);
  expect(ledger.inAll).toBe(inPayments);
  expect(ledger.inAll).toBeGreaterThanOrEqual(0);
  const view = await retrieveOrder(shop(), { sessionId, actor: { role: "visitor" } });
  const total = order.totals.total.minorUnits;
  const rowsOf = view?.amounts ?? [];
  const shown = (label: string) =>
    Number(rowsOf.find((row) => row.label === label)?.amount.replaceAll(/[^\d.]/g, "") ?? 0) * 100;
  switch (order.status) {
    case "pending": {
      const received = depositOfOrder(order)?.received.minorUnits ?? 0;
      expect(ledger.inAll).toBe(received);
      const left = view?.transfer?.deposit?.left.minorUnits ?? Number.NaN;
      expect(received + left + order.credit.minorUnits).toBe(total);
      expect(Math.round(shown("Transferred"))).toBe(received);
      if (received > 0) expect(Math.round(shown("Left to transfer"))).toBe(left);
      return;
    }
    case "cancelled":
    case "expired":
      expect(view?.owedBack?.minorUnits ?? 0).toBe(ledger.inAll);
      expect(owedBack(order)?.minorUnits ?? 0).toBe(ledger.bank);
      expect(order.refunded.minorUnits).toBe(0);
      return;
    default:
      expect(ledger.inAll).toBe(total - order.refunded.minorUnits);
      expect(rows.find(({ method }) => method === "manual")).toMatchObject({
        status: "captured",
        amountMinor: total - order.credit.minorUnits,
      });
  }
}

/** The charged sums of revenue, which every report adds up: an order counts when it is paid, once. */
async function revenueOf(orderId: string): Promise<number> {
  const [row] = await bench.db.select().from(orders).where(eq(orders.id, orderId));
  return row?.completedAt ? row.totalMinor - row.refundedMinor : 0;
}

const inputs = fc.record({
  percent: fc.integer({ min: 5, max: 90 }),
  creditDollars: fc.constantFrom(0, 0, 35),
  steps,
});

const record = (share: number): Step => ({ kind: "record", share });
const others = (...kinds: Exclude<Step["kind"], "record" | "refund">[]): Step[] =>
  kinds.map((kind) => ({ kind }));

/** Lives that random steps meet seldom. */
const LIVES: { percent: number; creditDollars: number; steps: Step[] }[] = [
  { percent: 30, creditDollars: 0, steps: [record(300), ...others("cancel", "rest")] },
  {
    percent: 30,
    creditDollars: 35,
    steps: [record(300), ...others("cancel", "send_back", "rest")],
  },
  { percent: 50, creditDollars: 35, steps: [record(600), ...others("undo", "rest", "cancel")] },
  { percent: 50, creditDollars: 0, steps: [record(600), ...others("customer_cancels", "undo")] },
  {
    percent: 30,
    creditDollars: 35,
    steps: [
      record(400),
      ...others("rest"),
      { kind: "refund", share: 333 },
      ...others("cancel", "owner_sends"),
    ],
  },
];

test("the ledger, the payments, the order and what the customer reads agree to the cent, whatever happens in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(inputs, async ({ creditDollars, percent, steps: chosen }) => {
      await offerDeposits(bench, percent);
      const credit = creditDollars > 0 ? await withCredit(creditDollars) : null;
      const customerEmail = `${randomUUID()}@example.com`;
      const order = await transferredShirt(bench, shirt, {
        customerEmail,
        ...(credit && { shownCredit: creditDollars * 100, creditToken: credit }),
      });
      await checkBooks(order.id, order.sessionId);
      for (const step of chosen) {
        await perform(order, step);
        await checkBooks(order.id, order.sessionId);
      }
      const paid = await revenueOf(order.id);
      const { inAll } = await ledgerOf(order.id);
      const [row] = await bench.db.select().from(orders).where(eq(orders.id, order.id));
      expect(paid).toBe(row?.completedAt ? inAll : 0);
    }),
    { numRuns: 12, examples: LIVES.map((chosen) => [chosen]) },
  );
}, 180_000);

async function withCredit(dollars: number): Promise<string> {
  await bench.db.delete(storeCreditEntries);
  const given = await giveStoreCredit(shop(), {
    actor: owner,
    email: `${randomUUID()}@example.com`,
    orderId: null,
    amount: money(dollars * 100),
    note: "A gift",
    key: randomUUID(),
  });
  if (!given.ok) throw new Error(given.error);
  return mailedCreditToken(bench.db, given.value.email);
}
