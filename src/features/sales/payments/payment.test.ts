import { expect, test } from "vitest";
import { paymentMethodOf } from "#core/payment-providers.ts";
import type { PaymentStatus } from "#core/payment-status.ts";
import { PAYMENT_STATUSES } from "#core/payment-status.ts";
import { canPaymentBecome, isBesideOrder, isUnderReview, isUnpaid } from "./payment.ts";

const ARRIVED = ["captured", "wrong_amount", "wrong_currency"] as const;
const LATE = [...ARRIVED, "owed_back"] as const;
const UNPAID = [...ARRIVED, "failed", "cancelled", "expired"] as const;
const OWED_BACK = ["captured", "cancelled", "expired"] as const;

const ALLOWED: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: [...UNPAID, "processing"],
  processing: [...UNPAID, "owed_back"],
  failed: LATE,
  cancelled: LATE,
  expired: LATE,
  captured: [],
  wrong_amount: [],
  wrong_currency: [],
  duplicate: [],
  owed_back: OWED_BACK,
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

test("a payment is unpaid until it pays for its order", () => {
  expect(PAYMENT_STATUSES.filter(isUnpaid)).toEqual([
    "pending",
    "processing",
    "failed",
    "cancelled",
    "expired",
    "owed_back",
  ]);
});

test("a payment stands beside its order while the owner decides about it, and while it is owed back", () => {
  expect(PAYMENT_STATUSES.filter(isBesideOrder)).toEqual([
    "wrong_amount",
    "wrong_currency",
    "duplicate",
    "owed_back",
  ]);
});

test("every provider has its method", () => {
  const providers = ["test", "stripe:test", "stripe:live", "manual"];
  expect(providers.map(paymentMethodOf)).toEqual(["test", "stripe", "stripe", "manual"]);
});
