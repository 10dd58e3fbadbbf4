import { Notice } from "#ui/notice.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";

/** The address has no session: nothing can be looked up (specification 2, Checkout). */
export function MissingSession() {
  return (
    <Notice kind="warning" title="Missing session information">
      This page was opened without a payment session, so we cannot show an order. If you completed a
      payment, your confirmation email has all the details.
    </Notice>
  );
}

/** No order belongs to the session, in the specification's words. */
export function OrderNotFound() {
  return (
    <div role="alert" className="border border-line px-6 py-10 text-center">
      <p>
        <strong className="font-medium">Order not found:</strong> We couldn't find an order
        associated with this session. Please contact support if you completed a payment.
      </p>
    </div>
  );
}

/** The order is being fetched. */
export function OrderLoading() {
  return (
    <div role="status" className="space-y-4 border border-line p-8">
      <p className="text-sm text-ink-quiet">Loading your order details...</p>
      <SkeletonLine className="w-1/3" />
      <SkeletonLine />
      <SkeletonLine />
      <SkeletonLine className="w-2/3" />
    </div>
  );
}
