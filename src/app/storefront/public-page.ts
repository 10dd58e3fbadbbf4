import { data } from "react-router";

const CACHED = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400";

/** What a loader answers for a page that is the same for every visitor: kept by the page cache and any CDN. An error carries no such header. */
export function publicPage<Value>(value: Value) {
  return data(value, { headers: { "Cache-Control": CACHED } });
}

/** The `headers` export of a public page: what its loader said. */
export function loaderHeadersOnly({ loaderHeaders }: { loaderHeaders: Headers }): Headers {
  return loaderHeaders;
}
