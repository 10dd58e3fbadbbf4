import { depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { parseCheckoutRequest } from "#features/checkout/checkout-input.ts";
import { CHECKOUT_MESSAGES } from "#features/checkout/checkout-messages.ts";
import { placeOrder } from "#features/checkout/place-order.server.ts";
import { findActor } from "#features/identity/sessions.server.ts";
import type { Route } from "./+types/create-checkout.ts";

const STATUS = { changed: 409, too_large: 400, provider: 502 } as const;

const answer = (body: unknown, status = 200) => Response.json(body, { status, headers: PRIVATE });

/** Asked for by a person's browser instead of the checkout page: there is nothing to see here. */
export function loader() {
  return answer({ error: { code: "method", message: CHECKOUT_MESSAGES.fallback } }, 405);
}

/** The create-checkout call (specification 7): cart lines and email in, the payment page's address or an error in words out. */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const parsed = parseCheckoutRequest(await request.json().catch(() => null));
  if (!parsed.ok) return answer({ error: parsed.error }, 400);
  const actor = await findActor(deps, request);
  const placed = await placeOrder(deps, { ...parsed.value, actor });
  if (placed.ok) return answer(placed.value);
  const { error } = placed;
  if (error.code !== "changed") return answer({ error }, STATUS[error.code]);
  const { quote, ...words } = error;
  return answer({ error: words, quote }, STATUS.changed);
}
