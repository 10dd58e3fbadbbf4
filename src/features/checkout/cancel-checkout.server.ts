import { isId } from "#core/ids.ts";
import type { OrderStatus } from "#features/orders/order.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { expireCheckout } from "./expire-checkout.server.ts";

/**
 * Ends the checkout a shopper came back from without paying, so that its pieces are on the shelf again at once. Answers with the
 * order's status, null when there is no such order; a provider that cannot be asked leaves it to the clock.
 */
export async function cancelCheckout(
  deps: CheckoutDeps,
  input: { orderId: string | null },
): Promise<OrderStatus | null> {
  const { orderId } = input;
  if (!orderId || !isId(orderId)) return null;
  try {
    return await expireCheckout(deps, { orderId, as: "cancelled", because: "shopper_cancelled" });
  } catch (error) {
    deps.logger.warn({ err: error, orderId }, "checkout: session not ended");
    return "pending";
  }
}
