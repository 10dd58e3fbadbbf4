import { createHmac } from "node:crypto";
import type { PaymentProvider } from "./payments.server.ts";

/**
 * Payments that arrive outside every provider, such as bank transfers: the owner says when the money is there. Nothing is asked and nothing
 * moves here; `secret` makes the session ids unguessable.
 */
export function createManualPayments({
  secret,
  publicUrl,
}: {
  secret: string;
  publicUrl: string;
}): PaymentProvider {
  return {
    name: "manual",
    async openSession({ reference }) {
      const id = createHmac("sha256", secret)
        .update(`manual-payments:${reference}`)
        .digest("base64url");
      const sessionId = `transfer_${id}`;
      return { sessionId, url: `${publicUrl}/checkout/bank-transfer/${sessionId}` };
    },
    // What is known of a session is the shop's own payment: nobody else can say more, and ending it here ends it.
    readSession: async () => null,
    endSession: async () => true,
    isOwnAccount: async () => true,
    openCardPage: async () => null,
    forgetCustomer: async () => undefined,
    // The owner has sent the money back and records it.
    refund: async ({ amount, key, paymentId }) => {
      return { id: `re_manual_${key}`, key, paymentId, amount, status: "succeeded", failure: null };
    },
    referenceOf: async () => null,
    listRefunds: async () => [],
    async *listEventsSince() {
      // The owner's word is applied where it is given.
    },
    readEvent: async () => null,
  };
}
