import { mergeLastWrite } from "../sync/merge-last-write.ts";
import { REMOVAL_RETENTION_MS } from "../sync/sent-change.ts";
import { MAX_SAVED } from "./stored-wishlist.ts";

/** Whether a product is saved, and since when that is so. */
export type SavedChange = {
  readonly id: string;
  readonly saved: boolean;
  readonly changedAt: number;
};

const rule = {
  keyOf: (change: SavedChange) => change.id,
  rankOf: (change: SavedChange) => Number(change.saved),
};

/** Two copies of a wishlist made one by the same rule as carts (`mergeCarts`): the newest change stands, of two of one moment the saving. */
export function mergeWishlists(
  a: readonly SavedChange[],
  b: readonly SavedChange[],
): SavedChange[] {
  return mergeLastWrite([a, b], rule);
}

/** The pieces saved last, up to the limit, and the last removals that are still worth remembering; oldest first. */
export function withinWishlistLimits(
  merged: readonly SavedChange[],
  nowMs: number,
): readonly SavedChange[] {
  const recent = merged.filter(
    ({ saved, changedAt }) => saved || nowMs - changedAt <= REMOVAL_RETENTION_MS,
  );
  const part = (saved: boolean) =>
    recent.filter((change) => change.saved === saved).slice(-MAX_SAVED);
  return [...part(false), ...part(true)];
}
