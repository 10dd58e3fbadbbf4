import { and, asc, count, eq, isNull, or } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { alterationRequests, fitFeedback, fitImages } from "#db/schema/alterations.server.ts";
import { asAtelier } from "#features/base/identity/guards.server.ts";
import type { EncodedImage } from "#features/base/media/ingest-image.server.ts";
import { encodeImage } from "#features/base/media/ingest-image.server.ts";
import {
  FIT_IMAGES,
  readPrivateImage,
  storePrivateImage,
} from "#features/base/media/private-images.server.ts";
import type { IngestFailure } from "#features/base/media/upload-rules.ts";
import { uploadFailureMessage } from "#features/base/media/upload-rules.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";

/** The most photos of one report or request. */
const MAX_FIT_IMAGES = 4;

/** The most photos of one garment, over all its reports and requests. */
export const MAX_IMAGES_OF_GARMENT = 40;

export type FitImage = {
  id: string;
  kind: "fit" | "receipt";
  width: number;
  height: number;
  /** When its file was accepted as lost for good; null while there is one. */
  lostAt: Date | null;
};

const TOO_MANY = `Please send at most ${MAX_FIT_IMAGES} photos at a time.`;
const TOO_MANY_OF_GARMENT = `We have ${MAX_IMAGES_OF_GARMENT} photos of this piece, as many as we store. Please send your report without photos.`;

async function countImages(db: Queryable, garmentId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(fitImages)
    .leftJoin(fitFeedback, eq(fitFeedback.id, fitImages.feedbackId))
    .leftJoin(alterationRequests, eq(alterationRequests.id, fitImages.requestId))
    .where(isOfGarment(garmentId));
  return row?.count ?? 0;
}

/** Why a garment takes no so many photos more, or null. Whoever stores them asks again under the garment's lock. */
export async function findImagesProblem(
  db: Queryable,
  garmentId: string,
  more: number,
): Promise<string | null> {
  if (more === 0) return null;
  const stored = await countImages(db, garmentId);
  return stored + more > MAX_IMAGES_OF_GARMENT ? TOO_MANY_OF_GARMENT : null;
}

/**
 * Re-encodes photos of a garment, which removes their location and other metadata. The message names the first file that cannot be used;
 * nothing is stored yet. Beyond the limits of a form and of the garment none is encoded. Empty files are what browsers send for no
 * file.
 */
export async function encodeImages(
  db: Queryable,
  garmentId: string,
  submitted: readonly File[],
): Promise<Result<readonly EncodedImage[], string>> {
  const files = submitted.filter(({ size }) => size > 0);
  if (files.length === 0) return ok([]);
  if (files.length > MAX_FIT_IMAGES) return fail(TOO_MANY);
  const problem = await findImagesProblem(db, garmentId, files.length);
  if (problem !== null) return fail(problem);
  const encoded: EncodedImage[] = [];
  for (const file of files) {
    const image = await encodeImage(new Uint8Array(await file.arrayBuffer()));
    if (!image.ok) return fail(imageMessage(image.error, file.type));
    encoded.push(image.value);
  }
  return ok(encoded);
}

const imageMessage = (failure: IngestFailure, type: string) =>
  uploadFailureMessage(failure, { type, kinds: "images" });

type Owner = { feedbackId: string } | { requestId: string };

/** Stores encoded photos as sealed files and their rows in the caller's transaction; a failed write leaves no file. */
export async function storeImages(
  tx: Transaction,
  deps: { files: FileStore; measurementBox: SecretBox },
  input: { images: readonly EncodedImage[]; of: Owner; kind: "fit" | "receipt"; now: Date },
): Promise<void> {
  const { kind, now, of, images } = input;
  for (const { bytes, height, width } of images) {
    const id = newId();
    const stored = await storePrivateImage(deps, FIT_IMAGES, { id, bytes });
    try {
      await tx
        .insert(fitImages)
        .values({ ...of, ...stored, id, kind, width, height, createdAt: now });
    } catch (error) {
      await deps.files.remove(stored.storageKey).catch(() => undefined); // The failed write is reported.
      throw error;
    }
  }
}

/** Photos that are stored, of the reports and requests of a garment. */
const isOfGarment = (garmentId: string) =>
  and(
    isNull(fitImages.removedAt),
    or(eq(fitFeedback.garmentId, garmentId), eq(alterationRequests.garmentId, garmentId)),
  );

/** Oldest first, of a garment's reports and requests. */
export async function listImages(
  db: Queryable,
  garmentId: string,
): Promise<(FitImage & { requestId: string | null })[]> {
  return db
    .select({
      id: fitImages.id,
      kind: fitImages.kind,
      requestId: fitImages.requestId,
      width: fitImages.width,
      height: fitImages.height,
      lostAt: fitImages.lostAt,
    })
    .from(fitImages)
    .leftJoin(fitFeedback, eq(fitFeedback.id, fitImages.feedbackId))
    .leftJoin(alterationRequests, eq(alterationRequests.id, fitImages.requestId))
    .where(isOfGarment(garmentId))
    .orderBy(asc(fitImages.createdAt), asc(fitImages.id));
}

type FileDeps = { db: Queryable; files: FileStore; measurementBox: SecretBox };

/** The bytes of a photo for the atelier alone: it shows a body. */
export const openImageAsStaff = asAtelier(
  async (deps: FileDeps, input: { imageId: string }): Promise<Result<Buffer, "not_found">> => {
    const { imageId } = input;
    if (!isId(imageId)) return fail("not_found");
    const [row] = await deps.db
      .select()
      .from(fitImages)
      .where(and(eq(fitImages.id, imageId), isNull(fitImages.removedAt)));
    const bytes = row ? await readPrivateImage(deps, FIT_IMAGES, row) : null;
    return bytes ? ok(bytes) : fail("not_found");
  },
);
