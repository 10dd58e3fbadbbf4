import type { FileStore } from "#platform/files.server.ts";
import { derivedKey } from "./derive-image.server.ts";
import { IMAGE_WIDTHS, SOCIAL_IMAGE_WIDTH } from "./image-url.ts";

const FORMATS = ["avif", "webp", "jpg"] as const;

/** Removes a picture's original and everything made from it; for use after its row is gone, and harmless when repeated. */
export async function removeImageFiles(
  deps: { files: FileStore },
  picture: { id: string; storageKey: string; width: number | null },
): Promise<void> {
  const widths = new Set<number>([...IMAGE_WIDTHS, SOCIAL_IMAGE_WIDTH, picture.width ?? 0]);
  // The original first: without it nothing new can be made meanwhile.
  await deps.files.remove(picture.storageKey);
  for (const width of widths) {
    if (width === 0) continue;
    await Promise.all(
      FORMATS.map((format) => deps.files.remove(derivedKey(picture.id, { width, format }))),
    );
  }
}
