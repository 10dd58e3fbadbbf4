import { MAX_LINES } from "../cart.ts";
import { REMOVAL_RETENTION_MS } from "./pending-change.ts";

/** What one line of a customer's cart became and when; `quantity` 0 is a line that was removed, `color` is "" without a choice of colour. */
export type LineChange = {
  readonly id: string;
  readonly size: string;
  readonly color: string;
  readonly quantity: number;
  readonly changedAt: number;
};

/** Most changes kept for one customer: a full cart and twice as many removals. */
export const MAX_LINE_CHANGES = 3 * MAX_LINES;

/** How long a line that nobody touches stays: a cart older than a year says nothing of what somebody wants. */
const UNTOUCHED_KEPT_MS = 365 * 86_400_000;

/** The key of a changed line: the same as the cart's own (`cartItemIdOf`). */
export function lineChangeKey(change: Pick<LineChange, "id" | "size" | "color">): string {
  return [change.id, change.size, change.color].filter(Boolean).join("|");
}

const rule = { keyOf: lineChangeKey, rankOf: (change: LineChange) => change.quantity };

/**
 * Two copies of a customer's cart made one: of each line the newest change stands, removals included; of two of one moment the larger
 * quantity. Whatever the order and however often, the outcome is the same and no line of either is missing from it.
 */
export function mergeCarts(a: readonly LineChange[], b: readonly LineChange[]): LineChange[] {
  return mergeLastWrite([a, b], rule);
}

/** What of a merged cart is kept, and how many lines had no room in it. */
type MergedCart = { readonly kept: readonly LineChange[]; readonly dropped: number };

/** The newest lines up to the cart's limit, and the newest removals that are still worth remembering. */
export function withinCartLimits(merged: readonly LineChange[], nowMs: number): MergedCart {
  const recent = merged.filter(
    ({ quantity, changedAt }) =>
      nowMs - changedAt <= (quantity > 0 ? UNTOUCHED_KEPT_MS : REMOVAL_RETENTION_MS),
  );
  const lines = recent.filter((change) => change.quantity > 0);
  const kept = lines.slice(-MAX_LINES);
  const removals = recent.filter((change) => change.quantity === 0);
  return {
    kept: [...removals.slice(-(MAX_LINE_CHANGES - MAX_LINES)), ...kept],
    dropped: lines.length - kept.length,
  };
}

/** A state and the moment it began; milliseconds since 1970 by the shop's clock. */
type Change = { readonly changedAt: number };

/** How changes are told apart: what they are about, and which of two of the same moment stands. */
type ChangeRule<Each> = {
  readonly keyOf: (change: Each) => string;
  /** The higher one stands between two changes of one moment, so that nothing is lost by a coincidence. */
  readonly rankOf: (change: Each) => number;
};

/**
 * The newest change of everything that either side knows, oldest first: in whatever order and however often copies meet, they end up
 * the same, and nothing known to one side is missing.
 */
export function mergeLastWrite<Each extends Change>(
  sides: readonly (readonly Each[])[],
  { keyOf, rankOf }: ChangeRule<Each>,
): Each[] {
  const newest = new Map<string, Each>();
  for (const change of sides.flat()) {
    const held = newest.get(keyOf(change));
    const stands =
      held === undefined ||
      change.changedAt > held.changedAt ||
      (change.changedAt === held.changedAt && rankOf(change) > rankOf(held));
    if (stands) newest.set(keyOf(change), change);
  }
  const inOrder = (a: Each, b: Each) => a.changedAt - b.changedAt || (keyOf(a) < keyOf(b) ? -1 : 1);
  return [...newest.values()].sort(inOrder);
}
