import { PRIVACY_REVISED } from "#app/storefront/pages/privacy-sections.tsx";
import { TERMS_REVISED } from "#app/storefront/pages/terms-sections.tsx";
import { COLLECTIONS, collectionHolds } from "#features/catalog/listing/collection.ts";
import { CATALOG_FILTERS } from "#features/catalog/listing/listing-filter.ts";
import type { SitemapPage } from "./sitemap.ts";

/** When the products of a category last changed. */
export type CategoryChange = { categoryName: string; changedAt: Date };

function latest(dates: readonly Date[]): Date | null {
  return dates.length === 0 ? null : new Date(Math.max(...dates.map(Number)));
}

/**
 * The pages that searching may lead to, products aside, each under its own address: listings changed when their products last did,
 * written pages when their text was revised, where that is known.
 */
export function publicPages(changes: readonly CategoryChange[]): SitemapPage[] {
  const lastChange = latest(changes.map(({ changedAt }) => changedAt));
  const listings = ["/shop", "/shop?gender=female", "/shop?gender=male", "/catalog"].concat(
    CATALOG_FILTERS.map(({ slug }) => `/catalog?filter=${slug}`),
  );
  const collections = Object.values(COLLECTIONS)
    // The same screen as Men's Accessories, whose address it bears.
    .filter(({ slug }) => slug !== "accessories")
    .flatMap((collection) => {
      const held = changes.filter(({ categoryName }) => collectionHolds(collection, categoryName));
      const changedAt = latest(held.map((change) => change.changedAt));
      const path = `/collections/${collection.slug}`;
      const toggled = collection.fixedGender ? [] : [`${path}?gender=male`];
      return [path, ...toggled].map((each) => ({ path: each, changedAt }));
    });
  const written = [
    "/about",
    "/contact",
    "/shipping",
    "/returns",
    "/faq",
    "/measurement",
    "/measurement?step=2",
    "/measurement?step=3",
    "/new-dawn",
  ];
  return [
    { path: "/", changedAt: lastChange },
    ...listings.map((path) => ({ path, changedAt: lastChange })),
    ...collections,
    ...written.map((path) => ({ path, changedAt: null })),
    { path: "/privacy", changedAt: new Date(PRIVACY_REVISED) },
    { path: "/terms", changedAt: new Date(TERMS_REVISED) },
  ];
}
