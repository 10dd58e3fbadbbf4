import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { writeCorrection } from "#features/documents/write-documents.server.ts";
import type { Route } from "./+types/order-document.ts";
import { notFound, refuseAccount } from "./account-responses.server.ts";

/** Serves a credit or debit note of the customer's own order as a PDF. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { document: documentId, id: orderId } = params;
  const written = await writeCorrection(context.get(depsContext), {
    ...{ actor, orderId, documentId, reader: "buyer" },
  });
  if (written.ok) return pdfResponse(request, written.value);
  return written.error === "forbidden" ? refuseAccount() : notFound();
}
