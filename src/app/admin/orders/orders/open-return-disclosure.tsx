import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import type { LineReturn } from "#features/sales/returns/return-rules.ts";
import { RETURN_REASONS, returnReasonLabel } from "#features/sales/returns/return-rules.ts";
import { Select, Textarea } from "#ui/field.tsx";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";
import { QuantityFields, quantitiesOf } from "./quantity-fields.tsx";

type Props = {
  adminOrder: AdminOrder;
  returnable: Record<string, LineReturn>;
  result: FormResult | undefined;
};

/** Serves a customer who wrote or called. */
export function OpenReturnDisclosure({ adminOrder, result, returnable }: Props) {
  const emailText = useEmailText();
  const { order } = adminOrder;
  const leftOf = ({ id }: { id: string }) => returnable[id]?.left ?? 0;
  const lines = order.lines.filter((line) => leftOf(line) > 0);
  if (lines.length === 0) return null;
  const isBeyondRules = lines.some(({ id }) => returnable[id]?.closed !== null);
  return (
    <OrderActionDisclosure
      id="open-return"
      title="Open a return"
      submit="Open it and tell the customer"
      intent="open-return"
      result={result}
      defaultValue={{ items: quantitiesOf(lines, () => 0), reason: "other_size" }}
    >
      {(fields) => (
        <>
          <p className="text-sm text-ink-soft">
            {emailText("The customer has mail with the authorization number for the parcel.")}
            {isBeyondRules && " Some items are past the days of the Returns page: it is up to you."}
          </p>
          <QuantityFields
            field={fields.items}
            legend="What comes back?"
            lines={lines}
            max={leftOf}
          />
          <FormField field={fields.reason} label="Why?">
            <Select {...controlProps(fields.reason)}>
              {RETURN_REASONS.map((reason) => (
                <option key={reason} value={reason}>
                  {returnReasonLabel(reason)}
                </option>
              ))}
            </Select>
          </FormField>
          <FormField
            field={fields.note}
            label="What the customer wrote"
            optional
            hint="The email repeats it to the customer."
          >
            <Textarea {...controlProps(fields.note)} rows={2} />
          </FormField>
        </>
      )}
    </OrderActionDisclosure>
  );
}
