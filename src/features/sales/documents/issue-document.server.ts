import { and, eq, sql } from "drizzle-orm";
import { addressLines } from "#core/address-lines.server.ts";
import type { DocumentNumber, TaxDocumentKind } from "#core/document-number.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Transaction } from "#db/client.server.ts";
import { documentCounters, taxDocuments } from "#db/schema/documents.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { Order } from "#features/orders/order/order.ts";

export type TaxDocument = typeof taxDocuments.$inferSelect;

/** The seller as in the current settings. */
export async function currentSeller(tx: Transaction): Promise<NonNullable<TaxDocument["seller"]>> {
  const general = await getSettings(tx, "general");
  const { noTaxReason, taxNumber } = await getSettings(tx, "invoices");
  const { address, contactEmail, contactPhone, siteName } = general;
  const lines = [...address.split(/\s*[,\n]\s*/), contactPhone, contactEmail].filter(Boolean);
  return { name: siteName, lines, taxNumber, noTaxReason };
}

/** Delivery address, email and tax number. */
export function buyerOf(order: Order): NonNullable<TaxDocument["buyer"]> {
  const { address, buyerTaxNumber, customerEmail } = order;
  const lines = address ? addressLines(address) : [];
  const email = shownEmail(customerEmail);
  const all = lines.includes(email) ? lines : [...lines, email];
  return { lines: all, taxNumber: buyerTaxNumber };
}

/** Georgetown's year on the day of issue. */
function documentYear(issuedAt: Date): number {
  return Number(dayOf(issuedAt).slice(0, 4));
}

async function nextNumber(tx: Transaction, kind: TaxDocumentKind, year: number): Promise<number> {
  const [row] = await tx
    .insert(documentCounters)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentCounters.kind, documentCounters.year],
      set: { last: sql`${documentCounters.last} + 1` },
    })
    .returning({ last: documentCounters.last });
  if (!row) throw new Error("The counter of documents was not written");
  return row.last;
}

/** The document of an order or refund, or null. */
export async function findDocument(
  tx: Transaction,
  of: { kind: TaxDocumentKind; orderId: string; refundId: string | null },
): Promise<TaxDocument | null> {
  const { kind, orderId, refundId } = of;
  const [found] = await tx
    .select()
    .from(taxDocuments)
    .where(
      and(
        eq(taxDocuments.kind, kind),
        refundId ? eq(taxDocuments.refundId, refundId) : eq(taxDocuments.orderId, orderId),
      ),
    );
  return found ?? null;
}

/**
 * Issues a document with its series' next number, in the payment's or refund's transaction under the order's
 * lock: a rollback leaves no gap, a repeated call returns the first. Records seller and buyer.
 */
export async function issueDocument(
  tx: Transaction,
  input: { kind: TaxDocumentKind; order: Order; refundId: string | null; issuedAt: Date },
): Promise<DocumentNumber> {
  const { kind, order, refundId, issuedAt } = input;
  const earlier = await findDocument(tx, { kind, orderId: order.id, refundId });
  if (earlier) return earlier;
  const seller = await currentSeller(tx);
  const year = documentYear(issuedAt);
  // Last: other payments wait for the counter.
  const number = await nextNumber(tx, kind, year);
  await tx.insert(taxDocuments).values({
    kind,
    year,
    number,
    orderId: order.id,
    refundId,
    seller,
    buyer: buyerOf(order),
    issuedAt,
  });
  return { kind, year, number };
}
