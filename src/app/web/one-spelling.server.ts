import type { MiddlewareFunction } from "react-router";
import { redirect } from "react-router";

/** Keeps percent-encoded characters unchanged. */
export function lowerCasePath(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) =>
    part.startsWith("%") ? part : part.toLowerCase(),
  );
}

/** Product URLs redirect elsewhere; unknown URLs are logged as received. */
const LEFT_ALONE: ReadonlySet<string> = new Set([
  "product/:id",
  "product/:id/:slug",
  "products/:id",
  "*",
]);

/** Redirects to the lower-case URL, because the router matches both. */
export const oneSpelling: MiddlewareFunction<Response> = ({ request, url, pattern }, next) => {
  const path = lowerCasePath(url.pathname);
  // Redirecting a POST would lose the input.
  if (path !== url.pathname && request.method !== "POST" && !LEFT_ALONE.has(pattern)) {
    throw redirect(`${path}${url.search}`, 301);
  }
  return next();
};
