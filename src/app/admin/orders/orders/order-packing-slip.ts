import { data } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { pdfResponse } from "#app/web/downloads.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { writePackingSlip } from "#features/sales/documents/write-documents.server.ts";
import type { Route } from "./+types/order-packing-slip.ts";

/** Covers one shipment, or all unshipped items. */
export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const shipmentId = url.searchParams.get("parcel");
  const input = { actor, orderId: params.id, shipmentId: shipmentId };
  const written = await writePackingSlip(context.get(depsContext), input);
  if (written.ok) return pdfResponse(request, written.value);
  if (written.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}
