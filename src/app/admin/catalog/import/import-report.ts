import { actorContext, depsContext } from "#app/web/context.ts";
import { downloadCsv } from "#app/web/downloads.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { readImportReport } from "#features/catalog/product-import/read-import-report.server.ts";
import type { Route } from "./+types/import-report.ts";

/** Exports the result per product as CSV; the newest import by default. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, logger } = context.get(depsContext);
  const requested = { actor: context.get(actorContext), id: url.searchParams.get("import") };
  const report = await readImportReport(db, requested);
  if (!report.ok && report.error === "forbidden") return refuse();
  if (!report.ok) return new Response("There is no such import.", { status: 404 });
  const name = `report-${report.value.fileName.replace(/\.\w+$/, "")}`;
  return downloadCsv(request, { name, chunks: report.value.chunks, logger });
}
