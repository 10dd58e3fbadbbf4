import type Stripe from "stripe";
import type { Books } from "./books.ts";
import type { Payer } from "./charges.ts";
import { chargeFor, failIntent, intentOf, settleIntent } from "./charges.ts";
import { discountOf, findPromotionCode } from "./discounts.ts";
import { closeDispute, openDispute } from "./disputes.ts";
import { createRefund, settleRefund } from "./refunds.ts";
import { addUp, endSession, findSession } from "./sessions.ts";

/** What a payer does, by default in Georgetown with the first shipping option. */
export type PaymentAct = {
  /** The rate's metadata has the shop's id. */
  shippingOption?: number | string;
  address?: Partial<Stripe.Address>;
  name?: string;
  email?: string;
  phone?: string;
  taxNumber?: string;
  /** Stripe Tax, in minor units. */
  tax?: number;
  promotion?: string;
  /** Complete, unpaid until settleLater. */
  async?: boolean;
};

const PAYER = { name: "Rosa Persaud", phone: "+5925550100" };
const HOME: Stripe.Address = {
  line1: "12 Water Street",
  line2: null,
  city: "Georgetown",
  state: null,
  postal_code: null,
  country: "GY",
};

function rateOf(books: Books, session: Stripe.Checkout.Session, request: number | string = 0) {
  const ids = session.shipping_options.map((option) => String(option.shipping_rate));
  if (typeof request === "number") return ids[request] ?? null;
  const found = ids.find((id) => {
    const rate = books.shippingRates.get(id);
    return rate?.display_name === request || Object.values(rate?.metadata ?? {}).includes(request);
  });
  if (!found) throw new Error(`The payment page offers no shipping called ${request}`);
  return found;
}

function typeCode(books: Books, session: Stripe.Checkout.Session, code: string): void {
  const detail = books.details.get(session.id);
  const chosen = session.allow_promotion_codes ? findPromotionCode(books, code) : null;
  if (!detail || !chosen) throw new Error(`The payment page does not take the code ${code}`);
  detail.discounts = [discountOf(books, session.id, chosen, session.amount_subtotal ?? 0)];
  session.discounts = [
    { coupon: chosen.coupon.id, promotion_code: chosen.promotionCode?.id ?? null },
  ];
}

/** The customer's shipping address, if its country is accepted. */
function prefilled(books: Books, session: Stripe.Checkout.Session) {
  const shipping = books.customers.get(String(session.customer))?.shipping ?? null;
  const accepted: readonly string[] = session.shipping_address_collection?.allowed_countries ?? [];
  return accepted.includes(shipping?.address?.country ?? "") ? shipping : null;
}

function fillIn(books: Books, session: Stripe.Checkout.Session, act: PaymentAct): Payer {
  const shown = prefilled(books, session);
  const address = { ...(shown?.address ?? HOME), ...act.address };
  const payer: Payer = {
    name: act.name ?? shown?.name ?? PAYER.name,
    email: act.email ?? session.customer_email ?? "payer@example.com",
    phone: session.phone_number_collection?.enabled
      ? (act.phone ?? shown?.phone ?? PAYER.phone)
      : null,
    address,
  };
  session.customer_details = {
    ...payer,
    business_name: null,
    individual_name: null,
    tax_exempt: "none",
    // Refused where not requested.
    tax_ids:
      act.taxNumber && session.tax_id_collection?.enabled
        ? [{ type: "eu_vat", value: act.taxNumber }]
        : [],
  };
  if (session.shipping_address_collection) {
    session.collected_information = {
      business_name: null,
      individual_name: null,
      shipping_details: { address, name: payer.name },
    };
  }
  return payer;
}

function openSession(books: Books, id: string): Stripe.Checkout.Session {
  const session = findSession(books, id);
  if (session.status !== "open") throw new Error(`This payment page is ${session.status}`);
  return session;
}

/** Actions return events to deliver. */
export function createPayerSide(books: Books) {
  const eventsOf = (act: () => void): Stripe.Event[] => {
    const before = books.events.size;
    act();
    return [...books.events.values()].slice(before);
  };
  const chargeOfSession = (sessionId: string) => {
    const intent = books.intents.get(String(books.sessions.get(sessionId)?.payment_intent));
    return String(intent?.latest_charge);
  };
  const complete = (session: Stripe.Checkout.Session, payer: Payer, isPaid: boolean) => {
    const intent = intentOf(books, session);
    intent.amount = session.amount_total ?? 0;
    session.status = "complete";
    session.url = null;
    session.payment_intent = intent.id;
    session.payment_status = isPaid ? "paid" : "unpaid";
    books.report("payment_intent.created", intent);
    if (!isPaid) {
      intent.status = "processing";
      books.report("payment_intent.processing", intent);
    } else collectPayment(books, intent, payer);
    books.report("checkout.session.completed", session);
  };

  return {
    /** At once unless `async`. */
    pay: (sessionId: string, act: PaymentAct = {}) =>
      eventsOf(() => {
        const session = openSession(books, sessionId);
        if (act.promotion) typeCode(books, session, act.promotion);
        const rateId = rateOf(books, session, act.shippingOption);
        addUp(books, session, { rateId, tax: act.tax ?? 0 });
        complete(session, fillIn(books, session, act), !act.async);
      }),
    settleLater: (sessionId: string, arrived: boolean) =>
      eventsOf(() => settleLater(books, findSession(books, sessionId), arrived)),
    /** Another attempt may follow. */
    decline: (sessionId: string, because = "generic_decline") =>
      eventsOf(() => {
        const session = openSession(books, sessionId);
        const intent = intentOf(books, session);
        const charge = chargeFor(books, intent, fillIn(books, session, {}), because);
        failIntent(intent, charge);
        session.payment_intent = intent.id;
        session.customer_details = null;
        session.collected_information = null;
        books.report("charge.failed", charge);
        books.report("payment_intent.payment_failed", intent);
      }),
    expire: (sessionId: string) => eventsOf(() => endSession(books, openSession(books, sessionId))),
    dispute: (sessionId: string, reason = "fraudulent") =>
      eventsOf(() => void openDispute(books, chargeOfSession(sessionId), reason)),
    closeDispute: (disputeId: string, won: boolean) =>
      eventsOf(() => void closeDispute(books, disputeId, won)),
    /** By default the rest. */
    refundFromDashboard: (sessionId: string, amount?: number) =>
      eventsOf(() => {
        const charge = chargeOfSession(sessionId);
        createRefund(books, amount === undefined ? { charge } : { charge, amount });
      }),
    /** With `double.refundsArrive = "later"`. */
    settleRefund: (refundId: string, arrived: boolean) =>
      eventsOf(() => void settleRefund(books, refundId, arrived)),
  };
}

function collectPayment(books: Books, intent: Stripe.PaymentIntent, payer: Payer): void {
  const charge = chargeFor(books, intent, payer);
  settleIntent(intent, charge);
  books.report("charge.succeeded", charge);
  books.report("payment_intent.succeeded", intent);
}

function settleLater(books: Books, session: Stripe.Checkout.Session, arrived: boolean): void {
  const intent = intentOf(books, session);
  const { name, email, phone, address } = session.customer_details ?? {};
  const payer = { name: name ?? "", email: email ?? "", phone: phone ?? null };
  if (arrived) {
    collectPayment(books, intent, { ...payer, address: address ?? HOME });
    session.payment_status = "paid";
    books.report("checkout.session.async_payment_succeeded", session);
    return;
  }
  const charge = chargeFor(
    books,
    intent,
    { ...payer, address: address ?? HOME },
    "generic_decline",
  );
  failIntent(intent, charge, "us_bank_account");
  books.report("payment_intent.payment_failed", intent);
  books.report("checkout.session.async_payment_failed", session);
}

export type PayerSide = ReturnType<typeof createPayerSide>;
