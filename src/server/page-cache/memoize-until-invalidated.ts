import type { Freshness } from "./freshness.ts";

/**
 * A reading that is kept for as long as the content has not changed: as new as a page from the cache, never older. Until the
 * freshness is sure, and after every change, it is read again.
 */
export function memoizeUntilInvalidated<Value>(
  freshness: Pick<Freshness, "generation" | "isFresh">,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let held: { generation: number; value: Value } | null = null;
  return async () => {
    const generation = freshness.generation();
    if (held?.generation === generation && freshness.isFresh()) return held.value;
    const value = await read();
    // Sure only now or unsure from the start, it may be older than what a writer has announced meanwhile.
    held = freshness.generation() === generation ? { generation, value } : null;
    return value;
  };
}
