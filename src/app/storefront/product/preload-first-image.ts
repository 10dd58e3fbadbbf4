import type { MetaDescriptor } from "react-router";
import type { ProductSummary } from "#features/catalog/product.ts";
import { imageSrcset } from "#ui/image-widths.ts";
import { GALLERY_SIZES, galleryWidths } from "./gallery-image.ts";

/** The head's word that the gallery's first picture is what a product's page waits for. */
export function preloadFirstImage({ images: [first] }: ProductSummary): MetaDescriptor[] {
  if (!first) return [];
  return [
    {
      tagName: "link",
      rel: "preload",
      as: "image",
      type: "image/avif",
      imageSrcSet: imageSrcset(first.id, galleryWidths(first.width), "avif"),
      imageSizes: GALLERY_SIZES,
      fetchPriority: "high",
    },
  ];
}
