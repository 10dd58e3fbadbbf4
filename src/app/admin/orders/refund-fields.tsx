import { useRef, useState } from "react";
import { formatMoney } from "#core/money-amount.ts";
import { readLineQuantities } from "#features/fulfillment/shipment-input.ts";
import type { AdminOrder } from "#features/order-page/admin-order-queries.server.ts";
import { refundSum } from "#features/payments/refund-sum.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import type { OrderActionRefusal } from "./order-actions.ts";
import { QuantityFields } from "./quantity-fields.tsx";

type Props = { desk: AdminOrder; idempotencyKey: string; refused: OrderActionRefusal | null };

/** What goes back: pieces, shipping, or an amount of the owner's own; what they come to is shown while they are chosen. */
export function RefundFields({ desk, idempotencyKey, refused }: Props) {
  const { lineStates, order, refundable } = desk;
  const typed = refused?.typed;
  const [sum, setSum] = useState(refundSum(order, { pieces: [], shipping: false }));
  const fields = useRef<HTMLDivElement>(null);
  const reckon = () => {
    const form = fields.current?.closest("form");
    if (!form) return;
    const data = new FormData(form);
    const shipping = data.get("shipping") === "1";
    setSum(refundSum(order, { pieces: readLineQuantities(data), shipping }));
  };
  return (
    <div ref={fields} className="space-y-5" onChange={reckon}>
      <p className="figures text-sm text-ink-soft">
        {formatMoney(refundable)} of {formatMoney(order.totals.total)} is left to refund.
      </p>
      <input type="hidden" name="key" value={typed?.key ?? idempotencyKey} />
      <QuantityFields
        legend="For which pieces?"
        lines={order.lines}
        most={(line) => line.quantity - (lineStates[line.id]?.refunded ?? 0)}
        chosen={() => 0}
        typed={typed}
        error={refused?.errors.pieces}
      />
      <div>
        {order.totals.shipping.minorUnits > 0 && (
          <Checkbox
            label={`Shipping, ${formatMoney(order.totals.shipping)}`}
            name="shipping"
            value="1"
            defaultChecked={typed?.shipping === "1"}
          />
        )}
        <Checkbox
          label="Put the pieces back on the shelf"
          name="restock"
          value="1"
          defaultChecked={typed?.restock === "1"}
        />
      </div>
      <Field
        label="Amount in $"
        optional
        hint={`Leave it empty for what the choices come to: ${formatMoney(sum)}.`}
        error={refused?.errors.amount}
      >
        <Input
          name="amount"
          inputMode="decimal"
          defaultValue={typed?.amount}
          autoComplete="off"
          className="sm:w-52"
        />
      </Field>
      <Field label="Reason" hint="The customer reads it." error={refused?.errors.reason}>
        <Textarea name="reason" rows={2} defaultValue={typed?.reason} required />
      </Field>
    </div>
  );
}
