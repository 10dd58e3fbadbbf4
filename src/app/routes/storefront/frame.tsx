import { useEffect } from "react";
import { Outlet } from "react-router";
import { depsContext } from "#app/context.ts";
import { useDeviceSync } from "#app/devices/use-device-sync.ts";
import { describeSite } from "#app/discovery/describe-site.server.ts";
import { useServedMarks } from "#app/discovery/use-served-marks.ts";
import { MainContent } from "#app/layout/main-content.tsx";
import { SiteFooter } from "#app/layout/site-footer.tsx";
import { SiteHeader } from "#app/layout/site-header.tsx";
import { PendingProduct } from "#app/product/pending-product.tsx";
import { oneSpelling } from "#app/storefront/one-spelling.server.ts";
import { useSeenPlaces } from "#app/storefront/seen-places.ts";
import { closeCart, useCart, useCartOpen } from "#features/cart/cart-store.browser.ts";
import { useLazyPart } from "#ui/use-lazy-part.ts";
import type { Route } from "./+types/frame.ts";

const loadCartSidebar = () =>
  import("#features/cart/components/cart-sidebar.tsx").then((module) => module.CartSidebar);

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
  useServedMarks();
  useSeenPlaces();
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
