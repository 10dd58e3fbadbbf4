import { downloadCsv } from "#app/admin/download-csv.server.ts";
import { refuse } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { exportLedger } from "#features/stock/export-ledger.server.ts";
import type { Route } from "./+types/stock-ledger.ts";

/** Every movement of stock as a CSV file. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, logger } = context.get(depsContext);
  const exported = exportLedger(db, { actor: context.get(actorContext) });
  if (!exported.ok) return refuse();
  const name = `stock-${clock.now().toISOString().slice(0, 10)}`;
  return downloadCsv(request, { name, pieces: exported.value, logger });
}
