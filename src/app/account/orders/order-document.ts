import type { MiddlewareFunction } from "react-router";
import { redirect } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { requireCustomer } from "#app/web/require-customer.server.ts";
import {
  writeContract,
  writeProvenContract,
} from "#features/sales/documents/write-contract.server.ts";
import { writeCorrection } from "#features/sales/documents/write-documents.server.ts";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/order-document.ts";

const CONTRACT = "contract";

/** A customer without an account comes from the lookup with a proof; everybody else signs in. */
const requireReader: MiddlewareFunction<Response> = (args, next) =>
  args.url.searchParams.has("proof") ? next() : requireCustomer(args, next);

export const middleware: Route.MiddlewareFunction[] = [requireReader];

/** Serves a credit or debit note, or the contracts, of the customer's own order as a PDF. */
export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const { document: documentId, id: orderId } = params;
  const proof = url.searchParams.get("proof");
  if (proof !== null) {
    if (documentId !== CONTRACT) return notFound();
    const written = await writeProvenContract(deps, { orderId, proof });
    if (written.ok) return pdfResponse(request, written.value);
    return written.error === "forbidden"
      ? redirect("/order-lookup", { headers: PRIVATE })
      : notFound();
  }
  const actor = context.get(actorContext);
  const written =
    documentId === CONTRACT
      ? await writeContract(deps, { actor, orderId })
      : await writeCorrection(deps, { actor, orderId, documentId, reader: "buyer" });
  if (written.ok) return pdfResponse(request, written.value);
  return written.error === "forbidden" ? refuseAccount() : notFound();
}
