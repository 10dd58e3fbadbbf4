import { data } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { writeCorrection } from "#features/documents/write-documents.server.ts";
import type { Route } from "./+types/order-document.ts";

/** Serves a credit or debit note as a PDF. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { document: documentId, id: orderId } = params;
  const written = await writeCorrection(context.get(depsContext), {
    ...{ actor, orderId, documentId, reader: "shop" },
  });
  if (written.ok) return pdfResponse(request, written.value);
  if (written.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}
