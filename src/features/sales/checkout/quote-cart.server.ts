import type { Destination } from "#core/delivery-address.ts";
import { reaches } from "#core/delivery-address.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { HOME_COUNTRY } from "#features/base/settings/business-facts.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { availableShippingMethods } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { findProductsByIds } from "#features/catalog/listing/catalog-queries.server.ts";
import { planCart } from "#features/garments/scheduling/plan-cart.server.ts";
import {
  listOrderableFits,
  listWearers,
} from "#features/garments/specification/specification-queries.server.ts";
import type { LineWearer } from "#features/orders/order/line-description.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { CartQuote } from "./cart-change.ts";
import type { RequestedLine } from "./checkout-input.ts";
import type { CheckoutVisitor } from "./find-holders.server.ts";
import { findHolders } from "./find-holders.server.ts";
import type { HoldLimit } from "./quote-cart.ts";
import { quoteLines } from "./quote-cart.ts";

/** `measurementBox` opens the wearers of made-to-measure lines; nothing that was measured is read. */
type QuoteDeps = { db: Queryable; measurementBox: SecretBox };

/**
 * Quotes an actor's lines by present prices, stock, discounts and hold limits; invalid ids cost no query, and a specification of
 * somebody else is gone, like an unknown one. With `now`
 * made-to-measure lines have the days on which the atelier's schedule has them ready, and the quote says whether an order would hold
 * them at once.
 */
export async function quoteCart(
  deps: QuoteDeps,
  input: CheckoutVisitor & {
    lines: readonly RequestedLine[];
    shownTotal: MoneyAmount | null;
    limit?: HoldLimit | null;
    now?: Date;
    /** Where a chosen day of arrival is looked for; absent for Guyana. */
    destination?: Destination;
  },
): Promise<CartQuote> {
  const ids = [...new Set(input.lines.map((line) => line.productId).filter(isId))];
  const products = ids.length > 0 ? await findProductsByIds(deps.db, ids) : [];
  const specifications = new Set(input.lines.flatMap(({ specification }) => specification ?? []));
  const fits = await listOrderableFits(deps.db, {
    actor: input.actor,
    ids: [...specifications],
  });
  const wearers = await listWearers(deps, { actor: input.actor, ids: [...fits.keys()] });
  const quote = withWearers(quoteLines(input.lines, products, { ...input, fits }), wearers);
  return input.now
    ? withReadyDays(deps, quote, { ...input, visitor: input, now: input.now })
    : quote;
}

/** Adds to each line whose garment it is, so that lines which differ only by their wearer are told apart before the order. */
function withWearers(quote: CartQuote, wearers: ReadonlyMap<string, LineWearer>): CartQuote {
  const lines = quote.lines.map((line) => {
    return { ...line, worn: wearers.get(line.specification ?? "") ?? null };
  });
  return { ...quote, lines };
}

/** Stripe's limit of eight digits, in minor units. */
const MAX_TOTAL_MINOR = 99_999_999;

export type QuotedOrder = { quote: CartQuote; shipping: ShippingSettings };

/**
 * Quotes a cart that is about to be ordered. Refused when something differs from what the visitor was shown, when the total
 * cannot be paid at once, or when no shipping method serves the destination.
 */
export async function quoteOrder(
  deps: QuoteDeps & { clock: Clock },
  input: {
    actor: Actor;
    lines: readonly RequestedLine[];
    shownTotal: MoneyAmount | null;
    destination: Destination;
  },
): Promise<Result<QuotedOrder, QuoteRefusal>> {
  const [quote, shipping] = await Promise.all([
    quoteCart(deps, input),
    getShippingSettings(deps.db),
  ]);
  if (quote.changes.length > 0) return fail({ kind: "changed", quote });
  if (quote.total.minorUnits > MAX_TOTAL_MINOR) return fail({ kind: "too_large" });
  const madeToMeasure = quote.lines.some((line) => line.madeToMeasure);
  const delivery = { worth: quote.total, madeToMeasure, now: deps.clock.now() };
  const isServed = availableShippingMethods(shipping, delivery).some((method) =>
    reaches(method, input.destination),
  );
  return isServed ? ok({ quote, shipping }) : fail({ kind: "unserved" });
}

/** `quote` has the changes. */
export type QuoteRefusal =
  | { kind: "changed"; quote: CartQuote }
  | { kind: "too_large" | "unserved" };

/** Where a cart goes that does not say it. */
const HOME: Destination = { country: HOME_COUNTRY, city: "" };

/** Adds the days on which made-to-measure lines are ready, and the day that an order would hold only once it is paid. */
export async function withReadyDays(
  deps: { db: Queryable },
  quote: CartQuote,
  { destination, now, visitor }: { visitor: CheckoutVisitor; now: Date; destination?: Destination },
): Promise<CartQuote> {
  const made = quote.lines.filter(({ madeToMeasure }) => madeToMeasure);
  if (made.length === 0) return quote;
  const { heldOncePaid, ready } = await planCart(deps.db, {
    now,
    destination: destination ?? HOME,
    customer: await findHolders(deps, visitor),
    lines: made.map(
      ({ cloths = [], extraDays = null, key, needBy = null, productId, quantity }) => {
        return { id: key, productId, count: quantity, makingDays: extraDays, needBy, cloths };
      },
    ),
  });
  return {
    ...quote,
    lines: quote.lines.map((line) => ({ ...line, ready: ready.get(line.key) ?? null })),
    heldOncePaid,
  };
}
