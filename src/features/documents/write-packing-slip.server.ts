import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { quantityLeft } from "#features/orders/line-quantities.ts";
import { findOrderById } from "#features/orders/order-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/shipment-queries.server.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import { packingSlipDocument } from "./order-document.ts";
import { renderPdf } from "./render-pdf.server.ts";
import type { PdfFile } from "./write-invoice.server.ts";

/** The slip that lies in a parcel as a PDF on A4: of a parcel that has left, or, before one is packed, of everything that still has to leave. */
export async function writePackingSlip(
  deps: { db: Queryable },
  input: { actor: Actor; orderId: string; parcelId: string | null },
): Promise<Result<PdfFile, "forbidden" | "not_found">> {
  const { actor, orderId, parcelId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const order = isId(orderId) ? await findOrderById(deps.db, orderId) : null;
  if (!order?.completedAt) return fail("not_found");
  const parcels = await listShipments(deps.db, order.id);
  const parcel = parcels.find(({ id }) => id === parcelId);
  if (parcelId !== null && !parcel) return fail("not_found");
  const historyOf = await lineHistories(deps.db, order.id, parcels);
  const left = order.lines.map((line) => ({
    itemId: line.id,
    quantity: quantityLeft(line.quantity, historyOf(line.id)),
  }));
  const { general } = await getSiteShell(deps.db);
  const paper = packingSlipDocument({
    house: general,
    order,
    pieces: parcel?.pieces ?? left,
    carrier: parcel?.carrier ?? "",
    trackingNumber: parcel?.trackingNumber ?? "",
  });
  return ok({ fileName: paper.fileName, bytes: await renderPdf(paper) });
}
