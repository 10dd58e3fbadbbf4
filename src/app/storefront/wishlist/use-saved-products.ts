import { useEffect, useMemo, useState } from "react";
import { useSavedIds } from "#app/components/wishlist/wishlist-store.browser.ts";
import { unpackProducts } from "#features/catalog/listing/packed-products.ts";
import type { ProductSummary } from "#features/catalog/product.ts";

async function fetchPieces(ids: readonly string[], signal: AbortSignal): Promise<ProductSummary[]> {
  const response = await fetch("/wishlist/pieces", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(ids),
    signal,
  });
  if (!response.ok) throw new Error(`The pieces were answered with ${response.status}`);
  const { products } = (await response.json()) as { products: string };
  return unpackProducts(products);
}

/** The saved pieces as the page shows them. */
export type SavedProducts =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | {
      readonly kind: "shown";
      readonly pieces: readonly ProductSummary[];
      /** Saved pieces that the shop has no longer. */
      readonly gone: number;
    };

/** The pieces of the list, the newest first: asked for when the list names one that is not here yet, so that a removal waits for nobody. */
export function useSavedProducts(): { saved: SavedProducts; retry: () => void } {
  const ids = useSavedIds();
  const [known, setKnown] = useState<ReadonlyMap<string, ProductSummary | null>>(new Map());
  const [failed, setFailed] = useState(false);
  const missing = ids?.some((id) => !known.has(id)) ?? false;
  useEffect(() => {
    if (!missing || failed || ids === null) return;
    const leaving = new AbortController();
    fetchPieces(ids, leaving.signal).then(
      (pieces) => {
        const found = new Map(pieces.map((piece) => [piece.id, piece]));
        setKnown(new Map(ids.map((id) => [id, found.get(id) ?? null])));
      },
      () => !leaving.signal.aborted && setFailed(true),
    );
    return () => leaving.abort();
  }, [ids, missing, failed]);
  const saved = useMemo((): SavedProducts => {
    if (ids === null) return { kind: "loading" };
    if (missing) return { kind: failed ? "failed" : "loading" };
    const pieces = ids.flatMap((id) => known.get(id) ?? []);
    return { kind: "shown", pieces, gone: ids.length - pieces.length };
  }, [ids, known, missing, failed]);
  return { saved, retry: () => setFailed(false) };
}
