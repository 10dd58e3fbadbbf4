import { depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/simple-cart-lines.ts";
import { clearSimpleCart, readSimpleCartLines } from "./simple-cart.server.ts";

/** The cart of a browser without JavaScript, for the script that moves it (ADR 0025). */
export function loader({ request, context }: Route.LoaderArgs) {
  return readSimpleCartLines(context.get(depsContext), request);
}

/** Clears that cart after its lines were moved. */
export function action({ context }: Route.ActionArgs) {
  return clearSimpleCart(context.get(depsContext));
}
