import type { FormResult } from "#app/web/form.server.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { Notice } from "#ui/notice.tsx";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";
import { resultOf } from "./order-actions.ts";

type Props = {
  shipment: Shipment;
  about: string;
  adminOrder: AdminOrder;
  result: FormResult | undefined;
};

const DELIVERY = {
  intent: "undeliver",
  title: "It has not arrived",
  submit: "Take the delivery back",
  consequence: "The parcel is on its way again, here and on the customer’s page.",
} as const;

const SHIPMENT = {
  intent: "unship",
  title: "Recorded by mistake",
  submit: "Take the parcel back",
  consequence: "Its pieces wait to be sent again, here and on the customer’s page.",
} as const;

/** Undoes the last step while possible; first lists the emails that the customer received. */
export function UndoStepDisclosure({ shipment, about, adminOrder, result }: Props) {
  const { deliveredAt, id } = shipment;
  const undo = adminOrder.undoOptions[id];
  const errors = (resultOf(result, "undeliver", id) ?? resultOf(result, "unship", id))?.error?.[""];
  if (!undo || undo.obstacle) {
    return errors ? <Notice kind="error">{errors.join(" ")}</Notice> : null;
  }
  const step = deliveredAt ? DELIVERY : SHIPMENT;
  return (
    <OrderActionDisclosure
      id={`${step.intent}-${id}`}
      title={step.title}
      submit={step.submit}
      intent={step.intent}
      target={id}
      about={about}
      result={result}
    >
      {() => (
        <p className="max-w-prose text-ink-soft">
          {step.consequence}{" "}
          {undo.isEmailOut ? "The email about it was already sent." : "No email about it was sent."}
        </p>
      )}
    </OrderActionDisclosure>
  );
}
