import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order.ts";
import { refundRefusal } from "./payment-actions.server.ts";

const refused = (order: Partial<Order>) =>
  refundRefusal("elsewhere", { order: order as Order, refundable: money(21_500) });

test("a refund of an order that another Stripe account took is refused by that account's name", () => {
  const paid = { completedAt: new Date(), paymentAccount: "acct_1PgafyB7WZ01zgkW" };
  expect(refused(paid)).toEqual({
    formErrors: [
      "This order was paid to the Stripe account acct_1PgafyB7WZ01zgkW, and only from there can its money go back: refund it in that account's dashboard.",
    ],
  });
});

test("one that still waits there is not cancelled, and says why", () => {
  const waiting = { completedAt: null, paymentAccount: "key_0123456789abcdef" };
  expect(refused(waiting)).toEqual({
    formErrors: [
      expect.stringMatching(/belongs to another Stripe account.*may have been paid there/),
    ],
  });
});
