import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { MediaFilter } from "./media-filter.ts";
import { MEDIA_A_PAGE } from "./media-filter.ts";
import type { MediaItem, MediaUse } from "./media-item.ts";
import { findMediaUses, isUnused } from "./media-use-queries.server.ts";

/** A row of the library with the places that show it. */
export type MediaListRow = MediaItem & { uses: readonly MediaUse[] };

/** A page of the library. */
export type MediaList = {
  rows: readonly MediaListRow[];
  total: number;
  page: number;
  pageCount: number;
};

type ItemRow = Omit<MediaItem, "createdAt"> & { createdAt: string };

const itemColumns = sql.raw(`
  m.id, m.name, m.type, m.mime_type as "mimeType", m.byte_size as "byteSize", m.width, m.height, m.alt_text as "altText",
  m.focal_x as "focalX", m.focal_y as "focalY", m.created_at as "createdAt"`);

const toItem = (row: ItemRow): MediaItem => ({ ...row, createdAt: new Date(row.createdAt) });

/** What stands for itself in a LIKE pattern. */
const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

function wanted({ show, search }: Pick<MediaFilter, "show" | "search">): SQL {
  const parts: SQL[] = [sql`true`];
  if (show === "unused") parts.push(isUnused);
  else if (show !== "all") parts.push(sql`m.type = ${show}`);
  if (search) {
    const pattern = `%${literally(search)}%`;
    parts.push(sql`(m.name ilike ${pattern} or m.alt_text ilike ${pattern})`);
  }
  return sql.join(parts, sql` and `);
}

/** A page of the media library, newest first (specification 7), for an admin; a page behind the last is the last. */
export async function listMedia(
  db: Queryable,
  input: { actor: Actor; filter: Pick<MediaFilter, "show" | "search" | "page"> },
): Promise<Result<MediaList, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const condition = wanted(input.filter);
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::integer as total from media m where ${condition}`,
  );
  const total = counted.rows[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / MEDIA_A_PAGE));
  const page = Math.min(input.filter.page, pageCount);
  const found = await db.execute<ItemRow>(sql`
    select ${itemColumns} from media m where ${condition}
     order by m.created_at desc nulls last, m.id desc nulls last limit ${MEDIA_A_PAGE} offset ${(page - 1) * MEDIA_A_PAGE}`);
  const uses = await findMediaUses(
    db,
    found.rows.map((row) => row.id),
  );
  const rows = found.rows.map((row) => ({ ...toItem(row), uses: uses.get(row.id) ?? [] }));
  return ok({ rows, total, page, pageCount });
}

/** One item with the places that show it, for an admin; null for an id that is malformed or nobody's. */
export async function findMediaItem(
  db: Queryable,
  input: { actor: Actor; id: string },
): Promise<Result<MediaListRow | null, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  if (!isId(input.id)) return ok(null);
  const found = await db.execute<ItemRow>(
    sql`select ${itemColumns} from media m where m.id = ${input.id}`,
  );
  const [row] = found.rows;
  if (!row) return ok(null);
  const uses = await findMediaUses(db, [row.id]);
  return ok({ ...toItem(row), uses: uses.get(row.id) ?? [] });
}
