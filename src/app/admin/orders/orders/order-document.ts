import { data } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { writeWorkDocument } from "#features/sales/documents/write-contract.server.ts";
import { writeCorrection } from "#features/sales/documents/write-documents.server.ts";
import type { Route } from "./+types/order-document.ts";

const WORK = "work-";

/** Serves a credit or debit note, or the atelier's work document of a line (`work-<line>`), as a PDF. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const deps = context.get(depsContext);
  const { document: documentId, id: orderId } = params;
  const written = documentId.startsWith(WORK)
    ? await writeWorkDocument(deps, { actor, orderId, orderItemId: documentId.slice(WORK.length) })
    : await writeCorrection(deps, { actor, orderId, documentId, reader: "shop" });
  if (written.ok) return pdfResponse(request, written.value);
  // An admin without the atelier permission is signed in: the login would only send them back.
  if (written.error === "forbidden") {
    if (isSignedIn(actor)) throw data(null, { status: 403, headers: PRIVATE });
    return refuse();
  }
  throw data(null, { status: 404 });
}
