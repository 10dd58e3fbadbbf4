import type Stripe from "stripe";
import { z } from "zod";
import type { Database } from "#db/client.server.ts";
import type { PaymentTrouble } from "../payment-trouble.ts";
import { isProviderError, PaymentProviderError } from "../payment-trouble.ts";
import type {
  PaymentEvent,
  PaymentProvider,
  PaymentRequest,
  PaymentSession,
  ProviderName,
  ProviderRefund,
  RefundRequest,
} from "../payments.server.ts";
import { stripeRefund, toProviderRefund } from "./read-stripe-refund.ts";
import { promotionCodeId, stripeSession, toPaymentSession } from "./read-stripe-session.ts";
import type { StripeAccess } from "./stripe-access.ts";
import { accountName, keyFingerprint } from "./stripe-account-name.server.ts";
import type { StripeCall } from "./stripe-client.server.ts";
import { createStripeCall, isMissing, requestOnce } from "./stripe-client.server.ts";
import { createStripeCustomers } from "./stripe-customers.server.ts";
import { listFollowing, readStripeEvent } from "./stripe-events.server.ts";
import { toStripeAmount } from "./stripe-money.ts";
import { expirySeconds, toSessionParams } from "./stripe-session-params.ts";

/** What of a session is told whole instead of by its id. */
const WHOLE_SESSION = { expand: ["payment_intent.latest_charge", "shipping_cost.shipping_rate"] };

type StripeDeps = { db: Database; access: StripeAccess; base: string | undefined };

/** What a message came to: one for the shop, one it does not listen to, or none of Stripe's at all. */
type ReadMessage = PaymentEvent | null;

async function readWhole(ask: StripeCall, sessionId: string): Promise<PaymentSession | null> {
  const told = await unlessMissing(
    ask((stripe) => stripe.checkout.sessions.retrieve(sessionId, WHOLE_SESSION)),
  );
  if (!told) return null;
  const session = stripeSession.parse(told);
  return toPaymentSession(session, await typedCode(ask, promotionCodeId(session)));
}

/** The code as the shopper typed it; one that was deleted since, or that the key may not read, is "". */
async function typedCode(ask: StripeCall, codeId: string | null): Promise<string> {
  if (!codeId) return "";
  try {
    return (await ask((stripe) => stripe.promotionCodes.retrieve(codeId))).code;
  } catch (error) {
    const lesser: readonly PaymentTrouble[] = ["refused", "restricted_key"];
    if (isProviderError(error) && lesser.includes(error.trouble)) return "";
    throw error;
  }
}

async function listRefunds(ask: StripeCall, paymentId: string): Promise<ProviderRefund[]> {
  const told = await unlessMissing(
    ask((stripe) => stripe.refunds.list({ payment_intent: paymentId, limit: 100 })),
  );
  return z
    .array(stripeRefund)
    .parse(told?.data ?? [])
    .map(toProviderRefund);
}

async function refund(ask: StripeCall, request: RefundRequest): Promise<ProviderRefund> {
  const { amount, key, paymentId } = request;
  const failed = (failure: string) => {
    return { id: null, key, paymentId, amount, status: "failed" as const, failure };
  };
  if (!paymentId) return failed("Stripe took no payment for it.");
  try {
    const create = (idempotencyKey: string) =>
      ask((stripe) =>
        stripe.refunds.create(
          {
            payment_intent: paymentId,
            amount: toStripeAmount(amount).amount,
            metadata: { refund: key },
          },
          { idempotencyKey },
        ),
      );
    return await requestOnce(
      `refund:${key}`,
      async (under) => toProviderRefund(stripeRefund.parse(await create(under))),
      async () => (await listRefunds(ask, paymentId)).find((each) => each.key === key) ?? null,
    );
  } catch (error) {
    // Stripe itself said no, so nothing moved; with nobody there, or a key that is refused today, it may be asked again.
    if (isProviderError(error) && error.trouble === "refused") {
      return failed(error.words);
    }
    throw error;
  }
}

/** True when nobody can pay the session any more, false when it was paid or its payment is on its way, null when the account knows none. */
async function endSession(ask: StripeCall, sessionId: string): Promise<boolean | null> {
  try {
    await ask((stripe) => stripe.checkout.sessions.expire(sessionId));
    return true;
  } catch (error) {
    if (isMissing(error)) return null;
    const isRefused = isProviderError(error) && error.trouble === "refused";
    if (!isRefused) throw error;
    const session = await readWhole(ask, sessionId);
    return session && session.status === "expired";
  }
}

/** The answer, or null where this account knows no such thing. */
async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Stripe behind the shop's port, under the keys of one mode (docs/decisions/0016). */
export function createStripePayments({ db, access, base }: StripeDeps): PaymentProvider {
  const name: ProviderName = `stripe:${access.mode}`;
  const ask = createStripeCall(access.secretKey, base);
  const customers = createStripeCustomers(db, name, ask);
  const findAccount = () => accountName(ask, { secretKey: access.secretKey, base });

  const open = async (request: PaymentRequest, customerId: string | null) => {
    const { expiresAt, reference } = request;
    const key = `session:${reference}:${expirySeconds(expiresAt)}:${customerId ?? "guest"}`;
    const session = await ask((stripe) =>
      stripe.checkout.sessions.create(toSessionParams(request, customerId), {
        idempotencyKey: key,
      }),
    );
    return { ...checkOpened(session, access), account: await findAccount() };
  };

  const reads = {
    readSession: (id: string) => readWhole(ask, id),
    listRefunds: (paymentId: string) => listRefunds(ask, paymentId),
  };

  return {
    name,
    async openSession(request) {
      const { accountId, customerEmail: email } = request;
      if (!accountId) return open(request, null);
      const customerId = await customers.find({ id: accountId, email });
      try {
        return await open(request, customerId);
      } catch (error) {
        if (!isMissing(error, "customer")) throw error;
        return open(request, await customers.find({ id: accountId, email, forgotten: customerId }));
      }
    },
    readSession: (sessionId) => readWhole(ask, sessionId),
    endSession: (sessionId) => endSession(ask, sessionId),
    async openCardPage({ reference, email, returnUrl }) {
      const openPortal = (customer: string) =>
        ask((stripe) => stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }));
      const customer = await customers.find({ id: reference, email });
      try {
        return (await openPortal(customer)).url;
      } catch (error) {
        if (!isMissing(error, "customer")) throw error;
        const anew = await customers.find({ id: reference, email, forgotten: customer });
        return (await openPortal(anew)).url;
      }
    },
    async isOwnAccount(account) {
      return account === keyFingerprint(access.secretKey) || account === (await findAccount());
    },
    async forgetCustomer(customerId) {
      await unlessMissing(ask((stripe) => stripe.customers.del(customerId)));
    },
    refund: (request) => refund(ask, request),
    listRefunds: (paymentId) => listRefunds(ask, paymentId),
    async referenceOf(paymentId) {
      const intent = await unlessMissing(
        ask((stripe) => stripe.paymentIntents.retrieve(paymentId)),
      );
      return intent?.metadata.reference ?? null;
    },
    listEventsSince: (moment) => listFollowing(name, ask, { since: moment, reads }),
    async readEvent(body, signature) {
      const event = await verified(ask, access, { body, signature });
      if (!event) return null;
      const read: ReadMessage = await readStripeEvent(name, event, reads);
      return read ?? { id: event.id, provider: name, type: "ignored" };
    },
  };
}

/** The page of a session that was just opened. Throws when Stripe opened it in another mode than the key promised, or gave no page. */
function checkOpened(session: Stripe.Checkout.Session, { mode }: StripeAccess) {
  if (session.livemode !== (mode === "live")) {
    throw new PaymentProviderError("mixed_modes", `Stripe: the ${mode} key is of the other mode`);
  }
  if (!session.url) throw new PaymentProviderError("refused", "Stripe: a session without a page");
  return { sessionId: session.id, url: session.url };
}

/** The message if one of the endpoints' secrets signed it, by the SDK's own check of the raw body and the time; else null. */
async function verified(
  ask: StripeCall,
  { mode, webhookSecrets }: StripeAccess,
  message: { body: string; signature: string | null },
): Promise<Stripe.Event | null> {
  const { body, signature } = message;
  if (!signature) return null;
  for (const secret of webhookSecrets) {
    const event = await ask(async (stripe) => {
      try {
        return await stripe.webhooks.constructEventAsync(body, signature, secret);
      } catch {
        return null;
      }
    });
    if (event) return event.livemode === (mode === "live") ? event : null;
  }
  return null;
}
