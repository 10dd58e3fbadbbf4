import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { money } from "#core/money-amount.ts";
import { refunds } from "#db/schema/payments.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { handleOrderAction } from "./handle-order-action.server.ts";
import { refundRefusal } from "./payment-actions.server.ts";

const bench = checkoutSuite();

type PaidOrder = Awaited<ReturnType<typeof paidOrder>>;

async function post(order: PaidOrder, intent: string, fields: Record<string, string>) {
  const form = new FormData();
  const all = { intent, reason: "Torn", key: randomUUID(), ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  const deps = bench as unknown as AppDeps;
  const request = { deps, actor: order.owner, orderId: order.id };
  const response = await handleOrderAction(request, form);
  if (response === "unconfirmed") throw new Error(response);
  return response instanceof Response ? response.headers.get("location") : response.data.error;
}

describe("a refund", () => {
  const recorded = async () =>
    (await bench.db.select().from(refunds)).map(({ amountMinor }) => amountMinor);

  test("asks with its amount, and moves no money until that amount is confirmed", async () => {
    const order = await paidOrder(bench);
    const question = { confirmed: [expect.stringMatching(/^\$12\.50 goes back/)] };
    expect(await post(order, "refund", { amount: "12.50" })).toEqual(question);
    expect(await post(order, "refund", { amount: "12.50", confirmed: "1200" })).toEqual(question);
    expect(await recorded()).toEqual([]);
    expect(await post(order, "refund", { amount: "12.50", confirmed: "1250" })).toMatch(
      /done=refund$/,
    );
    expect(await recorded()).toEqual([1250]);
  });

  test("of more than is left is refused without asking", async () => {
    const order = await paidOrder(bench);
    expect(await post(order, "refund", { amount: "99999" })).toMatchObject({
      amount: [expect.stringMatching(/^Please enter at most/)],
    });
  });

  test("by cancelling a paid order asks for the whole amount", async () => {
    const order = await paidOrder(bench);
    expect(await post(order, "cancel", {})).toMatchObject({
      confirmed: [expect.stringMatching(/^\$[\d,.]+ goes back/)],
    });
    expect(await recorded()).toEqual([]);
  });
});

const refused = (completedAt: Date | null, providerAccount: string) => {
  const order = { completedAt, payment: { providerAccount } } as Order;
  return refundRefusal("elsewhere", { order, refundable: money(21_500) });
};

test("a refund of an order that another Stripe account took is refused by that account's name", () => {
  expect(refused(new Date(), "acct_1PgafyB7WZ01zgkW")).toEqual({
    formErrors: [
      "This order was paid to the Stripe account acct_1PgafyB7WZ01zgkW, and only from there can its money go back: refund it in that account's dashboard.",
    ],
  });
});

test("one that still waits there is not cancelled, and says why", () => {
  expect(refused(null, "key_0123456789abcdef")).toEqual({
    formErrors: [
      expect.stringMatching(/belongs to another Stripe account.*may have been paid there/),
    ],
  });
});
