import { clearSimpleCart, readSimpleCartLines } from "#app/components/cart/simple-cart.server.ts";
import { depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/simple-cart-lines.ts";

/** Lets a script move the cart of a browser without JavaScript (ADR 0025). */
export function loader({ request, context }: Route.LoaderArgs) {
  return readSimpleCartLines(context.get(depsContext), request);
}

export function action({ context }: Route.ActionArgs) {
  return clearSimpleCart(context.get(depsContext));
}
