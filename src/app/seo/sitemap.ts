import { PRIVACY_REVISED, TERMS_REVISED } from "#app/components/page/revised-days.ts";
import { XML_DECLARATION, xmlElement } from "#core/xml-text.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/base/media/image-url.ts";
import {
  COLLECTIONS,
  categoryPath,
  collectionHolds,
} from "#features/catalog/listing/collection.ts";
import { CATALOG_FILTERS } from "#features/catalog/listing/listing-filter.ts";

const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/** The protocol allows 50,000 URLs and 50 MB; this is far below both. */
export const PRODUCTS_A_PART = 10_000;

type SitemapPage = { path: string; changedAt: Date | null };

const moment = (date: Date | null) => xmlElement("lastmod", date?.toISOString());

export function sitemapIndex(publicUrl: string, parts: readonly SitemapPage[]): string {
  const entries = parts.map(
    ({ path, changedAt }) =>
      `<sitemap>${xmlElement("loc", publicUrl + path)}${moment(changedAt)}</sitemap>\n`,
  );
  return `${XML_DECLARATION}<sitemapindex ${SITEMAP}>\n${entries.join("")}</sitemapindex>\n`;
}

export const SITEMAP_HEAD = `${XML_DECLARATION}<urlset ${SITEMAP} ${IMAGES}>\n`;
export const SITEMAP_FOOT = "</urlset>\n";

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

type CategoryChange = { categoryName: string; slug?: string | null; changedAt: Date };

function latest(dates: readonly Date[]): Date | null {
  return dates.length === 0 ? null : new Date(Math.max(...dates.map(Number)));
}

/** Lists indexable pages except products, dated by their products' last change or a static page's revision. */
export function publicPages(changes: readonly CategoryChange[]): SitemapPage[] {
  const lastChange = latest(changes.map(({ changedAt }) => changedAt));
  const listings = ["/shop", "/shop?gender=female", "/shop?gender=male", "/catalog"].concat(
    CATALOG_FILTERS.map(({ slug }) => `/catalog?filter=${slug}`),
  );
  const collections = Object.values(COLLECTIONS)
    // Shows the same page as Men's Accessories and has its canonical URL.
    .filter(({ slug }) => slug !== "accessories")
    .flatMap((collection) => {
      const held = changes.filter(({ categoryName }) => collectionHolds(collection, categoryName));
      const changedAt = latest(held.map((change) => change.changedAt));
      const path = `/collections/${collection.slug}`;
      const toggled = collection.fixedGender ? [] : [`${path}?gender=male`];
      return [path, ...toggled].map((each) => ({ path: each, changedAt }));
    });
  const custom = changes.flatMap(({ categoryName, slug, changedAt }) =>
    slug && categoryPath({ name: categoryName, slug }) === `/collections/${slug}`
      ? [{ path: `/collections/${slug}`, changedAt }]
      : [],
  );
  const written = [
    "/about",
    "/contact",
    "/shipping",
    "/returns",
    "/faq",
    "/made-to-measure",
    "/measurement",
    "/measurement?step=2",
    "/measurement?step=3",
    "/new-dawn",
  ];
  return [
    { path: "/", changedAt: lastChange },
    ...listings.map((path) => ({ path, changedAt: lastChange })),
    ...collections,
    ...custom,
    ...written.map((path) => ({ path, changedAt: null })),
    { path: "/privacy", changedAt: new Date(PRIVACY_REVISED) },
    { path: "/terms", changedAt: new Date(TERMS_REVISED) },
  ];
}
