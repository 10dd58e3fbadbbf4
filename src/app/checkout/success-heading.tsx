import type { ReactNode } from "react";
import { receivedText, TransferNotice } from "#app/components/orders/awaited-transfer.tsx";
import { CancelOrder } from "#app/components/orders/cancel-order.tsx";
import { formatLongDay } from "#core/business-days.ts";
import { formatMoney } from "#core/money-amount.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { emailedText, emailOutcomeText, promisedEmailText } from "#features/base/mail/outbox.ts";
import type { OrderView } from "#features/sales/checkout/retrieve-order.server.ts";
import { moneyBackMessage } from "#features/sales/payments/transfer-back.ts";
import { Button, ButtonLink, Spinner } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { OrderWatch } from "./use-order-watch.ts";

function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="text-center">
      <h1 className="display text-4xl">{title}</h1>
      <div className="mx-auto mt-4 max-w-form text-ink-soft">{children}</div>
    </div>
  );
}

/** What an order that ended unpaid cost. */
function endedText(
  { email, moneyBack, owedBack, sentBack }: OrderView,
  mailRoute: MailRoute,
): string {
  if (owedBack) {
    const [first] = moneyBack;
    const until = first ? ` by ${formatLongDay(first.dueDay)}` : "";
    const sends = `We send the ${formatMoney(owedBack)} that you had transferred back to you${until}`;
    return promisedEmailText(
      {
        promised: `${sends}, and write to ${shownEmail(email)} when it has left.`,
        instead: `${sends}.`,
      },
      mailRoute,
    );
  }
  if (sentBack) return `We have sent back the ${formatMoney(sentBack)} that you had transferred.`;
  return "Nothing was charged, and your cart is as you left it.";
}

/** Leads to where the account for the money is named; nothing where nothing is owed. */
function AccountLink({ order: { id, isGuest, moneyBack } }: { order: OrderView }) {
  if (moneyBack.length === 0) return null;
  return (
    <p>
      <ButtonLink
        to={isGuest ? "/order-lookup" : `/profile/orders/${id}`}
        variant="secondary"
        className="mt-5"
      >
        Tell us the account
      </ButtonLink>
    </p>
  );
}

/** What goes back of a paid order by transfer, and where it goes. */
function MoneyBackText({ mailRoute, order }: { order: OrderView; mailRoute: MailRoute }) {
  return (
    <>
      {order.moneyBack.map((owed) => (
        <p key={owed.id} className="mt-3">
          {moneyBackMessage(owed, mailRoute)}
        </p>
      ))}
      <AccountLink order={order} />
    </>
  );
}

function PaidHeading({ mailRoute, order }: { order: OrderView; mailRoute: MailRoute }) {
  const email = { name: "confirmation email", recipient: shownEmail(order.email) };
  if (order.shownStatus === "refund_owed") {
    return (
      <Heading title="Your money goes back to you">
        <MoneyBackText order={order} mailRoute={mailRoute} />
      </Heading>
    );
  }
  return (
    <Heading title="Order Confirmed!">
      <p className="wrap-anywhere">
        Thank you. {emailOutcomeText(order.confirmation, email, mailRoute)}
      </p>
      <MoneyBackText order={order} mailRoute={mailRoute} />
    </Heading>
  );
}

type Props = { order: OrderView; watch: OrderWatch; mailRoute: MailRoute };

/** What became of the order; only a paid one is called confirmed. */
export function SuccessHeading({ mailRoute, order, watch }: Props) {
  if (order.isUnderReview) {
    return (
      <Heading title="We are looking at your payment">
        <p>
          We received a payment that does not match your order; we will write to you at{" "}
          <span className="wrap-anywhere text-ink">{shownEmail(order.email)}</span>.
        </p>
      </Heading>
    );
  }
  if (order.transfer) {
    return (
      <Heading title="Thank you for your order">
        <TransferNotice transfer={order.transfer} mailRoute={mailRoute} />
        <div className="mt-5 flex justify-center">
          <CancelOrder isTransfer received={receivedText(order.transfer)} />
        </div>
      </Heading>
    );
  }
  switch (order.status) {
    case "completed":
      return <PaidHeading order={order} mailRoute={mailRoute} />;
    case "refunded":
      return (
        <Heading title="Order refunded">
          <p className="wrap-anywhere">
            You have {formatMoney(order.refunded)} back.{" "}
            {emailedText(
              `Our mail to ${shownEmail(order.email)} says how it reaches you.`,
              mailRoute,
            )}
          </p>
        </Heading>
      );
    case "pending":
      return (
        <Heading title="Confirming your payment">
          <PendingText order={order} watch={watch} />
        </Heading>
      );
    case "cancelled":
    case "expired":
      return (
        <Heading
          title={
            order.status === "cancelled" ? "This order was cancelled" : "This order was not paid"
          }
        >
          <p>{endedText(order, mailRoute)}</p>
          <AccountLink order={order} />
          <ButtonLink to="/checkout" className="mt-5">
            Return to Checkout
          </ButtonLink>
        </Heading>
      );
  }
}

function PendingText({ order, watch }: { order: OrderView; watch: OrderWatch }) {
  return (
    <>
      {watch.watching ? (
        <p role="status" className="flex flex-col items-center gap-3 text-balance">
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
        <CancelOrder isTransfer={false} />
        {order.paymentUrl && (
          <p className="basis-full">
            <a href={order.paymentUrl} className="link inline-block py-2.5 text-sm">
              Return to the payment page
            </a>
          </p>
        )}
      </div>
    </>
  );
}
