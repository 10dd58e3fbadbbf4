import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { ProductPreviewCard, RecentlyViewed } from "#app/components/product/recently-viewed.tsx";
import { formatMoney } from "#core/money-amount.ts";
import type { ProductPreview } from "#features/catalog/product.ts";
import { relatedPath } from "./product-url.ts";

type RelatedProps = {
  productId: string;
  grid: string;
  /** Shown until they arrive. */
  toCome: ReactNode;
};

/** Related products; skeletons until they arrive, nothing where the request fails. */
function RelatedProducts({ productId, grid, toCome }: RelatedProps) {
  const [pieces, setPieces] = useState<readonly ProductPreview[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(relatedPath(productId), { signal: leaving.signal })
      .then((response) => (response.ok ? response.json() : []))
      .then((answer: readonly ProductPreview[]) => setPieces(answer))
      .catch(() => !leaving.signal.aborted && setPieces([]));
    return () => leaving.abort();
  }, [productId]);
  if (pieces === null) return toCome;
  if (pieces.length === 0) return null;
  return (
    <ul className={grid}>
      {pieces.map((piece) => (
        <li key={piece.id}>
          <ProductPreviewCard
            piece={piece}
            price={formatMoney(piece.price)}
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
