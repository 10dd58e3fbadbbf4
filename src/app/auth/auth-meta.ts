import type { MetaDescriptor } from "react-router";
import type { ShopName } from "#app/web/page-meta.ts";
import { fullTitle } from "#app/web/page-meta.ts";

type Matches = readonly [unknown, { loaderData?: { shell: ShopName } | undefined }, ...unknown[]];

/** The head of a page of the way in: for nobody's index, and its address, which may hold a mailed secret, for no other site. */
export function authMeta(title: string, matches: Matches): MetaDescriptor[] {
  return [
    { title: fullTitle(title, matches[1].loaderData?.shell) },
    { name: "robots", content: "noindex" },
    { name: "referrer", content: "same-origin" },
  ];
}
