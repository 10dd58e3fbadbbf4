import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { writeInvoice } from "#features/sales/documents/write-documents.server.ts";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/invoice.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const input = { actor, orderId: params.id, reader: "buyer" } as const;
  const written = await writeInvoice(context.get(depsContext), input);
  if (written.ok) return pdfResponse(request, written.value);
  return written.error === "forbidden" ? refuseAccount() : notFound();
}
