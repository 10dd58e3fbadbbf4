import { AmountField } from "#app/components/form/amount-and-reason.tsx";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { formatMoney, formatReported, toDecimal } from "#core/money-amount.ts";
import type { Order } from "#features/orders/order/order.ts";
import { creditUsedAgain, leftToPay } from "#features/orders/order/transfer-deposit.ts";
import {
  canReceiveFurtherTransfer,
  canReceiveLateTransfer,
} from "#features/sales/payments/payment.ts";
import type { ReviewedPayment } from "#features/sales/payments/payment-queries.server.ts";
import { Input } from "#ui/field.tsx";
import { HiddenField, OrderActionDisclosure } from "./order-action-disclosure.tsx";
import { ConfirmField } from "./refund-fields.tsx";

type Props = {
  order: Order;
  idempotencyKey: string;
  /** The day in Georgetown. */
  today: string;
  result: FormResult | undefined;
};

const HINTS = {
  late: "What your bank shows for this order, which has ended. It is the customer's: you send it back, give it as store credit, or make the order after all.",
  further:
    "What your bank shows for this order beside what paid it: a second transfer, or what was too much of the first. It is the customer's: you send it back, or give it as store credit.",
};

/** For a transfer of an order that has ended, or is paid: the money is recorded, and owed to the customer. */
export function LateTransferDisclosure({ idempotencyKey, order, result, today }: Props) {
  const emailText = useEmailText();
  const isFurther = canReceiveFurtherTransfer(order);
  if (!isFurther && !canReceiveLateTransfer(order)) return null;
  const left = leftToPay(order);
  const hint = `${isFurther ? HINTS.further : HINTS.late} ${emailText("The customer has mail about it.")}`;
  return (
    <OrderActionDisclosure
      id="record-late"
      title={isFurther ? "Record a further transfer" : "Record a late transfer"}
      submit="Record the transfer"
      intent="record-late"
      result={result}
      defaultValue={{
        key: idempotencyKey,
        amount: !isFurther && left.minorUnits > 0 ? toDecimal(left).toFixed(2) : "",
        receivedOn: today,
      }}
    >
      {(fields) => (
        <>
          <HiddenField field={fields.key} />
          <AmountField field={fields.amount} hint={hint} />
          <FormField field={fields.receivedOn} label="Arrived on">
            <Input {...controlProps(fields.receivedOn)} type="date" className="sm:w-52" />
          </FormField>
        </>
      )}
    </OrderActionDisclosure>
  );
}

/** Completes an order that waits for its transfer, or makes one after all that had ended before the money was there. */
export function TransferArrivedDisclosure({ order, result }: Pick<Props, "order" | "result">) {
  const left = leftToPay(order);
  const credit = creditUsedAgain(order);
  const isEnded = order.status !== "pending";
  const title = isEnded ? "Make the order after all" : "Mark as paid";
  return (
    <OrderActionDisclosure
      id="mark-paid"
      title={title}
      submit={title}
      intent="mark-paid"
      result={result}
      look={isEnded ? "secondary" : "primary"}
    >
      {(fields) => (
        <>
          {isEnded && (
            <p className="max-w-prose text-sm text-ink-soft">
              Its pieces and their cloth are taken from stock again, and what is made to measure has
              new days. It is refused if they are not there any more.
              {credit.minorUnits > 0 &&
                ` Of its price, ${formatMoney(credit)} is paid by the store credit that went back to the customer when the order ended.`}
            </p>
          )}
          <input type="hidden" name={fields.left.name} value={left.minorUnits} />
          <input type="hidden" name={fields.status.name} value={order.status} />
          <ConfirmField
            field={fields.arrived}
            label={
              left.minorUnits > 0
                ? `${formatMoney(left)} has arrived in the account`
                : "All of it has arrived, and the customer still wants the order"
            }
          />
        </>
      )}
    </OrderActionDisclosure>
  );
}

type CreditProps = Pick<Props, "idempotencyKey" | "result"> & { payment: ReviewedPayment };

/** Gives what is owed as store credit, which a customer may prefer to a transfer. */
export function OwedAsCredit({ idempotencyKey, payment, result }: CreditProps) {
  return (
    <OrderActionDisclosure
      id={`owed-as-credit-${payment.id}`}
      title="Give it as store credit"
      submit="Give store credit"
      refunds={() => payment.left}
      intent="owed-as-credit"
      target={payment.id}
      about={formatReported(payment.left)}
      result={result}
      defaultValue={{ key: idempotencyKey }}
    >
      {(fields) => (
        <>
          <HiddenField field={fields.key} />
          <p className="max-w-prose text-sm text-ink-soft">
            Only if the customer asked for it. They have mail with the link to it, and nothing is
            left to send back.
          </p>
        </>
      )}
    </OrderActionDisclosure>
  );
}
