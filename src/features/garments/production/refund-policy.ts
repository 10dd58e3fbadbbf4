import { POLICY_VERSION, refundSharesOf, shareText } from "#features/garments/contract/policy.ts";
import type { RefundStep } from "#features/garments/contract/refund-shares.ts";
import type { GarmentStage } from "#features/garments/garment/garment.ts";

/** Which moment of the refund policy a garment has reached; null when it can no longer be cancelled. */
const STEP_OF: Readonly<Record<GarmentStage, RefundStep | null>> = {
  received: "ordered",
  checked: "ordered",
  pattern_ready: "ordered",
  approved: "approved",
  cut: "cut",
  sewn: "sewn",
  fitted: "sewn",
  finished: "finished",
  shipped: null,
  cancelled: null,
};

/**
 * Percent of its price that a customer gets back by cancelling a garment in this stage, under the policy that was ordered with
 * (its version in the contract; null without one). Null when it cannot be cancelled: it shipped, or it was cancelled.
 */
export function refundPercentOf(stage: GarmentStage, policyVersion: number | null): number | null {
  const step = STEP_OF[stage];
  return step && refundSharesOf(policyVersion ?? POLICY_VERSION)[step];
}

/** "If you cancel it now, you get 75 % of its price back.", for a page, which says it anew. Null when it cannot be cancelled. */
export function refundTextOf(stage: GarmentStage, policyVersion: number | null): string | null {
  const percent = refundPercentOf(stage, policyVersion);
  if (percent === null) return null;
  if (percent === 0) return "It is finished, so cancelling it gives no money back.";
  return `If you cancel it now, you get ${shareText(percent)} back.`;
}

/**
 * What cancelling a garment gives back after the approval to cut, and until when each share holds, for an email, which is read later
 * than it is sent. By the policy that was ordered with; null without a contract.
 */
export function refundLinesAfterApproval(policyVersion: number | null): readonly string[] {
  const { approved, cut, finished, sewn } = refundSharesOf(policyVersion ?? POLICY_VERSION);
  return [
    `You can still cancel it on the page of your order; we then stop the work. Until we have cut the cloth, you get ${shareText(approved)} back.`,
    `From then on you get ${shareText(cut)} back, ${shareText(sewn)} once it is sewn, and ${shareText(finished)} once it is finished. The page says what it is at that moment, before you confirm.`,
  ];
}
