import { data } from "react-router";

/** For answers to one visitor's form. */
export const PERSONAL = { "Cache-Control": "private, no-store" };

/** The `headers` export of a public page with a form: shared as it stands, personal once it answers a form. */
export function formPageHeaders(page: { loaderHeaders: Headers; actionHeaders: Headers }): Headers {
  return page.actionHeaders.has("Cache-Control") ? page.actionHeaders : page.loaderHeaders;
}

// A browser asks every time, so that a change shows on its next request; how long a CDN may keep a page stands in the header
// meant for CDNs alone (RFC 9213), because some browsers, too, obey stale-while-revalidate.
export const PUBLIC_HEADERS = {
  "Cache-Control": "public, max-age=0, must-revalidate",
  "CDN-Cache-Control": "max-age=60, stale-while-revalidate=600, stale-if-error=86400",
};

/** What a loader answers for a page that is the same for every visitor: kept by the page cache and any CDN. An error carries no such header. */
export function publicPage<Value>(value: Value) {
  return data(value, { headers: PUBLIC_HEADERS });
}

/** A text that is the same for everybody, such as a feed: kept like a page. */
export function publicText(text: string, contentType: string): Response {
  const headers = { ...PUBLIC_HEADERS, "Content-Type": `${contentType}; charset=utf-8` };
  return new Response(text, { headers });
}

/** The `headers` export of a public page: what its loader said. */
export function loaderHeadersOnly({ loaderHeaders }: { loaderHeaders: Headers }): Headers {
  return loaderHeaders;
}
