import { publicText } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/robots-route.ts";

/** Pages that are private, or have an unlimited number of URLs. */
const PRIVATE = [
  "/account",
  "/admin",
  "/auth",
  "/cart",
  "/checkout",
  "/login",
  "/measurement/size",
  "/new-dawn/thank-you",
  "/payments",
  "/product/*/back-in-stock",
  "/product/*/inquiry",
  "/profile",
  "/search",
  "/session",
  "/sign-out",
];

/** Allows all public pages, or none when the owner turns indexing off (RFC 9309, decision D6). */
export function robotsText({ publicUrl, indexing }: { publicUrl: string; indexing: boolean }) {
  if (!indexing) return "User-agent: *\nDisallow: /\n";
  const rules = PRIVATE.map((path) => `Disallow: ${path}\n`).join("");
  return `User-agent: *\n${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { siteFacts, publicUrl } = context.get(depsContext);
  const { indexing } = (await siteFacts()).seo;
  return publicText(robotsText({ publicUrl, indexing }), "text/plain");
}
