import { fullTitle } from "#app/web/page-meta.ts";
import { xmlText } from "#core/xml-text.ts";
import type { PageDescription } from "./describe-page.server.ts";
import type { Site } from "./json-ld.ts";
import { breadcrumbJsonLd, jsonLdText } from "./json-ld.ts";
import { NEW_PRODUCTS_PATH, newProductsTitle } from "./new-products-feed.ts";
import { SSR_ONLY_ATTRIBUTE } from "./ssr-only.ts";

export type HeadTags = { head: string; foot: string };

/** Search engines truncate descriptions at about this length. */
const DESCRIPTION_LENGTH = 155;

/** Cuts between words, on one line. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  const end = line.lastIndexOf(" ", DESCRIPTION_LENGTH);
  return `${line.slice(0, end === -1 ? DESCRIPTION_LENGTH : end)}…`;
}

type Tag = readonly [kind: "name" | "property", name: string, content: string];

/** Search engines read them only on the home page. */
function ownershipTags({ title }: PageDescription, { seo }: Site): Tag[] {
  const codes = {
    "google-site-verification": seo.googleVerification,
    "msvalidate.01": seo.bingVerification,
  };
  return Object.entries(codes).flatMap(([name, code]) =>
    title === null && code !== "" ? [["name", name, code] as const] : [],
  );
}

function tags(page: PageDescription, site: Site): Tag[] {
  const { general } = site.shell;
  const title = fullTitle(page.title, site.shell);
  const { seo } = site;
  const description = shortened(page.description ?? (seo.description || general.siteDescription));
  const image = page.image?.(site) ?? site.defaultSocialImage;
  return [
    ["name", "description", description],
    ...(page.indexed === false || !seo.indexing
      ? [["name", "robots", "noindex, follow"] as const]
      : []),
    ...ownershipTags(page, site),
    ["property", "og:site_name", general.siteName],
    ["property", "og:locale", "en_GB"],
    ["property", "og:type", page.kind ?? "website"],
    ["property", "og:title", page.title ?? title],
    ["property", "og:description", description],
    ["property", "og:url", page.canonical],
    ["property", "og:image", site.publicUrl + image.path],
    ["property", "og:image:type", "image/jpeg"],
    ["property", "og:image:width", String(image.width)],
    ["property", "og:image:height", String(image.height)],
    ["property", "og:image:alt", image.alt],
    ["name", "twitter:card", "summary_large_image"],
    ...Object.entries(page.properties ?? {}).map(
      ([property, content]) => ["property", property, content] as const,
    ),
  ];
}

export function renderHeadTags(page: PageDescription, site: Site): HeadTags {
  const { publicUrl } = site;
  const trail = page.trail ? [breadcrumbJsonLd(publicUrl, page.canonical, page.trail)] : [];
  const things = [...(page.jsonLd?.(site) ?? []), ...trail];
  const head = tags(page, site).map(
    ([kind, name, content]) =>
      `<meta ${kind}="${name}" content="${xmlText(content)}" ${SSR_ONLY_ATTRIBUTE}>`,
  );
  const foot =
    things.length > 0
      ? `<script type="application/ld+json" ${SSR_ONLY_ATTRIBUTE}>${jsonLdText(things)}</script>`
      : "";
  const feed = `<link rel="alternate" type="application/rss+xml" title="${xmlText(newProductsTitle(site.shell.general.siteName))}" href="${NEW_PRODUCTS_PATH}" ${SSR_ONLY_ATTRIBUTE}>`;
  return { head: head.join("") + feed, foot };
}
