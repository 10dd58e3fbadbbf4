import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { ProviderName } from "#core/payment-providers.ts";
import type { Database } from "#db/client.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { paymentCustomers } from "#db/schema/payments.server.ts";
import type { PaymentTrouble } from "../payment-trouble.ts";
import { isProviderError, PaymentProviderError } from "../payment-trouble.ts";
import type {
  OpenedSession,
  PaymentEvent,
  PaymentProvider,
  PaymentRequest,
  PaymentSession,
  ProviderRefund,
  RefundRequest,
} from "../payments.server.ts";
import { stripeRefund, toProviderRefund } from "./read-stripe-refund.ts";
import { promotionCodeId, stripeSession, toPaymentSession } from "./read-stripe-session.ts";
import type { StripeAccess } from "./stripe-access.ts";
import type { StripeCall, StripeConnections } from "./stripe-client.server.ts";
import { isMissing, requestOnce } from "./stripe-client.server.ts";
import { listStripeEvents, readStripeEvent } from "./stripe-events.server.ts";
import { toStripeAmount } from "./stripe-money.ts";
import { expirySeconds, toCustomerShipping, toSessionParams } from "./stripe-session-params.ts";

type StripeCustomers = {
  /** Created at the first call, or again when `forgotten`; `isPrefill` gives up soon, since a checkout waits for it. */
  find(account: {
    id: string;
    email: string;
    forgotten?: string;
    isPrefill?: boolean;
  }): Promise<string>;
  /** What the payment page prefills; a failure leaves the form empty. */
  saveShipping(customerId: string, address: DeliveryAddress): Promise<void>;
};

/** Optional, so the customer does not wait long for it. */
const PREFILL_WAIT = { maxNetworkRetries: 0, timeout: 2_000 };

/** One repetition tells whether Stripe remembers its failure under the key. */
const PREFILL_CREATION = { maxNetworkRetries: 1, timeout: 2_000 };

/** Ids are not shared between modes. Concurrent first calls create one customer, by idempotency key. */
function createStripeCustomers(
  db: Database,
  provider: ProviderName,
  call: StripeCall,
): StripeCustomers {
  return {
    async find({ id, email, forgotten, isPrefill }) {
      const own = and(eq(paymentCustomers.userId, id), eq(paymentCustomers.provider, provider));
      if (forgotten) {
        await db
          .delete(paymentCustomers)
          .where(and(own, eq(paymentCustomers.customerId, forgotten)));
      }
      const [known] = await db.select().from(paymentCustomers).where(own);
      if (known) return known.customerId;
      // A duplicate customer is harmless, so there is no search.
      const made = await requestOnce(
        `customer:${id}:${forgotten ?? "first"}`,
        (idempotencyKey) =>
          call((stripe) =>
            stripe.customers.create(
              { email, metadata: { account: id } },
              isPrefill ? { idempotencyKey, ...PREFILL_CREATION } : { idempotencyKey },
            ),
          ),
        async () => null,
        isPrefill ? 1 : undefined,
      );
      await db
        .insert(paymentCustomers)
        // If the account was erased meanwhile, its customer is queued for deletion.
        .values({
          userId: sql`(select ${profiles.id} from ${profiles} where ${profiles.id} = ${id})`,
          provider,
          customerId: made.id,
        })
        .onConflictDoNothing();
      const [row] = await db.select().from(paymentCustomers).where(own);
      return row?.customerId ?? made.id;
    },
    async saveShipping(customerId, address) {
      const shipping = toCustomerShipping(address);
      await unlessProviderFails(
        call((stripe) => stripe.customers.update(customerId, { shipping }, PREFILL_WAIT)),
      );
    },
  };
}

/** The customer waits for this request, which happens once per process. */
const MAX_WAIT_MS = 3_000;

/** Stands for an unknown account: the same for the same key, and does not reveal it. */
function keyFingerprint(secretKey: string): string {
  return `key_${createHash("sha256").update(secretKey).digest("hex").slice(0, 16)}`;
}

/**
 * The account of a secret key ("acct_..."), requested once; the key's fingerprint when Stripe refuses or is
 * unreachable. Never throws.
 */
async function accountName(
  { accountIds, callUnder }: StripeConnections,
  secretKey: string,
): Promise<string> {
  const known = accountIds.get(secretKey);
  if (known) return known;
  const call = callUnder(secretKey);
  try {
    const { id } = await call((stripe) =>
      stripe.accounts.retrieveCurrent({}, { maxNetworkRetries: 0, timeout: MAX_WAIT_MS }),
    );
    accountIds.set(secretKey, id);
    return id;
  } catch (error) {
    const fingerprint = keyFingerprint(secretKey);
    const isForGood = isProviderError(error) && error.trouble === "restricted_key";
    if (isForGood) accountIds.set(secretKey, fingerprint);
    return fingerprint;
  }
}

/** Included in full instead of by id. */
const WHOLE_SESSION = { expand: ["payment_intent.latest_charge", "shipping_cost.shipping_rate"] };

type StripeDeps = { db: Database; access: StripeAccess; connections: StripeConnections };

/** Null when Stripe did not send it. */
type ReadMessage = PaymentEvent | null;

async function readWhole(call: StripeCall, sessionId: string): Promise<PaymentSession | null> {
  const reported = await unlessMissing(
    call((stripe) => stripe.checkout.sessions.retrieve(sessionId, WHOLE_SESSION)),
  );
  if (!reported) return null;
  const session = stripeSession.parse(reported);
  return toPaymentSession(session, await findPromotionCode(call, promotionCodeId(session)));
}

/** The customer's spelling; "" when deleted or unreadable for the key. */
async function findPromotionCode(call: StripeCall, codeId: string | null): Promise<string> {
  if (!codeId) return "";
  try {
    return (await call((stripe) => stripe.promotionCodes.retrieve(codeId))).code;
  } catch (error) {
    const lesser: readonly PaymentTrouble[] = ["refused", "restricted_key"];
    if (isProviderError(error) && lesser.includes(error.trouble)) return "";
    throw error;
  }
}

async function listRefunds(call: StripeCall, paymentId: string): Promise<ProviderRefund[]> {
  const reported = await unlessMissing(
    call((stripe) => stripe.refunds.list({ payment_intent: paymentId, limit: 100 })),
  );
  return z
    .array(stripeRefund)
    .parse(reported?.data ?? [])
    .map(toProviderRefund);
}

async function refund(call: StripeCall, request: RefundRequest): Promise<ProviderRefund> {
  const { amount, key, paymentId } = request;
  const failed = (failure: string) => {
    return { id: null, key, paymentId, amount, status: "failed" as const, failure };
  };
  if (!paymentId) return failed("Stripe took no payment for it.");
  try {
    const create = (idempotencyKey: string) =>
      call((stripe) =>
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
      async () => (await listRefunds(call, paymentId)).find((each) => each.key === key) ?? null,
    );
  } catch (error) {
    // Stripe refused, so no money moved. After other errors a retry is safe.
    if (isProviderError(error) && error.trouble === "refused") {
      return failed(error.text);
    }
    throw error;
  }
}

/**
 * True when the session can no longer be paid, false when it was paid or is processing, null when unknown to the
 * account.
 */
async function endSession(call: StripeCall, sessionId: string): Promise<boolean | null> {
  try {
    await call((stripe) => stripe.checkout.sessions.expire(sessionId));
    return true;
  } catch (error) {
    if (isMissing(error)) return null;
    const isRefused = isProviderError(error) && error.trouble === "refused";
    if (!isRefused) throw error;
    const session = await readWhole(call, sessionId);
    return session && session.status === "expired";
  }
}

/** Null when Stripe refuses or cannot be reached. */
async function unlessProviderFails<Response>(requested: Promise<Response>) {
  try {
    return await requested;
  } catch (error) {
    if (isProviderError(error)) return null;
    throw error;
  }
}

/** Null when the account does not know the object. */
async function unlessMissing<Answer>(requested: Promise<Answer>): Promise<Answer | null> {
  try {
    return await requested;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

type Opening = {
  findSavedAddress: (() => Promise<DeliveryAddress | null>) | undefined;
  open(request: PaymentRequest, customerId: string | null): Promise<OpenedSession>;
};

/** Opens the page as for a guest without an account, or when Stripe has no customer for it now. */
async function openAsAccount(
  customers: StripeCustomers,
  request: PaymentRequest,
  { findSavedAddress, open }: Opening,
): Promise<OpenedSession> {
  const { accountId, customerEmail } = request;
  if (!accountId) return open(request, null);
  const address = (await findSavedAddress?.()) ?? null;
  const prepare = async (forgotten?: string) => {
    const account = { id: accountId, email: customerEmail, isPrefill: true };
    const found = customers.find(forgotten ? { ...account, forgotten } : account);
    const customerId = await unlessProviderFails(found);
    if (customerId && address) await customers.saveShipping(customerId, address);
    return customerId;
  };
  const customerId = await prepare();
  try {
    return await open(request, customerId);
  } catch (error) {
    if (!customerId || !isMissing(error, "customer")) throw error;
    return open(request, await prepare(customerId));
  }
}

/** Stripe as a payment provider, under the keys of one mode (ADR 0016). */
export function createStripePayments({ db, access, connections }: StripeDeps): PaymentProvider {
  const name: ProviderName = `stripe:${access.mode}`;
  const call = connections.callUnder(access.secretKey);
  const customers = createStripeCustomers(db, name, call);
  const findAccount = () => accountName(connections, access.secretKey);

  const open = async (request: PaymentRequest, customerId: string | null) => {
    const { expiresAt, reference } = request;
    const key = `session:${reference}:${expirySeconds(expiresAt)}:${customerId ?? "guest"}`;
    const couponId = request.credit && (await createCreditCoupon(call, request.credit, reference));
    const session = await call((stripe) =>
      stripe.checkout.sessions.create(toSessionParams(request, { couponId, customerId }), {
        idempotencyKey: key,
      }),
    );
    return { ...checkOpened(session, access), account: await findAccount() };
  };

  const reads = {
    readSession: (id: string) => readWhole(call, id),
    listRefunds: (paymentId: string) => listRefunds(call, paymentId),
  };

  return {
    name,
    openSession: (request, findSavedAddress) =>
      openAsAccount(customers, request, { findSavedAddress, open }),
    readSession: (sessionId) => readWhole(call, sessionId),
    endSession: (sessionId) => endSession(call, sessionId),
    async openCardPage({ reference, email, returnUrl }) {
      const openPortal = (customer: string) =>
        call((stripe) => stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }));
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
      await unlessMissing(call((stripe) => stripe.customers.del(customerId)));
    },
    refund: (request) => refund(call, request),
    listRefunds: (paymentId) => listRefunds(call, paymentId),
    async referenceOf(paymentId) {
      const intent = await unlessMissing(
        call((stripe) => stripe.paymentIntents.retrieve(paymentId)),
      );
      return intent?.metadata.reference ?? null;
    },
    listEventsSince: (moment) => listStripeEvents(name, call, { since: moment, reads }),
    async readEvent(body, signature) {
      const event = await verified(call, access, { body, signature });
      if (!event) return null;
      const read: ReadMessage = await readStripeEvent(name, event, reads);
      return read ?? { id: event.id, provider: name, type: "ignored" };
    },
  };
}

/** Takes store credit off the lines; one coupon for each order and amount. */
async function createCreditCoupon(
  call: StripeCall,
  credit: MoneyAmount,
  reference: string,
): Promise<string> {
  const { amount, currency } = toStripeAmount(credit);
  const idempotencyKey = `credit:${reference}:${amount}`;
  const coupon = await call((stripe) =>
    stripe.coupons.create(
      { amount_off: amount, currency, duration: "once", max_redemptions: 1, name: "Store credit" },
      { idempotencyKey },
    ),
  );
  return coupon.id;
}

/** Throws when the session's mode differs from the key's, or without a URL. */
function checkOpened(session: Stripe.Checkout.Session, { mode }: StripeAccess) {
  if (session.livemode !== (mode === "live")) {
    throw new PaymentProviderError("mixed_modes", `Stripe: the ${mode} key is of the other mode`);
  }
  if (!session.url) throw new PaymentProviderError("refused", "Stripe: a session without a page");
  return { sessionId: session.id, url: session.url };
}

/** The event if an endpoint's secret signed it (the SDK checks raw body and time), else null. */
async function verified(
  call: StripeCall,
  { mode, webhookSecrets }: StripeAccess,
  message: { body: string; signature: string | null },
): Promise<Stripe.Event | null> {
  const { body, signature } = message;
  if (!signature) return null;
  for (const secret of webhookSecrets) {
    const event = await call(async (stripe) => {
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
