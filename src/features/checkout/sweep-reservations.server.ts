import { and, asc, eq, lt } from "drizzle-orm";
import { orders } from "#db/schema/orders.server.ts";
import { notePaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import type { CheckoutDeps } from "./checkout-deps.server.ts";
import { expireCheckout } from "./expire-checkout.server.ts";

/** One round's portion; the next one follows a minute later. */
const SWEEP_BATCH = 500;

/**
 * Ends every order whose time to pay has passed, oldest first: the provider is asked before anything is given back, so a payment whose
 * message was lost completes its order here. One that cannot be asked about is left for the next round. Tells how many came to which end.
 */
export async function sweepReservations(
  deps: CheckoutDeps,
): Promise<{ expired: number; completed: number; left: number }> {
  const overdue = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, "pending"), lt(orders.reservedUntil, deps.clock.now())))
    .orderBy(asc(orders.reservedUntil))
    .limit(SWEEP_BATCH);
  const tally = { expired: 0, completed: 0, left: 0 };
  for (const { id } of overdue) {
    try {
      const status = await expireCheckout(deps, {
        orderId: id,
        as: "expired",
        because: "time_passed",
      });
      if (status === "completed") tally.completed += 1;
      else if (status === "pending") tally.left += 1;
      else tally.expired += 1;
    } catch (error) {
      tally.left += 1;
      await notePaymentTrouble(deps, error);
      deps.logger.warn({ err: error, orderId: id }, "checkout: reservation not swept");
    }
  }
  return tally;
}
