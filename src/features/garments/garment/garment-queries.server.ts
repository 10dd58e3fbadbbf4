import type { SQL } from "drizzle-orm";
import { asc, eq, inArray, sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { DELETED_EMAIL } from "#core/email.ts";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garmentImages, garments, makers } from "#db/schema/production.server.ts";
import type { DescribedLine, LineOption } from "#features/orders/order/line-description.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import type { DueDay, Garment, GarmentStage, RecordedEvent } from "./garment.ts";
import { eventsJson, readEvent } from "./garment-events.server.ts";

/** The garment type of a line: that of its newest contract, else that of the product; "other" where neither says one. */
export const GARMENT_TYPE = sql<string>`coalesce(
  (select ${contracts.terms} ->> 'garment' from ${contracts} where ${contracts.orderItemId} = ${orderItems.id} order by ${contracts.version} desc limit 1),
  ${products.garmentType}, 'other')`;

/**
 * The last shipment with the line once all of them have arrived. A garment that was made again has no line of its own: the day on
 * which it was shipped counts.
 */
const DELIVERED_AT = sql<Date | null>`case when ${garments.remakeOf} is not null
  then (select max(e.happened_at) from garment_events e where e.garment_id = ${garments.id} and e.to_stage = 'shipped')
  else (select case when bool_and(s.delivered_at is not null) then max(s.delivered_at) end
    from shipments s join shipment_items si on si.shipment_id = s.id where si.order_item_id = ${orderItems.id}) end`.mapWith(
  (value: string | Date | null) => (value ? new Date(value) : null),
);

/** A field of the newest contract's terms; null without a contract, and in contracts without the field. */
const newestTerm = (field: "color" | "options", read: "->" | "->>") =>
  sql`(select ${contracts.terms} ${sql.raw(read)} ${sql.raw(`'${field}'`)} from ${contracts}
        where ${contracts.orderItemId} = ${orderItems.id} order by ${contracts.version} desc limit 1)`;

/** From which a line is described: what was agreed last, else what was ordered. */
export const lineColumns = {
  productName: orderItems.productName,
  size: orderItems.size,
  colorName: sql<string>`coalesce(${newestTerm("color", "->>")}, ${orderItems.colorName})`,
  madeToMeasure: orderItems.madeToMeasure,
  options: sql<
    readonly LineOption[]
  >`coalesce(${newestTerm("options", "->")}, ${orderItems.options})`,
  wearer: orderItems.wearer,
  fitName: orderItems.fitName,
  monogram: orderItems.monogram,
};

/** What a statement needs to read a garment; `toGarment` reads it. */
export const garmentColumns = {
  id: garments.id,
  orderId: orderItems.orderId,
  orderItemId: garments.orderItemId,
  productId: orderItems.productId,
  number: garments.number,
  of: orderItems.quantity,
  ...lineColumns,
  garmentType: GARMENT_TYPE,
  stage: garments.stage,
  remakeOf: garments.remakeOf,
  isPatternByHand: garments.isPatternByHand,
  makerId: garments.makerId,
  makerName: makers.name,
  shipBy: garments.shipBy,
  arrivesUntil: orders.arrivesUntil,
  version: garments.version,
  userId: orders.userId,
  customerEmail: orders.customerEmail,
  currency: orders.currency,
  deliveredAt: DELIVERED_AT,
};

/** Joins what `garmentColumns` read to a select from the garments. */
export const joinGarments = <Select extends PgSelect>(select: Select) =>
  select
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(makers, eq(makers.id, garments.makerId));

/** The garments with their lines and orders; the caller says which. */
export const selectGarments = (db: Queryable) =>
  joinGarments(db.select(garmentColumns).from(garments).$dynamic());

/** The columns of `lineColumns`, as a statement reads them. */
type LineColumns = Pick<
  typeof orderItems.$inferSelect,
  Exclude<keyof typeof lineColumns, "options">
> & {
  options: readonly LineOption[];
};

/** What was ordered, as `lineColumns` read it. */
export function describeColumns(row: LineColumns): DescribedLine {
  const { colorName, fitName, monogram, options } = row;
  const { madeToMeasure, productName, size, wearer } = row;
  const chosen = options.map(({ choice, group }) => ({ group, choice }));
  const fit = { wearer, fitName, monogram, options: chosen };
  return { productName, size, colorName, madeToMeasure, fit };
}

type GarmentColumns = Awaited<ReturnType<typeof selectGarments>>[number];

function dueOf({ arrivesUntil, shipBy }: GarmentColumns): DueDay | null {
  if (shipBy) return { day: shipBy, kind: "leaves" };
  return arrivesUntil ? { day: arrivesUntil, kind: "arrives" } : null;
}

/** A garment as its columns say it. */
export function toGarment(row: GarmentColumns): Garment {
  const { makerId, makerName, remakeOf } = row;
  const line = describeColumns(row);
  return {
    id: row.id,
    orderId: row.orderId,
    orderItemId: row.orderItemId,
    productId: row.productId,
    name: lineName(line),
    line,
    number: row.number,
    of: row.of,
    garmentType: row.garmentType,
    stage: row.stage,
    isPatternByHand: row.isPatternByHand,
    version: row.version,
    userId: row.userId,
    customerEmail: row.customerEmail,
    currency: row.currency,
    deliveredAt: row.deliveredAt,
    isRemake: remakeOf !== null,
    isAnonymous: row.customerEmail === DELETED_EMAIL,
    maker: makerId && makerName !== null ? { id: makerId, name: makerName } : null,
    due: dueOf(row),
  };
}

/** One garment; null for an unknown one. Does not check who asks. */
export async function findGarment(db: Queryable, garmentId: string): Promise<Garment | null> {
  if (!isId(garmentId)) return null;
  const [row] = await selectGarments(db).where(eq(garments.id, garmentId));
  return row ? toGarment(row) : null;
}

/** Garments by id; unknown ones are left out. Does not check who asks. */
export async function listGarmentsById(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, Garment>> {
  const known = ids.filter(isId);
  if (known.length === 0) return new Map();
  const rows = await selectGarments(db).where(inArray(garments.id, known));
  return new Map(rows.map((row) => [row.id, toGarment(row)]));
}

/** The garments of an order, in the order of its lines. Does not check who asks. */
export async function listGarmentsOfOrder(db: Queryable, orderId: string): Promise<Garment[]> {
  const rows = await selectGarments(db)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position), asc(garments.number));
  return rows.map(toGarment);
}

/** The garments of a line by their numbers. Does not check who asks. */
export async function listGarmentsOfLine(db: Queryable, orderItemId: string): Promise<Garment[]> {
  const rows = await selectGarments(db)
    .where(eq(garments.orderItemId, orderItemId))
    .orderBy(asc(garments.number));
  return rows.map(toGarment);
}

export type GarmentImage = {
  id: string;
  caption: string;
  width: number;
  height: number;
  at: Date;
  /** When its file was accepted as lost for good; null while there is one. */
  lostAt: Date | null;
};

/** An image as JSON has it, where a moment is a text. */
type ImageRow = Omit<GarmentImage, "at" | "lostAt"> & { at: string; lostAt: string | null };

/** The images of one garment as JSON, oldest first, for a statement that reads more beside them. */
export const imagesJson = (garmentId: SQL) => sql<ImageRow[]>`(
  select coalesce(json_agg(json_build_object(
      'id', p.id, 'caption', p.caption, 'width', p.width, 'height', p.height, 'at', p.created_at, 'lostAt', p.lost_at
    ) order by p.created_at, p.id), '[]')
    from ${garmentImages} p where p.garment_id = ${garmentId} and p.removed_at is null)`;

export const readImage = ({ at, lostAt, ...image }: ImageRow): GarmentImage => ({
  ...image,
  at: new Date(at),
  lostAt: lostAt === null ? null : new Date(lostAt),
});

/** The stage that an event names; null where it names none. */
function stageOf(event: RecordedEvent): GarmentStage | null {
  if (event.kind === "stage") return event.to;
  return event.kind === "work" ? event.stage : null;
}

const describeEvent = (event: RecordedEvent) => ({
  at: event.at,
  kind: event.kind,
  stage: stageOf(event),
  minutes: "minutes" in event ? event.minutes : null,
  note: "note" in event ? event.note : "",
});

/**
 * What is stored about the garments of these orders, by order, for their customer's data export: stages, notes and photos without
 * their authors. One statement however many garments there are.
 */
export async function exportGarments(db: Queryable, orderIds: readonly string[]) {
  const rows = await db
    .select({
      orderId: orderItems.orderId,
      productName: orderItems.productName,
      number: garments.number,
      of: orderItems.quantity,
      stage: garments.stage,
      events: eventsJson(sql`${garments.id}`),
      images: imagesJson(sql`${garments.id}`),
    })
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.position), asc(garments.number));
  const exported = rows.map(({ events, images, number, of, orderId, productName, stage }) => ({
    orderId,
    garment: {
      productName,
      number,
      of,
      stage,
      history: events.map(readEvent).map(describeEvent),
      images: images.map(readImage).map(({ at, caption }) => ({ addedAt: at, caption })),
    },
  }));
  const byOrder = Map.groupBy(exported, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([id, ofOrder]) => [id, ofOrder.map(({ garment }) => garment)]));
}
