import type { MiddlewareFunction } from "react-router";
import { redirect } from "react-router";

/** A path in small letters; what is percent-encoded stands for itself in either case and is left as it is. */
export function lowerCasePath(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) =>
    part.startsWith("%") ? part : part.toLowerCase(),
  );
}

/** Addresses of products lead to the one address in a single step, and what names no page is logged as it was spelled. */
const LEFT_ALONE: ReadonlySet<string> = new Set([
  "product/:id",
  "product/:id/:slug",
  "products/:id",
  "*",
]);

/** Leads a public page's address in capitals to its one address in small letters: the router would serve the same page under both. */
export const oneSpelling: MiddlewareFunction<Response> = ({ request, url, pattern }, next) => {
  const path = lowerCasePath(url.pathname);
  // A form that was sent there is answered where it is: on the way it would lose what was typed.
  if (path !== url.pathname && request.method !== "POST" && !LEFT_ALONE.has(pattern)) {
    throw redirect(`${path}${url.search}`, 301);
  }
  return next();
};
