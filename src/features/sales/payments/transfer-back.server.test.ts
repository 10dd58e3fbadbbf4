import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { payoutAccounts } from "#db/schema/payments.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { EVERY_ORDER } from "#features/orders/order/list/order-filter.ts";
import { listOrders } from "#features/orders/order/list/order-list-queries.server.ts";
import { shownStatus, statusWord } from "#features/orders/order/order.ts";
import { orderByTransfer, recordTransfer } from "#features/sales/checkout/bank-transfer.server.ts";
import { retrieveOrder } from "#features/sales/checkout/retrieve-order.server.ts";
import { lookUpOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import {
  addProduct,
  georgetown,
  outbox,
  placed,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { offerDeposits, transferShop } from "#tests/support/deposit-order.ts";
import { guest } from "#tests/support/guest.ts";
import { proveOrder } from "#tests/support/order-proofs.ts";
import { staffMember } from "#tests/support/production.ts";
import { cancelGuestItems } from "./cancel-items.server.ts";
import {
  findPayoutAccount,
  saveGuestPayoutAccount,
  saveOwnPayoutAccount,
} from "./payout-account.server.ts";
import { recordRefundSent, refundOrder, sweepRefunds } from "./refund-order.server.ts";
import { moneyBackMessage } from "./transfer-back.ts";
import { countTransfersBack, listTransfersBack } from "./transfer-back-queries.server.ts";

const bench = checkoutSuite();
const shop = () => transferShop(bench);
const ACCOUNT = { holder: "Asha Persaud", accountNumber: "000-123-456", bank: "Bank of Guyana" };

let owner: SignedIn & { role: "admin" };

beforeEach(async () => {
  owner = await staffMember(bench.db, false);
  await offerDeposits(bench, null);
});

/** Two shirts at 100 dollars, paid by transfer. */
async function paidShirts() {
  const productId = await addProduct(bench.db, { name: "Shirt", dollars: 100, stock: { M: 5 } });
  const order = await placed(shop(), requestFor(productId, { quantity: 2, method: "manual" }));
  const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
  await orderByTransfer(shop(), { sessionId: order.sessionId, values });
  await recordTransfer(shop(), { actor: owner, orderId: order.id });
  const proof = { number: order.id.slice(0, 8), email: order.customerEmail };
  const page = async () => {
    const found = await lookUpOrder(bench.db, { ...proof, now: bench.clock.now() });
    if (!found.ok) throw new Error(found.error);
    return found.value;
  };
  const cancelOne = async () => {
    const [offer] = (await page()).itemCancellations;
    if (!offer) throw new Error("Nothing can be cancelled");
    return cancelGuestItems(shop(), {
      ...proof,
      orderItemId: offer.orderItemId,
      left: offer.amounts.length,
      quantity: 1,
      amountMinor: offer.amounts[0]?.minorUnits ?? 0,
    });
  };
  return { ...order, cancelOne, page, productId, proof };
}

const mailOf = async (kind: string) =>
  (await outbox(bench.db)).find((mail) => mail.kind === kind) ?? null;

const owed = () => listTransfersBack(bench.db);

describe("a customer who paid by transfer and cancels a shirt before it leaves", () => {
  test("reads how much goes back by which day, that it has not left, and is asked for the account; the shirt is in stock at once", async () => {
    const order = await paidShirts();
    expect(await order.cancelOne()).toEqual({ ok: true, value: null });
    const mail = await mailOf("refund-promised");
    expect(mail?.subject).toMatch(/^Where shall we send your \$100\.00\?/);
    expect(mail?.textBody).toContain("by 4 December 2026");
    expect(mail?.textBody).toContain("It has not left yet");
    expect(await mailOf("refund")).toBeNull();
    expect((await mailOf("items-cancelled"))?.recipient).not.toBe(order.customerEmail);
    expect(await order.page()).toMatchObject({
      moneyBack: [{ kind: "refund", amount: { minorUnits: 10_000 }, dueDay: "2026-12-04" }],
      payoutEnding: null,
      order: { status: "completed", refunded: { minorUnits: 0 } },
    });
    expect(await stockOf(bench.db, order.productId)).toMatchObject({ stock: 4 });
  });

  test("is a task of the owner until she records that it was sent, once, however often anything asks", async () => {
    const order = await paidShirts();
    await order.cancelOne();
    expect(await owed()).toMatchObject([{ orderId: order.id, dueDay: "2026-12-04" }]);
    bench.clock.advance(20 * DAY_MS);
    expect(await sweepRefunds(shop())).toEqual({ succeeded: 0, failed: 0, left: 0 });
    const [task] = (await order.page()).moneyBack;
    const sending = { orderId: order.id, refundId: task?.id ?? "" };
    for (const actor of [visitor, { ...owner, role: "customer" }] as Actor[]) {
      expect(await recordRefundSent(shop(), { ...sending, actor })).toMatchObject({ ok: false });
    }
    expect(await mailOf("refund")).toBeNull();
    for (let press = 0; press < 2; press += 1) {
      expect((await recordRefundSent(shop(), { ...sending, actor: owner })).ok).toBe(true);
    }
    expect((await mailOf("refund"))?.textBody).toContain("from our bank account to yours");
    expect(await reread(bench.db, order.id)).toMatchObject({ refundedMinor: 10_000 });
    expect(await owed()).toEqual([]);
    expect(await countTransfersBack(bench.db)).toBe(0);
  });

  test("cancels no second shirt by pressing twice, and none that has changed", async () => {
    const order = await paidShirts();
    const [offer] = (await order.page()).itemCancellations;
    expect(offer?.amounts.map(({ minorUnits }) => minorUnits)).toEqual([10_000, 21_500]);
    const confirmed = {
      ...order.proof,
      orderItemId: offer?.orderItemId ?? "",
      left: 2,
      quantity: 1,
    };
    const press = { ...confirmed, amountMinor: 10_000 };
    const presses = await Promise.all([
      cancelGuestItems(shop(), press),
      cancelGuestItems(shop(), press),
    ]);
    expect(presses.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await order.page()).itemCancellations[0]?.amounts).toHaveLength(1);
    const stale = { ...press, left: 3 };
    expect(await cancelGuestItems(shop(), stale)).toEqual({ ok: false, error: "changed" });
  });
});

describe("an order of which all the money goes back by transfer", () => {
  const refundWhole = (orderId: string) =>
    refundOrder(shop(), {
      actor: owner,
      orderId,
      amount: { minorUnits: 21_500, currency: "USD" },
      isSent: false,
      reason: "The cloth is sold out",
      items: [],
      returnRequestId: null,
      key: "whole",
    });

  test("is called “Refund to be sent” on the page, after the payment and in the owner's list, until she has sent it", async () => {
    const order = await paidShirts();
    const view = () => retrieveOrder(shop(), { sessionId: order.sessionId, actor: visitor });
    const listed = async () => {
      const list = await listOrders(bench.db, { actor: owner, filter: EVERY_ORDER });
      return list.ok ? list.value.rows.map((row) => statusWord(row.shownStatus)) : list.error;
    };
    expect(await view()).toMatchObject({ shownStatus: "completed", moneyBack: [] });
    expect((await refundWhole(order.id)).ok).toBe(true);
    const { moneyBack, order: shown } = await order.page();
    expect([shown.status, shownStatus(shown)]).toEqual(["completed", "refund_owed"]);
    expect(moneyBack.map((owed) => moneyBackMessage(owed, { toFiles: false }))).toEqual([
      "We send $215.00 to your bank account by 4 December 2026. It has not left yet: you have an email when it has.",
    ]);
    expect(await view()).toMatchObject({ shownStatus: "refund_owed", moneyBack });
    expect(await listed()).toEqual(["Refund to be sent"]);
    expect((await mailOf("refund-promised"))?.textBody).toContain("Dear Asha Persaud,");
    await recordRefundSent(shop(), {
      actor: owner,
      orderId: order.id,
      refundId: moneyBack[0]?.id ?? "",
    });
    expect(shownStatus((await order.page()).order)).toBe("refunded");
    expect(await view()).toMatchObject({ shownStatus: "refunded", moneyBack: [] });
    expect(await listed()).toEqual(["Refunded"]);
  });

  test("stays completed while a part goes back, and says so after the payment too", async () => {
    const order = await paidShirts();
    await order.cancelOne();
    const { moneyBack, order: shown } = await order.page();
    expect(shownStatus(shown)).toBe("completed");
    expect(
      await retrieveOrder(shop(), { sessionId: order.sessionId, actor: visitor }),
    ).toMatchObject({ shownStatus: "completed", moneyBack });
  });
});

describe("the account for the money", () => {
  test("is named by a guest with a code from the mailbox alone, and the customer has mail about it", async () => {
    const order = await paidShirts();
    await order.cancelOne();
    const named = { ...order.proof, actor: guest, account: ACCOUNT };
    const deps = { ...shop(), measurementBox: bench.measurementBox };
    expect(await saveGuestPayoutAccount(deps, named)).toEqual({ ok: false, error: "code_needed" });
    await proveOrder(bench.db, { actor: guest, orderId: order.id, at: bench.clock.now() });
    expect(await saveGuestPayoutAccount(deps, named)).toEqual({ ok: true, value: null });
    expect((await order.page()).payoutEnding).toBe("3456");
    const text = (await mailOf("payout-account"))?.textBody;
    expect(text).toContain("ending in 3456");
    expect(text).toContain("Dear Asha Persaud,");
    const read = { orderId: order.id };
    expect(await findPayoutAccount(deps, { ...read, actor: owner })).toEqual({
      ok: true,
      value: ACCOUNT,
    });
    expect(await findPayoutAccount(deps, { ...read, actor: visitor })).toMatchObject({ ok: false });
    const own = { actor: owner, orderId: order.id, account: ACCOUNT };
    expect(await saveOwnPayoutAccount(deps, own)).toEqual({ ok: false, error: "not_found" });
  });

  test("is stored sealed, and removed once nothing is owed any more", async () => {
    const order = await paidShirts();
    const deps = { ...shop(), measurementBox: bench.measurementBox };
    await proveOrder(bench.db, { actor: guest, orderId: order.id, at: bench.clock.now() });
    const named = { ...order.proof, actor: guest, account: ACCOUNT };
    expect(await saveGuestPayoutAccount(deps, named)).toEqual({ ok: false, error: "nothing_owed" });
    await order.cancelOne();
    await saveGuestPayoutAccount(deps, named);
    const stored = () =>
      bench.db.select().from(payoutAccounts).where(eq(payoutAccounts.orderId, order.id));
    expect(JSON.stringify(await stored())).not.toContain("Persaud");
    const [task] = (await order.page()).moneyBack;
    await recordRefundSent(shop(), { actor: owner, orderId: order.id, refundId: task?.id ?? "" });
    expect(await stored()).toEqual([]);
  });
});

test("an owner who has sent the money already records it with the refund, and no account is asked for", async () => {
  const order = await paidShirts();
  const refunded = await refundOrder(shop(), {
    actor: owner,
    orderId: order.id,
    amount: { minorUnits: 5_000, currency: "USD" },
    isSent: true,
    reason: "A seam",
    items: [],
    returnRequestId: null,
    key: "sent",
  });
  expect(refunded).toMatchObject({ ok: true, value: { status: "succeeded" } });
  expect(await mailOf("refund-promised")).toBeNull();
  expect(await mailOf("refund")).not.toBeNull();
  expect(await order.page()).toMatchObject({ moneyBack: [] });
});
