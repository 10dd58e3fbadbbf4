import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { paymentMovements } from "#db/schema/payments.server.ts";
import { makers } from "#db/schema/production.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { lookUpOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { sweepReservations } from "#features/sales/payments/sweep-payments.server.ts";
import { listTransfersBack } from "#features/sales/payments/transfer-back-queries.server.ts";
import {
  addProduct,
  georgetown,
  outbox,
  placed,
  requestFor,
  reread,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import {
  addMeasuredShirt,
  offerDeposits,
  transferredShirt,
  transferShop,
} from "#tests/support/deposit-order.ts";
import { guest } from "#tests/support/guest.ts";
import { addMaker, staffMember } from "#tests/support/production.ts";
import { orderByTransfer, recordTransfer } from "./bank-transfer.server.ts";
import { recordDeposit } from "./record-deposit.server.ts";
import { retrieveOrder } from "./retrieve-order.server.ts";
import { undoDeposit } from "./undo-deposit.server.ts";

const bench = checkoutSuite();
const shop = () => transferShop(bench);

/** The clock of the tests stands on this day, and a transfer has five days. */
const TODAY = "2026-11-20";
const UNTIL = "25 November 2026";

let owner: SignedIn & { role: "admin" };

beforeEach(async () => {
  await bench.db.delete(makers);
  await addMaker(bench.db, "Savi");
  owner = await staffMember(bench.db, false);
  await offerDeposits(bench, null);
});

type Order = { id: string; sessionId: string };

/** An order of ready-made pieces for $215.00 that awaits its transfer. */
async function transferredBlazers(): Promise<Order> {
  const productId = await addProduct(bench.db, { dollars: 100, stock: { M: 5 } });
  const order = await placed(shop(), requestFor(productId, { quantity: 2, method: "manual" }));
  const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
  const chosen = await orderByTransfer(shop(), { sessionId: order.sessionId, values });
  if (!chosen.ok) throw new Error(JSON.stringify(chosen.error));
  return order;
}

const record = ({ id }: Order, minor: number) =>
  recordDeposit(shop(), {
    actor: owner,
    orderId: id,
    amount: money(minor),
    receivedOn: TODAY,
    key: newId(),
  });

const movementsOf = ({ id }: Order) =>
  bench.db.select().from(paymentMovements).where(eq(paymentMovements.orderId, id));

const ledgerOf = async (order: Order) =>
  (await movementsOf(order)).reduce((sum, { amountMinor }) => sum + amountMinor, 0);

const mailOf = async (kind: string) =>
  (await outbox(bench.db)).filter((mail) => mail.kind === kind).at(-1)?.textBody ?? "";

const viewOf = ({ sessionId }: Order) => retrieveOrder(shop(), { sessionId, actor: guest });

/** What the customer finds by the order's number and email. */
async function orderPage({ id }: Order) {
  const { customerEmail } = await reread(bench.db, id);
  const request = { number: id.slice(0, 8), email: customerEmail, now: bench.clock.now() };
  const found = await lookUpOrder(bench.db, request);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

const kindsOfOrders = {
  "ready-made pieces": transferredBlazers,
  "a made-to-measure piece": async () => transferredShirt(bench, await addMeasuredShirt(bench)),
} as const;

test.each(Object.keys(kindsOfOrders) as (keyof typeof kindsOfOrders)[])(
  "too little of a transfer for %s is recorded, and page and email say what is missing until when; the rest pays the order",
  async (kind) => {
    const order = await kindsOfOrders[kind]();
    expect(await record(order, 12_000)).toEqual({ ok: true, value: null });
    const view = await viewOf(order);
    expect(view?.transfer).toMatchObject({
      amount: money(21_500),
      until: UNTIL,
      deposit: { received: money(12_000), left: money(9_500), rest: money(0) },
    });
    expect(view?.amounts.slice(-2)).toEqual([
      { label: "Transferred", amount: "−$120.00", isSum: false },
      { label: "Left to transfer", amount: "$95.00", isSum: true },
    ]);
    const page = await orderPage(order);
    expect(page.transfer).toEqual(view?.transfer);
    expect(page.delivery).toBe(view?.delivery);
    expect(page.delivery).toContain("Days of delivery count from the day your transfer arrives.");
    const mail = await mailOf("deposit-received");
    expect(mail).toContain("A part of your transfer has arrived");
    expect(mail.replaceAll(/\s+/g, " ")).toContain(
      `$95.00 is missing. Please transfer it by ${UNTIL}, and your order is paid.`,
    );
    expect(mail).not.toContain("deposit");
    expect(await recordTransfer(shop(), { actor: owner, orderId: order.id })).toMatchObject({
      ok: true,
    });
    const paid = await reread(bench.db, order.id);
    expect([paid.status, paid.payment.status]).toEqual(["completed", "captured"]);
    expect(paid.payment.capturedMinor).toBe(21_500);
    expect(await ledgerOf(order)).toBe(21_500);
  },
);

test("more than is left is refused, and nothing is recorded of an order that is paid", async () => {
  const order = await transferredBlazers();
  expect(await record(order, 21_501)).toEqual({ ok: false, error: "too_much" });
  expect(await record(order, 0)).toEqual({ ok: false, error: "nothing" });
  expect(await record(order, 21_500)).toEqual({ ok: true, value: null });
  expect((await reread(bench.db, order.id)).status).toBe("completed");
  expect(await record(order, 1)).toEqual({ ok: false, error: "over" });
});

test("when the order ends, what arrived is owed back as a task, and the customer is told", async () => {
  const order = await transferredBlazers();
  await record(order, 12_000);
  bench.clock.advance(6 * DAY_MS);
  await sweepReservations(shop());
  const ended = await reread(bench.db, order.id);
  expect([ended.status, ended.payment.status]).toEqual(["expired", "owed_back"]);
  const [owed] = (await listTransfersBack(bench.db)).filter(({ orderId }) => orderId === order.id);
  expect(owed).toMatchObject({ kind: "deposit", amount: { minorUnits: 12_000, currency: "USD" } });
  expect(await mailOf("deposit-owed")).toContain("Goes back to you: $120.00");
  const page = await orderPage(order);
  expect(page.moneyBack).toMatchObject([{ amount: { minorUnits: 12_000 } }]);
  expect(page.transfer).toBeNull();
});

test("recorded by mistake it is taken back, and the order awaits the whole as before", async () => {
  const order = await transferredBlazers();
  const before = await viewOf(order);
  await record(order, 12_000);
  const [movement] = await movementsOf(order);
  const undone = await undoDeposit(shop(), {
    actor: owner,
    orderId: order.id,
    movementId: movement?.id ?? "",
  });
  expect(undone).toMatchObject({ ok: true });
  expect(await ledgerOf(order)).toBe(0);
  expect((await reread(bench.db, order.id)).payment.depositMinor).toBeNull();
  expect(await viewOf(order)).toEqual(before);
});

test("in whatever parts the whole arrives, what is left is what the ledger lacks, and the last part pays the order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 21_499 }), { minLength: 1, maxLength: 4 }),
      async (cuts) => {
        const order = await transferredBlazers();
        const sums = [...cuts.toSorted((a, b) => a - b), 21_500];
        for (const [index, sum] of sums.entries()) {
          expect((await viewOf(order))?.status).toBe("pending");
          const recorded = await record(order, sum - (sums[index - 1] ?? 0));
          expect(recorded.ok).toBe(true);
          expect(await ledgerOf(order)).toBe(sum);
          if (sum === 21_500) continue;
          const text = (await mailOf("deposit-received")).replaceAll(/\s+/g, " ");
          expect(text).toContain(`${formatMoney(money(21_500 - sum))} is missing.`);
        }
        expect((await viewOf(order))?.status).toBe("completed");
      },
    ),
    { numRuns: 8 },
  );
});
