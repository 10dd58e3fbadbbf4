import { redirect } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import {
  writeContract,
  writeProvenContract,
} from "#features/sales/documents/write-contract.server.ts";
import { writeCorrection } from "#features/sales/documents/write-documents.server.ts";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import { guestProofContext, requireOrderReader } from "../require-order-reader.server.ts";
import type { Route } from "./+types/order-document.ts";

const CONTRACT = "contract";

export const middleware: Route.MiddlewareFunction[] = [requireOrderReader];

/** Serves a credit or debit note, or the contracts, of the customer's own order as a PDF; to a guest with a proof the contracts. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const { document: documentId, id: orderId } = params;
  const actor = context.get(actorContext);
  if (context.get(guestProofContext) !== null) {
    if (documentId !== CONTRACT) return notFound();
    const written = await writeProvenContract(deps, { actor, orderId });
    if (written.ok) return pdfResponse(request, written.value);
    return written.error === "forbidden"
      ? redirect("/order-lookup", { headers: PRIVATE })
      : notFound();
  }
  const written =
    documentId === CONTRACT
      ? await writeContract(deps, { actor, orderId })
      : await writeCorrection(deps, { actor, orderId, documentId, reader: "buyer" });
  if (written.ok) return pdfResponse(request, written.value);
  return written.error === "forbidden" ? refuseAccount() : notFound();
}
