import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { MoneyAmount } from "#core/money-amount.ts";

/** Replaced by the provider with the session's id when the shopper comes back (Stripe's own words for it). */
export const SESSION_ID_PLACEHOLDER = "{CHECKOUT_SESSION_ID}";

/** A line as the payment page shows it. */
export type PaymentLine = {
  name: string;
  detail: string;
  imageUrl: string | null;
  quantity: number;
  /** Price of the whole line after offers. */
  total: MoneyAmount;
};

/** A way of shipping offered on the payment page (decision C6). */
export type ShippingOption = {
  id: string;
  label: string;
  promise: string;
  price: MoneyAmount;
  /** ISO countries it serves; null means every country but the excepted ones. */
  onlyCountries: readonly string[] | null;
  exceptCountries: readonly string[];
  /** The one city it serves, for same-day delivery; null for any. */
  onlyCity: string | null;
};

/**
 * What the shop asks a provider to collect; `reference` is the order's or donation's id and all the provider learns of it.
 * `successUrl` holds SESSION_ID_PLACEHOLDER where the provider puts its session's id.
 */
export type PaymentRequest = {
  reference: string;
  kind: "order" | "donation";
  customerEmail: string;
  lines: readonly PaymentLine[];
  total: MoneyAmount;
  shippingOptions: readonly ShippingOption[];
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** What the provider knows of a session. */
export type PaymentSession = {
  id: string;
  reference: string;
  status: "open" | "paid" | "expired";
  customerEmail: string;
  /** Everything paid: lines, shipping and tax. */
  total: MoneyAmount;
  shipping: { optionId: string; label: string; price: MoneyAmount } | null;
  tax: MoneyAmount;
  address: DeliveryAddress | null;
};

/** A verified message of the provider about one session. */
export type PaymentEvent = {
  id: string;
  type: "session.paid" | "session.expired" | "session.failed";
  session: PaymentSession;
};

/** The port to a hosted payment page (decision C7): Stripe, or the embedded test page. */
export type PaymentProvider = {
  readonly name: "stripe" | "test";
  /** Opens a hosted session; asked again for one reference it answers with the same session. Throws AppError('payment_provider') when the provider cannot. */
  openSession(request: PaymentRequest): Promise<{ sessionId: string; url: string }>;
  /** What the provider says of a session now; null when it knows none. */
  readSession(sessionId: string): Promise<PaymentSession | null>;
  /** Ends an open session so that nobody can pay it any more; true when it is ended, false when it was paid before. */
  endSession(sessionId: string): Promise<boolean>;
  /** Opens the provider's own page where a customer keeps cards, leading back to `returnUrl`; null when the provider keeps none (decision A2). */
  openCardPage(customer: {
    reference: string;
    email: string;
    returnUrl: string;
  }): Promise<string | null>;
  /** Verifies and reads a message; null when its signature or shape is wrong. */
  readEvent(body: string, signature: string | null): Promise<PaymentEvent | null>;
};
