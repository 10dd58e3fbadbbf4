import { Heart } from "lucide-react";
import { useEffect, useRef } from "react";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { ViewedBefore } from "#app/components/product/viewed-before.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { SkeletonGrid } from "#ui/skeleton.tsx";
import type { SavedProducts } from "./use-saved-products.ts";
import { useSavedProducts } from "./use-saved-products.ts";

/** The pieces saved in this browser, and with an account on every device: their shape until they have come, then cards as on every shelf. */
export function WishlistPage() {
  const { saved, retry } = useSavedProducts();
  const count = saved.kind === "shown" ? saved.pieces.length : 0;
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

/** The title; takes the focus of a piece that was removed, which would otherwise fall back to the top of the document. */
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
  const { pieces, gone } = saved;
  return (
    <>
      {gone > 0 && (
        <p className="mb-8 text-ink-soft">
          {gone === 1
            ? "One piece you saved is no longer in the shop."
            : `${gone} pieces you saved are no longer in the shop.`}
        </p>
      )}
      {pieces.length > 0 ? (
        <ProductGrid products={pieces} heading="h2" priorityCount={4} />
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
        Press the heart on a piece to keep it here. Sign in, and it waits for you on every device.
      </EmptyState>
      <ViewedBefore className="mt-12" />
    </>
  );
}
