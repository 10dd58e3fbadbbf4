import type { PaymentState } from "#features/settings/payment-state-queries.server.ts";
import { Notice } from "#ui/notice.tsx";

const TAKES = {
  test_page: {
    kind: "warning",
    title: "Payments go through the test page",
    text: "No keys are saved, so nobody is charged. With keys, shoppers pay on Stripe's own page from the next order on.",
  },
  test: {
    kind: "warning",
    title: "Shoppers pay on Stripe's page, in test mode",
    text: "No real money moves: Stripe's test cards pay. Save the live keys to take real payments.",
  },
  live: {
    kind: "success",
    title: "Shoppers pay on Stripe's page",
    text: "Real payments are taken with these keys.",
  },
} as const;

/** How the shop takes payments now, and what keeps it from it. */
export function PaymentStateNotices({ payments }: { payments: PaymentState }) {
  const { isFromEnvironment, isTold, takes, trouble } = payments;
  const told = takes && TAKES[takes];
  return (
    <>
      {trouble && (
        <Notice kind="error" title="Card payments do not work at the moment">
          {trouble.text}
        </Notice>
      )}
      {told ? (
        <Notice kind={told.kind} title={told.title}>
          {told.text}
          {takes !== "test_page" && ` ${listeningWords(isTold)}`}
        </Notice>
      ) : (
        <Notice kind="error" title="The saved keys cannot be used">
          Nobody can pay. Please enter both keys again, of one mode, and save them.
        </Notice>
      )}
      {isFromEnvironment && (
        <Notice kind="info" title="The server's environment gives the keys">
          STRIPE_SECRET_KEY is set there and comes first: keys saved here wait until it is taken
          out.
        </Notice>
      )}
    </>
  );
}

/** Whether Stripe tells of payments, or the shop asks for them. */
function listeningWords(isTold: boolean): string {
  return isTold
    ? "Stripe tells the shop of every payment at once."
    : "Stripe does not tell the shop of payments by itself, so the shop asks Stripe: when a shopper comes back, and every minute. Verify the keys to change that.";
}
