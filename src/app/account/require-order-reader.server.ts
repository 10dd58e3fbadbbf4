import type { MiddlewareFunction } from "react-router";
import { createContext } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { requireCustomer } from "#app/web/require-customer.server.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import type { OrderProof } from "#features/orders/order/order-proof.server.ts";
import { findOrderProof } from "#features/orders/order/order-proof.server.ts";
import { findOwnOrder } from "#features/orders/order/order-queries.server.ts";

/** The proof with which a guest reads the order; null for the customer whose account ordered it. */
export const guestProofContext = createContext<OrderProof | null>(null);

/**
 * Guards routes about one order, `:id`, that hold measurements: for the customer whose account ordered it, and for a guest whose
 * browser has proven it with a code, also when that hour is over. Everybody else signs in.
 */
export const requireOrderReader: MiddlewareFunction<Response> = async (args, next) => {
  const deps = args.context.get(depsContext);
  const orderId = args.params.id ?? "";
  const actor = await findActor(deps, args.request);
  const own = await findOwnOrder(deps.db, { actor, orderId });
  const proof = own.ok ? "none" : await findOrderProof(deps, { actor, orderId });
  if (proof === "none") return requireCustomer(args, next);
  args.context.set(actorContext, actor);
  args.context.set(guestProofContext, proof);
  return next();
};
