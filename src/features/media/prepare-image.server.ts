import type { Queryable } from "#db/client.server.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { derivedKey, deriveImage } from "./derive-image.server.ts";

// The owner's lists ask for the smallest, phones and desktops for the others first; the rest, and WebP for older browsers, is made when
// somebody asks.
const FIRST_WIDTHS = [160, 320, 480, 640, 960] as const;
const FIRST_FORMAT = "avif";

/** Where the rendition that prepareImage makes last is kept: while it is missing, the picture is not prepared. */
export function lastPreparedKey(picture: { id: string; width: number | null }): string {
  return derivedKey(picture.id, {
    width: Math.min(960, picture.width ?? 960),
    format: FIRST_FORMAT,
  });
}

/**
 * Makes the renditions of a picture that visitors need most, before they ask (job 'prepare-image'); what exists is left, a picture
 * that is gone is no error, and visitors' own requests always go first.
 */
export async function prepareImage(
  deps: { db: Queryable; files: FileStore; logger: Logger },
  input: { mediaId: string },
): Promise<void> {
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
