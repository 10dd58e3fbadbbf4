import type { MetaDescriptor } from "react-router";
import { toDecimal } from "#core/money-amount.ts";
import type { ProductDetail } from "#features/catalog/product.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-address.ts";
import { pictureSrcset } from "#ui/picture-widths.ts";
import { GALLERY_SIZES, galleryWidths } from "./gallery-picture.ts";
import { descriptionOf } from "./product-words.ts";
import { isSoldOut } from "./purchase-choice.ts";

/** Search engines cut descriptions at about this length. */
const DESCRIPTION_LENGTH = 155;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, line.lastIndexOf(" ", DESCRIPTION_LENGTH))}…`;
}

type Page = { product: ProductDetail; siteName: string; publicUrl: string };

/** The head of a product page: title, description, canonical address, cards for sharing, structured data, the first picture. */
export function productMeta({ product, siteName, publicUrl }: Page): MetaDescriptor[] {
  const address = `${publicUrl}/product/${product.id}`;
  const title = `${product.name} | ${siteName}`;
  const description = shortened(descriptionOf(product));
  const [first] = product.images;
  const picture = first && `${publicUrl}${imagePath(first.id, SOCIAL_IMAGE_WIDTH, "jpg")}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "product" },
    { property: "og:site_name", content: siteName },
    { property: "og:title", content: product.name },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "product:price:amount", content: toDecimal(product.price).toFixed(2) },
    { property: "product:price:currency", content: product.price.currency },
    ...(first && picture
      ? [
          { property: "og:image", content: picture },
          { property: "og:image:alt", content: first.alt },
          { name: "twitter:card", content: "summary_large_image" },
          {
            tagName: "link",
            rel: "preload",
            as: "image",
            type: "image/avif",
            imageSrcSet: pictureSrcset(first.id, galleryWidths(first.width), "avif"),
            imageSizes: GALLERY_SIZES,
            fetchPriority: "high",
          },
        ]
      : []),
    { "script:ld+json": structuredData({ product, siteName, publicUrl }) },
  ];
}

/** The product as schema.org tells it. */
export function structuredData({ product, siteName, publicUrl }: Page) {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    description: shortened(descriptionOf(product)),
    sku: product.slug,
    category: product.categoryName,
    brand: { "@type": "Brand", name: siteName },
    image: product.images.map(
      (image) => `${publicUrl}${imagePath(image.id, SOCIAL_IMAGE_WIDTH, "jpg")}`,
    ),
    offers: {
      "@type": "Offer",
      url: `${publicUrl}/product/${product.id}`,
      price: toDecimal(product.price).toFixed(2),
      priceCurrency: product.price.currency,
      availability: `https://schema.org/${isSoldOut(product) ? "OutOfStock" : "InStock"}`,
    },
  };
}
