import { data } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { writeLabel } from "#features/sales/documents/write-label.server.ts";
import type { Route } from "./+types/label.ts";

/** The label of a finished garment; 404 before it is finished. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const written = await writeLabel(context.get(depsContext), {
    actor: context.get(actorContext),
    garmentId: params.id,
  });
  if (written.ok) return pdfResponse(request, written.value);
  if (written.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}
