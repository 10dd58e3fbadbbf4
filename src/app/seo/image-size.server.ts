import type { AppDeps } from "#app/web/context.ts";
import type { ProductSummary } from "#features/catalog/product.ts";
import { deriveImage } from "#features/media/derive-image.server.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-url.ts";

/** A product's first picture as a feed encloses it, with its true weight: RSS 2.0 wants to know it before anybody fetches. Null without one. */
export async function findImageSize(
  deps: Pick<AppDeps, "db" | "files" | "logger">,
  { images: [first] }: ProductSummary,
): Promise<{ path: string; byteSize: number } | null> {
  if (!first) return null;
  const rendition = { width: SOCIAL_IMAGE_WIDTH, format: "jpg" } as const;
  const made = await deriveImage(deps, { id: first.id, ...rendition, urgency: "background" });
  if (!made.ok) return null;
  return { path: imagePath(first.id, SOCIAL_IMAGE_WIDTH, "jpg"), byteSize: made.value.byteLength };
}
