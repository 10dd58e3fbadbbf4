import type { RouterContextProvider } from "react-router";
import { depsContext } from "#app/context.ts";
import type { PageDescription } from "#app/discovery/describe-page.server.ts";
import { describePage } from "#app/discovery/describe-page.server.ts";
import { pageTrail } from "#app/storefront/breadcrumb-trail.ts";
import { canonicalAddress } from "#app/storefront/canonical-address.ts";
import { publicPage } from "#app/storefront/public-page.ts";

type Words = { title: string; description: string } & Pick<PageDescription, "things" | "picture">;

/** What machines are told of a written page under the home page; answers what its `meta` needs. */
export function describeWrittenPage(
  context: Readonly<RouterContextProvider>,
  path: string,
  words: Words,
) {
  const { publicUrl } = context.get(depsContext);
  const canonical = canonicalAddress(publicUrl, path);
  return describePage(context, { canonical, trail: pageTrail(words.title), ...words });
}

/** The loader of a page whose words are all its own. */
export function staticPage(context: Readonly<RouterContextProvider>, path: string, words: Words) {
  return publicPage({ head: describeWrittenPage(context, path, words) });
}
