import { data } from "react-router";
import { readCreditToken } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { parseForm, readFlatFormData, textFields } from "#app/web/form.server.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { CartQuote } from "#features/sales/checkout/cart-change.ts";
import { parseCheckoutRequest } from "#features/sales/checkout/checkout-input.ts";
import { CHECKOUT_MESSAGES } from "#features/sales/checkout/checkout-messages.ts";
import { placeOrder } from "#features/sales/checkout/place-order.server.ts";
import { CLIENT_IP_HEADER } from "#platform/auth.server.ts";

export type CheckoutResponse =
  | { url: string; sessionId: string }
  | { error: { message: string }; quote?: CartQuote };

const STATUS = {
  changed: 409,
  limited: 409,
  too_large: 400,
  provider: 502,
  unserved: 400,
  credit: 409,
  too_many: 429,
} as const;

function readItems(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return [];
  }
}

/** `items` is the browser's cart as JSON. */
const checkoutForm = textFields(
  [
    "items",
    "customerEmail",
    "method",
    "destination",
    "shownTotal",
    "shownCredit",
    "idempotencyKey",
    "replacesSession",
    "deviceId",
  ],
  ({ items, shownCredit, shownTotal, ...texts }) => {
    const parsed = parseCheckoutRequest({
      ...texts,
      items: readItems(items),
      shownTotal: shownTotal === "" ? null : Number(shownTotal),
      shownCredit: shownCredit === "" ? null : Number(shownCredit),
    });
    if (parsed.ok) return ok(parsed.value);
    const { code, message } = parsed.error;
    return fail(code.startsWith("email") ? { customerEmail: message } : { items: message });
  },
);

const respond = (body: CheckoutResponse, status: number) =>
  data<CheckoutResponse>(body, { status, headers: PRIVATE });

/** Places the order and opens its payment page (specification 7, create-checkout). */
export async function handleCheckoutForm(request: Request, deps: AppDeps, actor: Actor) {
  const submission = await parseForm(await readFlatFormData(request), checkoutForm);
  if (submission.status !== "success") {
    const [message = CHECKOUT_MESSAGES.fallback] = Object.values(submission.error ?? {}).flat();
    return respond({ error: { message: message ?? CHECKOUT_MESSAGES.fallback } }, 400);
  }
  const creditToken = readCreditToken(request);
  const clientIp = request.headers.get(CLIENT_IP_HEADER);
  const placed = await placeOrder(deps, { ...submission.value, actor, clientIp, creditToken });
  if (placed.ok) return respond(placed.value, 200);
  const { error } = placed;
  if (!("quote" in error)) return respond({ error }, STATUS[error.code]);
  const { quote, ...messages } = error;
  return respond({ error: messages, quote }, STATUS[error.code]);
}
