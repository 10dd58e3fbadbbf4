import type { ReactNode } from "react";
import { useOutletContext } from "react-router";
import { CartLines, CartNotes, CartTotals, EmptyCart } from "#app/components/cart/cart-lines.tsx";
import { UpsellCard } from "#app/components/cart/upsell-card.tsx";
import { useCartStock } from "#app/components/cart/use-cart-stock.ts";
import { usePricedCart } from "#app/components/cart/use-priced-cart.ts";
import { ViewedBefore } from "#app/components/product/viewed-before.tsx";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { SkeletonLine } from "#ui/skeleton.tsx";
import type { Route } from "./+types/cart.ts";

type Props = {
  delivery: DeliveryTerms;
  footerText: string;
  cardLogos: readonly string[];
  whenEmpty: ReactNode;
};

/** Shows a skeleton until the browser has read its storage (decision S5). */
function CartPage({ delivery, footerText, cardLogos, whenEmpty }: Props) {
  const stock = useCartStock(true);
  const { ready, cart, itemCount, priced, notes } = usePricedCart(stock.stocks);
  return (
    <div className="shell min-h-dvh py-10 md:py-16">
      <header className="flex items-baseline justify-between gap-6 border-b border-line pb-6">
        <h1 className="display text-title">Your Cart</h1>
        <p className="figures text-sm text-ink-quiet" aria-live="polite">
          {ready && cart.length > 0 && `${itemCount} ${itemCount === 1 ? "item" : "items"}`}
        </p>
      </header>
      <noscript>
        <p className="py-10">
          <a href="/cart/simple" className="link py-2">
            Open your cart without JavaScript
          </a>
        </p>
      </noscript>
      {!ready && <CartSkeleton />}
      {ready && cart.length === 0 && (
        <>
          <CartNotes notes={notes} />
          <EmptyCart />
          {whenEmpty}
        </>
      )}
      {ready && cart.length > 0 && (
        <div className="grid gap-10 pt-8 lg:grid-cols-12 lg:gap-16">
          <div className="lg:col-span-7">
            <CartNotes notes={notes} />
            <CartLines cart={cart} priced={priced} stock={stock} width="wide" />
          </div>
          <aside aria-label="Summary" className="space-y-8 lg:col-span-5">
            <div className="space-y-8 lg:sticky lg:top-28">
              <CartTotals
                cart={cart}
                priced={priced}
                stock={stock}
                delivery={delivery}
                footerText={footerText}
                cardLogos={cardLogos}
              />
              <UpsellCard cart={cart} />
            </div>
          </aside>
        </div>
      )}
    </div>
  );
}

function CartSkeleton() {
  return (
    <div role="status" className="grid gap-10 pt-8 noscript:hidden lg:grid-cols-12 lg:gap-16">
      <span className="sr-only">Loading your cart</span>
      <div className="space-y-5 lg:col-span-7">
        {["first", "second"].map((line) => (
          <div key={line} className="flex gap-4 border-b border-line pb-5">
            <div className="aspect-4/5 w-24 animate-breathe bg-cloth sm:w-32" />
            <div className="grow space-y-3">
              <SkeletonLine className="w-2/3" />
              <SkeletonLine className="w-1/3" />
            </div>
          </div>
        ))}
      </div>
      <div className="space-y-4 lg:col-span-5">
        <SkeletonLine className="w-full" />
        <SkeletonLine className="w-1/2" />
        <div className="h-14 animate-breathe bg-cloth" />
      </div>
    </div>
  );
}

/** Equal for all visitors; the browser fills in the cart. */
export function loader() {
  return publicPage(null, []);
}

export const headers = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your Cart | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "description", content: "The items in your cart, ready for checkout." },
  { name: "robots", content: "noindex" },
];

export default function Cart() {
  const { cart, delivery } = useOutletContext<SiteShell>();
  return (
    <CartPage
      delivery={delivery}
      footerText={cart.footerText}
      cardLogos={cart.cardLogos}
      whenEmpty={<ViewedBefore className="mt-12" />}
    />
  );
}
