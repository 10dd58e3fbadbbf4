import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";

/** What serving a film needs. */
export type StoredVideo = { storageKey: string; mimeType: string; byteSize: number };

/** A film by its id and type; null where there is none. */
export async function findVideo(
  db: Queryable,
  { id, mimeType }: { id: string; mimeType: string },
): Promise<StoredVideo | null> {
  if (!isId(id)) return null;
  const [row] = await db
    .select({ storageKey: media.storageKey, mimeType: media.mimeType, byteSize: media.byteSize })
    .from(media)
    .where(and(eq(media.id, id), eq(media.type, "video"), eq(media.mimeType, mimeType)));
  return row ?? null;
}
