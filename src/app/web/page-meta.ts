import type { MetaDescriptor } from "react-router";
import type { SiteShell } from "#features/settings/site-shell.ts";

/** What a page's loader hands to its `meta`; everything else in the head is for machines (seo/describe-page.server.ts). */
export type PageHead = {
  /** The page's own name; null for the home page. */
  title: string | null;
  /** The page's one address, with the shop's address in front; null for a view that has none. */
  canonical: string | null;
};

/** What a page's title needs of the shop. */
export type ShopName = Pick<SiteShell, "general" | "titlePattern">;

type MetaArgs = {
  loaderData?: { head: PageHead } | null | undefined;
  matches: readonly [unknown, { loaderData?: { shell: ShopName } | undefined }, ...unknown[]];
};

/** The page's name in the owner's pattern (decision D6); the home page's is the shop and its promise. */
export function fullTitle(title: string | null, shop: ShopName | undefined): string {
  const siteName = shop?.general.siteName ?? "";
  if (title === null) return `${siteName} | High Fashion with a Conscience`;
  const words: Record<string, string> = { "{page}": title, "{site}": siteName };
  return (shop?.titlePattern ?? "{page}").replace(/\{\w+\}/g, (place) => words[place] ?? place);
}

/** The `meta` export of a described page: what has to follow a visitor from page to page, for the tab and for sharing. */
export function pageMeta({ loaderData, matches }: MetaArgs): MetaDescriptor[] {
  if (!loaderData) return [];
  const { title, canonical } = loaderData.head;
  return [
    { title: fullTitle(title, matches[1].loaderData?.shell) },
    ...(canonical === null ? [] : [{ tagName: "link", rel: "canonical", href: canonical }]),
  ];
}

/** A page's one address: the path and those parameters that choose what it shows, in the order given; defaults are left out as null. */
export function canonicalUrl(
  publicUrl: string,
  path: string,
  parameters: Readonly<Record<string, string | number | null>> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return `${publicUrl}${path}${text === "" ? "" : `?${text}`}`;
}
