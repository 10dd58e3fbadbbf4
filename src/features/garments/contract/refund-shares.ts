/** The moments at which the refund of a cancelled garment changes, in their order. */
export const REFUND_STEPS = ["ordered", "approved", "cut", "sewn", "finished"] as const;

export type RefundStep = (typeof REFUND_STEPS)[number];

/** Percent of a garment's price that its customer gets back by cancelling it from this moment on. */
export type RefundShares = Readonly<Record<RefundStep, number>>;

/**
 * By version of the policy (policy.ts), which writes the sentences about them. Version 1 said nothing about cancelling. Shares
 * that have been ordered under are never changed: a new version is added.
 */
export const REFUND_SHARES: readonly (RefundShares | null)[] = [
  null,
  { ordered: 100, approved: 75, cut: 50, sewn: 25, finished: 0 },
];
