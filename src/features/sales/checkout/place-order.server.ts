import { clientKeyOf } from "#core/client-key.ts";
import { destinationCode } from "#core/delivery-address.ts";
import type { ProviderName } from "#core/payment-providers.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { cancelReplacedCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import { chooseCredit } from "#features/sales/payments/order-credit.server.ts";
import { RESERVATION_MS } from "#features/sales/payments/payment.ts";
import { findUsableProvider } from "#features/sales/payments/payment-choices.server.ts";
import type { CheckoutPress } from "./checkout-input.ts";
import type { OrderRefusal, PlaceOrderFailure } from "./checkout-refusals.server.ts";
import { explainRefusal } from "./checkout-refusals.server.ts";
import type { Orderer } from "./find-holders.server.ts";
import { findHolders } from "./find-holders.server.ts";
import type { OpenedPayment } from "./open-payment.server.ts";
import { openFirstPage } from "./open-payment.server.ts";
import { quoteOrder } from "./quote-cart.server.ts";
import { orderKeyOf, resumeOrder } from "./resume-order.server.ts";
import type { CheckoutDeps, UnpaidOrder } from "./write-order.server.ts";
import { writeOrder } from "./write-order.server.ts";

/** When others buy the same items meanwhile. */
const MAX_ROUNDS = 3;

/**
 * Turns a cart into a pending order with reserved items and an open page (decisions C1 and C3). A sender's same key is the
 * same order while payable. Prices and stock are the server's: if others were shown, nothing is written and the changes are
 * returned. When the provider fails, the order is cancelled and its items are released.
 */
export async function placeOrder(
  deps: CheckoutDeps,
  press: CheckoutPress,
): Promise<Result<OpenedPayment, PlaceOrderFailure>> {
  const key = orderKeyOf(press);
  const provider = await findUsableProvider(deps, press.method);
  if (press.replacesSession) {
    const earlier = await resumeOrder(deps, key);
    if (earlier) return earlier;
    if (provider) await cancelReplacedCheckout(deps, press.replacesSession);
  }
  // Most presses are the first: an earlier order, which may hold what is missing, is looked for on failure.
  for (let round = 1; ; round += 1) {
    const written = await quoteAndWrite(deps, press, { key, provider });
    if (written.ok) return openFirstPage(deps, written.value);
    // A concurrent press may hold it.
    const earlier = await resumeOrder(deps, key);
    if (earlier) return earlier;
    const isOfAnotherPress = written.error.kind === "exists" && round < MAX_ROUNDS;
    if (round > 1 && !isOfAnotherPress) {
      return fail(await explainRefusal(deps, press, written.error));
    }
  }
}

type PlacedOrder = UnpaidOrder & { shipping: ShippingSettings };

/** Quotes the cart, chooses what pays it and writes the order; once more when another order was faster. */
async function quoteAndWrite(
  deps: CheckoutDeps,
  press: CheckoutPress,
  { key, provider }: { key: string; provider: ProviderName | null },
): Promise<Result<PlacedOrder, OrderRefusal>> {
  if (!provider) return fail({ kind: "no_provider" });
  const whose = await findHolders(deps, press);
  const { destination } = press;
  const visitorNetwork = countedNetwork(press, whose);
  for (let round = 1; ; round += 1) {
    const quoted = await quoteOrder(deps, press);
    if (!quoted.ok) return quoted;
    const { quote, shipping } = quoted.value;
    const chosen = await chooseCredit(deps, press, quoted.value);
    if (!chosen.ok) return chosen;
    const credit = chosen.value;
    const payer = credit?.paysAll ? "store_credit" : provider;
    const reservation = {
      ...holdFor(deps, press, whose),
      quote,
      idempotencyKey: key,
      provider: payer,
    };
    const written = await writeOrder(deps, {
      reservation,
      credit,
      shipping,
      destination,
      visitorNetwork,
    });
    if (written.ok) return ok({ ...written.value, shipping });
    if (written.error.kind !== "short" || round === MAX_ROUNDS) return written;
  }
}

/**
 * The network whose orders of a day are limited: of garments made to measure, which no stock bounds, for somebody without a confirmed
 * account; else null.
 */
function countedNetwork(
  { clientIp, lines }: CheckoutPress,
  { isConfirmed }: Orderer,
): string | null {
  const isMeasured = lines.some(({ specification }) => specification);
  return isConfirmed || !clientIp || !isMeasured ? null : clientKeyOf(clientIp);
}

/** For whom the items are reserved, and until when. */
function holdFor(deps: CheckoutDeps, press: CheckoutPress, whose: Orderer) {
  return {
    userId: whose.userId,
    customerEmail: whose.customerEmail,
    holders: whose.holders,
    actor: press.actor,
    destination: destinationCode(press.destination),
    reservedUntil: new Date(deps.clock.now().getTime() + RESERVATION_MS),
  };
}
