import type { DayRange } from "#core/business-days.ts";
import type { DeliveryAddress, Destination, ShippingReach } from "#core/delivery-address.ts";
import { newId } from "#core/ids.ts";
import type { MoneyAmount, ReportedAmount } from "#core/money-amount.ts";
import type { ProviderName } from "#core/payment-providers.ts";

/** Stripe replaces it with the session id when the customer returns. */
export const SESSION_ID_PLACEHOLDER = "{CHECKOUT_SESSION_ID}";

/** The cloth that a line's image does not show, with the sentence that says so. `colorHex` is #RRGGBB or "". */
type PaymentSwatch = {
  name: string;
  imageUrl: string | null;
  colorHex: string;
  sentence: string;
};

export type PaymentLine = {
  name: string;
  detail: string;
  imageUrl: string | null;
  /** Of a garment whose image shows another cloth; null or absent otherwise. */
  swatch?: PaymentSwatch | null;
  quantity: number;
  /** The whole line, after offers. */
  total: MoneyAmount;
};

/** `arrives` assumes that the customer pays now (decision C6); `needBy` is the day that they chose. */
export type ShippingOption = ShippingReach & {
  id: string;
  label: string;
  promise: string;
  price: MoneyAmount;
  arrives: DayRange | null;
  needBy?: string | null | undefined;
};

export type PaymentSubject = "order" | "donation";

/** Separates the shop's sessions from other sites' on the same account. */
export function shopNameOf(publicUrl: string): string {
  return new URL(publicUrl).host;
}

/**
 * A payment to collect. The provider learns only `reference` (the order or donation), `shop` and `kind`.
 * `successUrl` contains SESSION_ID_PLACEHOLDER.
 */
export type PaymentRequest = {
  shop: string;
  reference: string;
  kind: PaymentSubject;
  customerEmail: string;
  /** Whose saved cards are offered; null for a guest. */
  accountId: string | null;
  lines: readonly PaymentLine[];
  /** Pays a part of the lines. */
  credit: MoneyAmount | null;
  /** What is left to pay of the lines, before shipping and tax. */
  total: MoneyAmount;
  /** What the customer reads beside the button that pays; null for nothing. */
  notice: string | null;
  shippingOptions: readonly ShippingOption[];
  /** Null for a donation. A page that cannot match methods to the address offers what serves this. */
  destination: Destination | null;
  /** The provider calculates and adds taxes. */
  automaticTax: boolean;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/**
 * "processing": closed, and the bank has not responded; "failed": refused for good. `shop`, `kind` and
 * `reference` come from the request; "" or null for other sites and older versions. Amounts in the paid
 * currency.
 */
export type PaymentSession = {
  id: string;
  shop: string;
  kind: PaymentSubject | null;
  reference: string;
  status: "open" | "processing" | "paid" | "failed" | "expired";
  customerEmail: string;
  /** For refunds; null before payment and for free orders. */
  paymentId: string | null;
  /** "Visa ending in 4242"; "" when unknown. */
  method: string;
  /** Lines less promotion, plus shipping and tax. */
  total: ReportedAmount;
  promotion: { code: string; amount: ReportedAmount } | null;
  shipping: {
    optionId: string;
    label: string;
    price: ReportedAmount;
    /** As the page promised. */
    arrives: DayRange | null;
  } | null;
  tax: ReportedAmount;
  address: DeliveryAddress | null;
  /** From the payment page; "" without one. */
  buyerTaxNumber: string;
};

/** `key` is the refund's id: the same key never returns money twice. */
export type RefundRequest = {
  key: string;
  sessionId: string;
  paymentId: string | null;
  amount: ReportedAmount;
};

export type ProviderRefund = {
  /** Null when refused at once and not recorded. */
  id: string | null;
  /** The refund's id in the shop; null when it was made at the provider. */
  key: string | null;
  paymentId: string | null;
  amount: ReportedAmount;
  status: "pending" | "succeeded" | "failed";
  /** The provider's reason for the failure. */
  failure: string | null;
};

/** Verified; "session.declined": a card was refused and another may follow. */
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

/** Verified, with the current state of a payment's refunds. */
export type RefundEvent = {
  id: string;
  provider: ProviderName;
  type: "refunds.changed";
  paymentId: string;
  refunds: readonly ProviderRefund[];
};

/** A chargeback: the bank holds the money until decided. */
export type Dispute = { id: string; amount: ReportedAmount; outcome: "open" | "won" | "lost" };

export type DisputeEvent = {
  id: string;
  provider: ProviderName;
  type: "dispute.changed";
  paymentId: string;
  dispute: Dispute;
};

/** Verified: a refused attempt; another may follow. */
export type DeclineEvent = {
  id: string;
  provider: ProviderName;
  type: "payment.declined";
  /** The id of the order or donation; "" for a foreign payment. */
  reference: string;
  /** The bank's code; no card data. */
  code: string;
  isCard: boolean;
  at: Date;
};

export type FollowingEvent = RefundEvent | DisputeEvent | DeclineEvent;

/** Verified, but not handled by the shop. */
type IgnoredEvent = { id: string; provider: ProviderName; type: "ignored" };

export type PaymentEvent = SessionEvent | FollowingEvent | IgnoredEvent;

/** Read only when new; null when it no longer applies. */
export type ListedEvent = { id: string; read(): Promise<PaymentEvent | null> };

/** The provider's event of this state; null while open. */
export function toSessionEvent(
  provider: ProviderName,
  session: PaymentSession,
): SessionEvent | null {
  if (session.status === "open") return null;
  // "processing" ends nothing, so each event gets its own id.
  const once = session.status === "processing" ? `:${newId()}` : "";
  const id = `asked:${session.id}:${session.status}${once}`;
  return { id, provider, type: `session.${session.status}`, session };
}

/** `sender` follows from the kind of signature. */
export type PaymentMessage = { sender: "stripe" | "test"; body: string; signature: string };

/** `account` names the provider account, absent when there is only one. */
export type OpenedSession = { sessionId: string; url: string; account?: string };

/** Port to a hosted payment page (decision C7): Stripe or the embedded test page. */
export type PaymentProvider = {
  readonly name: ProviderName;
  /**
   * The same reference returns the same session. Where the page can be prefilled, the account's saved address
   * is read; a failure of that is ignored. Throws AppError('payment_provider').
   */
  openSession(
    request: PaymentRequest,
    findSavedAddress?: () => Promise<DeliveryAddress | null>,
  ): Promise<OpenedSession>;
  /** The session's current state; null when unknown. */
  readSession(sessionId: string): Promise<PaymentSession | null>;
  /** Ends a session: true when ended, false when already paid, null when unknown to this account. */
  endSession(sessionId: string): Promise<boolean | null>;
  /** Whether the keys belong to this account, as named by openSession; false when unknown. */
  isOwnAccount(account: string): Promise<boolean>;
  /** The provider's page for saved cards, back to `returnUrl`; null without one (decision A2). */
  openCardPage(customer: {
    reference: string;
    email: string;
    returnUrl: string;
  }): Promise<string | null>;
  /** Deletes a customer with their cards; already gone is no error. */
  forgetCustomer(customerId: string): Promise<void>;
  /**
   * A refusal is a failed refund. Throws AppError('payment_provider') when the result is unknown; retry with
   * the same key.
   */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** Null for a foreign or unknown payment. */
  referenceOf(paymentId: string): Promise<string | null>;
  /** All refunds of a payment, wherever they were made. */
  listRefunds(paymentId: string): Promise<readonly ProviderRefund[]>;
  /**
   * Paid sessions, refunds, disputes and declined cards since then, each kind oldest first. Throws
   * AppError('payment_provider').
   */
  listEventsSince(moment: Date): AsyncIterable<ListedEvent>;
  /** Null when signature or shape is wrong. */
  readEvent(body: string, signature: string | null): Promise<PaymentEvent | null>;
};

/** The current provider for new sessions, earlier ones for theirs. */
export type Payments = {
  /** Throws AppError('payment_provider') when its keys cannot be used. */
  current(): Promise<PaymentProvider>;
  /** By name. Throws AppError('payment_provider') when its keys are gone. */
  of(name: string): Promise<PaymentProvider>;
  /** Every provider with keys, without the test page. */
  known(): Promise<readonly PaymentProvider[]>;
  /** Verifies and reads a message of any provider; null when unsigned. */
  receive(message: PaymentMessage): Promise<PaymentEvent | null>;
};
