import { data } from "react-router";
import type { ContentTag } from "#core/content-tag.ts";
import { formatTags } from "#core/content-tag.ts";

/** The header of responses that nobody stores. */
export const PRIVATE = { "Cache-Control": "private, no-store" };

/** The page is cacheable for GET; a form's response is private. */
export function formPageHeaders(page: { loaderHeaders: Headers; actionHeaders: Headers }): Headers {
  return page.actionHeaders.has("Cache-Control") ? page.actionHeaders : page.loaderHeaders;
}

// Browsers revalidate. The CDN lifetime is in CDN-Cache-Control (RFC 9213): some browsers obey
// stale-while-revalidate.
export const PUBLIC_HEADERS = {
  "Cache-Control": "public, max-age=0, must-revalidate",
  "CDN-Cache-Control": "max-age=60, stale-while-revalidate=600, stale-if-error=86400",
};

/** Content tags for the page cache (ADR 0028); stripped before sending. */
export const CONTENT_TAGS_HEADER = "x-content-tags";

/** The frame appears on every page. */
export const FRAME_TAGS: readonly ContentTag[] = ["layout", "settings"];

/**
 * Caches a shared response. `tags` names its content besides the frame; without them any change makes it
 * stale. Errors are not cached.
 */
export function publicPage<Value>(value: Value, tags?: readonly ContentTag[]) {
  return publicData(value, tags && [...FRAME_TAGS, ...tags]);
}

/** Omits the frame's tags. */
export function publicData<Value>(value: Value, tags?: readonly ContentTag[]) {
  if (!tags) return data(value, { headers: PUBLIC_HEADERS });
  return data(value, { headers: { ...PUBLIC_HEADERS, [CONTENT_TAGS_HEADER]: formatTags(tags) } });
}

/** Caches a feed or other text like a page. */
export function publicText(text: string, contentType: string): Response {
  const headers = { ...PUBLIC_HEADERS, "Content-Type": `${contentType}; charset=utf-8` };
  return new Response(text, { headers });
}

export function loaderHeadersOnly({ loaderHeaders }: { loaderHeaders: Headers }): Headers {
  return loaderHeaders;
}
