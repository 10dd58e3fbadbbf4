import type Stripe from "stripe";
import type { Books } from "./books.ts";
import { newStripeId, sample } from "./books.ts";
import { chosenCoupon, discountOf } from "./discounts.ts";
import { textOf } from "./metadata.ts";
import { checkSession } from "./session-rules.ts";
import { invalid, missing, StripeRefusal } from "./stripe-refusal.ts";

type Params = Stripe.Checkout.SessionCreateParams;

const DAY_SECONDS = 24 * 60 * 60;

function lineItem(line: Stripe.Checkout.SessionCreateParams.LineItem): Stripe.LineItem {
  const { price_data: requests, quantity = 1 } = line;
  const item = sample("item");
  const amount = Number(requests?.unit_amount ?? 0);
  const price = item.price as Stripe.Price;
  return {
    ...item,
    id: newStripeId("li"),
    adjustable_quantity: null,
    description: requests?.product_data?.name ?? null,
    currency: requests?.currency ?? "usd",
    quantity,
    amount_subtotal: amount * quantity,
    amount_total: amount * quantity,
    price: {
      ...price,
      id: newStripeId("price"),
      currency: requests?.currency ?? "usd",
      product: newStripeId("prod"),
      recurring: null,
      custom_unit_amount: null,
      transform_quantity: null,
      unit_amount: amount,
    },
  };
}

function shippingRate(
  books: Books,
  option: Stripe.Checkout.SessionCreateParams.ShippingOption,
  index: number,
): Stripe.ShippingRate {
  if (option.shipping_rate) {
    const known = books.shippingRates.get(option.shipping_rate);
    const param = `shipping_options[${index}][shipping_rate]`;
    if (!known) throw missing("shipping rate", option.shipping_rate, param);
    return known;
  }
  const requests = option.shipping_rate_data;
  if (!requests?.fixed_amount) {
    throw invalid(`shipping_options[${index}]`, "A shipping option needs a rate or its data.");
  }
  const { amount, currency } = requests.fixed_amount;
  const rate: Stripe.ShippingRate = {
    ...sample("shipping_rate"),
    id: newStripeId("shr"),
    created: books.seconds,
    display_name: requests.display_name,
    delivery_estimate: (requests.delivery_estimate ??
      null) as Stripe.ShippingRate["delivery_estimate"],
    fixed_amount: { amount, currency },
    metadata: textOf(requests.metadata),
    tax_behavior: requests.tax_behavior ?? "unspecified",
  };
  books.shippingRates.set(rate.id, rate);
  return rate;
}

/** The first shipping option until the payer chooses. */
export function addUp(
  books: Books,
  session: Stripe.Checkout.Session,
  choice: { rateId: string | null; tax: number },
): void {
  const detail = books.details.get(session.id);
  const subtotal = session.amount_subtotal ?? 0;
  const off = (detail?.discounts ?? []).reduce((sum, discount) => sum + discount.amount, 0);
  const rate = choice.rateId ? books.shippingRates.get(choice.rateId) : undefined;
  const shipping = rate?.fixed_amount?.amount ?? 0;
  session.shipping_cost = rate
    ? { amount_subtotal: shipping, amount_tax: 0, amount_total: shipping, shipping_rate: rate.id }
    : null;
  session.total_details = {
    amount_discount: off,
    amount_shipping: rate ? shipping : null,
    amount_tax: choice.tax,
  };
  session.amount_total = subtotal - off + shipping + choice.tax;
}

type Payer = Pick<
  Stripe.Checkout.Session,
  "customer" | "customer_creation" | "customer_email" | "locale"
>;

function payerOf(params: Params): Payer {
  return {
    customer: params.customer ?? null,
    customer_creation: params.customer ? null : (params.customer_creation ?? "if_required"),
    customer_email: params.customer_email ?? null,
    locale: params.locale ?? null,
  };
}

type CheckoutForm = Pick<
  Stripe.Checkout.Session,
  | "allow_promotion_codes"
  | "automatic_tax"
  | "phone_number_collection"
  | "shipping_address_collection"
  | "submit_type"
  | "tax_id_collection"
>;

/** What Stripe's page requests of the payer, by the parameters of its session. */
function checkoutFormOf(params: Params): CheckoutForm {
  const isTaxed = params.automatic_tax?.enabled ?? false;
  return {
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    automatic_tax: {
      ...sample("checkout.session").automatic_tax,
      enabled: isTaxed,
      status: isTaxed ? "requires_location_inputs" : null,
    },
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    shipping_address_collection: params.shipping_address_collection ?? null,
    submit_type: params.submit_type ?? null,
    tax_id_collection: {
      enabled: params.tax_id_collection?.enabled ?? false,
      required: "never",
    },
  };
}

export function createSession(books: Books, params: Params): Stripe.Checkout.Session {
  checkSession(books, params);
  const id = newStripeId("cs_test");
  const lineItems = (params.line_items ?? []).map(lineItem);
  const rates = (params.shipping_options ?? []).map((option, index) =>
    shippingRate(books, option, index),
  );
  const subtotal = lineItems.reduce((sum, line) => sum + line.amount_subtotal, 0);
  const coupon = chosenCoupon(books, params.discounts || []);
  const discounts = coupon ? [discountOf(books, id, coupon, subtotal)] : [];
  const { metadata, description } = params.payment_intent_data ?? {};
  books.details.set(id, {
    lineItems,
    discounts,
    intent: { metadata: textOf(metadata), description: description || null },
  });
  const session: Stripe.Checkout.Session = {
    ...sample("checkout.session"),
    ...CALM,
    ...payerOf(params),
    ...checkoutFormOf(params),
    id,
    url: `https://checkout.stripe.com/c/pay/${id}`,
    created: books.seconds,
    expires_at: params.expires_at ?? books.seconds + DAY_SECONDS,
    amount_subtotal: subtotal,
    currency: lineItems[0]?.currency ?? "usd",
    cancel_url: params.cancel_url ?? null,
    success_url: params.success_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    metadata: textOf(params.metadata),
    shipping_options: rates.map((rate) => ({
      shipping_amount: rate.fixed_amount?.amount ?? 0,
      shipping_rate: rate.id,
    })),
    mode: params.mode ?? "payment",
    ui_mode: params.ui_mode ?? "hosted_page",
  };
  addUp(books, session, { rateId: rates[0]?.id ?? null, tax: 0 });
  books.sessions.set(id, session);
  return session;
}

const CALM = {
  after_expiration: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  customer_details: null,
  discounts: null,
  managed_payments: null,
  payment_intent: null,
  payment_status: "unpaid",
  permissions: null,
  status: "open",
  wallet_options: null,
} as const;

/** GET /v1/checkout/sessions/:id; expires when due. */
export function findSession(books: Books, id: string): Stripe.Checkout.Session {
  const session = books.sessions.get(id);
  if (!session) throw missing("checkout.session", id, "session");
  if (session.status === "open" && session.expires_at <= books.seconds) endSession(books, session);
  return session;
}

export function endSession(books: Books, session: Stripe.Checkout.Session): void {
  session.status = "expired";
  session.url = null;
  books.report("checkout.session.expired", session);
}

/** POST /v1/checkout/sessions/:id/expire: open sessions only. */
export function expireSession(books: Books, id: string): Stripe.Checkout.Session {
  const session = findSession(books, id);
  if (session.status !== "open") {
    const text = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
    throw new StripeRefusal(400, text);
  }
  endSession(books, session);
  return session;
}
