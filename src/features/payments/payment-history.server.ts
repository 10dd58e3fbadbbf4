import { and, asc, eq, ne } from "drizzle-orm";
import type { Currency, MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import { paymentMovements, refunds } from "#db/schema/refunds.server.ts";

/** A movement of money of an order, or a refund that is not one yet. */
export type PaymentEntry = {
  id: string;
  kind: (typeof paymentMovements.$inferSelect)["kind"] | "refund_pending" | "refund_refused";
  /** Plus for what came in, minus for what went out. */
  amount: MoneyAmount;
  /** "Visa ending in 4242"; "" when the provider does not say. */
  method: string;
  at: Date;
};

/**
 * What came in and went out for an order, the oldest first, and the refunds that are still on their way or were refused; one that went out
 * and came back stands there as these two movements.
 */
export async function paymentHistory(
  db: Queryable,
  orderId: string,
  currency: Currency,
): Promise<PaymentEntry[]> {
  const moved = await db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.orderId, orderId))
    .orderBy(asc(paymentMovements.createdAt), asc(paymentMovements.id));
  const asked = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "succeeded")))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const hasMoved = new Set(moved.map(({ providerId }) => providerId));
  const entries: PaymentEntry[] = [
    ...moved.map(({ id, kind, amountMinor, method, createdAt }) => ({
      id,
      kind,
      amount: money(amountMinor, currency),
      method,
      at: createdAt,
    })),
    ...asked
      .filter(({ id }) => !hasMoved.has(id))
      .map(({ id, status, amountMinor, createdAt }) => ({
        id,
        kind: status === "pending" ? ("refund_pending" as const) : ("refund_refused" as const),
        amount: money(-amountMinor, currency),
        method: "",
        at: createdAt,
      })),
  ];
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
