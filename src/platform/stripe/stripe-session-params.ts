import type Stripe from "stripe";
import { countryName } from "#core/delivery-address.ts";
import { multiplyMoney } from "#core/money-amount.ts";
import type { PaymentLine, PaymentRequest, ShippingOption } from "../payments.server.ts";
import { toStripeAmount } from "./stripe-money.ts";
import { allowedCountries, chooseOptions, optionName } from "./stripe-shipping.ts";

type Params = Stripe.Checkout.SessionCreateParams;

/** Stripe's shortest session is 30 minutes from when it is asked, and the hold began a moment before: so much longer may the page live. */
const GRACE_SECONDS = 60;

/** Longest name of a line that Stripe shows. */
const LONGEST_NAME = 250;

/** When the session ends: with the hold, rounded up, and the moment that asking takes. The shop itself ends it with the hold. */
export function expirySeconds(expiresAt: Date): number {
  return Math.ceil(expiresAt.getTime() / 1000) + GRACE_SECONDS;
}

/** A line in Stripe's terms: a price a piece where the whole divides evenly, else the whole as one, so that no cent is made or lost. */
function toLineItem(
  line: PaymentLine,
  withTax: boolean,
): Params["line_items"] extends Array<infer Item> | undefined ? Item : never {
  const each = Math.floor(line.total.minorUnits / line.quantity);
  const unit = { ...line.total, minorUnits: each };
  const isEven = multiplyMoney(unit, line.quantity).minorUnits === line.total.minorUnits;
  const { amount, currency } = toStripeAmount(isEven ? unit : line.total);
  const name = isEven ? line.name : `${line.quantity} × ${line.name}`;
  return {
    quantity: isEven ? line.quantity : 1,
    price_data: {
      currency,
      unit_amount: amount,
      ...(withTax ? { tax_behavior: "exclusive" as const } : {}),
      product_data: {
        name: name.slice(0, LONGEST_NAME),
        ...(line.detail ? { description: line.detail } : {}),
        // Stripe fetches pictures from the web: one of this machine's own address would be a broken one.
        ...(line.imageUrl?.startsWith("https://") ? { images: [line.imageUrl] } : {}),
      },
    },
  };
}

function toShippingOption(option: ShippingOption, withTax: boolean) {
  return {
    shipping_rate_data: {
      type: "fixed_amount" as const,
      display_name: optionName(option, countryName),
      fixed_amount: toStripeAmount(option.price),
      ...(withTax ? { tax_behavior: "exclusive" as const } : {}),
      metadata: { option: option.id, label: option.label },
    },
  };
}

/** What only an order asks for: where it goes, a phone for the carrier, codes and tax. A gift needs none of it. */
function orderParams(request: PaymentRequest, customerId: string | null): Params {
  const options = chooseOptions(request.shippingOptions);
  const { automaticTax } = request;
  type Country = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry;
  return {
    shipping_address_collection: {
      allowed_countries: [...allowedCountries(options)] as Country[],
    },
    ...(options.length > 0
      ? { shipping_options: options.map((option) => toShippingOption(option, automaticTax)) }
      : {}),
    phone_number_collection: { enabled: true },
    allow_promotion_codes: true,
    automatic_tax: { enabled: automaticTax },
    ...(customerId
      ? {
          customer_update: {
            address: "auto" as const,
            name: "auto" as const,
            shipping: "auto" as const,
          },
        }
      : {}),
  };
}

/**
 * A hosted session as the SDK takes it. Stripe learns the shop's name and the reference and nothing else of the order; an account's own customer brings its saved
 * cards, a guest only the mail address.
 */
export function toSessionParams(request: PaymentRequest, customerId: string | null): Params {
  const { kind, reference, shop } = request;
  const metadata = { shop, kind, reference };
  return {
    mode: "payment",
    locale: "auto",
    line_items: request.lines.map((line) => toLineItem(line, request.automaticTax)),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: expirySeconds(request.expiresAt),
    client_reference_id: reference,
    metadata,
    payment_intent_data: { metadata },
    // What was agreed is charged: no other currency by Stripe's own rate.
    adaptive_pricing: { enabled: false },
    ...(customerId
      ? {
          customer: customerId,
          saved_payment_method_options: { payment_method_save: "enabled" as const },
        }
      : { customer_email: request.customerEmail }),
    ...(kind === "order" ? orderParams(request, customerId) : { submit_type: "donate" as const }),
  };
}
