import { useEffect, useState } from "react";
import { formatMoney } from "#core/money-amount.ts";
import { GlimpseCard } from "#features/catalog/components/glimpse-card.tsx";
import type { ProductGlimpse } from "#features/catalog/product-glimpse.ts";
import { relatedPath } from "./product-address.ts";
import { PiecesToCome, relatedGrid } from "./related-place.tsx";

/** The pieces that go well with a product; their shape until they have come, nothing where the network fails. */
export function RelatedPieces({ productId }: { productId: string }) {
  const [pieces, setPieces] = useState<readonly ProductGlimpse[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(relatedPath(productId), { signal: leaving.signal })
      .then((response) => (response.ok ? response.json() : []))
      .then((answer: readonly ProductGlimpse[]) => setPieces(answer))
      .catch(() => !leaving.signal.aborted && setPieces([]));
    return () => leaving.abort();
  }, [productId]);
  if (pieces === null) return <PiecesToCome />;
  return (
    <ul className={relatedGrid}>
      {pieces.map((piece) => (
        <li key={piece.id}>
          <GlimpseCard
            piece={piece}
            price={formatMoney(piece.price)}
            sizes="(min-width: 48rem) 23vw, 46vw"
          />
        </li>
      ))}
    </ul>
  );
}
