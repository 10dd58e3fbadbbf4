import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database, Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { PaymentTrouble } from "#platform/payment-trouble.ts";
import { isProviderError, PAYMENT_TROUBLES } from "#platform/payment-trouble.ts";

/** The row that tells what keeps the shop from taking card payments; there is none while nothing does. */
const ROW = "payment_trouble";

const stored = z.object({
  trouble: z.enum(PAYMENT_TROUBLES),
  words: z.string(),
  at: z.coerce.date(),
});

/** What keeps the shop from taking card payments, the provider's own sentence about it, and when that was last seen. */
export type KnownTrouble = { trouble: PaymentTrouble; words: string; at: Date };

/** Notes why the provider could not be asked, for the owner to see; a failure that is not the provider's is none of its business. */
export async function notePaymentTrouble(
  deps: { db: Database; clock: { now(): Date } },
  error: unknown,
): Promise<void> {
  if (!isProviderError(error)) return;
  // Keys that are gone are missed by what they opened alone: whoever buys now notices nothing.
  if (error.trouble === "no_keys" || error.trouble === "other_account") return;
  const settingValue = {
    trouble: error.trouble,
    words: error.trouble === "refused" ? error.words : "",
    at: deps.clock.now().toISOString(),
  };
  await deps.db
    .insert(siteSettings)
    .values({ settingName: ROW, settingValue, version: 0 })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } });
}

/** Forgets the trouble: the provider took a payment, or it has other keys. */
export async function clearPaymentTrouble(db: Queryable): Promise<void> {
  await db.delete(siteSettings).where(eq(siteSettings.settingName, ROW));
}

/** What keeps the shop from taking card payments, or null. */
export async function findPaymentTrouble(db: Queryable): Promise<KnownTrouble | null> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, ROW));
  return stored.safeParse(row?.settingValue).data ?? null;
}
