import { eq } from "drizzle-orm";
import { dayOf, startOfDay } from "#core/georgetown-time.ts";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { cutCommittedCloth } from "#features/garments/cloth/cut-cloth.server.ts";
import { listGarmentsOfOrder } from "#features/garments/garment/garment-queries.server.ts";
import type { UnfinishedGarment } from "#features/garments/garment/shippable.ts";
import { listUnfinished, shippableQuantity } from "#features/garments/garment/shippable.ts";
import { lockGarments, shipGarments } from "#features/garments/garment/stored-garments.server.ts";
import type { LineQuantity } from "#features/orders/order/line-quantities.ts";
import { entryOf, quantityLeft } from "#features/orders/order/line-quantities.ts";
import type { Order, OrderLine } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/order/shipment-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { ShipmentDeps } from "./send-shipment-email.server.ts";
import { sendShipmentEmail } from "./send-shipment-email.server.ts";
import type { ShipmentInput, TrackingInput } from "./shipment-input.ts";

/** 'given_back': the order was cancelled or refunded. */
export type ShipOrderFailure =
  | "not_found"
  | "not_paid"
  | "given_back"
  | "too_many"
  /** Too few garments of its lines are finished. */
  | { code: "not_finished"; garments: readonly UnfinishedGarment[] };

/** Each line belongs to the order, occurs once and fits what is left and finished. */
async function refusalOf(
  tx: Transaction,
  order: Order,
  items: readonly LineQuantity[],
): Promise<Exclude<ShipOrderFailure, "not_found"> | null> {
  if (order.status === "refunded") return "given_back";
  if (order.status !== "completed") return "not_paid";
  const shipments = await listShipments(tx, order.id);
  const historyOf = await lineHistories(tx, order.id, shipments);
  const leftOf = (line: OrderLine) => quantityLeft(line.quantity, historyOf(line.id));
  if (shipments.length === 0 && order.lines.every((line) => leftOf(line) === 0))
    return "given_back";
  const isOnce = new Set(items.map(({ itemId }) => itemId)).size === items.length;
  const fits = items.every(({ itemId, quantity }) => {
    const line = order.lines.find(({ id }) => id === itemId);
    return line && quantity > 0 && quantity <= leftOf(line);
  });
  if (items.length === 0 || !isOnce || !fits) return "too_many";
  return unfinishedOf(tx, order, items, leftOf);
}

/** Why the garments of these items cannot leave; null when enough of them are finished. Locks the garments first. */
async function unfinishedOf(
  tx: Transaction,
  order: Order,
  items: readonly LineQuantity[],
  leftOf: (line: OrderLine) => number,
): Promise<Extract<ShipOrderFailure, { code: "not_finished" }> | null> {
  const lines = order.lines.filter(({ id }) => items.some(({ itemId }) => itemId === id));
  const made = lines.filter(({ madeToMeasure }) => madeToMeasure).map(({ id }) => id);
  if (made.length === 0) return null;
  await lockGarments(tx, made);
  const garments = await listGarmentsOfOrder(tx, order.id);
  const short = lines.filter((line) => {
    const quantity = entryOf([...items], line.id)?.quantity ?? 0;
    return quantity > shippableQuantity({ id: line.id, left: leftOf(line) }, garments);
  });
  if (short.length === 0) return null;
  const unfinished = listUnfinished(
    garments,
    short.map(({ id }) => id),
  );
  return { code: "not_finished", garments: unfinished };
}

async function findByIdempotencyKey(
  tx: Transaction,
  orderId: string,
  key: string,
): Promise<string | null> {
  if (key === "") return null;
  const [twin] = await tx
    .select({ id: shipments.id })
    .from(shipments)
    .where(eq(shipments.idempotencyKey, ownKey(orderId, key)));
  return twin?.id ?? null;
}

/** The key of a request, which counts within its order. */
const ownKey = (orderId: string, key: string) => `${orderId}:${key}`;

/**
 * Ships items of a paid order and emails the customer in the transaction. Never more than bought less
 * refunded and shipped, and of what is made to measure only finished garments; one press, one shipment. Returns its id.
 */
export const shipOrder = asAdmin(
  async (
    deps: ShipmentDeps,
    input: { actor: Admin; orderId: string; shipment: ShipmentInput },
  ): Promise<Result<{ shipmentId: string }, ShipOrderFailure>> => {
    const { actor, orderId, shipment: requested } = input;
    if (!isId(orderId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return fail("not_found" as const);
      const twin = await findByIdempotencyKey(tx, order.id, requested.key);
      if (twin) return ok({ shipmentId: twin });
      const refusal = await refusalOf(tx, order, requested.items);
      if (refusal) return fail(refusal);
      const { carrier, trackingNumber, trackingUrl, items, key } = requested;
      const shipment = {
        id: newId(),
        carrier,
        trackingNumber,
        trackingUrl,
        shippedAt: deps.clock.now(),
        deliveredAt: null,
      };
      const idempotencyKey = key === "" ? null : ownKey(order.id, key);
      await tx.insert(shipments).values({ ...shipment, orderId: order.id, idempotencyKey });
      await tx.insert(shipmentItems).values(
        items.map(({ itemId, quantity }) => ({
          shipmentId: shipment.id,
          orderItemId: itemId,
          quantity,
        })),
      );
      const cut = await shipGarments(tx, {
        shipmentId: shipment.id,
        items,
        at: shipment.shippedAt,
        staff: actor,
      });
      await cutCommittedCloth(tx, cut);
      const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
      await recordOrderEvent(tx, {
        orderId: order.id,
        type: "shipped",
        detail: {
          shipmentId: shipment.id,
          carrier,
          trackingNumber,
          quantity: count,
          by: actor.name,
        },
      });
      await recordChanges(tx, actor, [
        {
          action: "shipped",
          subject: "order",
          subjectId: order.id,
          before: null,
          after: { carrier, trackingNumber, trackingUrl, quantity: count },
        },
      ]);
      const written = { ...shipment, updatedAt: shipment.shippedAt, items };
      await sendShipmentEmail(tx, deps, { order, shipment: written, moment: "shipped" });
      return ok({ shipmentId: shipment.id });
    });
  },
);

/** Corrects a shipment's tracking. A change after `version` is a 'conflict'. Sends no second email. */
export const correctTracking = asAdmin(
  async (
    deps: { db: Database },
    input: {
      actor: Admin;
      orderId: string;
      shipmentId: string;
      version: string;
      tracking: TrackingInput;
    },
  ): Promise<Result<null, "not_found" | "conflict">> => {
    const { actor, orderId, shipmentId, version, tracking } = input;
    if (!isId(orderId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      const shipment =
        order && (await listShipments(tx, order.id)).find(({ id }) => id === shipmentId);
      if (!order || !shipment) return fail("not_found" as const);
      if (shipment.updatedAt.toISOString() !== version) return fail("conflict" as const);
      const { carrier, trackingNumber, trackingUrl } = shipment;
      await tx.update(shipments).set(tracking).where(eq(shipments.id, shipment.id));
      await recordOrderEvent(tx, {
        orderId: order.id,
        type: "tracking_corrected",
        detail: {
          carrier: tracking.carrier,
          trackingNumber: tracking.trackingNumber,
          by: actor.name,
        },
      });
      await recordChanges(tx, actor, [
        {
          action: "corrected the tracking of",
          subject: "order",
          subjectId: order.id,
          before: { carrier, trackingNumber, trackingUrl },
          after: { ...tracking },
        },
      ]);
      return ok(null);
    });
  },
);

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000;

/** Noon in Georgetown, or the shipping time if later; now for "". Null for a malformed, future or earlier day. */
function deliveryMoment(day: string, shippedAt: Date, now: Date): Date | null {
  if (day === "" || day === dayOf(now)) return now;
  const start = startOfDay(day);
  if (!start || day > dayOf(now) || day < dayOf(shippedAt)) return null;
  return new Date(Math.max(start.getTime() + HALF_A_DAY_MS, shippedAt.getTime()));
}

/**
 * Records a delivery on a Georgetown day (YYYY-MM-DD, empty for now), which starts the days of return, and
 * emails the customer once. Idempotent.
 */
export const recordDelivery = asAdmin(
  async (
    deps: ShipmentDeps,
    input: { actor: Admin; orderId: string; shipmentId: string; day: string },
  ): Promise<Result<null, "not_found" | "no_such_day">> => {
    const { actor, day, orderId, shipmentId } = input;
    if (!isId(orderId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      const shipment =
        order && (await listShipments(tx, order.id)).find(({ id }) => id === shipmentId);
      if (!order || !shipment) return fail("not_found" as const);
      if (shipment.deliveredAt) return ok(null);
      const deliveredAt = deliveryMoment(day, shipment.shippedAt, deps.clock.now());
      if (!deliveredAt) return fail("no_such_day" as const);
      await tx.update(shipments).set({ deliveredAt }).where(eq(shipments.id, shipment.id));
      await recordOrderEvent(tx, {
        orderId: order.id,
        type: "delivered",
        detail: { shipmentId: shipment.id, carrier: shipment.carrier, by: actor.name },
      });
      await recordChanges(tx, actor, [
        {
          action: "marked as delivered",
          subject: "order",
          subjectId: order.id,
          before: { deliveredAt: null },
          after: {
            deliveredAt: deliveredAt.toISOString(),
            trackingNumber: shipment.trackingNumber,
          },
        },
      ]);
      await sendShipmentEmail(tx, deps, {
        order,
        shipment: { ...shipment, deliveredAt },
        moment: "delivered",
      });
      return ok(null);
    });
  },
);
