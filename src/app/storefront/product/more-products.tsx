import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { makersPath, relatedPath } from "#app/components/product/product-url.ts";
import { ProductPreviewCard, RecentlyViewed } from "#app/components/product/recently-viewed.tsx";
import type { ProductPreview } from "#features/catalog/products/product.ts";
import { formatPreviewPrice } from "#features/catalog/products/product.ts";
import type { MakerOfGarment } from "#features/sales/impact/impact.ts";
import { MakerList } from "../impact/maker-list.tsx";

type RelatedProps = {
  productId: string;
  grid: string;
  /** Renders until they arrive. */
  toCome: ReactNode;
  /** Adds title and link. */
  frame: (content: ReactNode) => ReactNode;
};

/** Shows only the link when the request fails. */
function RelatedProducts({ productId, grid, toCome, frame }: RelatedProps) {
  const [products, setProducts] = useState<readonly ProductPreview[] | "failed" | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(relatedPath(productId), { signal: leaving.signal })
      .then((response) => (response.ok ? response.json() : "failed"))
      .then((received: readonly ProductPreview[] | "failed") => setProducts(received))
      .catch(() => !leaving.signal.aborted && setProducts("failed"));
    return () => leaving.abort();
  }, [productId]);
  if (products === null) return frame(toCome);
  if (products === "failed") return frame(null);
  if (products.length === 0) return null;
  return frame(
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
    </ul>,
  );
}

/** Shows nothing while nobody has finished one, and when the request fails. */
function ProductMakers({ productId }: { productId: string }) {
  const [makers, setMakers] = useState<readonly MakerOfGarment[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(makersPath(productId), { signal: leaving.signal })
      .then((response) => (response.ok ? response.json() : []))
      .then((received: readonly MakerOfGarment[]) => setMakers(received))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [productId]);
  if (makers.length === 0) return null;
  return (
    <section aria-labelledby="makers-title" className="mt-20 md:mt-28">
      <h2 id="makers-title" className="display border-b border-line pb-3 text-2xl">
        Who made it
      </h2>
      <div className="mt-8">
        <MakerList makers={makers} />
      </div>
    </section>
  );
}

/** `complements` is null for a product that nothing completes. */
export function MoreProducts({
  productId,
  complements,
}: {
  productId: string;
  complements: Omit<RelatedProps, "productId"> | null;
}) {
  return (
    <>
      {complements && <RelatedProducts productId={productId} {...complements} />}
      <ProductMakers productId={productId} />
      <RecentlyViewed except={productId} className="mt-20 md:mt-28" />
    </>
  );
}
