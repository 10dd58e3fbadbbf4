import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { requireCustomer } from "#app/web/require-customer.server.ts";
import {
  isOwnFileKind,
  writeOwnPattern,
} from "#features/garments/order-patterns/customer-drawings.server.ts";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/order-pattern.ts";

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

/** The approved pattern of the customer's own garment at true scale, where the owner allows it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { component, id: orderId, item: orderItemId, kind } = params;
  if (!isOwnFileKind(kind)) return notFound();
  const written = await writeOwnPattern(context.get(depsContext), {
    actor: context.get(actorContext),
    orderId,
    orderItemId,
    component,
    kind,
  });
  if (!written.ok) return written.error === "forbidden" ? refuseAccount() : notFound();
  const fileName = `pattern-${orderId.slice(0, 8)}-${component}-${kind}.pdf`;
  return pdfResponse(request, { bytes: written.value, fileName });
}
