import type { FormResult } from "#app/web/form.server.ts";
import type { AdminOrder } from "#features/order-page/admin-order-queries.server.ts";
import type { Shipment } from "#features/orders/shipment-queries.server.ts";
import { Notice } from "#ui/notice.tsx";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";
import { resultOf } from "./order-actions.ts";

type Props = {
  parcel: Shipment;
  about: string;
  adminOrder: AdminOrder;
  result: FormResult | undefined;
};

/** Undoes the last step while possible; first lists the emails that the customer received. */
export function UndoStepDisclosure({ parcel: shipment, about, adminOrder, result }: Props) {
  const { deliveredAt, id } = shipment;
  const undo = adminOrder.takeBacks[id];
  const errors = (resultOf(result, "undeliver", id) ?? resultOf(result, "unship", id))?.error?.[""];
  if (!undo || undo.obstacle) {
    return errors ? <Notice kind="error">{errors.join(" ")}</Notice> : null;
  }
  const mail = undo.isEmailOut
    ? "The email about it was already sent."
    : "No email about it was sent.";
  return deliveredAt ? (
    <OrderActionDisclosure
      id={`undeliver-${id}`}
      title="It has not arrived"
      submit="Take the delivery back"
      intent="undeliver"
      target={id}
      about={about}
      result={result}
    >
      {() => (
        <p className="max-w-prose text-ink-soft">
          The parcel is on its way again, here and on the customer’s page. {mail}
        </p>
      )}
    </OrderActionDisclosure>
  ) : (
    <OrderActionDisclosure
      id={`unship-${id}`}
      title="Recorded by mistake"
      submit="Take the parcel back"
      intent="unship"
      target={id}
      about={about}
      result={result}
    >
      {() => (
        <p className="max-w-prose text-ink-soft">
          Its pieces wait to be sent again, here and on the customer’s page. {mail}
        </p>
      )}
    </OrderActionDisclosure>
  );
}
