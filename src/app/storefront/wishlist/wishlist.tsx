import { Heart } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { ViewedBefore } from "#app/components/product/viewed-before.tsx";
import { useSavedIds } from "#app/components/wishlist/wishlist-store.browser.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { unpackProducts } from "#features/catalog/listing/packed-products.ts";
import type { ProductSummary } from "#features/catalog/products/product.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState, ErrorPanel } from "#ui/notice.tsx";
import { SkeletonGrid } from "#ui/skeleton.tsx";
import type { Route } from "./+types/wishlist.ts";

export function loader() {
  return publicPage(null, []);
}

export const headers = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your Wishlist | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "description", content: "The pieces you saved for later." },
  { name: "robots", content: "noindex" },
];

export default WishlistPage;

async function fetchProducts(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ProductSummary[]> {
  const response = await fetch("/wishlist/products", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(ids),
    signal,
  });
  if (!response.ok) throw new Error(`The pieces were answered with ${response.status}`);
  const { products } = (await response.json()) as { products: string };
  return unpackProducts(products);
}

type SavedProducts =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | {
      readonly kind: "shown";
      readonly products: readonly ProductSummary[];
      /** Counts saved products that no longer exist. */
      readonly gone: number;
    };

/** Requests products only when one is missing here, so that a removal shows at once. */
function useSavedProducts(): { saved: SavedProducts; retry: () => void } {
  const ids = useSavedIds();
  const [known, setKnown] = useState<ReadonlyMap<string, ProductSummary | null>>(new Map());
  const [failed, setFailed] = useState(false);
  const missing = ids?.some((id) => !known.has(id)) ?? false;
  useEffect(() => {
    if (!missing || failed || ids === null) return;
    const leaving = new AbortController();
    fetchProducts(ids, leaving.signal).then(
      (products) => {
        const found = new Map(products.map((product) => [product.id, product]));
        setKnown(new Map(ids.map((id) => [id, found.get(id) ?? null])));
      },
      () => !leaving.signal.aborted && setFailed(true),
    );
    return () => leaving.abort();
  }, [ids, missing, failed]);
  const saved = useMemo((): SavedProducts => {
    if (ids === null) return { kind: "loading" };
    if (missing) return { kind: failed ? "failed" : "loading" };
    const products = ids.flatMap((id) => known.get(id) ?? []);
    return { kind: "shown", products, gone: ids.length - products.length };
  }, [ids, known, missing, failed]);
  return { saved, retry: () => setFailed(false) };
}

export function WishlistPage() {
  const { saved, retry } = useSavedProducts();
  const count = saved.kind === "shown" ? saved.products.length : 0;
  return (
    <div className="shell min-h-dvh py-10 md:py-16">
      <header className="flex items-baseline justify-between gap-6 border-b border-line pb-6">
        <Title count={count} />
        <p className="figures text-sm text-ink-quiet" aria-live="polite">
          {count > 0 && `${count} ${count === 1 ? "piece" : "pieces"}`}
        </p>
      </header>
      <noscript>
        <p className="max-w-prose pt-8">
          Your wishlist is kept in your browser, and showing it needs JavaScript. Every piece can
          still be found in the shop and bought from its own page.
        </p>
      </noscript>
      <div className="pt-8 md:pt-10">
        <Saved saved={saved} onRetry={retry} />
      </div>
    </div>
  );
}

/** Receives the focus when the focused product is removed. */
function Title({ count }: { count: number }) {
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const fewer = count < before.current;
    before.current = count;
    if (fewer && document.activeElement === document.body) {
      title.current?.focus({ preventScroll: true });
    }
  }, [count]);
  return (
    <h1 ref={title} tabIndex={-1} className="display text-title outline-none">
      Your Wishlist
    </h1>
  );
}

function Saved({ saved, onRetry }: { saved: SavedProducts; onRetry: () => void }) {
  if (saved.kind === "loading") {
    return (
      <div className="noscript:hidden">
        <SkeletonGrid label="Loading your wishlist" />
      </div>
    );
  }
  if (saved.kind === "failed") {
    return (
      <ErrorPanel
        title="Your wishlist could not be loaded"
        text="Nothing is lost. Please try again in a moment."
        onRetry={onRetry}
      />
    );
  }
  const { products, gone } = saved;
  return (
    <>
      {gone > 0 && (
        <p className="mb-8 text-ink-soft">
          {gone === 1
            ? "One piece you saved is no longer in the shop."
            : `${gone} pieces you saved are no longer in the shop.`}
        </p>
      )}
      {products.length > 0 ? (
        <ProductGrid products={products} heading="h2" priorityCount={4} />
      ) : (
        <NothingSaved />
      )}
    </>
  );
}

function NothingSaved() {
  return (
    <>
      <EmptyState
        icon={<Heart size={28} aria-hidden="true" />}
        title="Nothing saved yet"
        action={
          <ButtonLink to="/shop" variant="secondary">
            Explore the shop
          </ButtonLink>
        }
      >
        Press the heart on a piece to save it here. Sign in to see your wishlist on every device.
      </EmptyState>
      <ViewedBefore className="mt-12" />
    </>
  );
}
