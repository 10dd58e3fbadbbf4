import { asc, count, eq, sql } from "drizzle-orm";
import type { ReportedAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { StripeMode } from "#platform/stripe/stripe-access.ts";
import type { KeySources } from "./find-stripe-keyring.server.ts";
import { findStripeKeyring } from "./find-stripe-keyring.server.ts";
import { findPaymentTrouble } from "./payment-trouble.server.ts";
import { paymentTroubleMessage } from "./payment-trouble-messages.ts";

/** Contains no keys. */
export type PaymentState = {
  /** Null when the keys cannot be used. */
  mode: "test_page" | StripeMode | null;
  /** The environment's keys override the saved ones. */
  isFromEnvironment: boolean;
  /** Stripe sends events. */
  isReported: boolean;
  trouble: { text: string; at: Date } | null;
  /** The payments are grouped by currency. */
  foreign: readonly { payments: number; amount: ReportedAmount }[];
};

async function sumForeignPayments(db: Queryable): Promise<PaymentState["foreign"]> {
  const rows = await db
    .select({
      payments: count(),
      minor: sql<string>`sum(${payments.capturedMinor})`,
      currency: payments.currency,
    })
    .from(payments)
    .where(eq(payments.status, "foreign"))
    .groupBy(payments.currency)
    .orderBy(asc(payments.currency));
  return rows.map(({ currency, minor, payments }) => ({
    payments,
    amount: { minorUnits: Number(minor), currency },
  }));
}

/** How the shop accepts payments, for an admin. */
export const getPaymentState = asAdmin(
  async (sources: KeySources): Promise<Result<PaymentState>> => {
    const { current } = await findStripeKeyring(sources);
    const known = await findPaymentTrouble(sources.db);
    return ok({
      mode: current === null ? "test_page" : typeof current === "string" ? null : current.mode,
      isFromEnvironment: Boolean(sources.env.STRIPE_SECRET_KEY),
      isReported:
        typeof current === "object" && current !== null && current.webhookSecrets.length > 0,
      trouble: known && { text: paymentTroubleMessage(known), at: known.at },
      foreign: await sumForeignPayments(sources.db),
    });
  },
);
