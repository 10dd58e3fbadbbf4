import { actorContext, depsContext } from "#app/web/context.ts";
import { downloadCsv } from "#app/web/downloads.server.ts";
import { confirmBefore } from "#app/web/request-confirmation.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { exportOrders } from "#features/orders/order/list/export-orders.server.ts";
import { readOrderFilter } from "#features/orders/order/list/order-filter.ts";
import type { Route } from "./+types/orders-export.ts";

/** Exports the filtered list as CSV. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const filter = readOrderFilter(url.searchParams);
  const exported = await exportOrders(deps, { actor: context.get(actorContext), filter });
  if (!exported.ok) return exported.error === "unconfirmed" ? confirmBefore(request) : refuse();
  const name = `orders-${deps.clock.now().toISOString().slice(0, 10)}`;
  return downloadCsv(request, { name, chunks: exported.value, logger: deps.logger });
}
