/** A state and the moment it began; milliseconds since 1970 by the shop's clock. */
export type Change = { readonly changedAt: number };

/** How changes are told apart: what they are about, and which of two of the same moment stands. */
export type ChangeRule<Each> = {
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
