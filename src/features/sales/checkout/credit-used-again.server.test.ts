import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { money } from "#core/money-amount.ts";
import { paymentMovements } from "#db/schema/payments.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { listOrderEvents } from "#features/orders/order/stored-order-events.server.ts";
import { leftToPay } from "#features/orders/order/transfer-deposit.ts";
import { findCreditByToken } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { sweepReservations } from "#features/sales/payments/sweep-payments.server.ts";
import { addProduct, georgetown, outbox, placed, requestFor } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { offerDeposits, transferShop } from "#tests/support/deposit-order.ts";
import { staffMember } from "#tests/support/production.ts";
import { giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { orderByTransfer, recordTransfer } from "./bank-transfer.server.ts";
import { recordLateTransfer } from "./record-late-transfer.server.ts";

const bench = checkoutSuite();
const shop = () => transferShop(bench);

let owner: SignedIn & { role: "admin" };
let token = "";
let productId = "";

beforeEach(async () => {
  owner = await staffMember(bench.db, false);
  productId = await addProduct(bench.db, { dollars: 200, stock: { M: 50 } });
  await offerDeposits(bench, null);
  const given = await giveStoreCredit(shop(), {
    actor: owner,
    email: `${randomUUID()}@example.com`,
    orderId: null,
    amount: money(5_000),
    note: "For the delay",
    key: randomUUID(),
  });
  if (!given.ok) throw new Error(given.error);
  token = await mailedCreditToken(bench.db, given.value.email);
});

/** One item of $200.00 by transfer, with shipping of $15.00, of which store credit is to pay $50.00. */
async function orderWithCredit() {
  const request = requestFor(productId, { shownCredit: 5_000, method: "manual" });
  const order = await placed(shop(), { ...request, creditToken: token });
  const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
  await orderByTransfer(shop(), { sessionId: order.sessionId, values });
  return order;
}

/** An order whose transfer of $165.00 did not come in its five days. */
async function ended() {
  const order = await orderWithCredit();
  bench.clock.advance(5 * DAY_MS + 1_000);
  await sweepReservations(shop());
  expect(await balance()).toBe(5_000);
  return order;
}

const balance = async () => (await findCreditByToken(bench.db, token))?.balance.minorUnits;

async function readAgain({ id }: { id: string }) {
  const order = await findOrderById(bench.db, id);
  if (!order) throw new Error("The order is gone");
  return order;
}

const makeAfterAll = (orderId: string, minor: number) =>
  recordTransfer(shop(), { actor: owner, orderId, confirmed: money(minor), readAs: "expired" });

async function charged({ id }: { id: string }): Promise<number> {
  const rows = await bench.db
    .select({ minor: paymentMovements.amountMinor })
    .from(paymentMovements)
    .where(eq(paymentMovements.orderId, id))
    .orderBy(asc(paymentMovements.id));
  return rows.reduce((sum, { minor }) => sum + minor, 0);
}

describe("an order that ended unpaid while store credit was to pay a part of it", () => {
  test("is made after all for the rest that was asked for, with the credit as before", async () => {
    const order = await ended();
    expect(leftToPay(await readAgain(order))).toEqual(money(16_500));
    expect(await makeAfterAll(order.id, 16_500)).toEqual({ ok: true, value: null });
    expect(await balance()).toBe(0);
    expect(await readAgain(order)).toMatchObject({
      status: "completed",
      credit: money(5_000),
      payment: { status: "captured", capturedMinor: 16_500 },
    });
    expect(await charged(order)).toBe(21_500);
    const mail = (await outbox(bench.db)).find(({ kind }) => kind === "order-confirmation");
    expect(mail?.textBody).toMatch(/Store credit.*50\.00/);
    const steps = (await listOrderEvents(bench.db, order.id)).map(({ type }) => type);
    expect(steps.filter((type) => type === "credit_used")).toHaveLength(2);
    expect(steps.filter((type) => type === "credit_released")).toHaveLength(1);
  });

  test.each([
    ["the rest, so that the credit pays its part", 16_500, 0, 5_000],
    ["the whole, so that the customer keeps the credit", 21_500, 5_000, 0],
  ])("is made after all from a late transfer of %s", async (_, lateMinor, balanceMinor, credit) => {
    const order = await ended();
    await recordLateTransfer(shop(), {
      actor: owner,
      orderId: order.id,
      amount: money(lateMinor),
      receivedOn: "2026-11-20",
      key: randomUUID(),
    });
    expect(leftToPay(await readAgain(order))).toEqual(money(0));
    expect(await makeAfterAll(order.id, 0)).toEqual({ ok: true, value: null });
    expect(await balance()).toBe(balanceMinor);
    expect(await readAgain(order)).toMatchObject({
      status: "completed",
      credit: money(credit),
      payment: { status: "captured", capturedMinor: lateMinor },
    });
    expect(await charged(order)).toBe(21_500);
  });

  test("asks for the whole once the credit is spent elsewhere, and an owner who read the rest confirms anew", async () => {
    const order = await ended();
    await orderWithCredit();
    expect(leftToPay(await readAgain(order))).toEqual(money(21_500));
    expect(await makeAfterAll(order.id, 16_500)).toEqual({ ok: false, error: "over" });
    expect(await readAgain(order)).toMatchObject({ status: "expired" });
    expect(await charged(order)).toBe(0);
  });

  test("never uses the credit twice when it is spent at the same moment, and can be made by the whole after it", async () => {
    const order = await ended();
    const spent = orderWithCredit().catch(() => null);
    const made = await makeAfterAll(order.id, 16_500);
    const other = await spent;
    expect(made.ok).toBe(other === null);
    expect(await balance()).toBe(0);
    expect((await readAgain(order)).status).toBe(made.ok ? "completed" : "expired");
    expect(await charged(order)).toBe(made.ok ? 21_500 : 0);
    if (!made.ok) expect(await makeAfterAll(order.id, 21_500)).toEqual({ ok: true, value: null });
  });
});
