import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garmentEvents, garmentImages, garments } from "#db/schema/production.server.ts";
import { isGarmentStage } from "./stages.ts";

/** What happened to garments, by garment, newest first. */
async function listHistories(db: Queryable, garmentIds: readonly string[]) {
  const rows = await db
    .select({
      garmentId: garmentEvents.garmentId,
      at: garmentEvents.happenedAt,
      kind: garmentEvents.kind,
      toStage: garmentEvents.toStage,
      minutes: garmentEvents.minutes,
      note: garmentEvents.note,
    })
    .from(garmentEvents)
    .where(inArray(garmentEvents.garmentId, [...garmentIds]))
    .orderBy(desc(garmentEvents.createdAt), desc(garmentEvents.id));
  return Map.groupBy(rows, ({ garmentId }) => garmentId);
}

/** The images of garments that are not removed, by garment, oldest first. */
async function listImages(db: Queryable, garmentIds: readonly string[]) {
  const rows = await db
    .select({
      garmentId: garmentImages.garmentId,
      addedAt: garmentImages.createdAt,
      caption: garmentImages.caption,
    })
    .from(garmentImages)
    .where(and(inArray(garmentImages.garmentId, [...garmentIds]), isNull(garmentImages.removedAt)))
    .orderBy(asc(garmentImages.createdAt), asc(garmentImages.id));
  return Map.groupBy(rows, ({ garmentId }) => garmentId);
}

/**
 * What is stored about the garments of these orders, by order, for their customer's data export: stages, notes and photos without
 * their authors. Three statements however many garments there are.
 */
export async function exportGarments(db: Queryable, orderIds: readonly string[]) {
  const rows = await db
    .select({
      id: garments.id,
      orderId: orderItems.orderId,
      productName: orderItems.productName,
      number: garments.number,
      of: orderItems.quantity,
      stage: garments.stage,
    })
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.position), asc(garments.number));
  const ids = rows.map(({ id }) => id);
  const histories = await listHistories(db, ids);
  const images = await listImages(db, ids);
  const exported = rows.map(({ id, number, of, orderId, productName, stage }) => ({
    orderId,
    garment: {
      productName,
      number,
      of,
      stage,
      history: (histories.get(id) ?? []).map(({ at, kind, minutes, note, toStage }) => {
        return {
          at,
          kind,
          stage: toStage && isGarmentStage(toStage) ? toStage : null,
          minutes,
          note,
        };
      }),
      images: (images.get(id) ?? []).map(({ addedAt, caption }) => ({ addedAt, caption })),
    },
  }));
  const byOrder = Map.groupBy(exported, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([id, ofOrder]) => [id, ofOrder.map(({ garment }) => garment)]));
}
