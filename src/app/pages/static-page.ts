import type { RouterContextProvider } from "react-router";
import { depsContext } from "#app/context.ts";
import { canonicalAddress } from "#app/storefront/canonical-address.ts";
import { publicPage } from "#app/storefront/public-page.ts";

/** The loader of a page whose words are all its own: it tells the page's one address. */
export function staticPage(context: Readonly<RouterContextProvider>, path: string) {
  return publicPage({ canonical: canonicalAddress(context.get(depsContext).publicUrl, path) });
}
