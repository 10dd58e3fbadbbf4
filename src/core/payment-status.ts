/** The last five are money that pays for nothing. */
export const PAYMENT_STATUSES = [
  "pending",
  "processing",
  "captured",
  "failed",
  "cancelled",
  "expired",
  "wrong_amount",
  "wrong_currency",
  "duplicate",
  "owed_back",
  "foreign",
] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_METHODS = ["test", "stripe", "manual", "store_credit"] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
