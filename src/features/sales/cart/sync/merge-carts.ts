import { DAY_MS } from "#core/duration.ts";
import { cartItemIdOf, MAX_LINES } from "../cart.ts";
import { REMOVAL_RETENTION_MS } from "./pending-change.ts";

/** Quantity 0 means removed, color "" no choice, specification "" none. */
export type LineChange = {
  readonly id: string;
  readonly size: string;
  readonly color: string;
  readonly specification: string;
  readonly quantity: number;
  readonly changedAt: number;
};

/** A full cart and twice as many removals. */
export const MAX_LINE_CHANGES = 3 * MAX_LINES;

const UNTOUCHED_RETENTION_MS = 365 * DAY_MS;

const rule = { keyOf: cartItemIdOf, rankOf: (change: LineChange) => change.quantity };

/**
 * Merges two copies: per line the newest change wins, removals included; at equal times the larger quantity.
 * Commutative and idempotent.
 */
export function mergeCarts(a: readonly LineChange[], b: readonly LineChange[]): LineChange[] {
  return mergeLastWrite([a, b], rule);
}

type MergedCart = { readonly stored: readonly LineChange[]; readonly dropped: number };

/** The newest lines within the limit, and recent removals. */
export function withinCartLimits(merged: readonly LineChange[], nowMs: number): MergedCart {
  const recent = merged.filter(
    ({ quantity, changedAt }) =>
      nowMs - changedAt <= (quantity > 0 ? UNTOUCHED_RETENTION_MS : REMOVAL_RETENTION_MS),
  );
  const lines = recent.filter((change) => change.quantity > 0);
  const stored = lines.slice(-MAX_LINES);
  const removals = recent.filter((change) => change.quantity === 0);
  return {
    stored: [...removals.slice(-(MAX_LINE_CHANGES - MAX_LINES)), ...stored],
    dropped: lines.length - stored.length,
  };
}

/** Milliseconds since 1970, by the server's clock. */
type Change = { readonly changedAt: number };

type ChangeRule<Each> = {
  readonly keyOf: (change: Each) => string;
  /** Decides at equal times. */
  readonly rankOf: (change: Each) => number;
};

/** Each key's newest change, oldest first. Commutative and idempotent. */
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
