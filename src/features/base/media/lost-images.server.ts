import { asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database, Queryable } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import { PRIVATE_IMAGES } from "./private-images.server.ts";

type Deps = { db: Database; files: Pick<FileStore, "exists"> };

/** A customer's photo whose row names a file that is not in the storage. */
export type LostImage = { storageKey: string; orderId: string };

type StoredImage = LostImage & { isAccepted: boolean };

/** Every customer's photo that was not removed, by its storage key. */
async function listStoredImages(db: Queryable): Promise<StoredImage[]> {
  const found: StoredImage[] = [];
  for (const { garmentId, table } of PRIVATE_IMAGES) {
    const rows = await db
      .select({
        storageKey: table.storageKey,
        orderId: orderItems.orderId,
        isAccepted: sql<boolean>`${isNotNull(table.lostAt)}`,
      })
      .from(table as PgTable)
      .innerJoin(garments, eq(garments.id, garmentId))
      .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
      .where(isNull(table.removedAt))
      .orderBy(asc(table.storageKey));
    found.push(...(rows as StoredImage[]));
  }
  return found;
}

/**
 * The photos of garments and of how they fit whose files are not in the storage, without those that were accepted as lost. Images of
 * the library are not among them: they are uploaded again or deleted. Throws AppError('storage') when the storage cannot be asked.
 */
export async function listLostImages({ db, files }: Deps): Promise<LostImage[]> {
  const lost: LostImage[] = [];
  for (const { isAccepted, orderId, storageKey } of await listStoredImages(db)) {
    if (!isAccepted && !(await files.exists(storageKey))) lost.push({ storageKey, orderId });
  }
  return lost;
}

/**
 * Accepts that these photos are lost for good, with a line in Activity for each order; `by` is who or what did it. From then on backups,
 * restores and the check of the storage do not miss their files, and the pages with the photos say that they are lost. Their rows stay,
 * so that a file that is found later opens again (`returnFoundImages`). Returns how many; one that was removed or accepted meanwhile
 * does not count.
 */
export async function acceptLostImages(
  { clock, db }: { db: Database; clock: Clock },
  { by, lost }: { by: string; lost: readonly LostImage[] },
): Promise<number> {
  const orderOf = new Map(lost.map(({ orderId, storageKey }) => [storageKey, orderId]));
  const lostAt = clock.now().toISOString();
  return db.transaction(async (tx) => {
    const accepted: string[] = [];
    for (const { table } of PRIVATE_IMAGES) {
      const { rows } = await tx.execute<{ key: string }>(sql`
        update ${table} set lost_at = ${lostAt}::timestamptz
         where storage_key = any(${sql.param([...orderOf.keys()])}::text[]) and lost_at is null and removed_at is null
        returning storage_key as key`);
      accepted.push(...rows.map(({ key }) => key));
    }
    const byOrder = Map.groupBy(accepted, (key) => orderOf.get(key) ?? "");
    for (const [orderId, keys] of byOrder) {
      await tx.insert(auditLog).values({
        actorName: by,
        action: "accepted lost photos of",
        subject: "order",
        subjectId: orderId,
        after: { lostFiles: keys },
      });
    }
    return accepted.length;
  });
}

/** Counts photos as stored again that were accepted as lost and whose file is in the storage after all. Returns how many. */
export async function returnFoundImages({ db, files }: Deps): Promise<number> {
  const found: string[] = [];
  for (const { isAccepted, storageKey } of await listStoredImages(db)) {
    if (isAccepted && (await files.exists(storageKey))) found.push(storageKey);
  }
  if (found.length === 0) return 0;
  for (const { table } of PRIVATE_IMAGES) {
    await db.execute(
      sql`update ${table} set lost_at = null where storage_key = any(${sql.param(found)}::text[])`,
    );
  }
  return found.length;
}
