import type Stripe from "stripe";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { countryName } from "#core/delivery-address.ts";
import { multiplyMoney } from "#core/money-amount.ts";
import type { PaymentLine, PaymentRequest, ShippingOption } from "../payments.server.ts";
import { toStripeAmount } from "./stripe-money.ts";
import { allowedCountries, chooseOptions, optionName } from "./stripe-shipping.ts";

type Params = Stripe.Checkout.SessionCreateParams;

/** Stripe's minimum is 30 minutes from the request; the reservation began before it. */
const GRACE_SECONDS = 60;

/** Stripe's limit. */
const MAX_NAME_LENGTH = 250;

/**
 * Unix seconds: the reservation's end rounded up, plus the time of the request. The shop ends the session with the
 * reservation.
 */
export function expirySeconds(expiresAt: Date): number {
  return Math.ceil(expiresAt.getTime() / 1000) + GRACE_SECONDS;
}

/** A unit price when the total divides evenly, else one item, so that no cent is lost. */
function toLineItem(
  line: PaymentLine,
  withTax: boolean,
): Params["line_items"] extends Array<infer Item> | undefined ? Item : never {
  const each = Math.floor(line.total.minorUnits / line.quantity);
  const unit = { ...line.total, minorUnits: each };
  const isEven = multiplyMoney(unit, line.quantity).minorUnits === line.total.minorUnits;
  const { amount, currency } = toStripeAmount(isEven ? unit : line.total);
  // A provider's page shows one image, without the swatch.
  const description = [line.detail, line.swatch?.sentence].filter(Boolean).join(". ");
  const name = isEven ? line.name : `${line.quantity} × ${line.name}`;
  return {
    quantity: isEven ? line.quantity : 1,
    price_data: {
      currency,
      unit_amount: amount,
      ...(withTax ? { tax_behavior: "exclusive" as const } : {}),
      product_data: {
        name: name.slice(0, MAX_NAME_LENGTH),
        ...(description ? { description } : {}),
        // Stripe fetches images from the web; local URLs would fail.
        ...(line.imageUrl?.startsWith("https://") ? { images: [line.imageUrl] } : {}),
      },
    },
  };
}

function toShippingOption(option: ShippingOption, withTax: boolean) {
  return {
    shipping_rate_data: {
      type: "fixed_amount" as const,
      display_name: optionName(option),
      fixed_amount: toStripeAmount(option.price),
      ...(withTax ? { tax_behavior: "exclusive" as const } : {}),
      metadata: {
        option: option.id,
        label: option.label,
        ...(option.arrives
          ? { arrives_from: option.arrives.from, arrives_until: option.arrives.until }
          : {}),
      },
    },
  };
}

/** Only for orders. */
function orderParams(request: PaymentRequest, { couponId, customerId }: Known): Params {
  const { automaticTax, destination, notice } = request;
  if (!destination) throw new Error("An order without a destination");
  const options = chooseOptions(request.shippingOptions, destination);
  const country = countryName(destination.country);
  type Country = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry;
  return {
    shipping_address_collection: {
      allowed_countries: [...allowedCountries(destination)] as Country[],
    },
    custom_text: {
      shipping_address: {
        message: `We ship this order to ${destination.city ? `${destination.city}, ${country}` : country}. For another country, go back and change it in the checkout.`,
      },
      ...(notice ? { submit: { message: notice } } : {}),
    },
    ...(options.length > 0
      ? { shipping_options: options.map((option) => toShippingOption(option, automaticTax)) }
      : {}),
    phone_number_collection: { enabled: true },
    // For the invoices of companies.
    tax_id_collection: { enabled: true },
    // Stripe accepts a discount or promotion codes, not both.
    ...(couponId ? { discounts: [{ coupon: couponId }] } : { allow_promotion_codes: true }),
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

/** What exists at Stripe already; the coupon is store credit. */
type Known = { customerId: string | null; couponId: string | null };

/**
 * Stripe learns the shop's name and the reference; an account brings its saved cards, a guest only the email. Stripe
 * has no second payment method beside a card, so store credit is a coupon.
 */
export function toSessionParams(request: PaymentRequest, known: Known): Params {
  const { credit, kind, reference, shop } = request;
  const { customerId } = known;
  const metadata = {
    shop,
    kind,
    reference,
    ...(credit ? { credit: String(credit.minorUnits) } : {}),
  };
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
    // No conversion at Stripe's rate: the agreed amount is charged.
    adaptive_pricing: { enabled: false },
    ...(customerId
      ? {
          customer: customerId,
          saved_payment_method_options: { payment_method_save: "enabled" as const },
        }
      : { customer_email: request.customerEmail }),
    ...(kind === "order" ? orderParams(request, known) : { submit_type: "donate" as const }),
  };
}

/** The shipping of a customer at Stripe, which the payment page opens with; "" clears an earlier line. */
export function toCustomerShipping(address: DeliveryAddress): Stripe.CustomerUpdateParams.Shipping {
  const { city, country, fullName, line1, line2, phone, postalCode, region } = address;
  return {
    name: fullName,
    phone,
    address: { line1, line2, city, state: region, postal_code: postalCode, country },
  };
}
