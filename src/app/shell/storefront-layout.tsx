import { useEffect } from "react";
import { Outlet } from "react-router";
import { closeCart, useCart, useCartOpen } from "#app/components/cart/cart-store.browser.ts";
import { useDeviceSync } from "#app/components/cart/use-device-sync.ts";
import { describeSite } from "#app/seo/describe-page.server.ts";
import { useSsrOnlyCleanup } from "#app/seo/ssr-only.ts";
import { PendingProduct } from "#app/storefront/product/pending-product.tsx";
import { depsContext } from "#app/web/context.ts";
import { oneSpelling } from "#app/web/one-spelling.server.ts";
import { useLazyPart } from "#ui/hydration.ts";
import type { Route } from "./+types/storefront-layout.ts";
import { useHistoryStack } from "./history-stack.ts";
import { MainContent } from "./main-content.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

const loadCartSidebar = () =>
  import("#app/components/cart/cart-sidebar.tsx").then((module) => module.CartSidebar);

export const middleware: Route.MiddlewareFunction[] = [oneSpelling];

export async function loader({ context }: Route.LoaderArgs) {
  const { siteFacts, publicUrl } = context.get(depsContext);
  const facts = await siteFacts();
  describeSite(context, publicUrl, facts);
  return { shell: facts.shell };
}

/** Kept from page to page: asked for with every page, it would fail with every page and take the page's own error panel away. */
export const shouldRevalidate = () => false;

/** Header, page, footer and the cart sidebar: the same for every visitor. */
export default function StorefrontFrame({ loaderData }: Route.ComponentProps) {
  const { shell } = loaderData;
  useSsrOnlyCleanup();
  useHistoryStack();
  useDeviceSync();
  const { pieces } = useCart();
  const open = useCartOpen();
  const { part: CartSidebar, request } = useLazyPart(loadCartSidebar);
  useEffect(() => {
    if (open) void request();
  }, [open, request]);
  return (
    <>
      <SiteHeader shell={shell} cartCount={pieces} />
      <MainContent>
        <PendingProduct>
          <Outlet context={shell} />
        </PendingProduct>
      </MainContent>
      <SiteFooter shell={shell} />
      {CartSidebar && <CartSidebar open={open} onClose={closeCart} settings={shell.cart} />}
    </>
  );
}
