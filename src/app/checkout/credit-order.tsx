import { useNavigation } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { reaches } from "#core/delivery-address.ts";
import {
  findOpenCreditOrder,
  orderByCredit,
} from "#features/sales/checkout/credit-order.server.ts";
import { heldOncePaidMessage } from "#features/sales/checkout/held-once-paid.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/credit-order.ts";
import { useDeliveryForm } from "./delivery-fields.tsx";
import { loadDelivery, orderWithDelivery } from "./delivery-page.server.ts";
import { DeliveryPage, deliveryMeta } from "./delivery-page.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;
export const meta: Route.MetaFunction = ({ matches }) =>
  deliveryMeta("Pay with store credit", matches[1].loaderData?.siteName);

export async function loader(args: Route.LoaderArgs) {
  const { delivery, destination, found } = await loadDelivery(args, findOpenCreditOrder);
  const { order, tooDear } = found;
  return {
    ...delivery,
    total: order.totals.total,
    orderId: order.id,
    tooDear: tooDear.filter((way) => reaches(way, destination)).map(({ label }) => label),
  };
}

export const action = (args: Route.ActionArgs) => orderWithDelivery(args, orderByCredit);

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export default function CreditOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { heldOncePaid, orderId, tooDear } = loaderData;
  const delivery = useDeliveryForm(loaderData, actionData);
  return (
    <DeliveryPage
      {...loaderData}
      title="Pay with store credit"
      lead="Your store credit pays for all of it, delivery included. Tell us where your order goes."
      payment="Paid with your store credit"
      credit={null}
      delivery={delivery}
      notice={heldOncePaid && heldOncePaidMessage(heldOncePaid)}
    >
      {tooDear.length > 0 && (
        <p className="text-sm text-ink-soft">
          Your store credit does not cover {tooDear.join(" or ")} shipping. To have it shipped that
          way, go back and pay without store credit.
        </p>
      )}
      <div className="space-y-3">
        <Button
          type="submit"
          size="lg"
          className="w-full"
          disabled={delivery.isUnserved}
          busy={useNavigation().state === "submitting"}
        >
          Place the order
        </Button>
        <Button
          type="submit"
          name="order"
          value={orderId}
          formAction="/checkout/cancel"
          formNoValidate
          size="lg"
          variant="secondary"
          className="w-full"
        >
          Cancel and go back
        </Button>
      </div>
    </DeliveryPage>
  );
}
