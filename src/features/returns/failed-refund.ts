import type { ReturnStatus } from "#features/orders/return-progress.ts";
import type { RefundStatus } from "#features/payments/refund.ts";

/** A refund as far as it is about a return. */
type RefundOfReturn = {
  returnRequestId: string | null;
  status: RefundStatus;
  amountMinor: number;
  failure: string | null;
};

/** The money of a return that did not arrive: how much, and the bank's words for it, "" when it gave none. */
export type FailedRefund = { amountMinor: number; failure: string };

/**
 * The last refund of a received return when none of its refunds, told the oldest first, arrived or is on its way: its money waits to be given
 * back again. Null when nothing failed, or when the return was settled another way.
 */
export function failedRefundOf(
  asked: { id: string; status: ReturnStatus },
  refunds: readonly RefundOfReturn[],
): FailedRefund | null {
  if (asked.status !== "received") return null;
  const own = refunds.filter(({ returnRequestId }) => returnRequestId === asked.id);
  const last = own.at(-1);
  if (!last || own.some(({ status }) => status !== "failed")) return null;
  return { amountMinor: last.amountMinor, failure: last.failure ?? "" };
}
