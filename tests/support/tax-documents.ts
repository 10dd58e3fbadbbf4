import type { Database } from "#db/client.server.ts";
import { taxDocuments } from "#db/schema/documents.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import { paymentOf } from "./orders.ts";

/** Returns the credit note's id. */
export async function createCreditNote(db: Database, orderId: string): Promise<string> {
  const [refund] = await db
    .insert(refunds)
    .values({
      orderId,
      paymentId: await paymentOf(db, orderId),
      amountMinor: 100,
      currency: "USD",
      provider: "test",
      status: "succeeded" as const,
    })
    .returning();
  const [note] = await db
    .insert(taxDocuments)
    .values({
      kind: "credit_note",
      year: 2026,
      number: 1,
      orderId,
      issuedAt: new Date("2026-11-20T13:00:00Z"),
      refundId: refund?.id ?? null,
    })
    .returning();
  if (!note) throw new Error("The credit note was not written");
  return note.id;
}
