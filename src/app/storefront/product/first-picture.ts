import type { MetaDescriptor } from "react-router";
import type { ProductSummary } from "#features/catalog/product.ts";
import { pictureSrcset } from "#ui/picture-widths.ts";
import { GALLERY_SIZES, galleryWidths } from "./gallery-picture.ts";

/** The head's word that the gallery's first picture is what a product's page waits for. */
export function firstPicture({ images: [first] }: ProductSummary): MetaDescriptor[] {
  if (!first) return [];
  return [
    {
      tagName: "link",
      rel: "preload",
      as: "image",
      type: "image/avif",
      imageSrcSet: pictureSrcset(first.id, galleryWidths(first.width), "avif"),
      imageSizes: GALLERY_SIZES,
      fetchPriority: "high",
    },
  ];
}
