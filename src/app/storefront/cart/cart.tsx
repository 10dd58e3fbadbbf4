import { useOutletContext } from "react-router";
import { ViewedBefore } from "#app/components/product/viewed-before.tsx";
import { loaderHeadersOnly, publicPage } from "#app/web/public-page.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import type { Route } from "./+types/cart.ts";
import { CartPage } from "./cart-page.tsx";

/** The same page for every visitor: the browser fills in the cart. */
export function loader() {
  return publicPage(null);
}

export const headers = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your Cart | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "description", content: "What you have chosen, ready for checkout." },
  { name: "robots", content: "noindex" },
];

export default function Cart() {
  const { cart } = useOutletContext<SiteShell>();
  return (
    <CartPage
      footerText={cart.footerText}
      cardLogos={cart.cardLogos}
      whenEmpty={<ViewedBefore className="mt-12" />}
    />
  );
}
