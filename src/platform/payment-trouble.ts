import { AppError } from "#core/app-error.ts";

/** Shown to the owner. */
export const PAYMENT_TROUBLES = [
  "wrong_key",
  "revoked_key",
  "restricted_key",
  "sealed_key",
  "mixed_modes",
  "no_keys",
  "other_account",
  "refused",
  "away",
] as const;

export type PaymentTrouble = (typeof PAYMENT_TROUBLES)[number];

type Report = {
  stripeCode?: string | null;
  param?: string | null;
  text?: string;
  isRemembered?: boolean;
};

/** A failed or refused provider call. The message holds no key; `words` is the provider's. */
export class PaymentProviderError extends AppError {
  readonly trouble: PaymentTrouble;
  readonly stripeCode: string | null;
  readonly param: string | null;
  readonly text: string;
  /** Whether the provider repeats this response to the key, for a day. */
  readonly isRemembered: boolean;

  constructor(trouble: PaymentTrouble, message: string, reported: Report = {}) {
    super("payment_provider", message);
    this.name = "PaymentProviderError";
    this.trouble = trouble;
    this.stripeCode = reported.stripeCode ?? null;
    this.param = reported.param ?? null;
    this.text = reported.text ?? "";
    this.isRemembered = reported.isRemembered ?? false;
  }
}

/** Whether an earlier request for the same thing still runs; its result is unknown. */
export function isStillOpening(error: unknown): boolean {
  return isProviderError(error) && error.stripeCode === "idempotency_key_in_use";
}

/** Goes by the name, because the routes' build and the process have separate classes. */
export function isProviderError(error: unknown): error is PaymentProviderError {
  return error instanceof Error && error.name === "PaymentProviderError" && "trouble" in error;
}
