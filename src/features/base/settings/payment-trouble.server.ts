import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database, Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { PaymentTrouble } from "#platform/payment-trouble.ts";
import { isProviderError, PAYMENT_TROUBLES } from "#platform/payment-trouble.ts";

/** Exists only while there is a payment problem. */
const ROW = "payment_trouble";

const stored = z.object({
  trouble: z.enum(PAYMENT_TROUBLES),
  text: z.string(),
  at: z.coerce.date(),
});

export type KnownTrouble = { trouble: PaymentTrouble; text: string; at: Date };

/** Records a provider failure for the owner; ignores other errors. */
export async function notePaymentTrouble(
  deps: { db: Database; clock: { now(): Date } },
  error: unknown,
): Promise<void> {
  if (!isProviderError(error)) return;
  // Missing keys affect only what they opened.
  if (error.trouble === "no_keys" || error.trouble === "other_account") return;
  const settingValue = {
    trouble: error.trouble,
    text: error.trouble === "refused" ? error.text : "",
    at: deps.clock.now().toISOString(),
  };
  await deps.db
    .insert(siteSettings)
    .values({ settingName: ROW, settingValue, version: 0 })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } });
}

/** Clears the payment problem, after a payment or new keys. */
export async function clearPaymentTrouble(db: Queryable): Promise<void> {
  await db.delete(siteSettings).where(eq(siteSettings.settingName, ROW));
}

/** Finds the current payment problem, or null. */
export async function findPaymentTrouble(db: Queryable): Promise<KnownTrouble | null> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, ROW));
  return stored.safeParse(row?.settingValue).data ?? null;
}
