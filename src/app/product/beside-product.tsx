import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ProductDetail } from "#features/catalog/product.ts";
import { useLazyPart } from "#ui/use-lazy-part.ts";
import { useNearView } from "#ui/use-near-view.ts";
import { PiecesToCome } from "./related-place.tsx";

const loadMorePieces = () => import("./more-pieces.tsx").then((module) => module.MorePieces);

/** Remembers in this browser that the product was looked at; what does so comes after everything that is seen. */
function useRemembered(product: ProductDetail): void {
  useEffect(() => {
    import("#features/catalog/recently-viewed.browser.ts").then(
      ({ rememberViewed }) => rememberViewed(product),
      () => undefined,
    );
  }, [product]);
}

/**
 * Pieces that go well with a product, fetched when the shopper comes near: a page that nobody reads to its end costs neither the server
 * nor the shopper's network anything for them. Without script the link to the collection stands alone.
 */
export function BesideProduct({ product }: { product: ProductDetail }) {
  const { part: MorePieces, request } = useLazyPart(loadMorePieces);
  const [failed, setFailed] = useState(false);
  const section = useRef<HTMLElement>(null);
  const onNear = useCallback(() => {
    void request().then((arrived) => setFailed(!arrived));
  }, [request]);
  useNearView(section, onNear);
  useRemembered(product);
  const { collectionPath, categoryName } = product;
  return (
    <section
      ref={section}
      aria-labelledby="beside-title"
      className="shell pt-8 pb-20 md:pb-32 print:hidden"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 border-b border-line">
        <h2 id="beside-title" className="display pb-3 text-2xl">
          Goes well with it
        </h2>
        <Link to={collectionPath ?? "/shop"} className="link py-3 text-sm text-ink-soft">
          {collectionPath === null ? "More from the shop" : `More from ${categoryName}`}
        </Link>
      </div>
      {MorePieces ? <MorePieces productId={product.id} /> : !failed && <PiecesToCome />}
    </section>
  );
}
