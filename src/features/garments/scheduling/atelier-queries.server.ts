import type { SQL } from "drizzle-orm";
import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { dayOf } from "#core/georgetown-time.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import {
  atelierHolds,
  capacityVersion,
  garments,
  makerAbsences,
  makerOvertime,
  makers,
} from "#db/schema/production.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { promisedClosedDays } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { hasReached, isInWork } from "#features/garments/garment/garment.ts";
import { GARMENT_TYPE } from "#features/garments/garment/garment-queries.server.ts";
import { ownedBy } from "#features/garments/specification/specification-owner.server.ts";
import type { ClothLength, HeldLine } from "./atelier-hold.ts";
import type { Agreement, AtelierState, LineToPromise, PlannedGarment } from "./line-promises.ts";
import { plannedGarments } from "./line-promises.ts";
import type { GarmentTimes } from "./production-times.ts";
import { remainingMinutes, timesOf, totalMinutes } from "./production-times.ts";
import type { MakerCalendar } from "./schedule.ts";
import { findUsedTimes } from "./work-times.server.ts";

const absencesFrom = (today: string) => sql<{ from: string; until: string }[]>`(
  select coalesce(json_agg(json_build_object('from', a.from_day, 'until', a.until_day)), '[]')
    from ${makerAbsences} a where a.maker_id = makers.id and a.until_day >= ${today})`;

const overtimeFrom = (today: string) => sql<Readonly<Record<string, number>>>`(
  select coalesce(json_object_agg(o.day, o.minutes), '{}')
    from ${makerOvertime} o where o.maker_id = makers.id and o.day >= ${today})`;

/** Makers at work with their weeks, days away and overtime from this day on. */
async function listCalendars(db: Queryable, today: string): Promise<MakerCalendar[]> {
  const rows = await db
    .select({
      id: makers.id,
      weekMinutes: makers.weekMinutes,
      absences: absencesFrom(today),
      overtime: overtimeFrom(today),
    })
    .from(makers)
    .where(isNull(makers.archivedAt))
    .orderBy(makers.id);
  return rows.map(({ overtime, ...maker }) => ({
    ...maker,
    overtime: new Map(Object.entries(overtime)),
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

type PromisedLines = { now: Date; times: GarmentTimes; exceptOrder: string | null };

/** Garments of lines with a promise for which this holds. */
async function listPromised(
  db: Queryable,
  { exceptOrder, times }: PromisedLines,
  condition: SQL | undefined,
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
        condition,
        isNotNull(orderItems.readyUntil),
        exceptOrder === null ? undefined : ne(orders.id, exceptOrder),
      ),
    );
  return rows.flatMap(({ garment, id, quantity, rush, shipBy }) =>
    plannedGarments({ id, shipBy, rush, count: quantity }, totalMinutes(timesOf(garment, times))),
  );
}

const isUnpaid = (now: Date) => and(eq(orders.status, "pending"), gt(orders.reservedUntil, now));

/** Orders that hold their promise while they are paid (ADR 0051). Those of earlier versions have no hold of their own. */
const isHeld = (now: Date) =>
  and(
    isUnpaid(now),
    sql`not exists (select from ${atelierHolds} h where h.order_id = ${orders.id}
                       and (not h.is_held or h.held_until <= ${now.toISOString()}::timestamptz))`,
  );

/** The lines of unpaid orders that hold time and cloth, with their holders. */
export async function listHeldLines(
  db: Queryable,
  { exceptOrder, now, times }: PromisedLines,
): Promise<HeldLine[]> {
  const rows = await db
    .select({
      id: orderItems.id,
      shipBy: orderItems.readyUntil,
      count: orderItems.quantity,
      rush: orderItems.rush,
      garment: GARMENT_TYPE,
      // A deposit is as good as a confirmed email: the order is not of the strangers' share.
      isStranger: sql<boolean>`${atelierHolds.isStranger} and not ${atelierHolds.isHeldByDeposit}`,
      holderKeys: atelierHolds.holderKeys,
      cloths: sql<ClothLength[]>`(
        select coalesce(json_agg(json_build_object('clothId', c.cloth_id, 'lengthMm', c.length_mm)), '[]')
          from cloth_commitments c where c.order_item_id = ${orderItems.id} and c.status = 'open')`,
    })
    .from(atelierHolds)
    .innerJoin(orders, eq(orders.id, atelierHolds.orderId))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(
      and(
        atelierHolds.isHeld,
        or(isNull(atelierHolds.heldUntil), gt(atelierHolds.heldUntil, now)),
        isUnpaid(now),
        isNotNull(orderItems.readyUntil),
        exceptOrder === null ? undefined : ne(orders.id, exceptOrder),
      ),
    );
  return rows.map(({ garment, shipBy, ...row }) => ({
    ...row,
    shipBy: shipBy ?? "",
    minutes: totalMinutes(timesOf(garment, times)),
  }));
}

/** Unpaid orders of strangers that hold nothing; `shareUsed`: because others use up the share of strangers. */
export type UnheldOrders = { readonly inAll: number; readonly shareUsed: number };

/** Counts the unpaid orders of strangers that wait without a place in the queue. */
export async function countUnheldOrders(db: Queryable, now: Date): Promise<UnheldOrders> {
  const [row] = await db
    .select({
      inAll: sql<number>`count(*)::integer`,
      shareUsed: sql<number>`(count(*) filter (where ${atelierHolds.unheldBecause} = 'share_used'))::integer`,
    })
    .from(atelierHolds)
    .innerJoin(orders, eq(orders.id, atelierHolds.orderId))
    .where(and(isNotNull(atelierHolds.unheldBecause), atelierHolds.isStranger, isUnpaid(now)));
  return row ?? { inAll: 0, shareUsed: 0 };
}

/**
 * Whether an order's customer is a stranger: the account's email is not confirmed, and no order of the account or under the email was
 * paid.
 */
export async function isStranger(
  db: Queryable,
  { customerEmail, userId }: { customerEmail: string; userId: string | null },
): Promise<boolean> {
  const own = sql`lower(o.customer_email) = ${customerEmail.trim().toLowerCase()}`;
  const { rows } = await db.execute<{ isKnown: boolean }>(sql`
    select exists (select from profiles p where p.id = ${userId}::uuid and p.email_verified)
        or exists (select from orders o where o.status = 'completed' and (${own} or o.user_id = ${userId}::uuid)) as "isKnown"`);
  return rows[0]?.isKnown !== true;
}

/**
 * Garments of the lines that were promised after this version of the capacity and still are, whether their orders are paid
 * by now or not.
 */
export function listPromisedSince(
  db: Queryable,
  { version, ...lines }: PromisedLines & { version: number },
): Promise<PlannedGarment[]> {
  const isCurrent = or(isHeld(lines.now), eq(orders.status, "completed"));
  return listPromised(db, lines, and(gt(orderItems.capacityVersion, version), isCurrent));
}

/** How many orders were promised days, as this transaction sees it. */
export async function findCapacityVersion(db: Queryable): Promise<number> {
  const [row] = await db.select({ version: capacityVersion.version }).from(capacityVersion);
  return row?.version ?? 0;
}

/**
 * Lets one order promise after the other: locks the capacity until the commit, and returns its new version. Every order
 * that was promised under an earlier version is committed then.
 */
export async function lockCapacity(tx: Transaction): Promise<number> {
  const [row] = await tx
    .insert(capacityVersion)
    .values({})
    .onConflictDoUpdate({
      target: capacityVersion.onlyRow,
      set: { version: sql`${capacityVersion.version} + 1` },
    })
    .returning({ version: capacityVersion.version });
  if (!row) throw new Error("The version of the capacity was not raised");
  return row.version;
}

/** Makers, garments in work and those about to be paid, except those of one order. Without makers nothing else is read. */
export async function readAtelier(
  db: Queryable,
  { exceptOrder = null, now }: { now: Date; exceptOrder?: string | null },
): Promise<AtelierState> {
  const today = dayOf(now);
  const shipping = await getShippingSettings(db);
  const calendars = await listCalendars(db, today);
  const atelier = { makers: calendars, closed: promisedClosedDays(shipping, today) };
  if (calendars.length === 0) return { today, shipping, atelier, open: [], times: new Map() };
  const times = await findUsedTimes(db, today);
  const inWork = await listGarmentsInWork(db, times);
  const unpaid = await listPromised(db, { exceptOrder, now, times }, isHeld(now));
  return {
    today,
    shipping,
    atelier,
    times,
    open: [...inWork, ...unpaid],
  };
}

/** The made-to-measure lines of an order, as its customer agreed to them. */
export async function listLinesOfOrder(
  db: Queryable,
  orderId: string,
): Promise<(LineToPromise & Agreement)[]> {
  return db
    .select({
      id: orderItems.id,
      garment: GARMENT_TYPE,
      count: orderItems.quantity,
      makingDays: orderItems.extraDays,
      needBy: orderItems.needBy,
      rush: orderItems.rush,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.madeToMeasure, true)))
    .orderBy(orderItems.position);
}

/** The garment types of the actor's fit specifications, by id. */
export async function listGarmentsOfSpecifications(
  db: Queryable,
  { actor, ids }: { actor: Actor; ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: fitSpecifications.id, garment: fitSpecifications.garment })
    .from(fitSpecifications)
    .where(and(inArray(fitSpecifications.id, [...ids]), ownedBy(actor)));
  return new Map(rows.map(({ garment, id }) => [id, garment]));
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
