import type { MetaDescriptor } from "react-router";
import type { SiteShell } from "#features/settings/site-shell.ts";

/** What a page's loader hands to its `meta`; everything else in the head is for machines (discovery/describe-page.server.ts). */
export type PageHead = {
  /** The page's own name; null for the home page. */
  title: string | null;
  /** The page's one address, with the shop's address in front; null for a view that has none. */
  canonical: string | null;
};

type MetaArgs = {
  loaderData?: { head: PageHead } | null | undefined;
  matches: readonly [
    unknown,
    { loaderData?: { shell: Pick<SiteShell, "general"> } | undefined },
    ...unknown[],
  ];
};

/** The page's own name before the shop's; the home page's is the shop and its promise. */
export function fullTitle(title: string | null, siteName: string): string {
  return title === null ? `${siteName} | High Fashion with a Conscience` : `${title} | ${siteName}`;
}

/** The `meta` export of a described page: what has to follow a visitor from page to page, for the tab and for sharing. */
export function pageMeta({ loaderData, matches }: MetaArgs): MetaDescriptor[] {
  if (!loaderData) return [];
  const { title, canonical } = loaderData.head;
  const siteName = matches[1].loaderData?.shell.general.siteName ?? "";
  return [
    { title: fullTitle(title, siteName) },
    ...(canonical === null ? [] : [{ tagName: "link", rel: "canonical", href: canonical }]),
  ];
}
