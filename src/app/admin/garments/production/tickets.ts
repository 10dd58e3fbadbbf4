import { data } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { writeTickets } from "#features/sales/documents/write-tickets.server.ts";
import type { Route } from "./+types/tickets.ts";

/** Work tickets of the garments in the query, one page each. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const written = await writeTickets(context.get(depsContext), {
    actor: context.get(actorContext),
    ids: url.searchParams.getAll("id"),
  });
  if (written.ok) return pdfResponse(request, written.value);
  if (written.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}
