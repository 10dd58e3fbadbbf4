import { randomBytes } from "node:crypto";
import { CHECKOUT_POST, checkoutBody, readActionData } from "#tests/support/checkout-post.ts";
import type { StripeDouble } from "../stripe/stripe-double.ts";
import type { Chance } from "./chance.ts";
import { pickWeighted } from "./chance.ts";
import type { OwnerClient } from "./owner-client.ts";
import type { ShopClient, ShopResponse } from "./shop-client.ts";
import { PUBLIC_URL } from "./shop-client.ts";

export type PurchasableVariant = { id: string; size: string; color: string };

export type World = {
  double: StripeDouble;
  shop: ShopClient;
  chance: Chance;
  items: readonly PurchasableVariant[];
  owner: OwnerClient;
};

export type Fate =
  | "paid"
  | "paid later"
  | "refused later"
  | "walked away"
  | "cancelled"
  | "timed out"
  | "sold out"
  | "gave up";

const MAX_ATTEMPTS = 40;
/** Requests of others before the next press. */
const PAUSE = 6;

const PLANS: readonly (readonly [Fate, number])[] = [
  ["paid", 62],
  ["paid later", 8],
  ["refused later", 5],
  ["walked away", 10],
  ["cancelled", 8],
  ["timed out", 7],
];

function cartOf({ chance, items }: World, customer: number): string {
  const lines = Array.from({ length: 1 + Math.floor(chance() * 3) }, (_, line) => {
    const variant = items[Math.floor(chance() * items.length)];
    return { cartItemId: String(line), ...variant, quantity: 1 + Math.floor(chance() * 2) };
  });
  return checkoutBody({
    items: lines,
    customerEmail: mailOf(customer),
    idempotencyKey: randomBytes(16).toString("hex"),
  });
}

const mailOf = (customer: number) => `shopper-${customer}@example.com`;

/** Presses until a payment page opens, always with the same idempotency key. */
async function openPage(world: World, customer: number): Promise<string | "sold out" | "gave up"> {
  const { shop, chance } = world;
  const body = cartOf(world, customer);
  const headers = { origin: PUBLIC_URL, "content-type": "application/x-www-form-urlencoded" };
  const press = { method: "POST", path: CHECKOUT_POST, body, headers } as const;
  for (let presses = 0; presses < MAX_ATTEMPTS; presses += 1) {
    const response = await shop.request({ ...press, visitor: customer }).catch(() => null);
    if (response?.status === 200) return readSession(response);
    if (response?.status === 409) return "sold out";
    if (response && response.status < 500) throw new Error(`${response.status} ${response.text}`);
    if (response) await shop.later(Math.ceil(PAUSE * chance()));
    else await shop.untilOpen();
  }
  return "gave up";
}

const readSession = ({ text }: ShopResponse) => String(readActionData(text).sessionId);

/** The page may be closed. */
async function actOnPage(world: World, sessionId: string, plan: Fate): Promise<void> {
  const { double, chance, shop } = world;
  const { payer, books } = double;
  const session = books.sessions.get(sessionId);
  if (!session)
    throw new Error(`The shop led to a page that the provider does not know: ${sessionId}`);
  if (session.status !== "open") return;
  const ways = session.shipping_options.length;
  const act = {
    shippingOption: Math.floor(chance() * ways),
    ...(session.allow_promotion_codes && chance() < 0.2 ? { promotion: "STORM" } : {}),
    ...(session.automatic_tax.enabled ? { tax: Math.floor(chance() * 900) } : {}),
  };
  if (chance() < 0.15) payer.decline(sessionId);
  if (plan === "paid") payer.pay(sessionId, act);
  if (plan === "paid later" || plan === "refused later") {
    payer.pay(sessionId, { ...act, async: true });
    await shop.later(Math.ceil(PAUSE * chance() * 4));
    payer.settleLater(sessionId, plan === "paid later");
  }
  if (plan === "timed out") payer.expire(sessionId);
}

function undo({ owner, double, chance }: World, sessionId: string): void {
  const { payer, books } = double;
  const total = books.sessions.get(sessionId)?.amount_total ?? 0;
  const dice = chance();
  if (dice < 0.07) payer.refundFromDashboard(sessionId, 1 + Math.floor(chance() * (total - 1)));
  else if (dice < 0.12) payer.refundFromDashboard(sessionId);
  else if (dice < 0.16) payer.dispute(sessionId);
  else if (dice < 0.24) owner.refund(sessionId, false);
  else if (dice < 0.31) owner.refund(sessionId, true);
}

export async function shopFor(world: World, customer: number): Promise<Fate> {
  const { shop, chance, double } = world;
  const plan = pickWeighted(chance, PLANS);
  const sessionId = await openPage(world, customer);
  if (sessionId === "sold out" || sessionId === "gave up") return sessionId;
  await actOnPage(world, sessionId, plan);
  const back = (path: string) => shop.request({ path, visitor: customer }).catch(() => null);
  const session = double.books.sessions.get(sessionId);
  if (plan === "cancelled" && session?.cancel_url) {
    const { pathname, search } = new URL(session.cancel_url);
    await back(pathname + search);
  }
  if (session?.status === "complete" && chance() < 0.6) {
    await back(`/checkout/success?session_id=${sessionId}`);
  }
  if (session?.payment_status === "paid") undo(world, sessionId);
  return plan;
}
