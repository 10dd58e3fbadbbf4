import { loaderHeadersOnly, publicPage } from "#app/web/public-page.ts";
import type { Route } from "./+types/wishlist.ts";
import { WishlistPage } from "./wishlist-page.tsx";

/** The same page for every visitor: the browser fills in what it keeps. */
export function loader() {
  return publicPage(null);
}

export const headers = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your Wishlist | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "description", content: "The pieces you saved for later." },
  { name: "robots", content: "noindex" },
];

export default WishlistPage;
