import type { Sharp } from "sharp";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { loadSharp, runImageJob } from "./image-queue.server.ts";
import type { IngestFailure } from "./upload-rules.ts";
import {
  cleanFileName,
  hasAcceptableSize,
  MAX_IMAGE_BYTES,
  MAX_MASTER_SIDE,
  sniffImageKind,
} from "./upload-rules.ts";

/** A row of the media library. */
export type MediaRow = typeof media.$inferSelect;

/** What else is written in the transaction that writes a row of the library. */
export type Alongside = (tx: Transaction, row: MediaRow) => Promise<void>;

type IngestInput = {
  /** The id the row gets; a new one unless given. */
  id?: string;
  name: string;
  altText?: string;
  mediaCategory?: string;
  /** Written in the transaction of the row. */
  alongside?: Alongside;
};
type IngestDeps = { db: Database; files: FileStore; jobs?: JobQueue };
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
async function makeMaster(source: Uint8Array | string): Promise<Result<Master, IngestFailure>> {
  const sharp = await loadSharp();
  try {
    // The size is read from the header alone; nothing is decoded before it is known to be bearable.
    const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
    if (!hasAcceptableSize({ width, height })) return fail("too_many_pixels");
    return ok(await encodeMaster(sharp(source, { failOn: "warning" })));
  } catch {
    return fail("unreadable");
  }
}

/**
 * Takes a picture into the media library (architecture.md, uploads): kind by its bytes, at most 10 MB, re-encoded as a WebP of at
 * most 2400 px upright and without metadata, stored once; the widths visitors need first are then made by a job. A refusal leaves
 * nothing behind.
 */
export function ingestImage(
  deps: IngestDeps,
  input: IngestInput & { bytes: Uint8Array },
): Promise<Result<MediaRow, IngestFailure>> {
  const { bytes } = input;
  return ingest(deps, input, { head: bytes, size: bytes.byteLength, source: bytes });
}

/** The same for a picture that lies on this machine's disk; it is never in memory whole. `head` is its first bytes. */
export function ingestImageFile(
  deps: IngestDeps,
  input: IngestInput & { path: string; size: number; head: Uint8Array },
): Promise<Result<MediaRow, IngestFailure>> {
  return ingest(deps, input, { ...input, source: input.path });
}

async function ingest(
  deps: IngestDeps,
  input: IngestInput,
  file: { head: Uint8Array; size: number; source: Uint8Array | string },
): Promise<Result<MediaRow, IngestFailure>> {
  if (file.size > MAX_IMAGE_BYTES) return fail("too_large");
  if (!sniffImageKind(file.head)) return fail("unsupported_type");
  const master = await runImageJob("visitor", () => makeMaster(file.source));
  if (!master.ok) return master;

  const id = input.id ?? newId();
  // A name of its own: were the same upload taken in twice at once, the one that loses must not remove the other's file.
  const storageKey = `media/${newId()}.webp`;
  await deps.files.put(storageKey, master.value.bytes, "image/webp");
  try {
    return ok(await record(deps, id, storageKey, input, master.value));
  } catch (error) {
    await deps.files.remove(storageKey).catch(() => undefined); // the failed write is what is reported
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
