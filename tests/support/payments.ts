import type { PaymentProvider, Payments } from "#platform/payments.server.ts";

/**
 * A shop with one provider and no other: it opens, settles and reads everything. Spread it to change one answer of the provider, and
 * the changed one is asked.
 */
export function onlyProvider<Provider extends PaymentProvider>(
  provider: Provider,
): Provider & Payments {
  return {
    ...provider,
    async current() {
      return this;
    },
    async of() {
      return this;
    },
    async known() {
      return [this];
    },
    async ofSession() {
      return this;
    },
    async receive({ body, signature }) {
      return this.readEvent(body, signature);
    },
  };
}
