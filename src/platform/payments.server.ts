import type { DeliveryAddress } from "#core/delivery-address.ts";
import { newId } from "#core/ids.ts";
import type { MoneyAmount, ReportedAmount } from "#core/money-amount.ts";

/** Replaced by the provider with the session's id when the shopper comes back (Stripe's own words for it). */
export const SESSION_ID_PLACEHOLDER = "{CHECKOUT_SESSION_ID}";

/** Who took a payment, with the world its keys belong to: ids of one mean nothing to another. */
export type ProviderName = "test" | "stripe:test" | "stripe:live";

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

/** What a payment is for. */
export type PaymentSubject = "order" | "donation";

/** The shop's name at a provider, by which it tells its sessions from those of other sites on the same account. */
export function shopNameOf(publicUrl: string): string {
  return new URL(publicUrl).host;
}

/**
 * What the shop asks a provider to collect; `reference` is the order's or donation's id, and with `shop` and `kind` all that the provider
 * learns of it. `successUrl` holds SESSION_ID_PLACEHOLDER where the provider puts its session's id.
 */
export type PaymentRequest = {
  shop: string;
  reference: string;
  kind: PaymentSubject;
  customerEmail: string;
  /** The account that pays, so that its saved cards are offered; null for a guest. */
  accountId: string | null;
  lines: readonly PaymentLine[];
  total: MoneyAmount;
  shippingOptions: readonly ShippingOption[];
  /** Whether the provider works the taxes out and adds them. */
  automaticTax: boolean;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/**
 * What the provider knows of a session. "processing": nobody can pay it again, and the bank has not answered yet; "failed": the bank
 * said no for good. `shop`, `kind` and `reference` are what the shop asked with; "" and null in a session of another site, or of a shop
 * that did not tell them yet. Amounts are in the currency it was paid in.
 */
export type PaymentSession = {
  id: string;
  shop: string;
  kind: PaymentSubject | null;
  reference: string;
  status: "open" | "processing" | "paid" | "failed" | "expired";
  customerEmail: string;
  /** The payment itself, by which it is refunded; null while there is none, and for an order that cost nothing. */
  paymentId: string | null;
  /** What a person reads of the way of paying ("Visa ending in 4242"); "" when the provider does not say. */
  method: string;
  /** Everything paid: lines less promotion, shipping and tax. */
  total: ReportedAmount;
  /** What a promotion code took off on the payment page. */
  promotion: { code: string; amount: ReportedAmount } | null;
  shipping: { optionId: string; label: string; price: ReportedAmount } | null;
  tax: ReportedAmount;
  address: DeliveryAddress | null;
};

/** Money to give back. `key` is the shop's own id of the refund: asked twice under one key, money goes back once. */
export type RefundRequest = {
  key: string;
  sessionId: string;
  paymentId: string | null;
  amount: ReportedAmount;
};

/** What the provider knows of a refund. */
export type ProviderRefund = {
  /** Null when the provider refused it at once and keeps no record of it. */
  id: string | null;
  /** The shop's own id of it; null when it was made at the provider, not here. */
  key: string | null;
  paymentId: string | null;
  amount: ReportedAmount;
  status: "pending" | "succeeded" | "failed";
  /** Why it failed, in the provider's words. */
  failure: string | null;
};

/** A verified message about one session; "session.declined": a card was refused and another may be tried. */
export type SessionEvent = {
  id: string;
  provider: ProviderName;
  type:
    | "session.paid"
    | "session.processing"
    | "session.declined"
    | "session.failed"
    | "session.expired";
  session: PaymentSession;
};

/** A verified message about refunds of one payment, each as it stands now. */
export type RefundEvent = {
  id: string;
  provider: ProviderName;
  type: "refunds.changed";
  paymentId: string;
  refunds: readonly ProviderRefund[];
};

/** A card's owner told the bank that a payment was not right: the bank takes the money back until it has decided. */
export type Dispute = { id: string; amount: ReportedAmount; outcome: "open" | "won" | "lost" };

/** A verified message about a dispute. */
export type DisputeEvent = {
  id: string;
  provider: ProviderName;
  type: "dispute.changed";
  paymentId: string;
  dispute: Dispute;
};

/** A verified message that a card, or another way of paying, was refused; the page stays open and another may be tried. */
export type DeclineEvent = {
  id: string;
  provider: ProviderName;
  type: "payment.declined";
  /** The order's or donation's id, as the shop told it; "" for a payment that it did not ask for. */
  reference: string;
  /** The bank's code in the provider's spelling, never anything of the card. */
  code: string;
  isCard: boolean;
  at: Date;
};

/** A verified message about what follows a session. */
export type FollowingEvent = RefundEvent | DisputeEvent | DeclineEvent;

/** A verified message that the shop does not listen to. */
export type IgnoredEvent = { id: string; provider: ProviderName; type: "ignored" };

/** A verified message of the provider. */
export type PaymentEvent = SessionEvent | FollowingEvent | IgnoredEvent;

/** A message that a provider lists, to be read only where the shop does not know it yet; null when it has nothing to say any more. */
export type ListedEvent = { id: string; read(): Promise<PaymentEvent | null> };

/** What a provider says of a session when it is asked, as the message it would have sent; null while the session is open. */
export function toSessionEvent(
  provider: ProviderName,
  session: PaymentSession,
): SessionEvent | null {
  if (session.status === "open") return null;
  // An answer that ends nothing is news each time it is given.
  const once = session.status === "processing" ? `:${newId()}` : "";
  const id = `asked:${session.id}:${session.status}${once}`;
  return { id, provider, type: `session.${session.status}`, session };
}

/** A message as it came over the wire, and whose way of signing it shows. */
export type PaymentMessage = { sender: "stripe" | "test"; body: string; signature: string };

/** A session that was just opened; `account` names whose it is at the provider, left out where there is but one. */
export type OpenedSession = { sessionId: string; url: string; account?: string };

/** The port to a hosted payment page (decision C7): Stripe, or the embedded test page. */
export type PaymentProvider = {
  readonly name: ProviderName;
  /** Opens a hosted session; asked again for one reference it answers with the same session. Throws AppError('payment_provider') when the provider cannot. */
  openSession(request: PaymentRequest): Promise<OpenedSession>;
  /** What the provider says of a session now; null when it knows none. */
  readSession(sessionId: string): Promise<PaymentSession | null>;
  /**
   * Ends an open session so that nobody can pay it any more; true when it is ended, false when it was paid before, null when this account of the
   * provider knows no such session.
   */
  endSession(sessionId: string): Promise<boolean | null>;
  /** Whether this is the account that the present keys belong to, by the name that openSession gave it; false when that cannot be said. */
  isOwnAccount(account: string): Promise<boolean>;
  /** Opens the provider's own page where a customer keeps cards, leading back to `returnUrl`; null when the provider keeps none (decision A2). */
  openCardPage(customer: {
    reference: string;
    email: string;
    returnUrl: string;
  }): Promise<string | null>;
  /** Deletes a customer and their cards at the provider; one that is gone already is no error. */
  forgetCustomer(customerId: string): Promise<void>;
  /**
   * Gives money back. A refusal is answered as a failed refund; throws AppError('payment_provider') when nobody knows whether it was
   * done, and asking again under the same key is safe then.
   */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** What the shop called a payment when it asked for it; null when it did not ask, or this account knows no such payment. */
  referenceOf(paymentId: string): Promise<string | null>;
  /** Every refund of a payment that the provider keeps, whoever made it. */
  listRefunds(paymentId: string): Promise<readonly ProviderRefund[]>;
  /**
   * What the provider reported of paid sessions, refunds, disputes and declined cards since then, each kind oldest first, whether the messages
   * arrived or not. Throws AppError('payment_provider') when it cannot be asked.
   */
  listEventsSince(moment: Date): AsyncIterable<ListedEvent>;
  /** Verifies and reads a message; null when its signature or shape is wrong. */
  readEvent(body: string, signature: string | null): Promise<PaymentEvent | null>;
};

/** The shop's payment providers: what is opened now, and who settles what was opened before. */
export type Payments = {
  /** The provider that new sessions are opened with. Throws AppError('payment_provider') when there are keys that cannot be used. */
  current(): Promise<PaymentProvider>;
  /** The provider of this name. Throws AppError('payment_provider') when the shop has no keys for it any more. */
  of(name: string): Promise<PaymentProvider>;
  /** Every provider that the shop has keys for, the test page aside. */
  known(): Promise<readonly PaymentProvider[]>;
  /** Verifies and reads a message by whoever may have sent it; null when nobody did. */
  receive(message: PaymentMessage): Promise<PaymentEvent | null>;
};
