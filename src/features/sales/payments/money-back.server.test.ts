import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { paymentMovements, payments, refunds } from "#db/schema/payments.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";
import { readStoredDetail } from "#features/orders/order/order-event-details.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { actOnTestPayment } from "#features/sales/checkout/act-on-test-payment.server.ts";
import { orderByTransfer, recordTransfer } from "#features/sales/checkout/bank-transfer.server.ts";
import { orderByCredit } from "#features/sales/checkout/credit-order.server.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { lookUpOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { requestGuestReturn } from "#features/sales/returns/request-return.server.ts";
import { receiveReturn, refundReturn } from "#features/sales/returns/settle-return.server.ts";
import { addProduct, georgetown, outbox, placed, requestFor } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { offerDeposits, transferShop } from "#tests/support/deposit-order.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { sendItems } from "#tests/support/orders.ts";
import { staffMember } from "#tests/support/production.ts";
import { giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { cancelGuestGarment } from "./cancel-garment.server.ts";
import { cancelGuestItems } from "./cancel-items.server.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { recordRefundSent, refundOrder } from "./refund-order.server.ts";
import { settleDispute } from "./settle-dispute.server.ts";
import { countTransfersBack } from "./transfer-back-queries.server.ts";

const bench = checkoutSuite();
const shop = () => transferShop(bench);

const WAYS = ["card", "manual", "credit", "card and credit", "manual and credit"] as const;
type Way = (typeof WAYS)[number];

/** What the owner and the customer do, in any order. `share` is of the total, in thousandths. */
type Step =
  | { kind: "refund"; share: number; asCredit: boolean; isSent: boolean }
  | { kind: "return"; asCredit: boolean; isSent: boolean }
  | { kind: "cancel"; isSent: boolean }
  | { kind: "items"; quantity: number }
  | { kind: "garment" | "owner_sends" | "dispute" | "dispute_won" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("refund" as const),
    share: fc.integer({ min: 1, max: 1_100 }),
    asCredit: fc.boolean(),
    isSent: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("return" as const),
    asCredit: fc.boolean(),
    isSent: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("cancel" as const), isSent: fc.boolean() }),
  fc.record({ kind: fc.constant("items" as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constantFrom(
      "garment" as const,
      "owner_sends" as const,
      "dispute" as const,
      "dispute_won" as const,
    ),
  }),
);

let owner: SignedIn & { role: "admin" };
let product: { id: string; choices: Awaited<ReturnType<typeof offerToMeasure>>["choices"] };

beforeEach(async () => {
  owner = await staffMember(bench.db, false);
  const id = await addProduct(bench.db, { dollars: 70, stock: { Custom: null, M: 400 } });
  product = { id, choices: (await offerToMeasure(bench.db, id, {})).choices };
  await offerDeposits(bench, null);
});

async function creditOf(dollars: number) {
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

type Paid = { id: string; email: string };

/** A paid order of one garment and three ready-made pieces. */
async function paidBy(way: Way): Promise<Paid> {
  const customerEmail = `${randomUUID()}@example.com`;
  const dollars = way === "credit" ? 2_000 : 45;
  const creditToken = way.includes("credit") ? await creditOf(dollars) : null;
  const request = requestFor(product.id, {
    size: "Custom",
    customerEmail,
    method: way.startsWith("manual") ? "manual" : "card",
    ...(creditToken && { shownCredit: 4_500 }),
  });
  const [line] = request.lines;
  if (!line) throw new Error("no line");
  const specification = await specify(bench, product.id, product.choices);
  const ready = { ...line, key: "ready", size: "M", quantity: 3 };
  const lines = [{ ...line, specification }, ready];
  const withCredit = { ...request, lines, creditToken };
  const order = await placed(shop(), withCredit);
  const { sessionId } = order;
  const values = { ...georgetown, optionId: "express", buyerTaxNumber: "" };
  if (way === "credit") {
    const ordered = await orderByCredit(shop(), { sessionId, values });
    if (!ordered.ok) throw new Error(JSON.stringify(ordered.error));
  } else if (way.startsWith("card")) {
    await actOnTestPayment(
      { ...shop(), testPage: bench.testPage },
      { sessionId, intent: "pay", values },
    );
  } else {
    const chosen = await orderByTransfer(shop(), { sessionId, values });
    if (!chosen.ok) throw new Error(JSON.stringify(chosen.error));
    await recordTransfer(shop(), { actor: owner, orderId: order.id });
  }
  return { id: order.id, email: customerEmail };
}

const proofOf = ({ email, id }: Paid) => ({ number: id.slice(0, 8), email });

async function customerPage(order: Paid) {
  const found = await lookUpOrder(bench.db, { ...proofOf(order), now: bench.clock.now() });
  if (!found.ok) throw new Error("The order is gone");
  return found.value;
}

async function adminPage(orderId: string) {
  const found = await getAdminOrder(bench.db, { actor: owner, orderId });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

async function performReturn(
  order: Paid,
  { asCredit, isSent }: { asCredit: boolean; isSent: boolean },
) {
  const { itemCancellations } = await customerPage(order);
  const [unsent] = itemCancellations;
  if (unsent) await sendItems(bench.db, order.id, [{ itemId: unsent.orderItemId, quantity: 1 }]);
  const { order: now, returns } = await customerPage(order);
  const line = now.lines.find(({ id }) => returns[id]?.reasons.includes("changed_mind"));
  if (!line) return;
  const requested = { reason: "changed_mind" as const, note: newId() };
  const items = [{ itemId: line.id, quantity: 1 }];
  await requestGuestReturn(shop(), { ...proofOf(order), requested: { ...requested, items } });
  const before = await adminPage(order.id);
  const returnId = before.returns.at(-1)?.id ?? "";
  const own = { actor: owner, orderId: order.id, returnId };
  const received = [{ itemId: line.id, quantity: 1, restock: true }];
  await receiveReturn(shop(), { ...own, received, staffNote: "" });
  const amount = money(Math.min(7_000, before.refundable.minorUnits));
  await refundReturn(shop(), {
    ...own,
    amount,
    asCredit,
    isSent,
    reason: "Sent back",
    key: newId(),
  });
}

async function changeDispute(orderId: string, outcome: "open" | "won") {
  const [payment] = await bench.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.method, "test")));
  if (!payment) return;
  const dispute = { id: `dp_${payment.id}`, amount: money(1_000), outcome };
  await settleDispute(shop(), { payment, dispute });
}

async function cancelItems(order: Paid, quantity: number) {
  const [offer] = (await customerPage(order)).itemCancellations;
  const amount = offer?.amounts[quantity - 1];
  if (!offer || !amount) return;
  const { orderItemId, amounts } = offer;
  const confirmed = { orderItemId, left: amounts.length, quantity };
  const press = { ...proofOf(order), ...confirmed, amountMinor: amount.minorUnits };
  await cancelGuestItems(shop(), press);
  await cancelGuestItems(shop(), press);
}

async function cancelGarment(order: Paid) {
  const cancellation = (await customerPage(order)).garments[0]?.cancellation;
  if (!cancellation) return;
  const { garmentId, percent } = cancellation;
  await cancelGuestGarment(shop(), { ...proofOf(order), garmentId, percent });
}

async function sendNext(order: Paid) {
  const [next] = (await customerPage(order)).moneyBack;
  if (!next) return;
  const sending = { actor: owner, orderId: order.id, refundId: next.id };
  await Promise.all([recordRefundSent(shop(), sending), recordRefundSent(shop(), sending)]);
}

async function perform(order: Paid, step: Step): Promise<void> {
  const { id: orderId } = order;
  const own = { actor: owner, orderId, key: newId() };
  switch (step.kind) {
    case "refund": {
      const { asCredit, isSent, share } = step;
      const total = (await customerPage(order)).order.totals.total.minorUnits;
      const amount = money(Math.max(1, Math.floor((total * share) / 1_000)));
      const draft = { reason: "A seam", items: [], returnRequestId: null };
      await refundOrder(shop(), { ...own, ...draft, amount, asCredit, isSent });
      return;
    }
    case "return":
      return performReturn(order, step);
    case "cancel": {
      const { version } = await adminPage(orderId);
      const { isSent } = step;
      await cancelOrder(shop(), { ...own, version, reason: "Torn", restock: true, isSent });
      return;
    }
    case "items":
      return cancelItems(order, step.quantity);
    case "garment":
      return cancelGarment(order);
    case "owner_sends":
      return sendNext(order);
    case "dispute":
      return changeDispute(orderId, "open");
    case "dispute_won":
      return changeDispute(orderId, "won");
  }
}

const sumOf = (minors: readonly number[]) => minors.reduce((sum, minor) => sum + minor, 0);

const minorIn = (text: string | undefined) =>
  Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text ?? "")?.[1]?.replaceAll(",", "") ?? 0) * 100);

/** The sums in the subjects of the customer's mails of a kind. */
async function mailed(order: Paid, kind: string): Promise<number[]> {
  const mails = await outbox(bench.db);
  return mails
    .filter((mail) => mail.kind === kind && mail.recipient === order.email)
    .map(({ subject }) => minorIn(subject));
}

/** What the timeline says of steps of these types. */
async function timeline(orderId: string, types: readonly string[]): Promise<number> {
  const steps = await bench.db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), inArray(orderEvents.type, [...types])));
  return sumOf(steps.map(({ detail }) => readStoredDetail(detail).amount?.minorUnits ?? 0));
}

/** That everything the customer is told of her money is what the ledger holds, to the cent. */
async function checkMessages(order: Paid): Promise<void> {
  const { id: orderId } = order;
  const movements = await bench.db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.orderId, orderId));
  const returned = movements.filter(({ kind }) => kind === "refund");
  const byBank = sumOf(
    returned.flatMap((row) => (row.provider === "store_credit" ? [] : -row.amountMinor)),
  );
  const inAll = sumOf(returned.map(({ amountMinor }) => -amountMinor));
  const rows = await bench.db.select().from(refunds).where(eq(refunds.orderId, orderId));
  const waiting = rows.filter(({ status }) => status === "pending");
  expect(waiting.every(({ provider }) => provider === "manual")).toBe(true);
  const owed = sumOf(waiting.map(({ amountMinor }) => amountMinor));

  const page = await customerPage(order);
  const shown = listAmounts(page.order).find(({ label }) => label === "Refunded")?.amount;
  expect(minorIn(shown)).toBe(inAll);
  expect(sumOf(page.moneyBack.map(({ amount }) => amount.minorUnits))).toBe(owed);
  expect(sumOf(await mailed(order, "refund"))).toBe(byBank);
  expect(await timeline(orderId, ["refunded"])).toBe(byBank);
  expect(await timeline(orderId, ["refunded_as_credit"])).toBe(inAll - byBank);
  const promised = await timeline(orderId, ["refund_promised"]);
  expect(sumOf(await mailed(order, "refund-promised"))).toBe(promised);
  const sentLater = promised - owed;
  expect(sentLater).toBeGreaterThanOrEqual(0);
  expect(sentLater).toBeLessThanOrEqual(byBank);

  const { payments: history, transfersBack } = await adminPage(orderId);
  expect(transfersBack).toEqual(page.moneyBack);
  const toSend = history.filter(({ kind }) => kind === "refund_to_send");
  expect(sumOf(toSend.map(({ amount }) => -amount.minorUnits))).toBe(owed);
  const now = await findOrderById(bench.db, orderId);
  const total = now?.totals.total.minorUnits ?? 0;
  expect(inAll + owed).toBeLessThanOrEqual(total);
  expect(now?.refunded.minorUnits).toBe(inAll);
  expect(now?.status).toBe(inAll === total ? "refunded" : "completed");
  const stored = await bench.db.select().from(payments).where(eq(payments.orderId, orderId));
  const held = sumOf(
    stored.map(({ capturedMinor, refundedMinor }) => capturedMinor - refundedMinor),
  );
  const disputed = sumOf(
    movements.flatMap(({ amountMinor, kind }) => (kind.startsWith("dispute") ? [amountMinor] : [])),
  );
  expect(sumOf(movements.map(({ amountMinor }) => amountMinor))).toBe(held + disputed);
}

const sent = (isSent: boolean): Step => ({ kind: "cancel", isSent });

/** Lives that random steps meet seldom. */
const LIVES: Step[][] = [
  [{ kind: "items", quantity: 1 }, { kind: "garment" }, { kind: "owner_sends" }, sent(false)],
  [{ kind: "items", quantity: 3 }, { kind: "garment" }, { kind: "owner_sends" }],
  [{ kind: "refund", share: 1_000, asCredit: false, isSent: false }, { kind: "owner_sends" }],
  [{ kind: "return", asCredit: false, isSent: false }, sent(true), { kind: "owner_sends" }],
];

test.each(WAYS)(
  "an order paid by %s: pages, mails and timeline say of the money what the ledger says, whatever happens in whatever order",
  { timeout: 180_000 },
  async (way) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (chosen) => {
        const order = await paidBy(way);
        await checkMessages(order);
        for (const each of chosen) {
          await perform(order, each);
          await checkMessages(order);
        }
        for (let left = (await customerPage(order)).moneyBack.length; left > 0; left -= 1) {
          await perform(order, { kind: "owner_sends" });
        }
        await checkMessages(order);
        expect((await customerPage(order)).moneyBack).toEqual([]);
      }),
      { numRuns: 5, examples: LIVES.map((life) => [life]) },
    );
    expect(await countTransfersBack(bench.db)).toBe(0);
  },
);
