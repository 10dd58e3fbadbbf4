import { useOutletContext } from "react-router";
import { CartPage } from "#features/cart/components/cart-page.tsx";
import type { SiteShell } from "#features/settings/site-shell.ts";
import type { Route } from "./+types/cart.ts";

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control":
    "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400",
});

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your Cart | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export default function Cart() {
  const { cart } = useOutletContext<SiteShell>();
  return <CartPage footerText={cart.footerText} cardLogos={cart.cardLogos} />;
}
