import { eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { payments as paymentRows } from "#db/schema/payments.server.ts";
import { notePaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import { SESSION_ID_PLACEHOLDER, shopNameOf } from "#platform/payments.server.ts";
import type { Donation } from "./donation-input.ts";

type OpenDeps = {
  db: Database;
  payments: Payments;
  clock: Clock;
  logger: Logger;
  publicUrl: string;
};

export const DONATION_SESSION_MS = 60 * 60 * 1000;

/**
 * Stores a pending donation and opens the provider's page (decision S7). 'provider' when none opened; the
 * donation is then over.
 */
export async function openDonation(
  deps: OpenDeps,
  { amount, email }: Donation,
): Promise<Result<{ sessionId: string; url: string }, "provider">> {
  const { db, payments, clock, logger, publicUrl } = deps;
  const id = newId();
  const paymentId = newId();
  const now = clock.now();
  try {
    const provider = await payments.current();
    await db.transaction(async (tx) => {
      const { currency, minorUnits } = amount;
      await tx
        .insert(donations)
        .values({ id, amountMinor: minorUnits, currency, email, createdAt: now });
      await tx.insert(paymentRows).values({
        id: paymentId,
        donationId: id,
        amountMinor: minorUnits,
        currency,
        createdAt: now,
        provider: provider.name,
        method: provider.name === "test" ? "test" : "stripe",
      });
    });
    const opened = await provider.openSession({
      shop: shopNameOf(publicUrl),
      reference: id,
      kind: "donation",
      customerEmail: email,
      accountId: null,
      lines: [
        {
          name: "Donation to New Dawn",
          detail: "A gift, no purchase",
          imageUrl: null,
          quantity: 1,
          total: amount,
        },
      ],
      total: amount,
      notice: null,
      shippingOptions: [],
      destination: null,
      credit: null,
      automaticTax: false,
      successUrl: `${publicUrl}/new-dawn/thank-you?session_id=${SESSION_ID_PLACEHOLDER}`,
      cancelUrl: `${publicUrl}/new-dawn#donate`,
      expiresAt: new Date(now.getTime() + DONATION_SESSION_MS),
    });
    await db
      .update(paymentRows)
      .set({
        sessionId: opened.sessionId,
        url: opened.url,
        providerAccount: opened.account ?? null,
      })
      .where(eq(paymentRows.id, paymentId));
    return ok({ sessionId: opened.sessionId, url: opened.url });
  } catch (error) {
    logger.error({ err: error, donationId: id }, "donations: no payment session");
    await notePaymentTrouble({ db, clock }, error);
    await db.update(donations).set({ status: "expired" }).where(eq(donations.id, id));
    await db.update(paymentRows).set({ status: "expired" }).where(eq(paymentRows.id, paymentId));
    return fail("provider");
  }
}
