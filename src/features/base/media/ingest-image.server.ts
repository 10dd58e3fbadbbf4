import type { Sharp } from "sharp";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { ImageSource } from "./decode-image.server.ts";
import { countHiddenFrames, decodeImage } from "./decode-image.server.ts";
import { loadSharp, runImageJob } from "./image-queue.server.ts";
import type { IngestFailure } from "./upload-rules.ts";
import {
  cleanFileName,
  hasAcceptableSize,
  MAX_IMAGE_BYTES,
  MAX_MASTER_SIDE,
  sniffImageKind,
} from "./upload-rules.ts";

export type MediaRow = typeof media.$inferSelect;

export type Alongside = (tx: Transaction, row: MediaRow) => Promise<void>;

type IngestInput = {
  id?: string;
  name: string;
  altText?: string;
  mediaCategory?: string;
  alongside?: Alongside;
};
type IngestDeps = { db: Database; files: FileStore; jobs?: JobQueue };
type Master = { bytes: Buffer; width: number; height: number };

async function encodeMaster(image: Sharp): Promise<Master> {
  const { data, info } = await image
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

/**
 * Re-encoding removes metadata, location and hidden data. Takes every image that browsers show whole; an animated one and one of
 * which a part is missing are refused.
 */
export async function makeMaster(source: ImageSource): Promise<Result<Master, IngestFailure>> {
  const sharp = await loadSharp();
  try {
    // The first frame alone is another image.
    if ((await countHiddenFrames(source)) > 1) return fail("animated");
    // Reads only the header.
    const {
      width,
      height,
      pages = 1,
    } = await sharp(source, { limitInputPixels: false }).metadata();
    if (!hasAcceptableSize({ width, height })) return fail("too_many_pixels");
    if (pages > 1) return fail("animated");
    return ok(await decodeImage(sharp, source, encodeMaster));
  } catch {
    return fail("unreadable");
  }
}

export type EncodedImage = Master;

/** Re-encodes a photo that is stored outside the media library: at most 10 MB, upright WebP without metadata. */
export async function encodeImage(bytes: Uint8Array): Promise<Result<EncodedImage, IngestFailure>> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) return fail("too_large");
  if (!sniffImageKind(bytes)) return fail("unsupported_type");
  return runImageJob("visitor", () => makeMaster(bytes));
}

/**
 * Adds an image: by its bytes, at most 10 MB, re-encoded as upright WebP of at
 * most 2400 px without metadata. A job makes renditions. A refusal stores nothing.
 */
export function ingestImage(
  deps: IngestDeps,
  input: IngestInput & { bytes: Uint8Array },
): Promise<Result<MediaRow, IngestFailure>> {
  const { bytes } = input;
  return ingest(deps, input, { head: bytes, size: bytes.byteLength, source: bytes });
}

/** Does the same as ingestImage for a file on disk; `head` holds its first bytes. Only a JPEG is read whole. */
export function ingestImageFile(
  deps: IngestDeps,
  input: IngestInput & { path: string; size: number; head: Uint8Array },
): Promise<Result<MediaRow, IngestFailure>> {
  return ingest(deps, input, { ...input, source: input.path });
}

async function ingest(
  deps: IngestDeps,
  input: IngestInput,
  file: { head: Uint8Array; size: number; source: ImageSource },
): Promise<Result<MediaRow, IngestFailure>> {
  if (file.size > MAX_IMAGE_BYTES) return fail("too_large");
  if (!sniffImageKind(file.head)) return fail("unsupported_type");
  const master = await runImageJob("visitor", () => makeMaster(file.source));
  if (!master.ok) return master;

  const id = input.id ?? newId();
  // The loser of two uploads must not delete the other's file.
  const storageKey = `media/${newId()}.webp`;
  await deps.files.put(storageKey, master.value.bytes, "image/webp");
  try {
    return ok(await record(deps, id, storageKey, input, master.value));
  } catch (error) {
    await deps.files.remove(storageKey).catch(() => undefined); // The failed write is reported.
    throw error;
  }
}

function record(
  deps: IngestDeps,
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
    await input.alongside?.(tx, row);
    await deps.jobs?.send("prepare-image", { mediaId: id }, tx);
    return row;
  });
}
