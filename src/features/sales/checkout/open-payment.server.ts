import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#core/app-error.ts";
import type { Destination } from "#core/delivery-address.ts";
import { parseDestination } from "#core/delivery-address.ts";
import { isOwnProvider } from "#core/payment-providers.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { batched } from "#db/batch-statements.server.ts";
import type { Queryable } from "#db/client.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { findAddressIn } from "#features/base/identity/address-book.server.ts";
import {
  clearPaymentTrouble,
  notePaymentTrouble,
} from "#features/base/settings/payment-trouble.server.ts";
import { paymentTroubleMessage } from "#features/base/settings/payment-trouble-messages.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import {
  availableShippingMethods,
  termsWithMaking,
} from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { lineDetails, lineName } from "#features/orders/order/line-description.ts";
import { swatchOf } from "#features/orders/order/line-swatch.ts";
import type { Order, OrderLine } from "#features/orders/order/order.ts";
import { amountDue, lineTotal, makingDaysOf, promiseOf } from "#features/orders/order/order.ts";
import { expireCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import { RESERVATION_MS } from "#features/sales/payments/payment.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import { isProviderError, isStillOpening } from "#platform/payment-trouble.ts";
import type { PaymentLine, PaymentProvider, PaymentRequest } from "#platform/payments.server.ts";
import { SESSION_ID_PLACEHOLDER, shopNameOf } from "#platform/payments.server.ts";
import { imageVariantPath } from "#ui/image-widths.ts";
import { CHECKOUT_MESSAGES } from "./checkout-messages.ts";
import { findHeldOncePaid } from "./held-once-paid.server.ts";
import type { HeldOncePaid } from "./held-once-paid.ts";
import { heldDayOf, heldOncePaidMessage } from "./held-once-paid.ts";
import type { UnpaidOrder } from "./write-order.server.ts";

export type OpenedPayment = { sessionId: string; url: string };

const imageUrlOf = (imageId: string | null, publicUrl: string) =>
  imageId === null ? null : `${publicUrl}${imageVariantPath(imageId, 640, "webp")}`;

/** A line as the shop's own payment pages show it. */
export function toPaymentLine(line: OrderLine, publicUrl: string): PaymentLine {
  const swatch = swatchOf(line);
  return {
    name: lineName(line),
    detail: lineDetails(line).join(", "),
    imageUrl: imageUrlOf(line.mediaId, publicUrl),
    swatch: swatch && {
      name: swatch.name,
      imageUrl: imageUrlOf(swatch.imageId, publicUrl),
      colorHex: swatch.colorHex,
      sentence: swatch.sentence,
    },
    quantity: line.quantity,
    total: lineTotal(line),
  };
}

/** The same for a provider outside the shop, which reads what is bought and nothing about who wears it. */
function toProviderLine(line: OrderLine, publicUrl: string): PaymentLine {
  const { fit: _, ...bought } = line;
  const { swatch = null } = toPaymentLine(line, publicUrl);
  return { ...toPaymentLine(bought, publicUrl), swatch };
}

type OrderSession = { paymentId: string; sessionId: string; url: string; account: string | null };

/** Planned well even on an empty table: no index serves the status, and the row number's bounds suggest few rows. */
const noteSessions = prepareStatement<{ id: string }>(
  "note_sessions",
  sql`update payments set session_id = opened.session_id, payment_url = opened.url, provider_account = opened.account
        from rows from (json_to_recordset(${sql.placeholder("sessions")}::json) as ("paymentId" uuid, "sessionId" text, url text, account text))
             with ordinality as opened (id, session_id, url, account, number)
       where opened.number between 1 and 1000000 and payments.id = opened.id and coalesce(status = 'pending', false)
             and coalesce(payments.session_id, opened.session_id) = opened.session_id
      returning payments.id`,
);

/** Whether stored: not for an order that ended or has another session. */
const noteSession = batched(async (db: Queryable, sessions: readonly OrderSession[]) => {
  const rows = await noteSessions(db, { sessions: JSON.stringify(sessions) });
  const stored = new Set(rows.map(({ id }) => id));
  return sessions.map(({ paymentId }) => stored.has(paymentId));
});

/** Marks that another press opens the page, so that the first does not cancel it. */
async function noteResumption({ db, clock }: SettlementDeps, order: Order): Promise<void> {
  await db
    .update(payments)
    .set({ resumedAt: clock.now() })
    .where(and(eq(payments.id, order.payment.id), eq(payments.status, "pending")));
}

/** The order's open page, and whether another press is opening one. */
async function findOpening(
  { db }: Pick<SettlementDeps, "db">,
  order: Order,
): Promise<{ opened: OpenedPayment | null; isResumed: boolean }> {
  const [row] = await db.select().from(payments).where(eq(payments.id, order.payment.id));
  const { resumedAt = null, sessionId = null, status, url = null } = row ?? {};
  const isOpen = status === "pending" && sessionId !== null && url !== null;
  return { opened: isOpen ? { sessionId, url } : null, isResumed: resumedAt !== null };
}

/** An unstored session must not be paid; returns the order's other page, or an error. */
async function discardSession(
  deps: SettlementDeps,
  { order, provider, sessionId }: { order: Order; provider: PaymentProvider; sessionId: string },
): Promise<OpenedPayment> {
  const { opened } = await findOpening(deps, order);
  if (opened?.sessionId !== sessionId) await provider.endSession(sessionId);
  if (opened) return opened;
  throw new AppError("payment_provider", "The order ended while its page was being opened");
}

/** Renewed when older: no session is shorter. */
const OPENING_MS = 30 * 1000;

/** The session ends with the reservation, extended if too short. */
async function holdLongEnough({ db, clock }: SettlementDeps, order: Order): Promise<Date> {
  const now = clock.now().getTime();
  const { reservedUntil } = order;
  if (reservedUntil && reservedUntil.getTime() >= now + RESERVATION_MS - OPENING_MS) {
    return reservedUntil;
  }
  const until = new Date(now + RESERVATION_MS);
  await db
    .update(orders)
    .set({ reservedUntil: until })
    .where(and(eq(orders.id, order.id), eq(orders.status, "pending")));
  return until;
}

/** Orders older than destinations go there. */
const HOME: Destination = { country: "GY", city: "" };

/** Home for orders without a destination. */
export const destinationOf = (order: Pick<Order, "destination">): Destination =>
  (order.destination === null ? null : parseDestination(order.destination)) ?? HOME;

/** Stores the page. Of concurrent presses the first stored page counts. Throws AppError('payment_provider'). */
async function openPayment(
  deps: SettlementDeps,
  order: Order,
  { notice, settings }: { settings: ShippingSettings; notice: string | null },
): Promise<OpenedPayment> {
  const { db, publicUrl, clock } = deps;
  const provider = await deps.payments.of(order.payment.provider);
  const expiresAt = await holdLongEnough(deps, order);
  const worth = order.totals.total;
  const total = amountDue(order);
  const { madeToMeasure, userId } = order;
  const destination = destinationOf(order);
  const toLine = isOwnProvider(order.payment.provider) ? toPaymentLine : toProviderLine;
  const request: PaymentRequest = {
    shop: shopNameOf(publicUrl),
    reference: order.id,
    kind: "order",
    customerEmail: order.customerEmail,
    accountId: userId,
    lines: order.lines.map((line) => toLine(line, publicUrl)),
    credit: total.minorUnits < worth.minorUnits ? order.credit : null,
    total,
    notice,
    shippingOptions: availableShippingMethods(termsWithMaking(settings, makingDaysOf(order)), {
      worth,
      madeToMeasure,
      now: clock.now(),
      ...promiseOf(order),
    }),
    destination,
    automaticTax: settings.automaticTax,
    successUrl: `${publicUrl}/checkout/success?session_id=${SESSION_ID_PLACEHOLDER}`,
    cancelUrl: `${publicUrl}/checkout/cancel?order=${order.id}`,
    expiresAt,
  };
  const { country } = destination;
  const findSaved = async () => (userId ? findAddressIn(db, { userId, country }) : null);
  const opened = await provider.openSession(request, findSaved);
  const { account = null, sessionId, url } = opened;
  const isStored = await noteSession(db, { paymentId: order.payment.id, sessionId, url, account });
  return isStored ? opened : discardSession(deps, { order, provider, sessionId });
}

const STILL_OPENING =
  "Your payment page is still being opened. Please try again in a moment; your items stay reserved.";

/** The payment page did not open. */
export type UnopenedPage = { code: "provider"; message: string };

export const SESSION_FAILED: UnopenedPage = {
  code: "provider",
  message: CHECKOUT_MESSAGES.sessionFailed,
};

/** What the payment page says of a day that is held only once the order is paid. */
const noticeOf = (day: HeldOncePaid | null): string | null => day && heldOncePaidMessage(day);

/**
 * Opens the payment page of an order that was just written. When its provider fails, the order is cancelled and its items are
 * released, unless another press is opening the page.
 */
export async function openFirstPage(
  deps: SettlementDeps,
  { hold, order, shipping }: UnpaidOrder & { shipping: ShippingSettings },
): Promise<Result<OpenedPayment, UnopenedPage>> {
  return openPage(deps, order, {
    shipping,
    notice: noticeOf(hold === "held" ? null : heldDayOf(order)),
    giveUp: (error) => giveUpOpening(deps, order, error),
  });
}

/** Opens the page of an order that an earlier press wrote and left without one. A failure leaves the order as it is. */
export async function openLeftPage(
  deps: SettlementDeps,
  order: Order,
): Promise<Result<OpenedPayment, UnopenedPage>> {
  await noteResumption(deps, order);
  const notice = noticeOf(await findHeldOncePaid(deps, order));
  return openPage(deps, order, { shipping: null, notice, giveUp: async () => null });
}

/** `giveUp`: after a failure; another press's page, or null. */
async function openPage(
  deps: SettlementDeps,
  order: Order,
  {
    giveUp,
    notice,
    shipping,
  }: {
    shipping: ShippingSettings | null;
    notice: string | null;
    giveUp: (error: unknown) => Promise<OpenedPayment | null>;
  },
): Promise<Result<OpenedPayment, UnopenedPage>> {
  try {
    const settings = shipping ?? (await getShippingSettings(deps.db));
    const opened = await openPayment(deps, order, { settings, notice });
    if (!isOwnProvider(order.payment.provider)) await clearPaymentTrouble(deps.db);
    return ok(opened);
  } catch (error) {
    deps.logger.error({ err: error, orderId: order.id }, "checkout: no payment session");
    await notePaymentTrouble(deps, error);
    const opened = await giveUp(error);
    if (opened) return ok(opened);
    return fail(
      isStillOpening(error) ? { code: "provider", message: STILL_OPENING } : SESSION_FAILED,
    );
  }
}

/**
 * Another press's page, or none. Cancels the order unless another press is opening its page; the sweep is the
 * fallback.
 */
async function giveUpOpening(
  deps: SettlementDeps,
  order: Order,
  error: unknown,
): Promise<OpenedPayment | null> {
  const { isResumed, opened } = await findOpening(deps, order);
  if (opened || isResumed) return opened;
  const why = isProviderError(error) ? paymentTroubleMessage(error) : "";
  const ending = { as: "cancelled", because: "provider_failed", why } as const;
  try {
    await expireCheckout(deps, { orderId: order.id, ...ending });
  } catch (failure) {
    deps.logger.warn({ err: failure, orderId: order.id }, "checkout: order not given up");
  }
  return null;
}
