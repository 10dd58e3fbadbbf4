import type { MetaDescriptor } from "react-router";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";

/** Other head tags are only in the served page (seo/describe-page.server.ts). */
export type PageHead = {
  title: string | null;
  /** Absolute; null for a view without one. */
  canonical: string | null;
};

export type ShopName = Pick<SiteShell, "general" | "titlePattern">;

type MetaArgs = {
  loaderData?: { head: PageHead } | null | undefined;
  matches: readonly [unknown, { loaderData?: { shell: ShopName } | undefined }, ...unknown[]];
};

/** Applies the owner's pattern (decision D6); home uses name and tagline. */
export function fullTitle(title: string | null, shop: ShopName | undefined): string {
  const siteName = shop?.general.siteName ?? "";
  if (title === null) return `${siteName} | High Fashion with a Conscience`;
  const messages: Record<string, string> = { "{page}": title, "{site}": siteName };
  return (shop?.titlePattern ?? "{page}").replace(
    /\{\w+\}/g,
    (location) => messages[location] ?? location,
  );
}

/** Returns the tags that client navigation must update. */
export function pageMeta({ loaderData, matches }: MetaArgs): MetaDescriptor[] {
  if (!loaderData) return [];
  const { title, canonical } = loaderData.head;
  return [
    { title: fullTitle(title, matches[1].loaderData?.shell) },
    ...(canonical === null ? [] : [{ tagName: "link", rel: "canonical", href: canonical }]),
  ];
}

/** Leaves out null parameters (defaults). */
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
