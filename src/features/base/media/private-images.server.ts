import type { SQL } from "drizzle-orm";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { newId } from "#core/ids.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { alterationRequests, fitFeedback, fitImages } from "#db/schema/alterations.server.ts";
import { mediaDeletions } from "#db/schema/media.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garmentImages, garments } from "#db/schema/production.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { SealedColumn } from "#platform/sealed-column.server.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import { openFile, sealFile } from "#platform/sealed-file.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";

type Row = { id: string };
type FileKeyColumn = SealedColumn<Row, "sealedFileKey", string>;

/** The key that opens the file of a customer's photo; bound to the row. */
export const fitImageKeyColumn = sealedColumn({
  table: fitImages,
  column: "sealedFileKey",
  location: ({ id }: Row) => `file of fit image ${id}`,
  schema: z.string(),
  encoding: "text",
});

/** The key that opens the file of a photo of the work, which may show the customer at a fitting. */
export const garmentImageKeyColumn = sealedColumn({
  table: garmentImages,
  column: "sealedFileKey",
  location: ({ id }: Row) => `file of garment image ${id}`,
  schema: z.string(),
  encoding: "text",
});

type Columns = Record<
  "id" | "storageKey" | "sealedFileKey" | "removedAt" | "lostAt" | "createdAt",
  PgColumn
>;

/** A kind of photo that shows a person or her garment. */
type PrivateImages = {
  table: PgTable & Columns;
  keyColumn: FileKeyColumn;
  folder: string;
  /** The garment of a row. */
  garmentId: SQL;
};

export const FIT_IMAGES: PrivateImages = {
  table: fitImages,
  keyColumn: fitImageKeyColumn,
  folder: "media/fit",
  garmentId: sql`coalesce(
    (select f.garment_id from ${fitFeedback} f where f.id = ${fitImages.feedbackId}),
    (select r.garment_id from ${alterationRequests} r where r.id = ${fitImages.requestId}))`,
};

export const GARMENT_IMAGES: PrivateImages = {
  table: garmentImages,
  keyColumn: garmentImageKeyColumn,
  folder: "media/garments",
  garmentId: sql`${garmentImages.garmentId}`,
};

/** Every kind; a test compares it with the columns of orders in `FILE_COLUMNS`. */
export const PRIVATE_IMAGES: readonly PrivateImages[] = [FIT_IMAGES, GARMENT_IMAGES];

type Deps = { files: FileStore; measurementBox: SecretBox };
type StoredImage = { id: string; storageKey: string; sealedFileKey: Sealed | null };

/** Stores a photo sealed, before its row: returns what the row of this id holds about its file. */
export async function storePrivateImage(
  { files, measurementBox }: Deps,
  { folder, keyColumn }: PrivateImages,
  { bytes, id }: { id: string; bytes: Uint8Array },
): Promise<{ storageKey: string; sealedFileKey: Sealed }> {
  const { fileKey, sealed } = sealFile(bytes);
  const storageKey = `${folder}/${newId()}.sealed`;
  await files.put(storageKey, sealed, "application/octet-stream");
  return { storageKey, sealedFileKey: keyColumn.seal(measurementBox, { id }, fileKey) };
}

/**
 * The bytes of a photo, of an earlier version also a plain file's; null when the file is lost or no key of the shop opens it. Does not
 * check who asks.
 */
export async function readPrivateImage(
  { files, measurementBox }: Deps,
  { keyColumn }: PrivateImages,
  row: StoredImage,
): Promise<Buffer | null> {
  const bytes = await files.get(row.storageKey);
  if (!bytes || row.sealedFileKey === null) return bytes;
  const fileKey = keyColumn.open(measurementBox, row);
  return fileKey === null ? null : openFile(fileKey, bytes);
}

/** The job 'delete-files' removes these files, also when the storage is away for hours. */
export async function deleteFilesLater(
  tx: Transaction,
  files: readonly { id: string; storageKey: string }[],
): Promise<void> {
  if (files.length === 0) return;
  const deletions = files.map(({ id, storageKey }) => ({ id, storageKey, type: "file" }));
  await tx.insert(mediaDeletions).values(deletions);
}

async function listRows(db: Queryable, table: PgTable & Columns, condition: SQL | undefined) {
  const rows = await db
    .select({ id: table.id, storageKey: table.storageKey, sealedFileKey: table.sealedFileKey })
    .from(table as PgTable)
    .where(condition)
    .orderBy(asc(table.id));
  return rows as StoredImage[];
}

/** Whether the row got its sealed file; false when the photo was removed meanwhile. */
async function sealPlainImage(
  { db, files, measurementBox }: Deps & { db: Database },
  kind: PrivateImages,
  { id, storageKey }: StoredImage,
): Promise<boolean> {
  const bytes = await files.get(storageKey);
  // A lost file is reported by the check of the storage.
  if (!bytes) return false;
  const next = await storePrivateImage({ files, measurementBox }, kind, { id, bytes });
  const isSealed = await db.transaction(async (tx) => {
    const { table } = kind;
    const { rowCount } = await tx.execute(sql`
      update ${table} set storage_key = ${next.storageKey}, sealed_file_key = ${JSON.stringify(next.sealedFileKey)}::jsonb
       where id = ${id}::uuid and storage_key = ${storageKey} and sealed_file_key is null and removed_at is null`);
    if (rowCount !== 1) return false;
    await deleteFilesLater(tx, [{ id: newId(), storageKey }]);
    return true;
  });
  if (!isSealed) await files.remove(next.storageKey);
  return isSealed;
}

/**
 * Seals the photos of versions before the sealing: under a new storage key, because a stored file never changes, and the plain file is
 * deleted by its job. Idempotent, and continues where it was killed. Returns how many. Throws AppError('storage').
 */
export async function sealPlainImages(deps: Deps & { db: Database }): Promise<number> {
  let sealed = 0;
  for (const kind of PRIVATE_IMAGES) {
    const { table } = kind;
    const isPlain = and(isNull(table.sealedFileKey), isNull(table.removedAt));
    for (const row of await listRows(deps.db, table, isPlain)) {
      if (await sealPlainImage(deps, kind, row)) sealed += 1;
    }
  }
  return sealed;
}

const garmentsOf = (db: Queryable, orderIds: readonly string[]) =>
  db
    .select({ id: garments.id })
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .where(inArray(orderItems.orderId, [...orderIds]));

/** Removes all photos of these orders at once, in the caller's transaction; a job deletes their files. */
export async function removeImagesOfOrders(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  for (const { garmentId, table } of PRIVATE_IMAGES) {
    const removed = await tx
      .delete(table as PgTable)
      .where(inArray(garmentId, garmentsOf(tx, orderIds)))
      .returning({ id: table.id, storageKey: table.storageKey });
    await deleteFilesLater(tx, removed as { id: string; storageKey: string }[]);
  }
}

type ExportedImage = { addedAt: Date; type: "image/webp"; base64: string | null };

/**
 * The photos of these orders for their customer's export, by order, oldest first; `base64` is null for a file that is lost or that no key
 * of the shop opens. Does not check who asks.
 */
export async function exportImagesOfOrders(
  deps: Deps & { db: Queryable },
  orderIds: readonly string[],
): Promise<Map<string, ExportedImage[]>> {
  const exported: { orderId: string; image: ExportedImage }[] = [];
  if (orderIds.length === 0) return new Map();
  for (const kind of PRIVATE_IMAGES) {
    const { garmentId, table } = kind;
    const rows = await deps.db
      .select({
        id: table.id,
        storageKey: table.storageKey,
        sealedFileKey: table.sealedFileKey,
        createdAt: table.createdAt,
        orderId: orderItems.orderId,
      })
      .from(table as PgTable)
      .innerJoin(garments, eq(garments.id, garmentId))
      .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
      .where(and(inArray(orderItems.orderId, [...orderIds]), isNull(table.removedAt)))
      .orderBy(asc(table.createdAt), asc(table.id));
    for (const row of rows as (StoredImage & { createdAt: Date; orderId: string })[]) {
      const bytes = await readPrivateImage(deps, kind, row);
      const base64 = bytes?.toString("base64") ?? null;
      exported.push({
        orderId: row.orderId,
        image: { addedAt: row.createdAt, type: "image/webp", base64 },
      });
    }
  }
  const byOrder = Map.groupBy(exported, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([id, images]) => [id, images.map(({ image }) => image)]));
}
