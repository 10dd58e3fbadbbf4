import type { ReactNode } from "react";
import { useEffect, useMemo, useState } from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import {
  closeCart,
  useAddedMessage,
  useCart,
  useCartOpen,
} from "#app/components/cart/cart-store.browser.ts";
import { useDeviceSync, useSimpleCartMerge } from "#app/components/cart/use-device-sync.ts";
import { describeSite } from "#app/seo/describe-page.server.ts";
import { useSsrOnlyCleanup } from "#app/seo/ssr-only.ts";
import { depsContext } from "#app/web/context.ts";
import { oneSpelling } from "#app/web/one-spelling.server.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { useLazyPart } from "#ui/hydration.ts";
import { SkeletonProduct } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { Route } from "./+types/storefront-layout.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { useHistoryStack } from "./history-stack.ts";
import { MainContent } from "./main-content.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** A skeleton costs a slow device a layout, so faster pages have none. */
const PATIENCE_MS = 300;

function useLateProduct(): boolean {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const target = location?.pathname ?? pathname;
  const coming = target !== pathname && /^\/product\/[^/]+$/.test(target);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!coming) return;
    const timer = setTimeout(() => {
      setLate(true);
      // The router stored the scroll position when the navigation began.
      window.scrollTo(0, 0);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [coming]);
  return coming && late;
}

/** The previous page keeps its state until the product has loaded. */
export function PendingProduct({ children }: { children: ReactNode }) {
  const late = useLateProduct();
  return (
    <>
      {late && (
        <div className="shell min-h-dvh pb-16 md:pt-10">
          <SkeletonProduct label="Loading product" />
        </div>
      )}
      <div hidden={late}>{children}</div>
    </>
  );
}

const loadCartSidebar = () =>
  import("#app/components/cart/cart-sidebar.tsx").then((module) => module.CartSidebar);

const MOVEMENTS = ["pointerover", "pointerdown", "focusin", "scroll"] as const;

/** A product's first view waits for the visitor's first movement: it has nothing to prefetch. */
function whenLinksMatter(begin: () => void): () => void {
  if (!location.pathname.startsWith("/product/")) {
    begin();
    return () => {};
  }
  const stop = () => {
    for (const movement of MOVEMENTS) window.removeEventListener(movement, onMovement);
  };
  function onMovement(): void {
    stop();
    begin();
  }
  for (const movement of MOVEMENTS) {
    window.addEventListener(movement, onMovement, { passive: true });
  }
  return stop;
}

const loadPrefetchLinks = () =>
  import("./prefetch-links.tsx").then((module) => module.PrefetchLinks);

export const middleware: Route.MiddlewareFunction[] = [oneSpelling];

export async function loader({ context }: Route.LoaderArgs) {
  const { siteFacts, publicUrl } = context.get(depsContext);
  const facts = await siteFacts();
  describeSite(context, publicUrl, facts);
  return packShell(facts.shell);
}

type PackedShell = Pick<SiteShell, "general" | "titlePattern">;

/** What titles need, and the rest as one string: React Router serializes each of its 190 values. */
function packShell({ general, titlePattern, ...rest }: SiteShell) {
  const shell: PackedShell = { general, titlePattern };
  return { shell, rest: JSON.stringify(rest) };
}

function unpackShell({ shell, rest }: ReturnType<typeof packShell>): SiteShell {
  return { ...shell, ...(JSON.parse(rest) as Omit<SiteShell, keyof PackedShell>) };
}

/** A failed reload would replace each page's own error panel. */
export const shouldRevalidate = () => false;

/** The page is equal for all visitors. */
export default function StorefrontFrame({ loaderData }: Route.ComponentProps) {
  const shell = useMemo(() => unpackShell(loaderData), [loaderData]);
  useSsrOnlyCleanup();
  useHistoryStack();
  useDeviceSync();
  useSimpleCartMerge();
  const { itemCount } = useCart();
  const open = useCartOpen();
  const { part: CartSidebar, request } = useLazyPart(loadCartSidebar);
  const added = useAddedMessage();
  useEffect(() => {
    if (!open) return;
    void request().then((arrived) => {
      if (!arrived && added) showToast({ kind: "success", title: added });
    });
  }, [open, added, request]);
  const { part: PrefetchLinks, request: requestPrefetch } = useLazyPart(loadPrefetchLinks);
  useEffect(() => whenLinksMatter(() => void requestPrefetch()), [requestPrefetch]);
  return (
    <>
      <SiteHeader shell={shell} cartCount={itemCount} />
      <MainContent>
        <PendingProduct>
          <Outlet context={shell} />
        </PendingProduct>
      </MainContent>
      <SiteFooter shell={shell} />
      {CartSidebar && (
        <CartSidebar
          open={open}
          onClose={closeCart}
          settings={shell.cart}
          delivery={shell.delivery}
        />
      )}
      {PrefetchLinks && <PrefetchLinks />}
    </>
  );
}

/** Keeps header and footer unless the frame's own data is missing. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { itemCount } = useCart();
  if (!loaderData) return <ErrorScreen error={error} />;
  const shell = unpackShell(loaderData);
  return (
    <>
      <SiteHeader shell={shell} cartCount={itemCount} />
      <ErrorScreen error={error} />
      <SiteFooter shell={shell} />
    </>
  );
}
