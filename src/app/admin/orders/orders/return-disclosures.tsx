import { ReasonField } from "#app/components/form/amount-and-reason.tsx";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { formatMoney, toDecimal } from "#core/money-amount.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { lineName, sizeText } from "#features/orders/order/line-description.ts";
import { entryOf } from "#features/orders/order/line-quantities.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import type { OrderReturn } from "#features/sales/returns/return-queries.server.ts";
import { exchangeChoicesOf, suggestedRefund } from "#features/sales/returns/return-rules.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Select, Textarea } from "#ui/field.tsx";
import { HiddenField, OrderActionDisclosure } from "./order-action-disclosure.tsx";
import { QuantityFields, quantitiesOf } from "./quantity-fields.tsx";
import { enteredRefund, RefundTermsFields } from "./refund-fields.tsx";

type Props = {
  requestedReturn: OrderReturn;
  adminOrder: AdminOrder;
  idempotencyKey: string;
  result: FormResult | undefined;
};

/** Records how many of each item arrived and are resellable. */
export function ReceiveReturnDisclosure({ requestedReturn, adminOrder, result }: Props) {
  const announced = (itemId: string) =>
    requestedReturn.items.find((each) => each.itemId === itemId)?.quantity ?? 0;
  const lines = adminOrder.order.lines.filter(({ id }) => announced(id) > 0);
  return (
    <OrderActionDisclosure
      id={`receive-${requestedReturn.id}`}
      title="It has arrived"
      submit="Receive it and tell the customer"
      intent="receive"
      target={requestedReturn.id}
      defaultValue={{ items: quantitiesOf(lines, ({ id }) => announced(id)) }}
      about={requestedReturn.authorizationNumber}
      result={result}
      look="primary"
    >
      {({ items, staffNote }) => (
        <>
          <QuantityFields
            field={items}
            legend="What came?"
            lines={lines}
            max={({ id }) => announced(id)}
          />
          <div>
            {lines.map((line, index) => (
              <Checkbox
                key={line.id}
                label={`As good as new, back on the shelf: ${lineName(line)}, ${sizeText(line)}`}
                name={`${items.name}[${index}].restock`}
                defaultChecked={entryOf(items.initialValue, line.id)?.restock === "on"}
              />
            ))}
          </div>
          <FormField
            field={staffNote}
            label="What you saw"
            optional
            hint="Only people of the shop read it."
          >
            <Textarea {...controlProps(staffNote)} rows={3} />
          </FormField>
        </>
      )}
    </OrderActionDisclosure>
  );
}

/** Proposes the amount that the rules give. */
export function RefundReturnDisclosure({
  requestedReturn,
  adminOrder,
  idempotencyKey,
  result,
}: Props) {
  const { amount, withShipping } = suggestedRefund(
    adminOrder.order,
    requestedReturn,
    adminOrder.refundable,
  );
  return (
    <OrderActionDisclosure
      id={`refund-${requestedReturn.id}`}
      title={adminOrder.failedRefunds[requestedReturn.id] ? "Refund it again" : "Refund it"}
      submit="Refund"
      refunds={(fields) => enteredRefund(adminOrder, fields.amount.value)}
      intent="refund-return"
      target={requestedReturn.id}
      defaultValue={{
        key: idempotencyKey,
        amount: toDecimal(amount).toFixed(2),
        reason: `Your return ${requestedReturn.authorizationNumber}`,
        way: requestedReturn.wantsCredit ? "credit" : "origin",
      }}
      about={requestedReturn.authorizationNumber}
      result={result}
      look="primary"
    >
      {(fields) => (
        <>
          <HiddenField field={fields.key} />
          <RefundTermsFields
            adminOrder={adminOrder}
            fields={fields}
            hint={`${
              withShipping
                ? "What was paid for the pieces, and shipping, because the fault was ours."
                : "What was paid for the pieces. Shipping stays, as the Returns page says."
            } ${formatMoney(adminOrder.refundable)} is left to refund.`}
          />
        </>
      )}
    </OrderActionDisclosure>
  );
}

function availabilityOf(size: string, left: number | null): string {
  if (size === CUSTOM_SIZE) return "made again to its contract";
  return left === null ? "made to order" : `${left} left`;
}

/** Sends another size or color of the product at no charge. */
export function ExchangeReturnDisclosure({ requestedReturn, adminOrder, result }: Props) {
  const came = requestedReturn.items.filter(({ received }) => (received ?? 0) > 0);
  const lines = adminOrder.order.lines.filter(({ id }) => came.some(({ itemId }) => itemId === id));
  const canExchange =
    adminOrder.order.status === "completed" &&
    lines.every((line) => exchangeChoicesOf(line, adminOrder.exchanges).length > 0);
  if (!canExchange) return null;
  return (
    <OrderActionDisclosure
      id={`exchange-${requestedReturn.id}`}
      title="Exchange it"
      submit="Exchange and tell the customer"
      intent="exchange"
      target={requestedReturn.id}
      about={requestedReturn.authorizationNumber}
      result={result}
    >
      {({ replacements }) =>
        lines.map((line, index) => (
          <Field key={line.id} label={`Instead of ${lineName(line)}, ${line.size}`}>
            <input type="hidden" name={`${replacements.name}[${index}].itemId`} value={line.id} />
            <Select
              name={`${replacements.name}[${index}].variantId`}
              defaultValue={entryOf(replacements.initialValue, line.id)?.variantId}
            >
              <option value="">Please choose</option>
              {exchangeChoicesOf(line, adminOrder.exchanges).map(
                ({ variantId, size, colorName, left }) => (
                  <option key={variantId} value={variantId}>
                    {[size, colorName, availabilityOf(size, left)].filter(Boolean).join(", ")}
                  </option>
                ),
              )}
            </Select>
          </Field>
        ))
      }
    </OrderActionDisclosure>
  );
}

/** The customer reads the reason. */
export function DeclineReturnDisclosure({ requestedReturn, result }: Props) {
  return (
    <OrderActionDisclosure
      id={`decline-${requestedReturn.id}`}
      title="Decline it"
      submit="Decline and tell the customer"
      intent="decline"
      target={requestedReturn.id}
      about={requestedReturn.authorizationNumber}
      result={result}
      danger
    >
      {({ reason }) => <ReasonField field={reason} />}
    </OrderActionDisclosure>
  );
}
