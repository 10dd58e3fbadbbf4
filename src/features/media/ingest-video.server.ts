import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { LargeFileStore } from "#platform/files.server.ts";
import { cleanFileName } from "./image-rules.ts";
import type { Alongside, MediaRow } from "./ingest-image.server.ts";
import { MAX_VIDEO_BYTES } from "./upload-rules.ts";
import { sniffVideoKind, videoContentType } from "./video-rules.ts";

/**
 * Takes a film that lies on this machine's disk into the media library as it is: MP4 or WebM by its first bytes, at most 200 MB. It is
 * only ever served as the type found here, with nosniff, so that nothing in it can run as a page.
 */
export async function ingestVideoFile(
  deps: { db: Database; files: LargeFileStore },
  input: {
    id: string;
    name: string;
    mediaCategory: string;
    path: string;
    size: number;
    head: Uint8Array;
    alongside: Alongside;
  },
): Promise<Result<MediaRow, "unsupported_type" | "too_large">> {
  const kind = sniffVideoKind(input.head);
  if (!kind) return fail("unsupported_type");
  if (input.size > MAX_VIDEO_BYTES) return fail("too_large");
  const mimeType = videoContentType(kind);
  const storageKey = `media/${newId()}.${kind}`;
  await deps.files.putFile(storageKey, input.path, mimeType);
  try {
    return ok(await record(deps.db, { ...input, storageKey, mimeType }));
  } catch (error) {
    await deps.files.remove(storageKey).catch(() => undefined); // the failed write is what is reported
    throw error;
  }
}

type Film = {
  id: string;
  name: string;
  storageKey: string;
  mimeType: string;
  mediaCategory: string;
  size: number;
  alongside: Alongside;
};

function record(db: Database, film: Film): Promise<MediaRow> {
  const { id, storageKey, mimeType, mediaCategory } = film;
  const name = cleanFileName(film.name);
  const values = { id, name, storageKey, mimeType, mediaCategory, byteSize: film.size };
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(media)
      .values({ ...values, type: "video" })
      .returning();
    if (!row) throw new Error("insert returned no row");
    await film.alongside(tx, row);
    return row;
  });
}
