import type { RouterContextProvider } from "react-router";
import { pageTrail } from "#app/seo/breadcrumb-trail.ts";
import type { PageDescription } from "#app/seo/describe-page.server.ts";
import { describePage } from "#app/seo/describe-page.server.ts";
import { publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { canonicalUrl } from "#app/web/page-meta.ts";

type PageText = { title: string; description: string } & Pick<PageDescription, "jsonLd" | "image">;

export function describeWrittenPage(
  context: Readonly<RouterContextProvider>,
  path: string,
  text: PageText,
) {
  const { publicUrl } = context.get(depsContext);
  const canonical = canonicalUrl(publicUrl, path);
  return describePage(context, { canonical, trail: pageTrail(text.title), ...text });
}

export function staticPage(context: Readonly<RouterContextProvider>, path: string, text: PageText) {
  return publicPage({ head: describeWrittenPage(context, path, text) }, []);
}
