import { loaderHeadersOnly, publicPage } from "#app/storefront/public-page.ts";
import { WishlistPage } from "#app/wishlist/wishlist-page.tsx";
import type { Route } from "./+types/wishlist.ts";

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
