import { open } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { Change } from "#features/base/audit/record-change.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { LargeFileStore } from "#platform/file-store.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { IncomingFile, ResumableUploads } from "#platform/resumable-uploads.server.ts";
import type { Alongside, MediaRow } from "./ingest-image.server.ts";
import { ingestImageFile } from "./ingest-image.server.ts";
import { stripVideoMetadata } from "./strip-video-metadata.server.ts";
import type { UploadFailure, UploadKinds } from "./upload-rules.ts";
import {
  cleanFileName,
  MAX_VIDEO_BYTES,
  sniffImageKind,
  sniffVideoKind,
  VIDEO_HEAD_BYTES,
  videoContentType,
} from "./upload-rules.ts";

/**
 * Adds an MP4 or WebM by its first bytes, at most 200 MB, without location and camera. Served only as that
 * type, with nosniff, so never as a page.
 */
async function ingestVideoFile(
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
): Promise<Result<MediaRow, "unsupported_type" | "too_large" | "unreadable">> {
  const kind = sniffVideoKind(input.head);
  if (!kind) return fail("unsupported_type");
  if (input.size > MAX_VIDEO_BYTES) return fail("too_large");
  // First, so that no location is stored.
  if (!(await stripVideoMetadata(input.path, kind))) return fail("unreadable");
  const mimeType = videoContentType(kind);
  const storageKey = `media/${newId()}.${kind}`;
  await deps.files.putFile(storageKey, input.path, mimeType);
  try {
    return ok(await record(deps.db, { ...input, storageKey, mimeType }));
  } catch (error) {
    await deps.files.remove(storageKey).catch(() => undefined); // The failed write is reported.
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

type Deps = { db: Database; files: LargeFileStore; jobs: JobQueue; uploads: ResumableUploads };
type Input = { actor: Admin; uploadId: string; kinds: UploadKinds; mediaCategory: string };

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(VIDEO_HEAD_BYTES), 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function findFinished(db: Database, id: string): Promise<MediaRow | null> {
  const [row] = await db.select().from(media).where(eq(media.id, id));
  return row ?? null;
}

async function ingestUpload(
  deps: Deps,
  { kinds, mediaCategory }: Input,
  { id, path, name, size }: IncomingFile,
  alongside: Alongside,
): Promise<Result<MediaRow, UploadFailure>> {
  const head = await readHead(path);
  const file = { id, path, name, size, head, mediaCategory, alongside };
  if (sniffImageKind(head)) return ingestImageFile(deps, file);
  return kinds === "images" ? fail("unsupported_type") : ingestVideoFile(deps, file);
}

/** Adds a completed upload, by its bytes. The item has its id, so repeating returns it. Refused files are deleted. */
export const finishUpload = asAdmin(
  async (deps: Deps, input: Input): Promise<Result<MediaRow, UploadFailure>> => {
    const { actor, uploadId } = input;
    const incoming = await deps.uploads.find(uploadId);
    if (!incoming) {
      const ingested = await findFinished(deps.db, uploadId);
      return ingested ? ok(ingested) : fail("gone");
    }
    if (incoming.received < incoming.size) return fail("unfinished");
    const stored = await ingestUpload(deps, input, incoming, async (tx, row) => {
      if (!(await deps.uploads.find(uploadId))) throw new Error("Cancelled while it was stored");
      await recordChanges(tx, actor, [uploadedChange(row)]);
    }).catch(async (error: unknown) => {
      const other = await findFinished(deps.db, uploadId);
      if (other) return ok(other); // A concurrent request was first.
      if (!(await deps.uploads.find(uploadId))) return fail("gone" as const); // Its visitor cancelled it.
      throw error;
    });
    await deps.uploads.remove(uploadId);
    return stored;
  },
);

function uploadedChange({ id, name, type, mimeType, byteSize }: MediaRow): Change {
  const after = { name, type, mimeType, byteSize };
  return { action: "uploaded", subject: "media", subjectId: id, before: null, after };
}
