import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { addDays } from "#core/business-days.ts";
import { dayOf } from "#core/georgetown-time.ts";
import type { Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import {
  garments,
  makerAbsences,
  makerOvertime,
  makers,
  productionTimes,
} from "#db/schema/production.server.ts";
import { closedDaysOf } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { hasReached, isInWork } from "#features/garments/garment/garment.ts";
import { GARMENT_TYPE } from "#features/garments/garment/garment-queries.server.ts";
import type { AtelierState, LineToPromise, PlannedGarment } from "./line-promises.ts";
import { plannedGarments } from "./line-promises.ts";
import type { GarmentTimes, StageMinutes, WorkStage } from "./production-times.ts";
import {
  combineTimes,
  MIN_RECORDED,
  remainingMinutes,
  timesOf,
  totalMinutes,
  WORK_STAGES,
} from "./production-times.ts";
import type { MakerCalendar } from "./schedule.ts";

/** Older records of work do not say how fast the atelier is now. */
const RECORDED_DAYS = 365;

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

export type RecordedTime = { garment: string; stage: WorkStage; minutes: number; count: number };

/**
 * The medians of the minutes that makers recorded within a year, by garment type and stage, with the number of garments they
 * come from. Minutes that were entered between two stages belong to the work that ends with the next one.
 */
export async function listRecordedTimes(db: Queryable, today: string): Promise<RecordedTime[]> {
  const stages = sql.raw(`array['${["received", ...WORK_STAGES].join("','")}']`);
  const { rows } = await db.execute<RecordedTime>(sql`
    with work as (
      select e.garment_id, sum(e.minutes) as minutes,
             case when e.kind = 'stage' then e.to_stage
                  else (${stages})[array_position(${stages}, case e.to_stage when 'approved' then 'pattern_ready' else e.to_stage end) + 1] end as stage
        from garment_events e
       where e.minutes > 0 and e.kind in ('stage', 'work') and e.happened_at >= ${addDays(today, -RECORDED_DAYS)}::date
       group by e.garment_id, 3
    ), done as (
      select ${GARMENT_TYPE} as garment, work.stage, work.minutes
        from work join ${garments} on ${garments.id} = work.garment_id
             join ${orderItems} on ${orderItems.id} = ${garments.orderItemId}
             left join ${products} on ${products.id} = ${orderItems.productId}
       where work.stage = any(${stages}) and work.stage <> 'received' and ${garments.stage} <> 'cancelled'
         and array_position(${stages}, case ${garments.stage} when 'approved' then 'pattern_ready' else ${garments.stage} end) >= array_position(${stages}, work.stage)
    )
    select garment, stage, count(*)::int as count,
           round(percentile_cont(0.5) within group (order by minutes))::int as minutes
      from done group by garment, stage`);
  return rows;
}

/** The owner's minutes by garment type and stage. */
export async function listOwnTimes(db: Queryable): Promise<Map<string, Partial<StageMinutes>>> {
  const rows = await db.select().from(productionTimes);
  const own = new Map<string, Partial<StageMinutes>>();
  for (const { garment, minutes, stage } of rows) {
    own.set(garment, { ...own.get(garment), [stage]: minutes });
  }
  return own;
}

async function readTimes(db: Queryable, today: string): Promise<GarmentTimes> {
  const recorded = await listRecordedTimes(db, today);
  const reliable = recorded.filter(({ count }) => count >= MIN_RECORDED);
  return combineTimes(await listOwnTimes(db), reliable);
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
  const times = await readTimes(db, today);
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
