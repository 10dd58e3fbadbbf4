import { formatPercent } from "#core/format-number.ts";
import type { RefundShares } from "./refund-shares.ts";
import { REFUND_SHARES } from "./refund-shares.ts";

const ONE_PERSON =
  "This piece is cut for one person, so it cannot be returned because you changed your mind.";
const OUR_FAULT =
  "If it is defective, or its measurements are significantly different from your order, we alter it, make it again or refund it, at our cost.";
const BEFORE_CUTTING =
  "Before we cut, a tailor looks at your measurements and asks you about any that seems unlikely. Nothing in the order changes without your approval. Remeasuring is free.";

/** "75 % of its price": what a share of a garment's price is called everywhere. */
export function shareText(percent: number): string {
  if (percent === 100) return "its whole price";
  return percent === 0 ? "nothing" : `${formatPercent(percent)} of its price`;
}

/** What a customer gets back by cancelling a garment before it ships; every text about it is made of these sentences. */
function refundSentences(shares: RefundShares): readonly string[] {
  return [
    `Until a tailor approves your piece to be cut, you can change it or cancel it, and you get ${shareText(shares.ordered)} back.`,
    `Afterwards it depends on how far the work is: ${shareText(shares.approved)} before the cloth is cut, ${shareText(shares.cut)} once it is cut, ${shareText(shares.sewn)} once it is sewn, and ${shareText(shares.finished)} once it is finished.`,
    "If the fault is ours, you get its whole price back, at any time.",
  ];
}

/**
 * The remake and refund rules by version (specification 2, Returns; the cart's words on remeasuring). A contract names the version
 * that the customer saw: a text that has been ordered under is never changed, a new one is added, with its shares.
 */
const POLICIES: readonly ((shares: RefundShares | null) => readonly string[])[] = [
  () => [ONE_PERSON, OUR_FAULT, BEFORE_CUTTING],
  (shares) => [BEFORE_CUTTING, ...(shares ? refundSentences(shares) : []), ONE_PERSON, OUR_FAULT],
];

/** The newest version, under which garments are ordered now. */
export const POLICY_VERSION = POLICIES.length;

/** The sentences of a version; none for an unknown one. */
export const policyOf = (version: number): readonly string[] =>
  POLICIES[version - 1]?.(REFUND_SHARES[version - 1] ?? null) ?? [];

/** The shares of a version. Orders under version 1 have the first ones that there were: they promise more than nothing. */
export function refundSharesOf(version: number): RefundShares {
  const shares = REFUND_SHARES[version - 1] ?? REFUND_SHARES.find((each) => each !== null);
  if (!shares) throw new Error("The policy has no refund shares");
  return shares;
}

/** The sentences about cancelling of a version, for the pages beside the contract; null for what applies to new orders. */
export const cancellingSentences = (version: number | null = null): readonly string[] =>
  refundSentences(refundSharesOf(version ?? POLICY_VERSION));
