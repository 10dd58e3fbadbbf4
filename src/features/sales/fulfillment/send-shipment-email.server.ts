import { addressLines } from "#core/address-lines.server.ts";
import { orderNumber } from "#core/document-number.ts";
import { DAY_MS } from "#core/duration.ts";
import { dayOf, formatDay } from "#core/georgetown-time.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { unsubscribeUrl } from "#features/base/identity/unsubscribe.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { arrivalDays } from "#features/base/settings/shipping-methods.ts";
import {
  getSettings,
  getShippingSettings,
} from "#features/base/settings/site-settings-queries.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { colorBeside, fitLabels, lineName } from "#features/orders/order/line-description.ts";
import { contentsOf, quantityLeft } from "#features/orders/order/line-quantities.ts";
import type { Order, OrderLine } from "#features/orders/order/order.ts";
import { orderPage } from "#features/orders/order/order.ts";
import { orderDelivery } from "#features/orders/order/order-delivery.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/order/shipment-queries.server.ts";
import { returnWindowEnd } from "#features/sales/returns/return-rules.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { deliveredEmail, shippedEmail } from "./shipment-email.ts";

export type ShipmentDeps = {
  db: Database;
  jobs: JobQueue;
  clock: Clock;
  /** Signs the unsubscribe links. */
  auth: Auth;
  /** Without a trailing slash. */
  publicUrl: string;
};

const named = (line: OrderLine, quantity: number) => ({
  name: lineName(line),
  size: line.size,
  colorName: colorBeside(line),
  chosen: fitLabels(line),
  quantity,
});

async function noticeOf(tx: Transaction, deps: ShipmentDeps, order: Order, shipment: Shipment) {
  const { general } = await getSiteShell(tx);
  const historyOf = await lineHistories(tx, order.id, await listShipments(tx, order.id));
  const contents = contentsOf(shipment);
  return {
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
    orderNumber: orderNumber(order.id),
    orderUrl: orderPage(deps.publicUrl, order),
    customerName: order.address?.fullName,
    carrier: shipment.carrier,
    trackingNumber: shipment.trackingNumber,
    trackingUrl: shipment.trackingUrl,
    inside: order.lines.flatMap((line) => {
      const inside = contents.find(({ itemId }) => itemId === line.id);
      return inside ? [named(line, inside.quantity)] : [];
    }),
    toFollow: order.lines.flatMap((line) => {
      const left = quantityLeft(line.quantity, historyOf(line.id));
      return left > 0 ? [named(line, left)] : [];
    }),
    addressLines: order.address ? addressLines(order.address) : [],
  };
}

/** The promise of the order, or once its days are over those of its shipping method from today; null without a method. */
function expectedDelivery(order: Order, terms: DeliveryTerms, now: Date): string | null {
  const today = dayOf(now);
  const isOver = order.arrives !== null && order.arrives.until < today;
  const method = terms.methods.find(({ label }) => label === order.shippingMethod);
  const ready = { from: today, until: today };
  const arrives =
    isOver && method
      ? arrivalDays(terms, method, { madeToMeasure: true, now, ready })
      : order.arrives;
  return orderDelivery({ ...order, arrives }, { hasArrived: false });
}

/** The last day on which what was made to measure in a delivered shipment is altered (alteration-rules.ts); null without any. */
async function alterUntilOf(
  tx: Transaction,
  order: Order,
  shipment: Shipment,
): Promise<string | null> {
  const inside = contentsOf(shipment).map(({ itemId }) => itemId);
  const isMade = order.lines.some(({ id, madeToMeasure }) => madeToMeasure && inside.includes(id));
  if (!isMade || !shipment.deliveredAt) return null;
  const { days } = await getSettings(tx, "alterations");
  return formatDay(new Date(shipment.deliveredAt.getTime() + days * DAY_MS));
}

/** Emails a subscribed customer once when a shipment leaves and once when it arrives (decision A4). */
export async function sendShipmentEmail(
  tx: Transaction,
  deps: ShipmentDeps,
  reported: {
    order: Order;
    shipment: Shipment;
    moment: "shipped" | "delivered";
    /** The requests for another garment that end with this shipment. */
    settled: readonly string[];
  },
): Promise<void> {
  const { moment, order, settled, shipment } = reported;
  const notice = await noticeOf(tx, deps, order, shipment);
  const isReturnable = order.lines.some(
    (line) => !line.madeToMeasure && shipment.items.some(({ itemId }) => itemId === line.id),
  );
  const terms = await getShippingSettings(tx);
  const until = isReturnable ? returnWindowEnd({ ...order, ...shipment }, terms) : null;
  const mail =
    moment === "shipped"
      ? shippedEmail({
          ...notice,
          settled,
          delivery: expectedDelivery(order, terms, deps.clock.now()),
        })
      : deliveredEmail({
          ...notice,
          returnUntil: until && formatDay(until),
          alterUntil: await alterUntilOf(tx, order, shipment),
        });
  await enqueueEmail(tx, deps.jobs, {
    ...mail,
    dedupeKey: `${moment}:${shipment.id}`,
    recipient: order.customerEmail,
    unsubscribeUrl: (userId, topic) => unsubscribeUrl(deps.auth, deps.publicUrl, { userId, topic }),
  });
}
