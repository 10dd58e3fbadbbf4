import { and, inArray, isNotNull, lt, ne, sql } from "drizzle-orm";
import { DELETED_EMAIL } from "#core/email.ts";
import type { Database } from "#db/client.server.ts";
import { paymentEvents, testPaymentSessions } from "#db/schema/payments.server.ts";

/**
 * Empties at most `limit` applied messages from before a moment, and removes the person from as many ended
 * test sessions. Rows stay, to recognise repeats and for the books. Returns how many, 0 when done.
 */
export async function removeOldEventPayloads(
  db: Database,
  input: { before: Date; limit: number },
): Promise<number> {
  const { before, limit } = input;
  const old = db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        lt(paymentEvents.createdAt, before),
        isNotNull(paymentEvents.processedAt),
        sql`${paymentEvents.payload} <> '{}'::jsonb`,
      ),
    )
    .limit(limit);
  const events = await db
    .update(paymentEvents)
    .set({ payload: {} })
    .where(inArray(paymentEvents.id, old))
    .returning({ id: paymentEvents.id });
  const ended = db
    .select({ id: testPaymentSessions.id })
    .from(testPaymentSessions)
    .where(
      and(
        lt(testPaymentSessions.createdAt, before),
        ne(testPaymentSessions.status, "open"),
        sql`${testPaymentSessions.request}->>'customerEmail' is distinct from ${DELETED_EMAIL}`,
      ),
    )
    .limit(limit);
  const sessions = await db
    .update(testPaymentSessions)
    .set({
      request: sql`${testPaymentSessions.request} || jsonb_build_object('customerEmail', ${DELETED_EMAIL}::text)`,
      outcome: sql`${testPaymentSessions.outcome} || '{"address": null, "buyerTaxNumber": ""}'::jsonb`,
    })
    .where(inArray(testPaymentSessions.id, ended))
    .returning({ id: testPaymentSessions.id });
  return events.length + sessions.length;
}
