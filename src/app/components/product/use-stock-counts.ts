import { useEffect, useState } from "react";
import type { ProductSummary, StockCounts } from "#features/catalog/products/product.ts";
import { whenIdle } from "#ui/idle.ts";
import { stockPath } from "./product-url.ts";

const MAX_WAIT_MS = 2_000;

/**
 * Requests once, when idle. Null until then and on failure: the stored page's counts apply (ADR 0028). Not
 * for drafts, whose page is never stored.
 */
export function useStockCounts(product: ProductSummary, isDraft = false): StockCounts | null {
  const { id, variants } = product;
  const [counts, setCounts] = useState<StockCounts | null>(null);
  const isCounted = !isDraft && variants.some(({ stockCount }) => stockCount !== null);
  useEffect(() => {
    if (!isCounted) return;
    const leaving = new AbortController();
    const request = async () => {
      const response = await fetch(stockPath(id), { signal: leaving.signal, priority: "low" });
      if (response.ok) setCounts((await response.json()) as StockCounts);
    };
    const cancel = whenIdle(() => void request().catch(() => undefined), MAX_WAIT_MS);
    return () => {
      cancel();
      leaving.abort();
    };
  }, [id, isCounted]);
  return counts;
}
