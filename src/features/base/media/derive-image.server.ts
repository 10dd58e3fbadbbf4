import { and, eq, sql } from "drizzle-orm";
import type { Sharp } from "sharp";
import { AppError } from "#core/app-error.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Urgency } from "./image-queue.server.ts";
import { loadSharp, once, runImageJob } from "./image-queue.server.ts";
import type { ImageFormat, ImageRendition } from "./image-url.ts";

// Each check is a request on S3.
const NEWEST_PRODUCTS = 200;

/**
 * Queues first renditions of images that visitors see early: heroes, categories, newest products. Covers
 * images from before the queue and interrupted work. Returns how many.
 */
export async function queueMissingImages(deps: {
  db: Queryable;
  files: FileStore;
  jobs: JobQueue;
}): Promise<number> {
  const shown = await deps.db.execute<{ id: string; width: number | null }>(sql`
    with newest as (
      select id, row_number() over (order by created_at desc nulls last, id desc nulls last) as place
        from products where in_stock and deleted_at is null
       order by created_at desc nulls last, id desc nulls last limit ${NEWEST_PRODUCTS}),
    met as (
      select media_id, 0 as turn from page_hero_images
      union all select media_id, 1 from category_images
      union all select i.media_id, n.place + case when i.primary_image then 1 else 1 + ${NEWEST_PRODUCTS} end
                  from newest n join product_images i on i.product_id = n.id)
    select m.id, m.width from met join media m on m.id = met.media_id
     where m.type = 'image' group by m.id order by min(met.turn), m.id`);
  let requested = 0;
  for (const image of shown.rows) {
    if (await deps.files.exists(lastPreparedKey(image))) continue;
    await deps.jobs.send("prepare-image", { mediaId: image.id });
    requested += 1;
  }
  return requested;
}

// The smallest is for admin lists. Others and WebP are made on request.
const FIRST_WIDTHS = [160, 320, 480, 640, 960] as const;
const FIRST_FORMAT = "avif";

/** The rendition that prepareImage makes last. */
function lastPreparedKey(image: { id: string; width: number | null }): string {
  return derivedKey(image.id, {
    width: Math.min(960, image.width ?? 960),
    format: FIRST_FORMAT,
  });
}

/**
 * Makes an image's first renditions (job 'prepare-image'). Skips existing ones and deleted images; visitors
 * have priority.
 */
export async function prepareImage(deps: DeriveDeps, input: { mediaId: string }): Promise<void> {
  for (const width of FIRST_WIDTHS) {
    const made = await deriveImage(deps, {
      id: input.mediaId,
      width,
      format: FIRST_FORMAT,
      urgency: "background",
    });
    if (!made.ok) return;
  }
}

type DeriveDeps = {
  db: Queryable;
  files: FileStore;
  logger: Logger;
  /** Deleted media whose files may remain. */
  deletedMedia(): Promise<ReadonlySet<string>>;
};
type Original = { id: string; storageKey: string; width: number | null };

const CONTENT_TYPES: Record<ImageFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
};

export function imageContentType(format: ImageFormat): string {
  return CONTENT_TYPES[format];
}

export function derivedKey(id: string, { width, format }: ImageRendition): string {
  return `derived/${id}/${width}.${format}`;
}

function encode(image: Sharp, format: ImageFormat): Sharp {
  // Effort 2: a tenth of effort 4's time for 3 % more bytes; quality below 60 loses linen's weave.
  if (format === "avif") return image.avif({ quality: 60, effort: 2, chromaSubsampling: "4:2:0" });
  if (format === "webp") return image.webp({ quality: 80, effort: 4 });
  return image.flatten({ background: "#ffffff" }).jpeg({ quality: 80, progressive: true });
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
  const image = sharp(master).resize({ width: rendition.width, withoutEnlargement: true });
  const bytes = await encode(image, rendition.format)
    .toBuffer()
    .catch((cause: unknown) => {
      throw new AppError("storage", `Cannot read the picture ${original.id}`, { cause });
    });
  const key = derivedKey(original.id, rendition);
  try {
    await deps.files.put(key, bytes, CONTENT_TYPES[rendition.format]);
    // The item was deleted meanwhile, perhaps after its files.
    if (!(await findOriginal(deps.db, original.id))) {
      await deps.files.remove(key);
      return null;
    }
  } catch (error) {
    // The image is served all the same.
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
 * An image in a width (pixels, at most the original's) and format, stored or made once. 'not_found' for an
 * unknown image.
 */
export async function deriveImage(
  deps: DeriveDeps,
  input: ImageRendition & { id: string; urgency?: Urgency },
): Promise<Result<Buffer, "not_found">> {
  if (!isId(input.id)) return fail("not_found");
  const id = input.id.toLowerCase();
  if ((await deps.deletedMedia()).has(id)) return fail("not_found");
  const requested = { width: input.width, format: input.format };
  const stored = await deps.files.get(derivedKey(id, requested));
  if (stored) return ok(stored);

  const original = await findOriginal(deps.db, id);
  if (!original) return fail("not_found");
  const rendition = {
    ...requested,
    width: Math.min(requested.width, original.width ?? requested.width),
  };
  const bytes = await once(deps.files, derivedKey(id, rendition), async () => {
    const storedNarrower = await deps.files.get(derivedKey(id, rendition));
    return (
      storedNarrower ??
      runImageJob(input.urgency ?? "visitor", () => make(deps, original, rendition))
    );
  });
  return bytes ? ok(bytes) : fail("not_found");
}
