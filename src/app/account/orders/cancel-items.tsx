import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";
import type { OrderLine } from "#features/orders/order/order.ts";
import type { MyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import type { ItemCancellation } from "#features/sales/payments/cancel-items.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";

/** The page's action handles it with `item`, `left`, `quantity` and `amount`. */
export const CANCEL_ITEMS = "cancel-items";

/** "Cancelled", or how many of a line; null for none. What was refunded after it left is not cancelled. */
function cancelledText({ quantity }: OrderLine, state: MyOrder["lineStates"][string]) {
  const cancelled = Math.min(state.withdrawn, quantity - state.shipped);
  if (cancelled <= 0) return null;
  return cancelled === quantity ? "Cancelled" : `${cancelled} of ${quantity} cancelled`;
}

type Props = {
  line: OrderLine;
  order: Pick<MyOrder, "itemCancellations" | "lineStates" | "wayBack">;
  /** Identifies a guest's order to the page's action. */
  fields?: Readonly<Record<string, string>>;
};

/** Below a line: what of it is cancelled, and what can still be, before it leaves. */
export function LineCancellation({ fields = {}, line, order }: Props) {
  const state = order.lineStates[line.id];
  const text = state ? cancelledText(line, state) : null;
  const cancellation = order.itemCancellations.find(({ orderItemId }) => orderItemId === line.id);
  return (
    <>
      {text && <p className="mt-1 text-sm font-medium">{text}</p>}
      {cancellation && (
        <CancelItems
          key={cancellation.amounts.length}
          cancellation={cancellation}
          fields={fields}
          name={`${line.productName}, ${sizePhrase(line.size)}`}
          wayBack={order.wayBack}
        />
      )}
    </>
  );
}

type CancelProps = {
  cancellation: ItemCancellation;
  fields: Readonly<Record<string, string>>;
  name: string;
  wayBack: string;
};

/** Works without JavaScript: then the amount of each quantity stands in the choice, and the button has none. */
function CancelItems({
  cancellation: { amounts, orderItemId },
  fields,
  name,
  wayBack,
}: CancelProps) {
  const { formData, state } = useNavigation();
  const [quantity, setQuantity] = useState(amounts.length);
  const amount = amounts[quantity - 1];
  const isOwn = formData?.get("intent") === CANCEL_ITEMS && formData.get("item") === orderItemId;
  const hidden = { ...fields, item: orderItemId, left: String(amounts.length) };
  return (
    <details className="text-sm">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Cancel before it leaves
      </summary>
      <Form
        method="post"
        preventScrollReset
        aria-label={`Cancel ${name}`}
        className="mt-2 space-y-4 border-l-2 border-line pl-5"
      >
        <p className="text-ink-soft">
          You get what you paid for it back, {wayBack}. This cannot be undone.
        </p>
        {Object.entries(hidden).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Field label="How many" hideLabel={amounts.length === 1}>
          <Select
            name="chosen"
            value={`${quantity}:${amount?.minorUnits ?? 0}`}
            onChange={({ target }) => setQuantity(Number(target.value.split(":")[0]))}
            className="w-44"
          >
            {amounts.map((each, index) => (
              <option
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
                key={index}
                value={`${index + 1}:${each.minorUnits}`}
              >
                {index + 1}, {formatMoney(each)} back
              </option>
            ))}
          </Select>
        </Field>
        <Button
          type="submit"
          name="intent"
          value={CANCEL_ITEMS}
          variant="danger"
          busy={state !== "idle" && isOwn}
        >
          Cancel {quantity === 1 ? "it" : `these ${quantity}`}
        </Button>
      </Form>
    </details>
  );
}
