import { expect, test } from "vitest";
import { paymentMethodOf } from "#core/payment-providers.ts";
import type { PaymentStatus } from "#core/payment-status.ts";
import { PAYMENT_STATUSES } from "#core/payment-status.ts";
import { canPaymentBecome, isUnderReview, isUnpaid } from "./payment.ts";

const LATE = ["captured", "wrong_amount", "wrong_currency"] as const;
const UNPAID = [...LATE, "failed", "cancelled", "expired"] as const;

const ALLOWED: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: [...UNPAID, "processing"],
  processing: UNPAID,
  failed: LATE,
  cancelled: LATE,
  expired: LATE,
  captured: [],
  wrong_amount: [],
  wrong_currency: [],
  duplicate: [],
  foreign: [],
};

test.each(PAYMENT_STATUSES.flatMap((from) => PAYMENT_STATUSES.map((to) => [from, to] as const)))(
  "a payment that is %s can become %s only as the table allows",
  (from, to) => {
    expect(canPaymentBecome(from, to)).toBe(ALLOWED[from].includes(to));
  },
);

test("a payment that does not match its order is put under review, unless it is another site's", () => {
  expect(PAYMENT_STATUSES.filter(isUnderReview)).toEqual([
    "wrong_amount",
    "wrong_currency",
    "duplicate",
  ]);
});

test("a payment is unpaid until money was captured", () => {
  expect(PAYMENT_STATUSES.filter(isUnpaid)).toEqual([
    "pending",
    "processing",
    "failed",
    "cancelled",
    "expired",
  ]);
});

test("every provider has its method", () => {
  const providers = ["test", "stripe:test", "stripe:live", "manual"];
  expect(providers.map(paymentMethodOf)).toEqual(["test", "stripe", "stripe", "manual"]);
});
