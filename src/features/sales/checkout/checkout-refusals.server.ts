import { formatDayRange } from "#core/business-days.ts";
import type { Destination } from "#core/delivery-address.ts";
import { countryName } from "#core/delivery-address.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { HoldAllowance } from "#features/catalog/inventory/hold-limits.server.ts";
import type { PromiseRefusal } from "#features/garments/scheduling/promise-order.server.ts";
import { forgetNeedBy } from "#features/garments/scheduling/promise-order.server.ts";
import type { CartQuote } from "./cart-change.ts";
import type { RequestedLine } from "./checkout-input.ts";
import type { CheckoutVisitor } from "./find-holders.server.ts";
import type { UnopenedPage } from "./open-payment.server.ts";
import { SESSION_FAILED } from "./open-payment.server.ts";
import type { QuoteRefusal } from "./quote-cart.server.ts";
import { quoteCart, withReadyDays } from "./quote-cart.server.ts";
import type { CheckoutDeps } from "./write-order.server.ts";

/** Why no order was written. */
export type OrderRefusal =
  | QuoteRefusal
  | PromiseRefusal
  /** Others bought the same items meanwhile, or another press has the key. */
  | { kind: "short" | "exists" }
  | { kind: "limited"; allowance: HoldAllowance }
  | { kind: "credit_gone" | "no_provider" | "too_many" };

/** `changed`: the cart as sold now; `limited`: as reservable now. */
export type PlaceOrderFailure =
  | UnopenedPage
  | { code: "changed" | "limited"; message: string; quote: CartQuote }
  | { code: "too_large" | "unserved" | "credit" | "too_many"; message: string };

type RefusedCart = CheckoutVisitor & {
  lines: readonly RequestedLine[];
  shownTotal: MoneyAmount | null;
  destination: Destination;
};

const CHANGED = "Some things in your cart changed. Please look at them before you pay.";

const LIMITED =
  "We cannot reserve all of your cart at once, so that others find something too. Please reduce the quantities, pay or cancel earlier orders, or sign in.";

const TOO_LARGE = "This order is too large to pay online. Please write to us and we arrange it.";

const CREDIT_CHANGED =
  "Your store credit is not what it was. Please look at the amounts before you pay.";

const TOO_MANY =
  "So many garments were ordered from your connection today that we can only take this order from a confirmed account. Please sign in, or write to us.";

const NO_DAY =
  "The atelier cannot promise a day for your made-to-measure garments at the moment. Please write to us.";

const MINUTE_MS = 60_000;

/** What the customer reads about a refusal, with the cart as it can be ordered now where it changed. */
export async function explainRefusal(
  deps: CheckoutDeps,
  cart: RefusedCart,
  refusal: OrderRefusal,
): Promise<PlaceOrderFailure> {
  const now = deps.clock.now();
  switch (refusal.kind) {
    case "changed": {
      const quote = await withReadyDays(deps, refusal.quote, { visitor: cart, now });
      return { code: "changed", message: CHANGED, quote };
    }
    case "short":
    case "exists":
      return { code: "changed", message: CHANGED, quote: await quoteCart(deps, { ...cart, now }) };
    case "limited":
      return explainLimit(deps, cart, refusal.allowance);
    case "need_by_gone":
      return explainLostDay(deps, cart, refusal);
    case "no_day":
      return { code: "unserved", message: NO_DAY };
    case "too_large":
      return { code: "too_large", message: TOO_LARGE };
    case "unserved": {
      const country = countryName(cart.destination.country);
      const message = `We do not ship to ${country} yet. Please choose another country or write to us.`;
      return { code: "unserved", message };
    }
    case "too_many":
      return { code: "too_many", message: TOO_MANY };
    case "credit_gone":
      return { code: "credit", message: CREDIT_CHANGED };
    case "no_provider":
      return SESSION_FAILED;
  }
}

/** Offers what the visitor may hold now. */
async function explainLimit(
  deps: CheckoutDeps,
  cart: RefusedCart,
  { freeAt, inAll, ofVariant }: HoldAllowance,
): Promise<PlaceOrderFailure> {
  const now = deps.clock.now();
  const waitMs = freeAt && freeAt.getTime() - now.getTime();
  const waitMinutes = waitMs && Math.max(1, Math.ceil(waitMs / MINUTE_MS));
  const quote = await quoteCart(deps, { ...cart, now, limit: { ofVariant, inAll, waitMinutes } });
  return { code: "limited", message: LIMITED, quote };
}

/** Removes the agreed day from the specifications, so that the customer orders again without it. */
async function explainLostDay(
  deps: CheckoutDeps,
  cart: RefusedCart,
  refusal: Extract<OrderRefusal, { kind: "need_by_gone" }>,
): Promise<PlaceOrderFailure> {
  await forgetNeedBy(deps.db, { actor: cart.actor, specifications: refusal.specifications });
  const quote = await quoteCart(deps, { ...cart, now: deps.clock.now() });
  const day = formatDayRange({ from: refusal.day, until: refusal.day });
  const gone = quote.lines.flatMap(({ key, madeToMeasure }) =>
    madeToMeasure ? [{ kind: "need_by_gone" as const, key, day }] : [],
  );
  const changes = [...gone, ...quote.changes];
  return { code: "changed", message: CHANGED, quote: { ...quote, changes } };
}
