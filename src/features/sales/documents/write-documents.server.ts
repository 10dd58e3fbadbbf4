import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { DOCUMENT_TITLES, formatDocumentNumber } from "#core/document-number.ts";
import { isId } from "#core/ids.ts";
import type { ReportedAmount } from "#core/money-amount.ts";
import { formatReported, money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import type { JsonRowOf } from "#db/json-columns.server.ts";
import { jsonColumn } from "#db/json-columns.server.ts";
import { taxDocuments } from "#db/schema/documents.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements, payments, refundItems, refunds } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin, isSignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { returnWindowLabel } from "#features/base/settings/return-window.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { listContracts } from "#features/garments/contract/contract-queries.server.ts";
import { contentsOf, quantityLeft } from "#features/orders/order/line-quantities.ts";
import type { Order } from "#features/orders/order/order.ts";
import { findOrderById, lockOrder } from "#features/orders/order/order-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/order/shipment-queries.server.ts";
import type { TaxDocument } from "./issue-document.server.ts";
import { buyerOf, currentSeller, findDocument, issueDocument } from "./issue-document.server.ts";
import type { AgreedDetails, AgreedLine, IssuedNumber } from "./order-document.server.ts";
import {
  correctionDocument,
  invoiceDocument,
  packingSlipDocument,
} from "./order-document.server.ts";
import { renderPdf } from "./render-pdf.server.ts";

/**
 * What the contract of each line says of it with the seal of its first version, which never changes, or of the newest one. Without
 * measurements, so that documents for the post and the books can have it.
 */
async function agreedDetails(
  db: Queryable,
  orderId: string,
  which: "first" | "newest",
): Promise<AgreedDetails> {
  const agreed = new Map<string, AgreedLine>();
  for (const { hash, orderItemId, terms } of await listContracts(db, orderId)) {
    if (which === "first" && agreed.has(orderItemId)) continue;
    const { color, options } = terms;
    agreed.set(orderItemId, { color, options, seal: hash.slice(0, 16) });
  }
  return agreed;
}

/** A shipment's packing slip as PDF; without one, of everything still to ship. */
export const writePackingSlip = asAdmin(
  async (
    deps: { db: Queryable },
    input: { orderId: string; shipmentId: string | null },
  ): Promise<Result<PdfFile, "not_found">> => {
    const { orderId, shipmentId } = input;
    const order = isId(orderId) ? await findOrderById(deps.db, orderId) : null;
    if (!order?.completedAt) return fail("not_found");
    const shipments = await listShipments(deps.db, order.id);
    const shipment = shipments.find(({ id }) => id === shipmentId);
    if (shipmentId !== null && !shipment) return fail("not_found");
    const historyOf = await lineHistories(deps.db, order.id, shipments);
    const left = order.lines.map((line) => ({
      itemId: line.id,
      quantity: quantityLeft(line.quantity, historyOf(line.id)),
    }));
    const { delivery, general } = await getSiteShell(deps.db);
    const orderDocument = packingSlipDocument({
      house: general,
      order,
      documentItems: shipment ? contentsOf(shipment) : left,
      carrier: shipment?.carrier ?? "",
      trackingNumber: shipment?.trackingNumber ?? "",
      returnWindow: returnWindowLabel(delivery),
      agreed: await agreedDetails(deps.db, order.id, "newest"),
    });
    return ok({ fileName: orderDocument.fileName, bytes: await renderPdf(orderDocument) });
  },
);

/** `fileName` has no extension. */
export type PdfFile = { fileName: string; bytes: Buffer };

type Input = {
  actor: Actor;
  orderId: string;
  /** The shop reads every order, a buyer their own. */
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

/** Buyer and seller as recorded at the issue, else the current ones. */
async function partiesOf(tx: Transaction, order: Order, document: TaxDocument) {
  const { buyer, seller } = document;
  return { seller: seller ?? (await currentSeller(tx)), buyer: buyer ?? buyerOf(order) };
}

const issuedNumber = (document: TaxDocument): IssuedNumber => ({
  number: formatDocumentNumber(document),
  issuedAt: document.issuedAt,
});

/** Issued now if there is none yet. */
async function invoiceOf(tx: Transaction, order: Order, completedAt: Date): Promise<TaxDocument> {
  const of = { kind: "invoice", orderId: order.id, refundId: null } as const;
  const found = await findDocument(tx, of);
  if (found) return found;
  await lockOrder(tx, order.id);
  await issueDocument(tx, { kind: "invoice", order, refundId: null, issuedAt: completedAt });
  const issued = await findDocument(tx, of);
  if (!issued) throw new Error("The invoice was not issued");
  return issued;
}

async function readOrder(deps: { db: Database }, input: Input) {
  if (!isId(input.orderId)) {
    return fail(isSignedIn(input.actor) ? ("not_found" as const) : ("forbidden" as const));
  }
  const refusal = await mayRead(deps.db, input);
  if (refusal) return fail(refusal);
  const order = await findOrderById(deps.db, input.orderId);
  const completedAt = order?.completedAt;
  return order && completedAt ? ok({ order, completedAt }) : fail("not_found" as const);
}

type Charge = ReportedAmount &
  Pick<typeof paymentMovements.$inferSelect, "kind" | "method" | "providerId">;

/** "Visa ending in 4242", or "Bank transfer ($64.50 and $150.50)" where a deposit and its rest came one after the other. */
function paidByText(movements: readonly Charge[]): string {
  const undone = new Set(
    movements.flatMap(({ kind, providerId }) => (kind === "charge_undone" ? [providerId] : [])),
  );
  const charges = movements.filter(({ method, providerId }) => method && !undone.has(providerId));
  const ofMethod = Map.groupBy(charges, ({ method }) => method);
  return [...ofMethod]
    .map(([method, each]) =>
      each.length === 1 ? method : `${method} (${each.map(formatReported).join(" and ")})`,
    )
    .join(", ");
}

/** A paid order's invoice as PDF; unpaid orders have none. */
export async function writeInvoice(
  deps: { db: Database },
  input: Input,
): Promise<Result<PdfFile, "forbidden" | "not_found">> {
  const read = await readOrder(deps, input);
  if (!read.ok) return read;
  const { completedAt, order } = read.value;
  const charges = await deps.db
    .select({
      kind: paymentMovements.kind,
      method: paymentMovements.method,
      minorUnits: paymentMovements.amountMinor,
      currency: paymentMovements.currency,
      providerId: paymentMovements.providerId,
    })
    .from(paymentMovements)
    .innerJoin(payments, eq(payments.id, paymentMovements.paymentId))
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.status, "captured"),
        inArray(paymentMovements.kind, ["charge", "charge_undone"]),
      ),
    )
    .orderBy(asc(paymentMovements.createdAt));
  const agreed = await agreedDetails(deps.db, order.id, "first");
  const orderDocument = await deps.db.transaction(async (tx) => {
    const document = await invoiceOf(tx, order, completedAt);
    return invoiceDocument({
      parties: await partiesOf(tx, order, document),
      issued: issuedNumber(document),
      order,
      paidBy: paidByText(charges),
      agreed,
    });
  });
  return ok({ fileName: orderDocument.fileName, bytes: await renderPdf(orderDocument) });
}

/** What the credit and debit notes that were issued before this one gave back of the order's invoice, in minor units. */
async function refundedBefore(tx: Transaction, document: TaxDocument): Promise<number> {
  const notes = await tx
    .select({ id: taxDocuments.id, kind: taxDocuments.kind, amountMinor: refunds.amountMinor })
    .from(taxDocuments)
    .innerJoin(refunds, eq(refunds.id, taxDocuments.refundId))
    .where(eq(taxDocuments.orderId, document.orderId))
    .orderBy(asc(taxDocuments.issuedAt), asc(taxDocuments.id));
  const earlier = notes.slice(
    0,
    notes.findIndex(({ id }) => id === document.id),
  );
  return earlier.reduce(
    (sum, { amountMinor, kind }) => sum + (kind === "debit_note" ? -amountMinor : amountMinor),
    0,
  );
}

/** A credit or debit note as PDF. */
export async function writeCorrection(
  deps: { db: Database },
  input: Input & { documentId: string },
): Promise<Result<PdfFile, "forbidden" | "not_found">> {
  const read = await readOrder(deps, input);
  if (!read.ok) return read;
  const { completedAt, order } = read.value;
  if (!isId(input.documentId)) return fail("not_found");
  const [row] = await deps.db
    .select()
    .from(taxDocuments)
    .innerJoin(refunds, eq(refunds.id, taxDocuments.refundId))
    .where(and(eq(taxDocuments.id, input.documentId), eq(taxDocuments.orderId, order.id)));
  if (!row || row.tax_documents.kind === "invoice") return fail("not_found");
  const { tax_documents: document, refunds: refund } = row;
  const items = await deps.db
    .select({ itemId: refundItems.orderItemId, quantity: refundItems.quantity })
    .from(refundItems)
    .where(eq(refundItems.refundId, refund.id));
  const kind = document.kind === "debit_note" ? "debit_note" : "credit_note";
  const orderDocument = await deps.db.transaction(async (tx) =>
    correctionDocument({
      kind,
      parties: await partiesOf(tx, order, document),
      issued: issuedNumber(document),
      invoice: issuedNumber(await invoiceOf(tx, order, completedAt)),
      order,
      refund: {
        amount: money(refund.amountMinor, order.totals.total.currency),
        reason: refund.reason,
        items,
      },
      refundedBefore: money(await refundedBefore(tx, document), order.totals.total.currency),
    }),
  );
  return ok({ fileName: orderDocument.fileName, bytes: await renderPdf(orderDocument) });
}

export type OrderCorrection = { id: string; title: string; number: string };

const correctionParts = {
  id: taxDocuments.id,
  kind: taxDocuments.kind,
  year: taxDocuments.year,
  number: taxDocuments.number,
};

/** The credit and debit notes of an order, for a statement from `orders`; `toCorrections` reads them. */
export const correctionsColumn = jsonColumn(correctionParts, {
  from: taxDocuments,
  where: and(eq(taxDocuments.orderId, orders.id), ne(taxDocuments.kind, "invoice")),
  orderBy: [asc(taxDocuments.issuedAt), asc(taxDocuments.id)],
});

export const toCorrections = (
  rows: readonly JsonRowOf<typeof correctionParts>[],
): OrderCorrection[] =>
  rows.map((row) => ({
    id: row.id,
    title: DOCUMENT_TITLES[row.kind],
    number: formatDocumentNumber(row),
  }));

/** An order's credit and debit notes, oldest first. The caller authorizes. */
export async function listCorrections(db: Queryable, orderId: string): Promise<OrderCorrection[]> {
  const [row] = await db
    .select({ corrections: correctionsColumn })
    .from(orders)
    .where(eq(orders.id, orderId));
  return toCorrections(row?.corrections ?? []);
}
