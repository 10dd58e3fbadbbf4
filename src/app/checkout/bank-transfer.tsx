import { useNavigation } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { formatMoney } from "#core/money-amount.ts";
import { amountDue } from "#features/orders/order/order.ts";
import {
  findOpenTransfer,
  orderByTransfer,
} from "#features/sales/checkout/bank-transfer.server.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/bank-transfer.ts";
import { useDeliveryForm } from "./delivery-fields.tsx";
import { loadDelivery, orderWithDelivery } from "./delivery-page.server.ts";
import { DeliveryPage, deliveryMeta } from "./delivery-page.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;
export const meta: Route.MetaFunction = ({ matches }) =>
  deliveryMeta("Bank transfer", matches[1].loaderData?.siteName);

export async function loader(args: Route.LoaderArgs) {
  const { delivery, found } = await loadDelivery(args, findOpenTransfer);
  const { order } = found;
  return {
    ...delivery,
    total: amountDue(order),
    credit: order.credit.minorUnits > 0 ? order.credit : null,
    email: order.customerEmail,
  };
}

export const action = (args: Route.ActionArgs) => orderWithDelivery(args, orderByTransfer);

/** Asks for the delivery before showing the transfer's details. */
export default function BankTransfer({ loaderData, actionData }: Route.ComponentProps) {
  const delivery = useDeliveryForm(loaderData, actionData);
  return (
    <DeliveryPage
      {...loaderData}
      title="Pay by bank transfer"
      lead="Tell us where your order goes. Then you read where to transfer the total, and we keep your pieces until it arrives. Days of delivery count from the day your transfer arrives."
      payment={`Instructions to ${loaderData.email}`}
      delivery={delivery}
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
