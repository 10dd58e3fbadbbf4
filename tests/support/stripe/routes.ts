import type Stripe from "stripe";
import type { Books } from "./books.ts";
import { sample } from "./books.ts";
import {
  balanceOf,
  createCustomer,
  createEndpoint,
  deleteCustomer,
  deleteEndpoint,
  openPortal,
  updateCustomer,
} from "./customers.ts";
import { createCoupon, createPromotionCode } from "./discounts.ts";
import type { ListParams } from "./lists.ts";
import { pageOf } from "./lists.ts";
import { createRefund } from "./refunds.ts";
import { createSession, expireSession, findSession } from "./sessions.ts";
import { missing } from "./stripe-refusal.ts";

type RouteRequest = {
  books: Books;
  id: string;
  params: object;
  refundsArrive: "now" | "later";
};

export type Route = {
  verb: "GET" | "POST" | "DELETE";
  path: string;
  /** Whose parameter types apply. */
  method: string;
  act(requests: RouteRequest): object;
};

type Thing = { id: string; created?: number };
type Collection = (books: Books) => Map<string, Thing>;

/** Filtered by fields of both. */
function reads(name: string, method: string, thing: string, collection: Collection): Route[] {
  const path = `/v1/${name}`;
  return [
    {
      verb: "GET",
      path,
      method: `${method}.list`,
      act({ books, params }) {
        const {
          expand: _details,
          limit,
          starting_after,
          ending_before,
          created,
          ...rest
        } = params as ListParams & { expand?: string[] };
        const page = { limit, starting_after, ending_before, created } as ListParams;
        const things = [...collection(books).values()].filter((each) => isLike(each, rest));
        return pageOf(path, things, page);
      },
    },
    {
      verb: "GET",
      path: `${path}/:id`,
      method: `${method}.retrieve`,
      act({ books, id }) {
        const found = collection(books).get(id);
        if (!found) throw missing(thing, id);
        return found;
      },
    },
  ];
}

/** `types`: of events. */
function isLike(thing: Thing, fields: object): boolean {
  const own = thing as unknown as Record<string, unknown>;
  return Object.entries(fields).every(([name, wanted]) =>
    name === "types" ? (wanted as unknown[]).includes(own.type) : own[name] === wanted,
  );
}

const sessionRoutes: Route[] = [
  {
    verb: "POST",
    path: "/v1/checkout/sessions",
    method: "checkout.sessions.create",
    act: ({ books, params }) => createSession(books, params as Stripe.Checkout.SessionCreateParams),
  },
  ...reads("checkout/sessions", "checkout.sessions", "checkout.session", (books) => books.sessions)
    // Reading one first expires it when due.
    .filter((route) => !route.path.endsWith(":id")),
  {
    verb: "GET",
    path: "/v1/checkout/sessions/:id",
    method: "checkout.sessions.retrieve",
    act: ({ books, id }) => findSession(books, id),
  },
  {
    verb: "POST",
    path: "/v1/checkout/sessions/:id/expire",
    method: "checkout.sessions.expire",
    act: ({ books, id }) => expireSession(books, id),
  },
  {
    verb: "GET",
    path: "/v1/checkout/sessions/:id/line_items",
    method: "checkout.sessions.listLineItems",
    act({ books, id, params }) {
      findSession(books, id);
      const lines = books.details.get(id)?.lineItems ?? [];
      const url = `/v1/checkout/sessions/${id}/line_items`;
      return pageOf(url, lines, params as ListParams, "as given");
    },
  },
];

const moneyRoutes: Route[] = [
  ...reads("payment_intents", "paymentIntents", "payment_intent", (books) => books.intents),
  ...reads("charges", "charges", "charge", (books) => books.charges),
  ...reads("disputes", "disputes", "dispute", (books) => books.disputes),
  ...reads("events", "events", "event", (books) => books.events),
  ...reads("refunds", "refunds", "refund", (books) => books.refunds),
  {
    verb: "POST",
    path: "/v1/refunds",
    method: "refunds.create",
    act: ({ books, params, refundsArrive }) =>
      createRefund(books, params as Stripe.RefundCreateParams, refundsArrive === "later"),
  },
  ...reads(
    "balance_transactions",
    "balanceTransactions",
    "balance_transaction",
    (books) => books.movements,
  ),
  {
    verb: "GET",
    path: "/v1/balance",
    method: "balance.retrieve",
    act: ({ books }) => balanceOf(books),
  },
];

const customerRoutes: Route[] = [
  {
    verb: "POST",
    path: "/v1/customers",
    method: "customers.create",
    act: ({ books, params }) => createCustomer(books, params as Stripe.CustomerCreateParams),
  },
  ...reads("customers", "customers", "customer", (books) => books.customers),
  {
    verb: "POST",
    path: "/v1/customers/:id",
    method: "customers.update",
    act: ({ books, id, params }) =>
      updateCustomer(books, id, params as Stripe.CustomerUpdateParams),
  },
  {
    verb: "DELETE",
    path: "/v1/customers/:id",
    method: "customers.del",
    act: ({ books, id }) => deleteCustomer(books, id),
  },
  {
    verb: "POST",
    path: "/v1/billing_portal/sessions",
    method: "billingPortal.sessions.create",
    act: ({ books, params }) =>
      openPortal(books, params as Stripe.BillingPortal.SessionCreateParams),
  },
];

const accountRoutes: Route[] = [
  {
    verb: "GET",
    path: "/v1/account",
    method: "accounts.retrieveCurrent",
    act: ({ books }) => ({
      ...sample("account"),
      id: books.accountId,
      charges_enabled: true,
      details_submitted: true,
    }),
  },
  {
    verb: "POST",
    path: "/v1/webhook_endpoints",
    method: "webhookEndpoints.create",
    act: ({ books, params }) => createEndpoint(books, params as Stripe.WebhookEndpointCreateParams),
  },
  {
    verb: "DELETE",
    path: "/v1/webhook_endpoints/:id",
    method: "webhookEndpoints.del",
    act: ({ books, id }) => deleteEndpoint(books, id),
  },
  ...reads(
    "webhook_endpoints",
    "webhookEndpoints",
    "webhook_endpoint",
    (books) => books.webhookEndpoints,
  ),
  {
    verb: "POST",
    path: "/v1/coupons",
    method: "coupons.create",
    act: ({ books, params }) => createCoupon(books, params as Stripe.CouponCreateParams),
  },
  ...reads("coupons", "coupons", "coupon", (books) => books.coupons),
  {
    verb: "POST",
    path: "/v1/promotion_codes",
    method: "promotionCodes.create",
    act: ({ books, params }) =>
      createPromotionCode(books, params as Stripe.PromotionCodeCreateParams),
  },
  ...reads("promotion_codes", "promotionCodes", "promotion code", (books) => books.promotionCodes),
];

/** Other paths fail the test. */
export const ROUTES: readonly Route[] = [
  ...sessionRoutes,
  ...moneyRoutes,
  ...customerRoutes,
  ...accountRoutes,
];

export function findRoute(verb: string, pathname: string): { route: Route; id: string } | null {
  const steps = pathname.split("/");
  for (const route of ROUTES) {
    const wanted = route.path.split("/");
    const fits =
      route.verb === verb &&
      wanted.length === steps.length &&
      wanted.every((step, index) => step === ":id" || step === steps[index]);
    if (fits) return { route, id: decodeURIComponent(steps[wanted.indexOf(":id")] ?? "") };
  }
  return null;
}
