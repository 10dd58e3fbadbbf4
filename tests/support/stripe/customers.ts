import type Stripe from "stripe";
import type { Books } from "./books.ts";
import { newStripeId, sample } from "./books.ts";
import { textOf } from "./metadata.ts";
import { missing } from "./stripe-refusal.ts";

function shippingOf(
  shipping: Stripe.CustomerUpdateParams["shipping"],
): Stripe.Customer["shipping"] {
  if (!shipping) return null;
  const { address, name, phone } = shipping;
  return {
    name,
    ...(phone ? { phone } : {}),
    address: {
      line1: address.line1 ?? null,
      line2: address.line2 ?? null,
      city: address.city ?? null,
      state: address.state ?? null,
      postal_code: address.postal_code ?? null,
      country: address.country ?? null,
    },
  } as Stripe.Customer["shipping"];
}

export function createCustomer(books: Books, params: Stripe.CustomerCreateParams): Stripe.Customer {
  const customer: Stripe.Customer = {
    ...sample("customer"),
    id: newStripeId("cus"),
    address: null,
    created: books.seconds,
    currency: null,
    discount: null,
    email: params.email ?? null,
    metadata: textOf(params.metadata),
    name: params.name || null,
    phone: params.phone ?? null,
    shipping: shippingOf(params.shipping),
  };
  books.customers.set(customer.id, customer);
  books.report("customer.created", customer);
  return customer;
}

function findCustomer(books: Books, id: string): Stripe.Customer {
  const customer = books.customers.get(id);
  if (!customer) throw missing("customer", id);
  return customer;
}

export function updateCustomer(
  books: Books,
  id: string,
  params: Stripe.CustomerUpdateParams,
): Stripe.Customer {
  const customer = findCustomer(books, id);
  if (params.email !== undefined) customer.email = params.email;
  if (params.name !== undefined) customer.name = params.name || null;
  if (params.shipping !== undefined) customer.shipping = shippingOf(params.shipping);
  if (params.metadata) customer.metadata = { ...customer.metadata, ...textOf(params.metadata) };
  return customer;
}

export function deleteCustomer(books: Books, id: string) {
  findCustomer(books, id);
  books.customers.delete(id);
  return { id, object: "customer", deleted: true };
}

/** POST /v1/billing_portal/sessions: a customer's cards. */
export function openPortal(
  books: Books,
  params: Stripe.BillingPortal.SessionCreateParams,
): Stripe.BillingPortal.Session {
  const customer = params.customer ?? "";
  if (!books.customers.has(customer)) throw missing("customer", customer, "customer");
  const id = newStripeId("bps");
  return {
    ...sample("billing_portal.session"),
    id,
    created: books.seconds,
    customer,
    flow: null,
    livemode: false,
    return_url: params.return_url ?? null,
    url: `https://billing.stripe.com/p/session/test_${id}`,
  };
}

/** POST /v1/webhook_endpoints: its response alone has the secret. */
export function createEndpoint(
  books: Books,
  params: Stripe.WebhookEndpointCreateParams,
): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    ...sample("webhook_endpoint"),
    id: newStripeId("we"),
    created: books.seconds,
    description: params.description || null,
    enabled_events: [...params.enabled_events],
    metadata: textOf(params.metadata),
    url: params.url,
  };
  books.webhookEndpoints.set(endpoint.id, endpoint);
  return { ...endpoint, secret: newStripeId("whsec") };
}

export function deleteEndpoint(books: Books, id: string) {
  if (!books.webhookEndpoints.delete(id)) throw missing("webhook endpoint", id);
  return { id, object: "webhook_endpoint", deleted: true };
}

export function balanceOf(books: Books): Stripe.Balance {
  const sums = new Map<string, number>([["usd", 0]]);
  for (const { currency, net } of books.movements.values()) {
    sums.set(currency, (sums.get(currency) ?? 0) + net);
  }
  const available = [...sums].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));
  return { object: "balance", available, livemode: false, pending: [] };
}
