import { and, eq, sql } from "drizzle-orm";
import type { Destination } from "#core/delivery-address.ts";
import { parseDestination, reaches } from "#core/delivery-address.ts";
import { batched } from "#db/batch-statements.server.ts";
import type { Queryable } from "#db/client.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { Order } from "#features/orders/order.ts";
import { amountDue, lineTotal } from "#features/orders/order.ts";
import { RESERVATION_MS } from "#features/payments/payment.ts";
import type { SettlementDeps } from "#features/payments/payment-records.server.ts";
import type { ShippingSettings } from "#features/settings/settings-sections.ts";
import { availableShippingMethods } from "#features/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/settings/site-settings-queries.server.ts";
import type { PaymentLine } from "#platform/payments.server.ts";
import { SESSION_ID_PLACEHOLDER, shopNameOf } from "#platform/payments.server.ts";
import { imageVariantPath } from "#ui/image-widths.ts";

export type OpenedPayment = { sessionId: string; url: string };

export function toPaymentLine(line: Order["lines"][number], publicUrl: string): PaymentLine {
  const image = line.mediaId ? imageVariantPath(line.mediaId, 640, "webp") : null;
  return {
    name: line.productName,
    detail: [`Size ${line.size}`, line.colorName, line.madeToMeasure ? "Made to measure" : ""]
      .filter(Boolean)
      .join(", "),
    imageUrl: image && `${publicUrl}${image}`,
    quantity: line.quantity,
    total: lineTotal(line),
  };
}

type OrderSession = { paymentId: string; sessionId: string; url: string; account: string | null };

/**
 * Right even when planned on an empty table: no index serves the status comparison, and the row number's bounds let the
 * planner expect few rows.
 */
const noteSessions = prepareStatement(
  "note_sessions",
  sql`update payments set session_id = opened.session_id, payment_url = opened.url, provider_account = opened.account
        from rows from (json_to_recordset(${sql.placeholder("sessions")}::json) as ("paymentId" uuid, "sessionId" text, url text, account text))
             with ordinality as opened (id, session_id, url, account, number)
       where opened.number between 1 and 1000000 and payments.id = opened.id and coalesce(status = 'pending', false)`,
);

const noteSession = batched(async (db: Queryable, sessions: readonly OrderSession[]) => {
  await noteSessions(db, { sessions: JSON.stringify(sessions) });
  return sessions;
});

/** An older reservation is renewed, because no session is shorter than it. */
const OPENING_MS = 30 * 1000;

/** The session ends with the reservation, which is extended if too short. */
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

/** Whether no shipping method serves the order's destination. */
export function isUnserved(
  order: Pick<Order, "destination" | "madeToMeasure" | "totals">,
  shipping: ShippingSettings,
  now: Date,
): boolean {
  const { madeToMeasure, totals } = order;
  const offered = availableShippingMethods(shipping, { worth: totals.total, madeToMeasure, now });
  return !offered.some((option) => reaches(option, destinationOf(order)));
}

/** Opens the provider's page for a pending order and stores it. Idempotent. Throws AppError('payment_provider'). */
export async function openPayment(
  deps: SettlementDeps,
  order: Order,
  shipping?: ShippingSettings,
): Promise<OpenedPayment> {
  const { db, payments, publicUrl, clock } = deps;
  const provider = await payments.of(order.payment.provider);
  const expiresAt = await holdLongEnough(deps, order);
  const settings = shipping ?? (await getShippingSettings(db));
  const worth = order.totals.total;
  const total = amountDue(order);
  const { madeToMeasure } = order;
  const opened = await provider.openSession({
    shop: shopNameOf(publicUrl),
    reference: order.id,
    kind: "order",
    customerEmail: order.customerEmail,
    accountId: order.userId,
    lines: order.lines.map((line) => toPaymentLine(line, publicUrl)),
    credit: total.minorUnits < worth.minorUnits ? order.credit : null,
    total,
    shippingOptions: availableShippingMethods(settings, { worth, madeToMeasure, now: clock.now() }),
    destination: destinationOf(order),
    automaticTax: settings.automaticTax,
    successUrl: `${publicUrl}/checkout/success?session_id=${SESSION_ID_PLACEHOLDER}`,
    cancelUrl: `${publicUrl}/checkout/cancel?order=${order.id}`,
    expiresAt,
  });
  await noteSession(db, {
    paymentId: order.payment.id,
    sessionId: opened.sessionId,
    url: opened.url,
    account: opened.account ?? null,
  });
  return opened;
}
