import type { ProductImage } from "#features/catalog/product.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-url.ts";

/** The picture of a shared link; `path` is on the shop. */
export type SharedImage = {
  path: string;
  width: number;
  height: number;
  alt: string;
};

/** A stored picture in the width that messengers take, never larger than it is. */
export function toSharedImage(image: ProductImage): SharedImage {
  const width = Math.min(SOCIAL_IMAGE_WIDTH, image.width);
  return {
    path: imagePath(image.id, SOCIAL_IMAGE_WIDTH, "jpg"),
    width,
    height: Math.round((image.height * width) / image.width),
    alt: image.alt,
  };
}
