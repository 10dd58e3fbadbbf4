import { data } from "react-router";
import type { ContentTag } from "#core/content-tag.ts";
import { formatTags } from "#core/content-tag.ts";

/** For responses to one visitor's form. */
export const PERSONAL = { "Cache-Control": "private, no-store" };

/** The `headers` export of a public page with a form: cacheable for GET, private for a form's response. */
export function formPageHeaders(page: { loaderHeaders: Headers; actionHeaders: Headers }): Headers {
  return page.actionHeaders.has("Cache-Control") ? page.actionHeaders : page.loaderHeaders;
}

// Browsers always revalidate. The CDN lifetime is in CDN-Cache-Control (RFC 9213), because some browsers also obey
// stale-while-revalidate.
export const PUBLIC_HEADERS = {
  "Cache-Control": "public, max-age=0, must-revalidate",
  "CDN-Cache-Control": "max-age=60, stale-while-revalidate=600, stale-if-error=86400",
};

/** Tells the page cache what a response shows (ADR 0028); it does not leave the process. */
export const CONTENT_TAGS_HEADER = "x-content-tags";

/** What the frame around every page shows. */
export const FRAME_TAGS: readonly ContentTag[] = ["layout", "settings"];

/**
 * A page loader's response that is equal for all visitors, for the page cache and CDNs. `tags` names everything it
 * shows besides the frame; without them any change of content makes it stale. Errors carry no such headers.
 */
export function publicPage<Value>(value: Value, tags?: readonly ContentTag[]) {
  return publicData(value, tags && [...FRAME_TAGS, ...tags]);
}

/** The same for data without the frame of a page. */
export function publicData<Value>(value: Value, tags?: readonly ContentTag[]) {
  if (!tags) return data(value, { headers: PUBLIC_HEADERS });
  return data(value, { headers: { ...PUBLIC_HEADERS, [CONTENT_TAGS_HEADER]: formatTags(tags) } });
}

/** A text equal for all visitors, such as a feed, with the same caching as a page. */
export function publicText(text: string, contentType: string): Response {
  const headers = { ...PUBLIC_HEADERS, "Content-Type": `${contentType}; charset=utf-8` };
  return new Response(text, { headers });
}

/** The `headers` export of a public page: its loader's headers. */
export function loaderHeadersOnly({ loaderHeaders }: { loaderHeaders: Headers }): Headers {
  return loaderHeaders;
}
