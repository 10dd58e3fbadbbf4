import type { ContentTags } from "#core/content-tag.ts";
import type { Freshness } from "./freshness.ts";

/**
 * Caches a value while its tags are unchanged. Reads again after changes and while freshness is unknown. When
 * reading fails, the last value stays.
 */
export function memoizeUntilInvalidated<Value>(
  freshness: Pick<Freshness, "changes" | "isFresh">,
  tags: ContentTags,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let held: { generation: number; value: Value } | null = null;
  let last: { value: Value } | null = null;
  return async () => {
    const { generation } = freshness.changes;
    const isCurrent = held !== null && freshness.changes.isCurrent(held.generation, tags);
    if (held && isCurrent && freshness.isFresh()) return held.value;
    let value: Value;
    try {
      value = await read();
    } catch (error) {
      if (last) return last.value;
      throw error;
    }
    last = { value };
    // Possibly older than an announced change.
    held = freshness.changes.isCurrent(generation, tags) ? { generation, value } : null;
    return value;
  };
}

/** memoizeUntilInvalidated for writes without tags. While the database is away, returns the last value. */
export function memoizeWhileAway<Value>(
  freshness: Pick<Freshness, "changes" | "revalidate">,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let last: { generation: number; value: Value } | null = null;
  return async () => {
    const isKnown = (await freshness.revalidate()) === "known";
    if (last && (!isKnown || freshness.changes.isCurrent(last.generation, []))) return last.value;
    const { generation } = freshness.changes;
    const value = await read();
    last = { generation, value };
    return value;
  };
}
