import { useNavigation } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { formatMoney } from "#core/money-amount.ts";
import {
  manualPaymentOf,
  manualProviderOf,
  paymentProviderLabel,
} from "#core/payment-providers.ts";
import { amountDue } from "#features/orders/order/order.ts";
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
  };
}

export const action = (args: Route.ActionArgs) => orderWithDelivery(args, orderByTransfer);

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

/** Asks for the delivery before showing the transfer's details. */
export default function BankTransfer({ loaderData, actionData }: Route.ComponentProps) {
  const delivery = useDeliveryForm(loaderData, actionData);
  const { pageLead, pageTitle } = manualPaymentOf(loaderData.provider);
  const { heldOncePaid } = loaderData;
  return (
    <DeliveryPage
      {...loaderData}
      title={pageTitle}
      lead={pageLead}
      payment={`Instructions to ${loaderData.email}`}
      delivery={delivery}
      notice={heldOncePaid && heldOncePaidMessage(heldOncePaid, { isTransfer: true })}
    >
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
