import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { dayOf } from "#core/georgetown-time.ts";
import type { Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments, makerAbsences, makerOvertime, makers } from "#db/schema/production.server.ts";
import { closedDaysOf } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { GARMENT_TYPE } from "#features/garments/production/production-queries.server.ts";
import { hasReached, isInWork } from "#features/garments/production/stages.ts";
import type { AtelierState, LineToPromise, PlannedGarment } from "./line-promises.ts";
import { plannedGarments } from "./line-promises.ts";
import type { GarmentTimes } from "./production-times.ts";
import { remainingMinutes, timesOf, totalMinutes } from "./production-times.ts";
import type { MakerCalendar } from "./schedule.ts";
import { findUsedTimes } from "./work-times.server.ts";

/** Makers at work with their weeks, days away and overtime from this day on. */
async function listCalendars(db: Queryable, today: string): Promise<MakerCalendar[]> {
  const rows = await db
    .select({ id: makers.id, weekMinutes: makers.weekMinutes })
    .from(makers)
    .where(isNull(makers.archivedAt))
    .orderBy(makers.id);
  if (rows.length === 0) return [];
  const absences = await db
    .select({
      makerId: makerAbsences.makerId,
      from: makerAbsences.fromDay,
      until: makerAbsences.untilDay,
    })
    .from(makerAbsences)
    .where(gte(makerAbsences.untilDay, today));
  const overtime = await db.select().from(makerOvertime).where(gte(makerOvertime.day, today));
  return rows.map(({ id, weekMinutes }) => ({
    id,
    weekMinutes,
    absences: absences.filter(({ makerId }) => makerId === id),
    overtime: new Map(
      overtime.filter(({ makerId }) => makerId === id).map(({ day, minutes }) => [day, minutes]),
    ),
  }));
}

async function listGarmentsInWork(db: Queryable, times: GarmentTimes): Promise<PlannedGarment[]> {
  const rows = await db
    .select({
      id: garments.id,
      stage: garments.stage,
      makerId: garments.makerId,
      shipBy: garments.shipBy,
      arrivesUntil: orders.arrivesUntil,
      rush: orderItems.rush,
      garment: GARMENT_TYPE,
    })
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(sql`${garments.stage} not in ('shipped', 'cancelled')`);
  return rows
    .filter(({ stage }) => isInWork(stage))
    .map(({ arrivesUntil, garment, stage, ...row }) => ({
      ...row,
      shipBy: row.shipBy ?? arrivesUntil,
      minutes: remainingMinutes(stage, timesOf(garment, times)),
      isBegun: hasReached(stage, "cut"),
    }));
}

/** Garments of orders that hold a promise while they are paid. */
async function listPromisedUnpaid(
  db: Queryable,
  { exceptOrder, now, times }: { now: Date; times: GarmentTimes; exceptOrder: string | null },
): Promise<PlannedGarment[]> {
  const rows = await db
    .select({
      id: orderItems.id,
      shipBy: orderItems.readyUntil,
      quantity: orderItems.quantity,
      rush: orderItems.rush,
      garment: GARMENT_TYPE,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(
      and(
        eq(orders.status, "pending"),
        gt(orders.reservedUntil, now),
        isNotNull(orderItems.readyUntil),
        exceptOrder === null ? undefined : ne(orders.id, exceptOrder),
      ),
    );
  return rows.flatMap(({ garment, id, quantity, rush, shipBy }) =>
    plannedGarments({ id, shipBy, rush, count: quantity }, totalMinutes(timesOf(garment, times))),
  );
}

/** Makers, garments in work and those about to be paid, except those of one order. Without makers nothing else is read. */
export async function readAtelier(
  db: Queryable,
  { exceptOrder = null, now }: { now: Date; exceptOrder?: string | null },
): Promise<AtelierState> {
  const today = dayOf(now);
  const shipping = await getShippingSettings(db);
  const calendars = await listCalendars(db, today);
  const atelier = { makers: calendars, closed: closedDaysOf(shipping) };
  if (calendars.length === 0) return { today, shipping, atelier, open: [], times: new Map() };
  const times = await findUsedTimes(db, today);
  const inWork = await listGarmentsInWork(db, times);
  const unpaid = await listPromisedUnpaid(db, { exceptOrder, now, times });
  return {
    today,
    shipping,
    atelier,
    times,
    open: [...inWork, ...unpaid],
  };
}

/** What the schedule needs to know about the lines of fit specifications or of an order. */
export async function listLinesOfOrder(db: Queryable, orderId: string): Promise<LineToPromise[]> {
  return db
    .select({
      id: orderItems.id,
      garment: GARMENT_TYPE,
      count: orderItems.quantity,
      makingDays: orderItems.extraDays,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.madeToMeasure, true)))
    .orderBy(orderItems.position);
}

/** The garment types of products, by id. */
export async function listGarmentTypes(
  db: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, garment: products.garmentType })
    .from(products)
    .where(inArray(products.id, [...productIds]));
  return new Map(rows.map(({ garment, id }) => [id, garment]));
}
