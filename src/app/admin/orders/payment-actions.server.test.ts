import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order.ts";
import { refundRefusal } from "./payment-actions.server.ts";

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
