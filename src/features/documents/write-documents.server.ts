import { and, asc, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin, isSignedIn } from "#features/identity/actor.ts";
import { quantityLeft } from "#features/orders/line-quantities.ts";
import { findOrderById } from "#features/orders/order-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/shipment-queries.server.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import { invoiceDocument, packingSlipDocument } from "./order-document.ts";
import { renderPdf } from "./render-pdf.server.ts";

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

/** A PDF and what it is called, without its ending. */
export type PdfFile = { fileName: string; bytes: Buffer };

type Input = {
  actor: Actor;
  orderId: string;
  /** Who reads it: the shop reads every order's, a buyer their own alone, admins too. */
  reader: "shop" | "buyer";
};

async function mayRead(db: Queryable, { actor, orderId, reader }: Input) {
  if (reader === "shop") return isAdmin(actor) ? null : ("forbidden" as const);
  if (!isSignedIn(actor)) return "forbidden" as const;
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, actor.userId)));
  return own ? null : ("not_found" as const);
}

/** The invoice of a paid order as a PDF on A4; an order that nobody has paid has none. */
export async function writeInvoice(
  deps: { db: Queryable },
  input: Input,
): Promise<Result<PdfFile, "forbidden" | "not_found">> {
  if (!isId(input.orderId)) {
    return fail(isSignedIn(input.actor) ? "not_found" : "forbidden");
  }
  const refusal = await mayRead(deps.db, input);
  if (refusal) return fail(refusal);
  const order = await findOrderById(deps.db, input.orderId);
  if (!order?.completedAt) return fail("not_found");
  const { general } = await getSiteShell(deps.db);
  const moved = await deps.db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.paymentId, order.payment.id))
    .orderBy(asc(paymentMovements.createdAt));
  const paper = invoiceDocument({
    house: general,
    order,
    paidBy: moved.find(({ kind }) => kind === "charge")?.method ?? "",
    refunds: moved
      .filter(({ kind }) => kind === "refund")
      .map(({ amountMinor, createdAt }) => ({
        amount: money(-amountMinor, order.totals.total.currency),
        at: createdAt,
      })),
  });
  return ok({ fileName: paper.fileName, bytes: await renderPdf(paper) });
}
