import { and, eq } from "drizzle-orm";
import type { Sharp } from "sharp";
import { AppError } from "#core/app-error.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Urgency } from "./image-queue.server.ts";
import { loadSharp, once, runImageJob } from "./image-queue.server.ts";
import type { ImageFormat, ImageRendition } from "./image-url.ts";

type DeriveDeps = { db: Queryable; files: FileStore; logger: Logger };
type Original = { id: string; storageKey: string; width: number | null };

const CONTENT_TYPES: Record<ImageFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
};

/** The content type of a format. */
export function imageContentType(format: ImageFormat): string {
  return CONTENT_TYPES[format];
}

/** Where a rendition is kept. */
export function derivedKey(id: string, { width, format }: ImageRendition): string {
  return `derived/${id}/${width}.${format}`;
}

function encode(picture: Sharp, format: ImageFormat): Sharp {
  // Effort 2 takes a tenth of the time of effort 4 for 3 % more bytes; below 60 the weave of a linen is smoothed away.
  if (format === "avif")
    return picture.avif({ quality: 60, effort: 2, chromaSubsampling: "4:2:0" });
  if (format === "webp") return picture.webp({ quality: 80, effort: 4 });
  return picture.flatten({ background: "#ffffff" }).jpeg({ quality: 80, progressive: true });
}

async function make(deps: DeriveDeps, original: Original, rendition: ImageRendition) {
  const master = await deps.files.get(original.storageKey);
  if (!master) {
    deps.logger.error(
      { mediaId: original.id, key: original.storageKey },
      "a picture's file is missing",
    );
    return null;
  }
  const sharp = await loadSharp();
  const picture = sharp(master).resize({ width: rendition.width, withoutEnlargement: true });
  const bytes = await encode(picture, rendition.format)
    .toBuffer()
    .catch((cause: unknown) => {
      throw new AppError("storage", `Cannot read the picture ${original.id}`, { cause });
    });
  const key = derivedKey(original.id, rendition);
  try {
    await deps.files.put(key, bytes, CONTENT_TYPES[rendition.format]);
  } catch (error) {
    // A full disk costs the next visitor the work again, never this one the picture.
    deps.logger.warn({ key, err: error }, "a picture's rendition could not be kept");
  }
  return bytes;
}

async function findOriginal(db: Queryable, id: string): Promise<Original | undefined> {
  const [row] = await db
    .select({ id: media.id, storageKey: media.storageKey, width: media.width })
    .from(media)
    .where(and(eq(media.id, id), eq(media.type, "image")));
  return row;
}

/**
 * The bytes of a picture in one width (pixels) and format: from the store, or made once and kept there. Never larger than the
 * original: a wider request gets the original's own width. 'not_found' when there is no such picture.
 */
export async function deriveImage(
  deps: DeriveDeps,
  input: ImageRendition & { id: string; urgency?: Urgency },
): Promise<Result<Buffer, "not_found">> {
  if (!isId(input.id)) return fail("not_found");
  const id = input.id.toLowerCase();
  const asked = { width: input.width, format: input.format };
  const kept = await deps.files.get(derivedKey(id, asked));
  if (kept) return ok(kept);

  const original = await findOriginal(deps.db, id);
  if (!original) return fail("not_found");
  const rendition = { ...asked, width: Math.min(asked.width, original.width ?? asked.width) };
  const bytes = await once(deps.files, derivedKey(id, rendition), async () => {
    const keptNarrower = await deps.files.get(derivedKey(id, rendition));
    return (
      keptNarrower ?? runImageJob(input.urgency ?? "visitor", () => make(deps, original, rendition))
    );
  });
  return bytes ? ok(bytes) : fail("not_found");
}
