import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type Stripe from "stripe";

/** Returned only when expanded. */
export type SessionDetail = {
  lineItems: Stripe.LineItem[];
  discounts: Stripe.Checkout.Session.TotalDetails.Breakdown.Discount[];
  intent: { metadata: Stripe.Metadata; description: string | null };
};

type Sample = {
  "checkout.session": Stripe.Checkout.Session;
  event: Stripe.Event;
  refund: Stripe.Refund;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  shipping_rate: Stripe.ShippingRate;
  item: Stripe.LineItem;
  "billing_portal.session": Stripe.BillingPortal.Session;
  coupon: Stripe.Coupon;
  webhook_endpoint: Stripe.WebhookEndpoint;
  account: Stripe.Account;
};

const { resources } = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures.json"), "utf8"),
) as { resources: Sample };

export function sample<Name extends keyof Sample>(name: Name): Sample[Name] {
  return structuredClone(resources[name]);
}

export const newStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

/** What the double of Stripe has stored, in the order of its creation. */
export class Books {
  readonly accountId = newStripeId("acct");
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly details = new Map<string, SessionDetail>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly movements = new Map<string, Stripe.BalanceTransaction>();
  readonly customers = new Map<string, Stripe.Customer>();
  readonly shippingRates = new Map<string, Stripe.ShippingRate>();
  readonly coupons = new Map<string, Stripe.Coupon>();
  readonly promotionCodes = new Map<string, Stripe.PromotionCode>();
  readonly webhookEndpoints = new Map<string, Stripe.WebhookEndpoint>();
  readonly events = new Map<string, Stripe.Event>();
  now: () => Date = () => new Date();

  get seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  find(id: string): object | undefined {
    const maps = [
      this.sessions,
      this.intents,
      this.charges,
      this.refunds,
      this.disputes,
      this.movements,
      this.customers,
      this.shippingRates,
      this.coupons,
      this.promotionCodes,
    ];
    return maps.map((map) => map.get(id)).find((thing) => thing !== undefined);
  }

  /** A copy of the object. */
  report(type: Stripe.Event.Type, object: object, requestKey: string | null = null): Stripe.Event {
    const event = {
      ...sample("event"),
      id: newStripeId("evt"),
      api_version: API_VERSION,
      created: this.seconds,
      data: { object: structuredClone(object) },
      request: { id: newStripeId("req"), idempotency_key: requestKey },
      pending_webhooks: 1,
      type,
    } as Stripe.Event;
    this.events.set(event.id, event);
    return event;
  }

  /** A balance transaction, with Stripe's usual fee. */
  move(
    type: Stripe.BalanceTransaction.Type,
    amount: number,
    currency: string,
    source: string,
  ): Stripe.BalanceTransaction {
    const fee = type === "charge" ? Math.round(amount * 0.029) + 30 : 0;
    const movement: Stripe.BalanceTransaction = {
      id: newStripeId("txn"),
      object: "balance_transaction",
      amount,
      available_on: this.seconds,
      balance_type: "payments",
      created: this.seconds,
      currency,
      description: null,
      exchange_rate: null,
      fee,
      fee_details: [],
      net: amount - fee,
      reporting_category: type,
      source,
      status: "available",
      type,
    };
    this.movements.set(movement.id, movement);
    return movement;
  }
}

/** The installed SDK's. */
export const API_VERSION = "2026-10-28.endive" satisfies Stripe.LatestApiVersion;
