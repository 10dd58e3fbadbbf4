import { createHmac } from "node:crypto";
import type { PaymentProvider } from "./payments.server.ts";

const PAGES = {
  manual: { prefix: "transfer", path: "bank-transfer" },
  store_credit: { prefix: "credit", path: "store-credit" },
} as const;

/**
 * Payments without a provider: bank transfers, whose arrival the owner confirms, and orders that store credit pays
 * whole. `secret` makes the session ids unguessable.
 */
export function createManualPayments({
  name = "manual",
  secret,
  publicUrl,
}: {
  name?: keyof typeof PAGES;
  secret: string;
  publicUrl: string;
}): PaymentProvider {
  const { path, prefix } = PAGES[name];
  return {
    name,
    async openSession({ reference }) {
      const id = createHmac("sha256", secret)
        .update(`${name}-payments:${reference}`)
        .digest("base64url");
      const sessionId = `${prefix}_${id}`;
      return { sessionId, url: `${publicUrl}/checkout/${path}/${sessionId}` };
    },
    // A session is only the shop's own payment: there is nothing to read, and ending it needs no call.
    readSession: async () => null,
    endSession: async () => true,
    isOwnAccount: async () => true,
    openCardPage: async () => null,
    forgetCustomer: async () => undefined,
    // The owner has returned the money; store credit is returned where the refund is settled.
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
