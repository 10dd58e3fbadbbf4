import type { MetaDescriptor } from "react-router";
import type { ProductImage } from "#features/catalog/product.ts";

type PageMeta = {
  /** The page's own name; the shop's name is appended. Null for the home page, whose title is the shop's name and line. */
  title: string | null;
  description: string;
  siteName: string;
  /** The page's one address, with the shop's address in front. */
  canonical: string;
  image: Pick<ProductImage, "id" | "alt"> | null;
};

/** What search engines and shared links show of a storefront page. */
export function pageMeta({
  title,
  description,
  siteName,
  canonical,
  image,
}: PageMeta): MetaDescriptor[] {
  const fullTitle =
    title === null ? `${siteName} | High Fashion with a Conscience` : `${title} | ${siteName}`;
  const origin = new URL(canonical).origin;
  return [
    { title: fullTitle },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonical },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: siteName },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { property: "og:url", content: canonical },
    { name: "twitter:card", content: image ? "summary_large_image" : "summary" },
    ...(image
      ? [
          { property: "og:image", content: `${origin}/images/${image.id}/1200.jpg` },
          { property: "og:image:alt", content: image.alt },
        ]
      : []),
  ];
}
