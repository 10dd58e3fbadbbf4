import { inArray, sql } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { mediaDeletions } from "#db/schema/media.server.ts";
import { listKnownKeys, listStoredKeys } from "#db/stored-files.server.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import { derivedKey } from "./derive-image.server.ts";
import { IMAGE_WIDTHS, SOCIAL_IMAGE_WIDTH } from "./image-url.ts";

const FORMATS = ["avif", "webp", "jpg"] as const;

/** Per run; an image has 34 files. */
const MAX_ITEMS = 100;

type DeletedMedia = typeof mediaDeletions.$inferSelect;

/** Lists the original and every possible rendition. */
function keysOf({ id, storageKey, type, width }: DeletedMedia): string[] {
  if (type !== "image") return [storageKey];
  const widths = new Set([...IMAGE_WIDTHS, SOCIAL_IMAGE_WIDTH, width ?? SOCIAL_IMAGE_WIDTH]);
  const renditions = [...widths].flatMap((each) =>
    FORMATS.map((format) => derivedKey(id, { width: each, format })),
  );
  // First, so that no rendition is made meanwhile.
  return [storageKey, ...renditions];
}

/**
 * Removes deleted media's files (job 'delete-files'); returns of how many. Idempotent. Throws
 * AppError('storage') when the store fails; the next run continues.
 */
export async function deleteFiles(deps: {
  db: Database;
  files: Pick<ShopFiles, "removeMany">;
}): Promise<number> {
  const { db, files } = deps;
  let removed = 0;
  for (;;) {
    const found = await db
      .select()
      .from(mediaDeletions)
      .orderBy(mediaDeletions.requestedAt, mediaDeletions.id)
      .limit(MAX_ITEMS);
    if (found.length === 0) return removed;
    await files.removeMany(found.flatMap(keysOf));
    const ids = found.map(({ id }) => id);
    await db.delete(mediaDeletions).where(inArray(mediaDeletions.id, ids));
    removed += found.length;
  }
}

/** Deleted media whose files may remain. */
export async function listDeletedMedia(db: Queryable): Promise<ReadonlySet<string>> {
  const found = await db.select({ id: mediaDeletions.id }).from(mediaDeletions);
  return new Set(found.map(({ id }) => id));
}

/** Younger files' rows may be uncommitted. */
const GRACE_MS = DAY_MS;

const MAX_NAMED = 20;

export type FileCheck = {
  checkedAt: Date;
  /** Named by a row and not there; the first are listed by key. */
  missing: { count: number; keys: readonly string[] };
  /** Named by no row and older than a day. */
  orphans: { count: number; bytes: number; keys: readonly string[] };
};

type CheckDeps = {
  db: Database;
  files: Pick<ShopFiles, "list" | "removeMany">;
  clock: { now(): Date };
};

/** Returns the id in `derived/<id>/…`, or null for an original. */
const ownerOf = (key: string) => /^derived\/([0-9a-f-]{36})\//.exec(key)?.[1] ?? null;

/**
 * Compares the storage with all rows that name a file (`FILE_COLUMNS`). Removes orphans only on request. A file is missing when a row
 * names it before and after the storage was listed, so that one stored or deleted meanwhile is not.
 */
export async function checkFiles(
  { clock, db, files }: CheckDeps,
  input: { removeOrphans: boolean },
): Promise<FileCheck> {
  const oldest = clock.now().getTime() - GRACE_MS;
  const before = await listStoredKeys(db);
  const stored = new Map<string, { bytes: number; isOld: boolean }>();
  for (const prefix of ["media/", "derived/"]) {
    for await (const { bytes, changedAt, key } of files.list(prefix)) {
      stored.set(key, { bytes, isOld: changedAt.getTime() < oldest });
    }
  }
  const known = await listKnownKeys(db);
  const after = await listStoredKeys(db);
  const missing = [...before].filter((key) => after.has(key) && !stored.has(key)).sort();
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from media union all select id from media_deletions`,
  );
  const ids = new Set(rows.map(({ id }) => id));
  const orphans = [...stored].filter(([key, { isOld }]) => {
    const owner = ownerOf(key);
    return isOld && (owner === null ? !known.has(key) : !ids.has(owner));
  });
  const orphanKeys = orphans.map(([key]) => key).sort();
  if (input.removeOrphans) await files.removeMany(orphanKeys);
  return {
    checkedAt: clock.now(),
    missing: { count: missing.length, keys: missing.slice(0, MAX_NAMED) },
    orphans: {
      count: orphans.length,
      bytes: orphans.reduce((sum, [, { bytes }]) => sum + bytes, 0),
      keys: orphanKeys.slice(0, MAX_NAMED),
    },
  };
}
