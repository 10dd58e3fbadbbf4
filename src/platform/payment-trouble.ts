import { AppError } from "#core/app-error.ts";

/** What keeps the shop from taking card payments; the owner reads it in words. */
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

type Told = {
  stripeCode?: string | null;
  param?: string | null;
  words?: string;
  isRemembered?: boolean;
};

/** The provider could not be asked, or said no. Its message holds no key; `words` are the provider's own sentence, "" when there is none. */
export class PaymentProviderError extends AppError {
  readonly trouble: PaymentTrouble;
  readonly stripeCode: string | null;
  readonly param: string | null;
  readonly words: string;
  /** Whether the provider only repeats what it answered before under this idempotency key, and will for a day. */
  readonly isRemembered: boolean;

  constructor(trouble: PaymentTrouble, message: string, told: Told = {}) {
    super("payment_provider", message);
    this.name = "PaymentProviderError";
    this.trouble = trouble;
    this.stripeCode = told.stripeCode ?? null;
    this.param = told.param ?? null;
    this.words = told.words ?? "";
    this.isRemembered = told.isRemembered ?? false;
  }
}

/**
 * Whether an error is the provider's. By its name and not by its class: the routes' build and the process around them each hold a class of
 * their own.
 */
export function isProviderError(error: unknown): error is PaymentProviderError {
  return error instanceof Error && error.name === "PaymentProviderError" && "trouble" in error;
}
