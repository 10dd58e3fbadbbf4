import type { PaymentMethod } from "./payment-status.ts";

/** A payment whose money the owner confirms, as the shop speaks of it. All of them use the page of the bank transfer. */
type ManualPayment = {
  /** The section of the settings that offers it, with its instructions and days. */
  section: string;
  /** Beside its choice at the checkout. `days`: how long the items are reserved, such as "7 days". */
  hintFor(days: string): string;
  /** What the checkout says before the order. */
  beforeOrder: string;
  pageTitle: string;
  pageLead: string;
  /** The step in the owner's timeline while the money is awaited. */
  awaited: string;
};

/**
 * `isOwn`: the shop is the provider itself, so that its success says nothing about the card provider. `sessions`: how the ids of
 * its sessions begin, and the path of their page under /checkout.
 */
type Provider = {
  method: PaymentMethod;
  label: string;
  isOwn: boolean;
  sessions?: { prefix: string; path: string };
  manual?: ManualPayment;
};

/** Every payment provider, by the name that its payments are stored with. Stripe's has the keys' mode: ids of one mean nothing to the other. */
const PROVIDERS = {
  "stripe:live": { method: "stripe", label: "Stripe", isOwn: false },
  "stripe:test": { method: "stripe", label: "Stripe, in test mode", isOwn: false },
  test: { method: "test", label: "Test payment page", isOwn: true },
  store_credit: {
    method: "store_credit",
    label: "Store credit",
    isOwn: true,
    sessions: { prefix: "credit", path: "store-credit" },
  },
  manual: {
    method: "manual",
    label: "Bank transfer",
    isOwn: true,
    sessions: { prefix: "transfer", path: "bank-transfer" },
    manual: {
      section: "bankTransfer",
      hintFor: (days) => `We show you the bank details and keep your pieces for ${days}.`,
      beforeOrder:
        "A new tab opens. There you enter the address, choose how we ship it, and read where to transfer the total. Nothing is charged now.",
      pageTitle: "Pay by bank transfer",
      pageLead:
        "Tell us where your order goes. Then you read where to transfer the total, and we keep your pieces until it arrives.",
      awaited: "Waiting for a bank transfer",
    },
  },
} as const satisfies Record<string, Provider>;

type Providers = typeof PROVIDERS;

export type ProviderName = keyof Providers;

/** The names of the providers with this property. */
type NameWith<Property extends string> = {
  [Name in ProviderName]: Providers[Name] extends Record<Property, unknown> ? Name : never;
}[ProviderName];

/** A provider whose sessions the shop opens itself. */
export type SessionProviderName = NameWith<"sessions">;

/** A provider whose money the owner confirms. */
export type ManualProviderName = NameWith<"manual">;

const NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];

export const MANUAL_PROVIDERS = NAMES.filter(
  (name) => "manual" in PROVIDERS[name],
) as readonly ManualProviderName[];

const isProviderName = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name);

export const isManualProvider = (name: string): name is ManualProviderName =>
  MANUAL_PROVIDERS.some((each) => each === name);

/** The name of a stored payment's provider. Throws RangeError for one that the shop never had. */
export function providerNameOf(name: string): ProviderName {
  if (!isProviderName(name)) throw new RangeError(`No payment provider is called ${name}`);
  return name;
}

/** The provider of a payment with the method `manual`. Throws RangeError for any other. */
export function manualProviderOf(name: string): ManualProviderName {
  if (!isManualProvider(name)) throw new RangeError(`The owner confirms no payment of ${name}`);
  return name;
}

/** Throws RangeError for an unknown provider. */
export const paymentMethodOf = (name: string): PaymentMethod =>
  PROVIDERS[providerNameOf(name)].method;

/** The name itself for an unknown provider. */
export const paymentProviderLabel = (name: string): string =>
  isProviderName(name) ? PROVIDERS[name].label : name;

export const isOwnProvider = (name: string): boolean =>
  isProviderName(name) && PROVIDERS[name].isOwn;

export const sessionsOf = (name: SessionProviderName) => PROVIDERS[name].sessions;

export const manualPaymentOf = <Name extends ManualProviderName>(name: Name) =>
  PROVIDERS[name].manual;
