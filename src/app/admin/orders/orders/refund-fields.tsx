import type { FieldMetadata, useForm } from "@conform-to/react";
import { AmountField, ReasonField } from "#app/components/form/amount-and-reason.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import { parseSubmittedAmount } from "#core/submitted-amount.ts";
import { entryOf } from "#features/orders/order/line-quantities.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { refundSum } from "#features/sales/payments/refund.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldError } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { OrderFormFields } from "./handle-order-action.server.ts";
import { HiddenField } from "./order-action-disclosure.tsx";
import { QuantityFields } from "./quantity-fields.tsx";

/** The form requires this confirmation. */
export function ConfirmField({ field, label }: { field: FieldMetadata<boolean>; label: string }) {
  const errorId = `${field.id}-error`;
  return (
    <div>
      <Checkbox
        label={label}
        name={field.name}
        defaultChecked={field.initialValue === "on"}
        aria-invalid={field.errors ? true : undefined}
        aria-errormessage={field.errors ? errorId : undefined}
      />
      <FieldError id={errorId} error={field.errors?.join(" ")} />
    </div>
  );
}

/** For an order paid by bank transfer, whose money no provider returns: without a tick the refund waits until it is sent. */
export function SentBackField({
  adminOrder,
  field,
}: {
  adminOrder: AdminOrder;
  field: FieldMetadata<boolean>;
}) {
  const { order } = adminOrder;
  if (order.payment.method !== "manual" || !order.completedAt) return null;
  return (
    <div>
      <ConfirmField field={field} label="I have sent the money back from my bank account" />
      <p className="text-sm text-ink-soft">
        Otherwise it waits under Payments and on the overview, and the customer is asked where to
        send it.
      </p>
    </div>
  );
}

/** Omits the choice for an erased person, who could not receive store credit. */
function RefundWayField({
  adminOrder,
  field,
}: {
  adminOrder: AdminOrder;
  field: FieldMetadata<string | undefined>;
}) {
  const emailText = useEmailText();
  const { order } = adminOrder;
  if (order.customerEmail.endsWith(".invalid")) return null;
  const hasCredit = order.credit.minorUnits > 0 && order.payment.method !== "store_credit";
  return (
    <RadioGroup
      legend="How does the customer get it?"
      name={field.name}
      defaultValue={field.initialValue ?? "origin"}
      options={[
        {
          value: "origin",
          label: "The way it was paid",
          hint: hasCredit ? "A part of it as store credit, because a part was paid with it." : "",
        },
        {
          value: "credit",
          label: "As store credit",
          hint: `It never expires. ${emailText("The customer has mail with a private link to it.")}`,
        },
      ]}
    />
  );
}

type TermsProps = {
  adminOrder: AdminOrder;
  fields: {
    amount: FieldMetadata<string | undefined>;
    way: FieldMetadata<string | undefined>;
    sent: FieldMetadata<boolean>;
    reason: FieldMetadata<string>;
  };
  hint: string;
  optional?: boolean;
};

export function RefundTermsFields({ adminOrder, fields, hint, optional }: TermsProps) {
  return (
    <>
      <AmountField field={fields.amount} hint={hint} optional={optional} />
      <RefundWayField adminOrder={adminOrder} field={fields.way} />
      <SentBackField adminOrder={adminOrder} field={fields.sent} />
      <ReasonField field={fields.reason} />
    </>
  );
}

type Props = {
  adminOrder: AdminOrder;
  fields: ReturnType<typeof useForm<OrderFormFields["refund"]>>[1];
};

function chosenSum({ order }: AdminOrder, fields: Props["fields"]): MoneyAmount {
  const chosen = order.lines
    .map(({ id }) => ({
      itemId: id,
      quantity: Number(entryOf(fields.items.value, id)?.quantity ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
  return refundSum(order, { refundedItems: chosen, shipping: fields.shipping.value === "on" });
}

/** Reads the amount like the server; null when it cannot be refunded. */
export function enteredRefund(adminOrder: AdminOrder, entered: unknown): MoneyAmount | null {
  const { currency } = adminOrder.refundable;
  const amount = typeof entered === "string" ? parseSubmittedAmount(entered, currency) : null;
  return amount && amount.minorUnits <= adminOrder.refundable.minorUnits ? amount : null;
}

/** Prefers the entered amount to the choices. Null when it cannot be refunded. */
export function chosenRefund(adminOrder: AdminOrder, fields: Props["fields"]): MoneyAmount | null {
  const entered = fields.amount.value;
  if (entered?.trim()) return enteredRefund(adminOrder, entered);
  const sum = chosenSum(adminOrder, fields);
  return sum.minorUnits > 0 && sum.minorUnits <= adminOrder.refundable.minorUnits ? sum : null;
}

/** Shows the sum live. */
export function RefundFields({ adminOrder, fields }: Props) {
  const { lineStates, order, refundable } = adminOrder;
  const sum = chosenSum(adminOrder, fields);
  return (
    <>
      <p className="figures text-sm text-ink-soft">
        {formatMoney(refundable)} of {formatMoney(order.totals.total)} is left to refund.
      </p>
      <HiddenField field={fields.key} />
      <QuantityFields
        field={fields.items}
        legend="For which pieces?"
        lines={order.lines}
        max={(line) => line.quantity - (lineStates[line.id]?.refunded ?? 0)}
      />
      <div>
        {order.totals.shipping.minorUnits > 0 && (
          <Checkbox
            label={`Shipping, ${formatMoney(order.totals.shipping)}`}
            name={fields.shipping.name}
            defaultChecked={fields.shipping.initialValue === "on"}
          />
        )}
        <Checkbox
          label="Put the pieces back on the shelf"
          name={fields.restock.name}
          defaultChecked={fields.restock.initialValue === "on"}
        />
      </div>
      <RefundTermsFields
        adminOrder={adminOrder}
        fields={fields}
        hint={`Leave it empty for what the choices come to: ${formatMoney(sum)}.`}
        optional
      />
    </>
  );
}
