import { useNavigation } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { formatPercent } from "#core/format-number.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import {
  manualPaymentOf,
  manualProviderOf,
  paymentProviderLabel,
} from "#core/payment-providers.ts";
import { shownEmail } from "#core/shown-email.ts";
import { amountDue } from "#features/orders/order/order.ts";
import { daysText, depositOf } from "#features/orders/order/transfer-deposit.ts";
import {
  findOpenTransfer,
  orderByTransfer,
} from "#features/sales/checkout/bank-transfer.server.ts";
import { heldOncePaidMessage } from "#features/sales/checkout/held-once-paid.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/bank-transfer.ts";
import { useDeliveryForm } from "./delivery-fields.tsx";
import { loadDelivery, orderWithDelivery } from "./delivery-page.server.ts";
import { DeliveryPage, deliveryMeta } from "./delivery-page.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  deliveryMeta(
    paymentProviderLabel(loaderData?.provider ?? "manual"),
    matches[1].loaderData?.siteName,
  );

export async function loader(args: Route.LoaderArgs) {
  const { delivery, found } = await loadDelivery(args, findOpenTransfer);
  const { order } = found;
  return {
    ...delivery,
    total: amountDue(order),
    credit: order.credit.minorUnits > 0 ? order.credit : null,
    email: order.customerEmail,
    provider: manualProviderOf(order.payment.provider),
    depositPercent: found.depositPercent,
    holdDays: found.holdDays,
    reference: found.reference,
    until: found.until,
    countedFrom: found.countedFrom,
  };
}

export const action = (args: Route.ActionArgs) => orderWithDelivery(args, orderByTransfer);

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

type TermsProps = {
  total: MoneyAmount;
  depositPercent: number | null;
  holdDays: number;
  reference: string;
  until: string;
};

/** What is to be transferred first and what after it, before the order is placed. */
function DepositTerms({ depositPercent, holdDays, reference, total, until }: TermsProps) {
  const deposit = depositOf(total, depositPercent);
  if (!deposit || depositPercent === null) return null;
  const rest = money(total.minorUnits - deposit.minorUnits, total.currency);
  return (
    <section aria-labelledby="deposit">
      <h2 id="deposit" className="display text-xl">
        Deposit and rest
      </h2>
      <dl className="figures mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm">
        <dt>
          Deposit, {formatPercent(depositPercent)}, by {until}
        </dt>
        <dd>{formatMoney(deposit)}</dd>
        <dt>Rest, within {daysText(holdDays)} after the deposit has arrived</dt>
        <dd>{formatMoney(rest)}</dd>
        <dt>Reference of both</dt>
        <dd>{reference}</dd>
      </dl>
      <p className="mt-3 text-sm text-ink-soft">
        Once the deposit has arrived, the makers' time and the cloth for your pieces are kept for
        you. We begin to make them when all of it has arrived. If the order is given up before, what
        you transferred goes back to you.
      </p>
    </section>
  );
}

/** Asks for the delivery before showing the transfer's details. */
export default function BankTransfer({ loaderData, actionData }: Route.ComponentProps) {
  const delivery = useDeliveryForm(loaderData, actionData);
  const { pageLead, pageTitle } = manualPaymentOf(loaderData.provider);
  const { depositPercent, heldOncePaid } = loaderData;
  const hasDeposit = depositOf(delivery.total, depositPercent) !== null;
  return (
    <DeliveryPage
      {...loaderData}
      title={pageTitle}
      lead={pageLead}
      payment={`Instructions to ${shownEmail(loaderData.email)}`}
      delivery={delivery}
      notice={heldOncePaid && heldOncePaidMessage(heldOncePaid, { isTransfer: true, hasDeposit })}
    >
      <DepositTerms {...loaderData} total={delivery.total} />
      <Button
        type="submit"
        size="lg"
        className="figures w-full"
        disabled={delivery.isUnserved}
        busy={useNavigation().state === "submitting"}
      >
        Place the order for {formatMoney(delivery.total)}
      </Button>
    </DeliveryPage>
  );
}
