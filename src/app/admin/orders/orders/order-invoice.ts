import { data } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { writeInvoice } from "#features/sales/documents/write-documents.server.ts";
import type { Route } from "./+types/order-invoice.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const input = { actor, orderId: params.id, reader: "shop" } as const;
  const written = await writeInvoice(context.get(depsContext), input);
  if (written.ok) return pdfResponse(request, written.value);
  if (written.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}
