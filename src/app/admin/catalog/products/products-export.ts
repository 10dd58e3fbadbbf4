import { actorContext, depsContext } from "#app/web/context.ts";
import { downloadCsv } from "#app/web/downloads.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { exportProducts } from "#features/catalog/product-import/export-products.server.ts";
import type { Route } from "./+types/products-export.ts";

/** Exports a CSV file that imports to the same catalog. */
export function loader({ request, context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const exported = exportProducts(deps, { actor: context.get(actorContext) });
  if (!exported.ok) return refuse();
  const name = `products-${deps.clock.now().toISOString().slice(0, 10)}`;
  return downloadCsv(request, { name, chunks: exported.value, logger: deps.logger });
}
