import { z } from "zod";

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
};

const readable = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity);

/** Repeated tags become lists, which fail. */
export type ServedHead = {
  tags: Record<string, string | string[]>;
  structuredData: unknown;
};

/** Title, meta tags, canonical URL, structured data. */
export function servedHead(html: string): ServedHead {
  const tags: ServedHead["tags"] = {};
  const put = (name: string, content: string) => {
    const present = tags[name];
    tags[name] = present === undefined ? content : [present, content].flat();
  };
  for (const [, name = "", content = ""] of html.matchAll(
    /<meta (?:name|property)="([^"]+)" content="([^"]*)"/g,
  )) {
    put(name, readable(content));
  }
  for (const [, href = ""] of html.matchAll(/<link rel="canonical" href="([^"]*)"/g)) {
    put("canonical", readable(href));
  }
  for (const [, title = ""] of html.matchAll(/<title>([^<]*)<\/title>/g)) {
    put("title", readable(title));
  }
  const scripts = [
    ...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g),
  ];
  const [, data] = scripts[0] ?? [];
  return {
    tags,
    structuredData: data === undefined || scripts.length > 1 ? null : JSON.parse(data),
  };
}

const text = z.string().trim().min(1);
const web = z.url({ protocol: /^https?$/ });
const pixels = z.string().regex(/^[1-9]\d{2,3}$/);

/** Open Graph, and what messengers need for a large card. */
export const sharedHeadSchema = z.looseObject({
  title: text,
  description: text.max(160),
  canonical: web,
  robots: z.never().optional(),
  "og:site_name": text,
  "og:locale": z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
  "og:type": z.enum(["website", "product"]),
  "og:title": text,
  "og:description": text.max(160),
  "og:url": web,
  "og:image": web,
  "og:image:type": z.literal("image/jpeg"),
  "og:image:width": pixels,
  "og:image:height": pixels,
  "og:image:alt": text,
  "twitter:card": z.literal("summary_large_image"),
});
