import type { Sharp } from "sharp";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import type { IngestFailure } from "./image-rules.ts";
import {
  cleanFileName,
  hasAcceptableSize,
  MAX_IMAGE_BYTES,
  MAX_MASTER_SIDE,
  sniffImageKind,
} from "./image-rules.ts";
import { inWorkshop, loadSharp } from "./image-workshop.server.ts";

/** A row of the media library. */
export type MediaRow = typeof media.$inferSelect;

type IngestInput = { name: string; bytes: Uint8Array; altText?: string; mediaCategory?: string };
type Master = { bytes: Buffer; width: number; height: number };

async function encodeMaster(picture: Sharp): Promise<Master> {
  const { data, info } = await picture
    .autoOrient()
    .resize({
      width: MAX_MASTER_SIDE,
      height: MAX_MASTER_SIDE,
      fit: "inside",
      withoutEnlargement: true,
    })
    .webp({ quality: 90, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** Re-encoding keeps the picture and nothing else: no metadata, no place it was taken, nothing hidden behind its end. */
async function makeMaster(bytes: Uint8Array): Promise<Result<Master, IngestFailure>> {
  const sharp = await loadSharp();
  try {
    // The size is read from the header alone; nothing is decoded before it is known to be bearable.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!hasAcceptableSize({ width, height })) return fail("too_many_pixels");
    return ok(await encodeMaster(sharp(bytes, { failOn: "warning" })));
  } catch {
    return fail("unreadable");
  }
}

/**
 * Takes a picture into the media library (architecture.md, uploads): kind by its bytes, at most 10 MB, re-encoded as a WebP of at
 * most 2400 px upright and without metadata, stored once; the widths visitors need first are then made by a job. A refusal leaves
 * nothing behind.
 */
export async function ingestImage(
  deps: { db: Database; files: FileStore; jobs?: JobQueue },
  input: IngestInput,
): Promise<Result<MediaRow, IngestFailure>> {
  if (input.bytes.byteLength > MAX_IMAGE_BYTES) return fail("too_large");
  if (!sniffImageKind(input.bytes)) return fail("unsupported_type");
  const master = await inWorkshop("visitor", () => makeMaster(input.bytes));
  if (!master.ok) return master;

  const id = newId();
  const storageKey = `media/${id}.webp`;
  await deps.files.put(storageKey, master.value.bytes, "image/webp");
  try {
    return ok(await record(deps, id, storageKey, input, master.value));
  } catch (error) {
    await deps.files.remove(storageKey).catch(() => undefined); // the failed write is what is reported
    throw error;
  }
}

function record(
  deps: { db: Database; jobs?: JobQueue },
  id: string,
  storageKey: string,
  input: IngestInput,
  master: Master,
): Promise<MediaRow> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(media)
      .values({
        id,
        name: cleanFileName(input.name),
        storageKey,
        type: "image",
        mediaCategory: input.mediaCategory ?? "general",
        mimeType: "image/webp",
        byteSize: master.bytes.byteLength,
        width: master.width,
        height: master.height,
        altText: (input.altText ?? "").trim(),
      })
      .returning();
    if (!row) throw new Error("insert returned no row");
    await deps.jobs?.send("prepare-image", { mediaId: id }, tx);
    return row;
  });
}
