import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { parseDestination } from "#core/delivery-address.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { parseCartLines } from "#features/sales/checkout/checkout-input.ts";
import { CHECKOUT_MESSAGES } from "#features/sales/checkout/checkout-messages.ts";
import { quoteCart } from "#features/sales/checkout/quote-cart.server.ts";
import { CLIENT_IP_HEADER } from "#platform/auth.server.ts";
import type { Route } from "./+types/cart-quote.ts";

const respond = (body: unknown, status = 200) => Response.json(body, { status, headers: PRIVATE });

/** Only a submitted cart can be priced. */
export function loader() {
  return respond({ error: { code: "method", message: CHECKOUT_MESSAGES.fallback } }, 405);
}

/** Reports what changed since the customer saw the cart (decision C1); reserves nothing. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const lines = parseCartLines(await request.json().catch(() => null));
  if (!lines.ok) return respond({ error: lines.error }, 400);
  const deps = context.get(depsContext);
  const actor = await findActor(deps, request);
  const destination = parseDestination(url.searchParams.get("to") ?? "");
  const quote = await quoteCart(deps, {
    ...(destination && { destination }),
    actor,
    clientIp: request.headers.get(CLIENT_IP_HEADER),
    lines: lines.value,
    shownTotal: null,
    now: deps.clock.now(),
  });
  return respond({ quote });
}
