import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-url.ts";
import { XML_DECLARATION, xmlElement } from "./xml-element.ts";

const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/** Products in one part. The protocol allows 50,000 addresses and 50 MB; a part of this size stays far below both. */
export const PRODUCTS_A_PART = 10_000;

/** A page to be found. */
export type SitemapPage = { path: string; changedAt: Date | null };

/** A product's page and the ids of its pictures. */
export type SitemapProduct = SitemapPage & { imageIds: readonly string[] };

const moment = (date: Date | null) => xmlElement("lastmod", date?.toISOString());

/** The index of the parts. */
export function sitemapIndex(publicUrl: string, parts: readonly SitemapPage[]): string {
  const entries = parts.map(
    ({ path, changedAt }) =>
      `<sitemap>${xmlElement("loc", publicUrl + path)}${moment(changedAt)}</sitemap>\n`,
  );
  return `${XML_DECLARATION}<sitemapindex ${SITEMAP}>\n${entries.join("")}</sitemapindex>\n`;
}

export const SITEMAP_HEAD = `${XML_DECLARATION}<urlset ${SITEMAP} ${IMAGES}>\n`;
export const SITEMAP_FOOT = "</urlset>\n";

/** One page's entry, with its pictures. */
export function sitemapEntry(
  publicUrl: string,
  { path, changedAt, imageIds = [] }: SitemapPage & { imageIds?: readonly string[] },
): string {
  const images = imageIds.map((id) => {
    const address = publicUrl + imagePath(id, SOCIAL_IMAGE_WIDTH, "jpg");
    return `<image:image>${xmlElement("image:loc", address)}</image:image>`;
  });
  const loc = xmlElement("loc", publicUrl + path);
  return `<url>${loc}${moment(changedAt)}${images.join("")}</url>\n`;
}
