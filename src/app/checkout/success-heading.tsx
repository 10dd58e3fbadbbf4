import type { ReactNode } from "react";
import type { OrderView } from "#features/checkout/order-view.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { OrderWatch } from "./use-order-watch.ts";

function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="text-center">
      <h1 className="display text-4xl">{title}</h1>
      <div className="mx-auto mt-4 max-w-form text-ink-soft">{children}</div>
    </div>
  );
}

/** What there is to say first about an order, by its status; only a paid one is called confirmed. */
export function SuccessHeading({ order, watch }: { order: OrderView; watch: OrderWatch }) {
  switch (order.status) {
    case "completed":
      return (
        <Heading title="Order Confirmed!">
          <p>
            Thank you. We sent a confirmation email to{" "}
            <span className="wrap-anywhere text-ink">{order.email}</span>.
          </p>
        </Heading>
      );
    case "refunded":
      return (
        <Heading title="Order refunded">
          <p>This order was refunded to its original payment method.</p>
        </Heading>
      );
    case "pending":
      return (
        <Heading title="Confirming your payment">
          <PendingWords order={order} watch={watch} />
        </Heading>
      );
    case "cancelled":
    case "expired":
      return (
        <Heading title="This order was not paid">
          <p>Nothing was charged, and your cart is as you left it.</p>
          <ButtonLink to="/checkout" className="mt-5">
            Return to Checkout
          </ButtonLink>
        </Heading>
      );
  }
}

function PendingWords({ order, watch }: { order: OrderView; watch: OrderWatch }) {
  return (
    <>
      {watch.watching ? (
        <p role="status" className="inline-flex items-center gap-2">
          <Spinner />
          We are waiting for the payment provider. This page updates by itself.
        </p>
      ) : (
        <Notice kind="info" title="We have not heard from the payment provider yet" live>
          <p>
            If you paid, your order is safe: it completes as soon as the message arrives, and we
            email you.
          </p>
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Button variant="secondary" busy={watch.checking} onClick={watch.checkAgain}>
          Check again
        </Button>
        {order.paymentUrl && (
          <a href={order.paymentUrl} className="link self-center py-2.5 text-sm">
            Return to the payment page
          </a>
        )}
      </div>
    </>
  );
}
