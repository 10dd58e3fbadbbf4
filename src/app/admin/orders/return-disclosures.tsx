import { formatMoney, toDecimal } from "#core/money-amount.ts";
import type { AdminOrder } from "#features/order-page/admin-order-queries.server.ts";
import type { OrderReturn } from "#features/returns/return-queries.server.ts";
import { suggestedRefund } from "#features/returns/suggested-refund.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Select } from "#ui/select.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderActionRefusal } from "./order-actions.ts";
import { refusalOf } from "./order-actions.ts";
import { QuantityFields } from "./quantity-fields.tsx";

type Props = {
  asked: OrderReturn;
  desk: AdminOrder;
  idempotencyKey: string;
  refusal: OrderActionRefusal | undefined;
};

/** The parcel was opened: how many of each really came, and which are as good as new. */
export function ReceiveReturnDisclosure({ asked, desk, refusal }: Props) {
  const refused = refusalOf(refusal, "receive", asked.id);
  const announced = (itemId: string) =>
    asked.pieces.find((each) => each.itemId === itemId)?.quantity ?? 0;
  const lines = desk.order.lines.filter(({ id }) => announced(id) > 0);
  return (
    <OrderActionDisclosure
      id={`receive-${asked.id}`}
      title="It has arrived"
      submit="Receive it and tell the customer"
      intent="receive"
      target={asked.id}
      about={asked.authorizationNumber}
      refusal={refused}
      look="primary"
    >
      <QuantityFields
        legend="What came?"
        lines={lines}
        most={({ id }) => announced(id)}
        chosen={({ id }) => announced(id)}
        typed={refused?.typed}
        error={refused?.errors.pieces}
      />
      <div>
        {lines.map(({ id, productName, size }) => (
          <Checkbox
            key={id}
            label={`As good as new, back on the shelf: ${productName}, ${size}`}
            name={`restock-${id}`}
            value="1"
            defaultChecked={refused?.typed[`restock-${id}`] === "1"}
          />
        ))}
      </div>
      <Field
        label="What you saw"
        optional
        hint="Only people of the shop read it."
        error={refused?.errors.staffNote}
      >
        <Textarea name="staffNote" rows={3} defaultValue={refused?.typed.staffNote} />
      </Field>
    </OrderActionDisclosure>
  );
}

/** The money for what came, with the sum that the rules come to. */
export function RefundReturnDisclosure({ asked, desk, idempotencyKey, refusal }: Props) {
  const refused = refusalOf(refusal, "refund-return", asked.id);
  const { amount, withShipping } = suggestedRefund(desk.order, asked, desk.refundable);
  return (
    <OrderActionDisclosure
      id={`refund-${asked.id}`}
      title={desk.failedRefunds[asked.id] ? "Refund it again" : "Refund it"}
      submit="Refund and settle the return"
      intent="refund-return"
      target={asked.id}
      about={asked.authorizationNumber}
      refusal={refused}
      look="primary"
    >
      <input type="hidden" name="key" value={refused?.typed.key ?? idempotencyKey} />
      <Field
        label="Amount in $"
        hint={`${
          withShipping
            ? "What was paid for the pieces, and shipping, because the fault was ours."
            : "What was paid for the pieces. Shipping stays, as the Returns page says."
        } ${formatMoney(desk.refundable)} is left to refund.`}
        error={refused?.errors.amount}
      >
        <Input
          name="amount"
          inputMode="decimal"
          defaultValue={refused?.typed.amount ?? toDecimal(amount).toFixed(2)}
          autoComplete="off"
          className="sm:w-52"
        />
      </Field>
      <Field label="Reason" hint="The customer reads it." error={refused?.errors.reason}>
        <Textarea
          name="reason"
          rows={2}
          defaultValue={refused?.typed.reason ?? `Your return ${asked.authorizationNumber}`}
          required
        />
      </Field>
    </OrderActionDisclosure>
  );
}

/** Another size or colour of the same piece instead, at no charge. */
export function ExchangeReturnDisclosure({ asked, desk, refusal }: Props) {
  const refused = refusalOf(refusal, "exchange", asked.id);
  const came = asked.pieces.filter(({ received }) => (received ?? 0) > 0);
  const lines = desk.order.lines.filter(({ id }) => came.some(({ itemId }) => itemId === id));
  const choicesOf = (productId: string | null) =>
    desk.exchanges.filter((choice) => choice.productId === productId);
  const canExchange =
    desk.order.status === "completed" &&
    lines.every((line) => choicesOf(line.productId).length > 0);
  if (!canExchange) return null;
  return (
    <OrderActionDisclosure
      id={`exchange-${asked.id}`}
      title="Exchange it"
      submit="Exchange and tell the customer"
      intent="exchange"
      target={asked.id}
      about={asked.authorizationNumber}
      refusal={refused}
    >
      {lines.map((line) => (
        <Field key={line.id} label={`Instead of ${line.productName}, ${line.size}`}>
          <Select name={`instead-${line.id}`} defaultValue={refused?.typed[`instead-${line.id}`]}>
            <option value="">Please choose</option>
            {choicesOf(line.productId).map(({ variantId, size, colorName, left }) => (
              <option key={variantId} value={variantId}>
                {[size, colorName, left === null ? "made to order" : `${left} left`]
                  .filter(Boolean)
                  .join(", ")}
              </option>
            ))}
          </Select>
        </Field>
      ))}
    </OrderActionDisclosure>
  );
}

/** The return is not taken, for a reason that the customer reads. */
export function DeclineReturnDisclosure({ asked, refusal }: Props) {
  const refused = refusalOf(refusal, "decline", asked.id);
  return (
    <OrderActionDisclosure
      id={`decline-${asked.id}`}
      title="Decline it"
      submit="Decline and tell the customer"
      intent="decline"
      target={asked.id}
      about={asked.authorizationNumber}
      refusal={refused}
      danger
    >
      <Field label="Reason" hint="The customer reads it." error={refused?.errors.because}>
        <Textarea name="because" rows={3} defaultValue={refused?.typed.because} required />
      </Field>
    </OrderActionDisclosure>
  );
}
