import { actorContext, depsContext } from "#app/web/context.ts";
import { downloadCsv } from "#app/web/downloads.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { exportLedger } from "#features/catalog/inventory/stock-queries.server.ts";
import type { Route } from "./+types/stock-ledger.ts";

/** Exports every stock movement as CSV. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, logger } = context.get(depsContext);
  const exported = exportLedger(db, { actor: context.get(actorContext) });
  if (!exported.ok) return refuse();
  const name = `stock-${clock.now().toISOString().slice(0, 10)}`;
  return downloadCsv(request, { name, chunks: exported.value, logger });
}
