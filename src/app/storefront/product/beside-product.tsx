import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { rememberViewed } from "#app/components/product/remember-viewed.browser.ts";
import type { ProductDetail } from "#features/catalog/product.ts";
import { useLazyPart } from "#ui/use-lazy-part.ts";
import { useNearView } from "#ui/use-near-view.ts";

const loadMorePieces = () => import("./more-products.tsx").then((module) => module.MoreProducts);

/** Four beside each other, two on phones. */
const grid = "mt-6 grid grid-cols-2 gap-x-[clamp(0.75rem,2vw,2rem)] gap-y-8 md:grid-cols-4";

/** The shape of four small cards, as tall as they will be; nothing for a browser that runs no script. */
const toCome = (
  <div aria-hidden="true" className={`${grid} noscript:hidden`}>
    {[1, 2, 3, 4].map((place) => (
      <div key={place} className="text-sm">
        <div className="aspect-4/5 animate-breathe bg-cloth" />
        <span className="mt-3 block leading-snug">&nbsp;</span>
        <span className="block">&nbsp;</span>
      </div>
    ))}
  </div>
);

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
  useEffect(() => rememberViewed(product), [product]);
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
      {MorePieces ? (
        <MorePieces productId={product.id} grid={grid} toCome={toCome} />
      ) : (
        !failed && toCome
      )}
    </section>
  );
}
