import { createHmac } from "node:crypto";
import type { SessionProviderName } from "#core/payment-providers.ts";
import { sessionsOf } from "#core/payment-providers.ts";
import type { PaymentProvider } from "./payments.server.ts";

/**
 * Payments without a provider: bank transfers, confirmed by the owner, and orders paid by store credit.
 * `secret` makes session ids unguessable.
 */
export function createManualPayments({
  name = "manual",
  secret,
  publicUrl,
}: {
  name?: SessionProviderName;
  secret: string;
  publicUrl: string;
}): PaymentProvider {
  const { path, prefix } = sessionsOf(name);
  return {
    name,
    async openSession({ reference }) {
      const id = createHmac("sha256", secret)
        .update(`${name}-payments:${reference}`)
        .digest("base64url");
      const sessionId = `${prefix}_${id}`;
      return { sessionId, url: `${publicUrl}/checkout/${path}/${sessionId}` };
    },
    // The shop's own payment: nothing to read, nothing to end.
    readSession: async () => null,
    endSession: async () => true,
    isOwnAccount: async () => true,
    openCardPage: async () => null,
    forgetCustomer: async () => undefined,
    // The owner returned the money; store credit returns where the refund settles.
    refund: async ({ amount, key, paymentId }) => {
      return {
        id: `re_${name}_${key}`,
        key,
        paymentId,
        amount,
        status: "succeeded",
        failure: null,
      };
    },
    referenceOf: async () => null,
    listRefunds: async () => [],
    async *listEventsSince() {
      // The owner confirms an arrival in the admin.
    },
    readEvent: async () => null,
  };
}
