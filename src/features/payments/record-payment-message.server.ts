import type { Queryable } from "#db/client.server.ts";
import { paymentEvents } from "#db/schema/orders.server.ts";
import type { PaymentEvent } from "#platform/payments.server.ts";

/** What is kept of a message: what it is about, and when it was dealt with if that is at once. */
type Kept = { sessionId: string | null; payload: Record<string, unknown>; processedAt?: Date };

/**
 * Writes a provider's message down, without addresses and mails; answers with its row's id, or null when the same message was there before
 * (a provider tells a thing as often as it likes, house rule 10).
 */
export async function recordPaymentMessage(
  db: Queryable,
  event: Pick<PaymentEvent, "provider" | "id" | "type">,
  kept: Kept,
): Promise<string | null> {
  const [row] = await db
    .insert(paymentEvents)
    .values({ provider: event.provider, eventId: event.id, type: event.type, ...kept })
    .onConflictDoNothing({ target: [paymentEvents.provider, paymentEvents.eventId] })
    .returning({ id: paymentEvents.id });
  return row?.id ?? null;
}
