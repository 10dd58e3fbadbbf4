import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garmentEvents, garmentImages, garments } from "#db/schema/production.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { runImageJob } from "#features/base/media/image-queue.server.ts";
import { makeMaster } from "#features/base/media/ingest-image.server.ts";
import {
  deleteFilesLater,
  GARMENT_IMAGES,
  readPrivateImage,
  removeImagesOfOrders,
  storePrivateImage,
} from "#features/base/media/private-images.server.ts";
import { MAX_IMAGE_BYTES, sniffImageKind } from "#features/base/media/upload-rules.ts";
import {
  deviceMoment,
  isDeviceEventKnown,
  recordGarmentEvents,
} from "#features/garments/garment/garment-events.server.ts";
import { lockGarment } from "#features/garments/garment/stored-garments.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { ImageRefusal } from "./image-messages.ts";
import { MAX_CAPTION_LENGTH, MAX_GARMENT_IMAGES } from "./image-messages.ts";

type Refusal = "not_found";

type NewImage = {
  actor: Admin;
  garmentId: string;
  bytes: Uint8Array | null;
  caption: string;
  /** Chosen by a device that was offline, so that a repeated request adds nothing. */
  deviceEventId?: string | null;
  /** By the device's clock; never before the garment or in the future. */
  happenedAt?: Date | null;
};

/**
 * Adds a photo of the work: re-encoded without metadata, in sealed files that no public URL serves. A refusal stores nothing.
 * Idempotent by the device's event id.
 */
export const addGarmentImage = asAdmin(
  async (
    deps: { db: Database; files: FileStore; measurementBox: SecretBox; clock: Clock },
    input: NewImage,
  ): Promise<Result<null, Refusal | ImageRefusal>> => {
    const { actor, bytes, deviceEventId = null, garmentId, happenedAt = null } = input;
    const { db } = deps;
    if (!isId(garmentId) || (await db.$count(garments, eq(garments.id, garmentId))) === 0)
      return fail("not_found");
    if (await isDeviceEventKnown(db, deviceEventId)) return ok(null);
    if (!bytes || bytes.byteLength === 0) return fail("no_file");
    if (bytes.byteLength > MAX_IMAGE_BYTES) return fail("too_large");
    const stays = and(eq(garmentImages.garmentId, garmentId), isNull(garmentImages.removedAt));
    if ((await db.$count(garmentImages, stays)) >= MAX_GARMENT_IMAGES) return fail("too_many");
    const master = sniffImageKind(bytes)
      ? await runImageJob("visitor", () => makeMaster(bytes))
      : null;
    if (!master?.ok) return fail(master?.error === "animated" ? "animated" : "not_an_image");
    const { height, width } = master.value;
    const id = newId();
    const caption = tidyLine(input.caption).slice(0, MAX_CAPTION_LENGTH);
    const stored = await storePrivateImage(deps, GARMENT_IMAGES, {
      id,
      bytes: master.value.bytes,
    });
    return inTransaction(db, async (tx) => {
      const garment = await lockGarment(tx, garmentId);
      // Another request with the same photo may have been faster.
      if (!garment || (await isDeviceEventKnown(tx, deviceEventId))) {
        await deleteFilesLater(tx, [{ id, storageKey: stored.storageKey }]);
        return garment ? ok(null) : fail("not_found" as const);
      }
      const staffId = actor.userId;
      await tx
        .insert(garmentImages)
        .values({ ...stored, id, garmentId, caption, width, height, staffId });
      const at = deviceMoment(happenedAt, garment.createdAt, deps.clock.now());
      await recordGarmentEvents(tx, [
        { kind: "photo", garmentId, note: caption, at, staff: actor, deviceEventId },
      ]);
      return ok(null);
    });
  },
);

/** Removes a photo and its file. Idempotent. */
export const removeGarmentImage = asAdmin(
  async (
    { clock, db }: { db: Database; clock: Clock },
    input: { garmentId: string; imageId: string },
  ): Promise<Result<null, Refusal>> => {
    const { garmentId, imageId } = input;
    if (!isId(garmentId) || !isId(imageId)) return fail("not_found");
    await db.transaction(async (tx) => {
      const removed = await tx
        .update(garmentImages)
        .set({ removedAt: clock.now(), caption: "", sealedFileKey: null })
        .where(
          and(
            eq(garmentImages.id, imageId),
            eq(garmentImages.garmentId, garmentId),
            isNull(garmentImages.removedAt),
          ),
        )
        .returning();
      await deleteFilesLater(tx, removed);
    });
    return ok(null);
  },
);

/** The file of a photo, for any admin; null when it is gone. */
export const readGarmentImage = asAdmin(
  async (
    deps: { db: Database; files: FileStore; measurementBox: SecretBox },
    input: { garmentId: string; imageId: string },
  ): Promise<Result<Buffer, Refusal>> => {
    const { garmentId, imageId } = input;
    if (!isId(garmentId) || !isId(imageId)) return fail("not_found");
    const [row] = await deps.db
      .select()
      .from(garmentImages)
      .where(
        and(
          eq(garmentImages.id, imageId),
          eq(garmentImages.garmentId, garmentId),
          isNull(garmentImages.removedAt),
        ),
      );
    const bytes = row ? await readPrivateImage(deps, GARMENT_IMAGES, row) : null;
    return bytes ? ok(bytes) : fail("not_found");
  },
);

/** Removes what was written and photographed about the garments of erased orders; stages, makers and minutes stay for the books. */
export async function eraseGarmentsOfOrders(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const own = tx
    .select({ id: garments.id })
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .where(inArray(orderItems.orderId, [...orderIds]));
  await removeImagesOfOrders(tx, orderIds);
  await tx
    .update(garmentEvents)
    .set({ note: "" })
    .where(and(inArray(garmentEvents.garmentId, own), sql`${garmentEvents.note} <> ''`));
  await tx.update(garments).set({ finished: null }).where(inArray(garments.id, own));
}
