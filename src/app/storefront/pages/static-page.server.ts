import type { RouterContextProvider } from "react-router";
import { pageTrail } from "#app/seo/breadcrumb-trail.ts";
import type { PageDescription } from "#app/seo/describe-page.server.ts";
import { describePage } from "#app/seo/describe-page.server.ts";
import { publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { canonicalUrl } from "#app/web/page-meta.ts";

type Words = { title: string; description: string } & Pick<PageDescription, "jsonLd" | "picture">;

/** What machines are told of a written page under the home page; answers what its `meta` needs. */
export function describeWrittenPage(
  context: Readonly<RouterContextProvider>,
  path: string,
  words: Words,
) {
  const { publicUrl } = context.get(depsContext);
  const canonical = canonicalUrl(publicUrl, path);
  return describePage(context, { canonical, trail: pageTrail(words.title), ...words });
}

/** The loader of a page whose words are all its own. */
export function staticPage(context: Readonly<RouterContextProvider>, path: string, words: Words) {
  return publicPage({ head: describeWrittenPage(context, path, words) });
}
