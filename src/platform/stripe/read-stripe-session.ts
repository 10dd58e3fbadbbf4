import { z } from "zod";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { readPhone } from "#core/phone.server.ts";
import { readPostalCode } from "#core/postal-format.server.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { PaymentSession, PaymentSubject } from "../payments.server.ts";
import { fromStripeAmount } from "./stripe-money.ts";

const text = z.string().nullish();

const addressSchema = z.object({
  line1: text,
  line2: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
});

const chargeSchema = z.object({
  payment_method_details: z
    .object({
      type: z.string(),
      card: z.object({ brand: text, last4: text }).nullish(),
    })
    .nullish(),
});

const intentSchema = z.object({
  id: z.string(),
  status: z.string(),
  latest_charge: z.union([z.string(), chargeSchema]).nullish(),
});

/** The fields that the shop reads, with the payment and shipping rate expanded. */
export const stripeSession = z.object({
  id: z.string(),
  livemode: z.boolean(),
  status: z.enum(["open", "complete", "expired"]).nullable(),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  metadata: z.record(z.string(), z.string()).nullish(),
  amount_total: z.number().int().nullable(),
  currency: z.string().nullable(),
  customer_email: text,
  customer_details: z
    .object({
      email: text,
      name: text,
      phone: text,
      address: addressSchema.nullish(),
      tax_ids: z.array(z.object({ value: text })).nullish(),
    })
    .nullish(),
  collected_information: z
    .object({ shipping_details: z.object({ name: text, address: addressSchema }).nullish() })
    .nullish(),
  payment_intent: z.union([z.string(), intentSchema]).nullish(),
  shipping_cost: z
    .object({
      amount_subtotal: z.number().int(),
      shipping_rate: z
        .union([
          z.string(),
          z.object({
            display_name: text,
            metadata: z.record(z.string(), z.string()).nullish(),
          }),
        ])
        .nullish(),
    })
    .nullish(),
  total_details: z
    .object({ amount_discount: z.number().int(), amount_tax: z.number().int() })
    .nullish(),
  discounts: z
    .array(
      z.object({ promotion_code: z.union([z.string(), z.object({ id: z.string() })]).nullish() }),
    )
    .nullish(),
});

const kinds: readonly PaymentSubject[] = ["order", "donation"];

export type StripeSession = z.infer<typeof stripeSession>;

function statusOf(session: StripeSession): PaymentSession["status"] {
  if (session.status === "expired") return "expired";
  if (session.status !== "complete") return "open";
  if (session.payment_status !== "unpaid") return "paid";
  const { payment_intent: intent } = session;
  const response = typeof intent === "object" && intent ? intent.status : "processing";
  return response === "requires_payment_method" || response === "canceled"
    ? "failed"
    : "processing";
}

/** The customer enters it on the payment page. */
function addressOf(session: StripeSession): DeliveryAddress | null {
  const shipping = session.collected_information?.shipping_details;
  const payer = session.customer_details;
  const address = shipping?.address ?? payer?.address;
  if (!address?.country) return null;
  const { country } = address;
  const line = (submitted: string | null | undefined) => tidyLine(submitted ?? "");
  const postalCode = line(address.postal_code);
  const phone = line(payer?.phone);
  // Paid is paid: what the country's rules do not know stays as Stripe reported it.
  return {
    fullName: line(shipping?.name ?? payer?.name),
    phone: readPhone(phone, country) ?? phone,
    line1: line(address.line1),
    line2: line(address.line2),
    city: line(address.city),
    region: line(address.state),
    postalCode: readPostalCode(postalCode, country) ?? postalCode,
    country,
  };
}

const MAX_TAX_NUMBER_LENGTH = 40;

/** A company's, from the payment page; "" without one. */
function taxNumberOf(session: StripeSession): string {
  const given = session.customer_details?.tax_ids?.find(({ value }) => value);
  return (given?.value ?? "").slice(0, MAX_TAX_NUMBER_LENGTH);
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** "Visa ending in 4242". */
function methodOf(session: StripeSession): string {
  const { payment_intent: intent } = session;
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  const details = typeof charge === "object" ? charge?.payment_method_details : null;
  if (!details) return "";
  if (!details.card) return details.type.replaceAll("_", " ");
  const { brand, last4 } = details.card;
  const name = BRANDS[brand ?? ""] ?? "Card";
  return last4 ? `${name} ending in ${last4}` : name;
}

function shippingOf(session: StripeSession): PaymentSession["shipping"] {
  const cost = session.shipping_cost;
  if (!cost) return null;
  const rate = typeof cost.shipping_rate === "object" ? cost.shipping_rate : null;
  const { arrives_from: from, arrives_until: until } = rate?.metadata ?? {};
  return {
    optionId: rate?.metadata?.option ?? "",
    label: rate?.metadata?.label ?? rate?.display_name ?? "",
    price: fromStripeAmount(cost.amount_subtotal, session.currency),
    arrives: from && until ? { from, until } : null,
  };
}

export function promotionCodeId(session: StripeSession): string | null {
  const code = session.discounts?.find((each) => each.promotion_code)?.promotion_code;
  return (typeof code === "object" ? code?.id : code) ?? null;
}

/** Store credit in this session, in minor units. */
function creditOf(session: StripeSession): number {
  const credit = session.metadata?.credit ?? "";
  return /^\d{1,9}$/.test(credit) ? Number(credit) : 0;
}

/** `promotionCode` is the code of `promotionCodeId`. */
export function toPaymentSession(session: StripeSession, promotionCode: string): PaymentSession {
  const { currency, payment_intent: intent, total_details: details } = session;
  const amountOf = (minor: number) => fromStripeAmount(minor, currency);
  // The store credit coupon is a payment, no promotion.
  const discount = (details?.amount_discount ?? 0) - creditOf(session);
  return {
    id: session.id,
    shop: session.metadata?.shop ?? "",
    kind: kinds.find((each) => each === session.metadata?.kind) ?? null,
    reference: session.metadata?.reference ?? "",
    status: statusOf(session),
    customerEmail: session.customer_details?.email ?? session.customer_email ?? "",
    paymentId: (typeof intent === "object" ? intent?.id : intent) ?? null,
    method: methodOf(session),
    total: amountOf(session.amount_total ?? 0),
    promotion: discount > 0 ? { code: promotionCode, amount: amountOf(discount) } : null,
    shipping: shippingOf(session),
    tax: amountOf(details?.amount_tax ?? 0),
    address: addressOf(session),
    buyerTaxNumber: taxNumberOf(session),
  };
}
