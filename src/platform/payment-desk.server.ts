import { AppError } from "#core/app-error.ts";
import type { PaymentProvider, Payments } from "./payments.server.ts";

/** The shop's providers as use cases find them: the test page while no keys are configured (decision C7). */
export function createPaymentDesk(providers: { test: PaymentProvider }): Payments {
  const { test } = providers;
  return {
    current: async () => test,
    async of(name) {
      if (name === test.name) return test;
      throw new AppError("payment_provider", `no keys for ${name}`);
    },
    ofSession: async () => test,
    receive: async ({ sender, body, signature }) =>
      sender === "test" ? test.readEvent(body, signature) : null,
  };
}
