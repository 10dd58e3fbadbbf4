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
import { endRemakes, lockRemakes } from "#features/garments/alterations/end-remakes.server.ts";
import { cutCommittedCloth } from "#features/garments/cloth/cut-cloth.server.ts";
import type { Garment } from "#features/garments/garment/garment.ts";
import { isInWork } from "#features/garments/garment/garment.ts";
import { listGarmentsOfOrder } from "#features/garments/garment/garment-queries.server.ts";
import type { LeavingQuantity, UnfinishedGarment } from "#features/garments/garment/shippable.ts";
import {
  leavingOf,
  linesToShip,
  listUnfinished,
  shippableOf,
} from "#features/garments/garment/shippable.ts";
import { lockGarments, shipGarments } from "#features/garments/garment/stored-garments.server.ts";
import type { LineQuantity } from "#features/orders/order/line-quantities.ts";
import { quantityLeft } from "#features/orders/order/line-quantities.ts";
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

type LeavingItem = { itemId: string } & LeavingQuantity;

/**
 * What leaves of each line. Each line belongs to the order, occurs once and fits what is left and finished; garments that were made
 * again leave beside what is left.
 */
async function findLeaving(
  tx: Transaction,
  order: Order,
  items: readonly LineQuantity[],
): Promise<Result<LeavingItem[], Exclude<ShipOrderFailure, "not_found">>> {
  if (order.status === "refunded") return fail("given_back");
  if (order.status !== "completed") return fail("not_paid");
  const shipments = await listShipments(tx, order.id);
  const historyOf = await lineHistories(tx, order.id, shipments);
  const leftOf = (line: OrderLine) => quantityLeft(line.quantity, historyOf(line.id));
  if (shipments.length === 0 && order.lines.every((line) => leftOf(line) === 0)) {
    return fail("given_back");
  }
  const garments = await lockGarmentsOf(tx, order);
  const open = linesToShip(order.lines, garments, leftOf);
  const isOnce = new Set(items.map(({ itemId }) => itemId)).size === items.length;
  const inWork = (line: OrderLine) =>
    leftOf(line) + garments.filter((garment) => isRemadeInWork(garment, line)).length;
  const fits = items.every(({ itemId, quantity }) => {
    const line = open.find(({ id }) => id === itemId);
    return line && quantity > 0 && quantity <= inWork(line);
  });
  if (items.length === 0 || !isOnce || !fits) return fail("too_many");
  const leaving = items.flatMap(({ itemId, quantity }) => {
    const line = open.find(({ id }) => id === itemId);
    if (!line) return [];
    const most = shippableOf({ id: itemId, left: leftOf(line) }, garments);
    return [
      { itemId, isShort: quantity > most.ordered + most.remade, ...leavingOf(quantity, most) },
    ];
  });
  const short = leaving.filter(({ isShort }) => isShort).map(({ itemId }) => itemId);
  if (short.length === 0) return ok(leaving);
  return fail({ code: "not_finished", garments: listUnfinished(garments, short) });
}

const isRemadeInWork = ({ isRemake, orderItemId, stage }: Garment, { id }: OrderLine) =>
  isRemake && orderItemId === id && isInWork(stage);

/** The garments of an order, locked until the transaction ends. */
async function lockGarmentsOf(tx: Transaction, order: Order): Promise<Garment[]> {
  const made = order.lines.filter(({ madeToMeasure }) => madeToMeasure).map(({ id }) => id);
  if (made.length === 0) return [];
  await lockGarments(tx, made);
  return listGarmentsOfOrder(tx, order.id);
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

const quantitiesBy = (leaving: readonly LeavingItem[], kind: keyof LeavingQuantity) =>
  leaving
    .map((each) => ({ itemId: each.itemId, quantity: each[kind] }))
    .filter(({ quantity }) => quantity > 0);

/**
 * Ships items of a paid order and emails the customer in the transaction. Never more than bought less
 * refunded and shipped, and of what is made to measure only finished garments; one press, one shipment. A garment that was made again
 * leaves beside them and is no item of the shipment, because its item left before; the request that led to it ends, and the same email
 * says so. Returns the shipment's id.
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
      const remakes = await lockRemakes(tx, order.id);
      const found = await findLeaving(tx, order, requested.items);
      if (!found.ok) return found;
      const leaving = found.value;
      const { carrier, trackingNumber, trackingUrl, key } = requested;
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
      const items = quantitiesBy(leaving, "ordered");
      const remade = quantitiesBy(leaving, "remade");
      if (items.length > 0) {
        await tx.insert(shipmentItems).values(
          items.map(({ itemId, quantity }) => ({
            shipmentId: shipment.id,
            orderItemId: itemId,
            quantity,
          })),
        );
      }
      const cut = await shipGarments(tx, {
        shipmentId: shipment.id,
        items: leaving,
        at: shipment.shippedAt,
        staff: actor,
      });
      await cutCommittedCloth(tx, cut);
      const settled = await endRemakes(tx, remakes, {
        shipmentId: shipment.id,
        staff: actor,
        now: shipment.shippedAt,
      });
      const count = [...items, ...remade].reduce((sum, { quantity }) => sum + quantity, 0);
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
      const written = { ...shipment, updatedAt: shipment.shippedAt, items, remade };
      await sendShipmentEmail(tx, deps, { order, shipment: written, moment: "shipped", settled });
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
        settled: [],
      });
      return ok(null);
    });
  },
);
