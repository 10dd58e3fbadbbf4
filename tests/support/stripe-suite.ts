import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterEach, beforeEach } from "vitest";
import { paymentMovements } from "#db/schema/payments.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { findStripeKeyring } from "#features/base/settings/find-stripe-keyring.server.ts";
import { saveStripeKeys } from "#features/base/settings/save-stripe-keys.server.ts";
import { shownStripeMode } from "#features/base/settings/stripe-keys.ts";
import { listOrderEvents } from "#features/orders/order/stored-order-events.server.ts";
import { receivePaymentEvent } from "#features/sales/payments/payment-events.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { createPaymentProviders } from "#platform/payment-providers.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import type { StripeConnections } from "#platform/stripe/stripe-client.server.ts";
import { createStripeConnections } from "#platform/stripe/stripe-client.server.ts";
import { createStripePayments } from "#platform/stripe/stripe-payments.server.ts";
import { createStripeAccount } from "#platform/stripe-account.server.ts";
import { addProduct, placed, requestFor } from "./checkout.ts";
import { checkoutSuite } from "./checkout-suite.ts";
import { guest } from "./guest.ts";
import { createCustomer, inSession } from "./sessions.ts";
import { signEvent, WEBHOOK_SECRET } from "./stripe/signed-events.ts";
import type { StripeDouble } from "./stripe/stripe-double.ts";
import { startStripeDouble } from "./stripe/stripe-double.ts";

/** The key of another account in the same mode. */
export const OTHER_ACCOUNT = "sk_test_other_account";

/** The Stripe double (the test page without keys) and the real clock; `double` and `owner` are new per test. */
export function stripeSuite() {
  const suite = checkoutSuite();
  const secretBox = createSecretBox("k".repeat(40));
  const env = { STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET };
  let version = 0;
  const connections = new Map<StripeDouble, StripeConnections>();
  const now = {} as {
    double: StripeDouble;
    owner: Extract<Actor, { role: "admin" }>;
    /** OTHER_ACCOUNT's; null until started. */
    other: StripeDouble | null;
  };

  beforeEach(async () => {
    now.double = await startStripeDouble();
    now.other = null;
    connections.clear();
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await createCustomer(suite.db, { email, role: "admin" });
    const person = { role: "admin", userId, name: "Rosa", email } as const;
    now.owner = await inSession(suite.db, person, systemClock.now());
    version = 0;
    await suite.db.delete(siteSettings);
  });
  afterEach(async () => {
    await now.double[Symbol.asyncDispose]();
    await now.other?.[Symbol.asyncDispose]();
  });
  function doubleOf(secretKey: string): StripeDouble {
    const double = secretKey === OTHER_ACCOUNT ? now.other : now.double;
    if (!double) throw new Error("The other account's double was not started");
    return double;
  }
  /** As in one process: what is learnt about an account ends with its double. */
  function connectionsTo(double: StripeDouble): StripeConnections {
    const open = connections.get(double) ?? createStripeConnections(double.origin);
    connections.set(double, open);
    return open;
  }

  const shop = (): typeof suite =>
    ({
      ...suite,
      clock: systemClock,
      payments: createPaymentProviders({
        test: suite.testPage,
        manual: suite.manual,
        storeCredit: suite.storeCredit,
        findKeyring: () => findStripeKeyring({ db: suite.db, secretBox, env }),
        stripe: (access) =>
          createStripePayments({
            db: suite.db,
            access,
            connections: connectionsTo(doubleOf(access.secretKey)),
          }),
      }),
    }) as unknown as typeof suite;

  const deliver = (event: Stripe.Event) =>
    receivePaymentEvent(shop(), { sender: "stripe", ...signEvent(event) });

  return {
    suite,
    now,
    secretBox,
    env,
    shop,
    async saveKeys(secretKey: string, publishableKey = "pk_test_1") {
      const saved = await saveStripeKeys(
        {
          db: suite.db,
          clock: systemClock,
          jobs: suite.jobs,
          secretBox,
          publicUrl: suite.publicUrl,
          // Valid when saved; the double may refuse later.
          stripe: {
            ...createStripeAccount(doubleOf(secretKey).origin),
            verify: async () => ({ response: "works", mode: shownStripeMode(publishableKey) }),
          },
        },
        { actor: now.owner, version, publishableKey, secretKey },
      );
      if (!saved.ok) throw new Error(saved.error);
      version += 1;
    },
    /** Two items for 200 dollars, open page. */
    async opened({
      actor = guest,
      ...change
    }: Parameters<typeof requestFor>[1] & { actor?: Actor } = {}) {
      const productId = await addProduct(suite.db, { dollars: 100, stock: { M: 5 } });
      const request = { ...requestFor(productId, { quantity: 2, ...change }), actor };
      const order = await placed(shop(), request);
      return { ...order, productId };
    },
    /** Responses in order. */
    async deliverAll(events: readonly Stripe.Event[]) {
      const results: unknown[] = [];
      for (const event of events) {
        const response = await deliver(event);
        results.push(response.ok ? response.value : response.error);
      }
      return results;
    },
    timeline: (orderId: string) => listOrderEvents(suite.db, orderId),
    ledger: async (orderId: string) =>
      (
        await suite.db.select().from(paymentMovements).where(eq(paymentMovements.orderId, orderId))
      ).reduce((sum, row) => sum + row.amountMinor, 0),
  };
}
