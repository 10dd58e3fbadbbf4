import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { ProductPreviewCard, RecentlyViewed } from "#app/components/product/recently-viewed.tsx";
import type { ProductPreview } from "#features/catalog/product.ts";
import { formatPreviewPrice } from "#features/catalog/product.ts";
import { relatedPath } from "./product-url.ts";

type RelatedProps = {
  productId: string;
  grid: string;
  /** Shown until they arrive. */
  toCome: ReactNode;
};

/** Related products; skeletons until they arrive, nothing where the request fails. */
function RelatedProducts({ productId, grid, toCome }: RelatedProps) {
  const [products, setProducts] = useState<readonly ProductPreview[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(relatedPath(productId), { signal: leaving.signal })
      .then((response) => (response.ok ? response.json() : []))
      .then((received: readonly ProductPreview[]) => setProducts(received))
      .catch(() => !leaving.signal.aborted && setProducts([]));
    return () => leaving.abort();
  }, [productId]);
  if (products === null) return toCome;
  if (products.length === 0) return null;
  return (
    <ul className={grid}>
      {products.map((product) => (
        <li key={product.id}>
          <ProductPreviewCard
            product={product}
            price={formatPreviewPrice(product)}
            sizes="(min-width: 48rem) 23vw, 46vw"
          />
        </li>
      ))}
    </ul>
  );
}

/** What follows a product near the page's end. */
export function MoreProducts(props: RelatedProps) {
  return (
    <>
      <RelatedProducts {...props} />
      <RecentlyViewed except={props.productId} className="mt-20 md:mt-28" />
    </>
  );
}
