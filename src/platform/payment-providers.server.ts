import { PaymentProviderError } from "./payment-trouble.ts";
import type { PaymentProvider, Payments } from "./payments.server.ts";
import type { StripeAccess, StripeKeyring } from "./stripe/stripe-access.ts";

type Sources = {
  test: PaymentProvider;
  /** The providers whose money the owner confirms. */
  manual: PaymentProvider | readonly PaymentProvider[];
  storeCredit: PaymentProvider;
  findKeyring(): Promise<StripeKeyring>;
  stripe(access: StripeAccess): PaymentProvider;
};

/** Null for the test page. Throws when there are keys that cannot be used. */
function usable({ current }: StripeKeyring): StripeAccess | null {
  if (current === "sealed") {
    throw new PaymentProviderError("sealed_key", "the stored secret key cannot be opened");
  }
  if (current === "mixed") {
    throw new PaymentProviderError("mixed_modes", "the stored keys are of different modes");
  }
  return current;
}

function accesses({ current, earlier }: StripeKeyring): StripeAccess[] {
  return typeof current === "object" && current ? [current, ...earlier] : [...earlier];
}

/**
 * The payment providers: the test page without keys, else Stripe in their mode (decision C7). Keys are read
 * at each call. Earlier sessions stay with their provider.
 */
export function createPaymentProviders(sources: Sources): Payments {
  const { findKeyring, manual, storeCredit, stripe, test } = sources;
  const own = [test, storeCredit, manual].flat();
  const of = async (name: string): Promise<PaymentProvider> => {
    const found = own.find((each) => each.name === name);
    if (found) return found;
    const keyring = await findKeyring();
    const access = accesses(keyring).find((each) => `stripe:${each.mode}` === name);
    if (access) return stripe(access);
    // Keys that cannot be opened differ from none.
    usable(keyring);
    throw new PaymentProviderError("no_keys", `no keys for ${name}`);
  };
  return {
    async current() {
      const access = usable(await findKeyring());
      return access ? stripe(access) : test;
    },
    of,
    known: async () => accesses(await findKeyring()).map(stripe),
    async receive({ sender, body, signature }) {
      if (sender === "test") return test.readEvent(body, signature);
      for (const access of accesses(await findKeyring())) {
        const event = await stripe(access).readEvent(body, signature);
        if (event) return event;
      }
      return null;
    },
  };
}
