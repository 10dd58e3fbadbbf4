import type { FieldMetadata } from "@conform-to/react";
import { useId } from "react";
import { sizePhrase } from "#features/catalog/products/product.ts";
import { fitLabels, lineName, sizeAndColor } from "#features/orders/order/line-description.ts";
import type { LineQuantity } from "#features/orders/order/line-quantities.ts";
import { entryOf } from "#features/orders/order/line-quantities.ts";
import type { OrderLine } from "#features/orders/order/order.ts";
import { Field, FieldError, Select } from "#ui/field.tsx";

type Props = {
  field: FieldMetadata<LineQuantity[]>;
  legend: string;
  lines: readonly OrderLine[];
  /** Lines with 0 are left out. */
  max: (line: OrderLine) => number;
};

const upTo = (max: number) => Array.from({ length: max + 1 }, (_, count) => count);

export const quantitiesOf = (lines: readonly OrderLine[], quantity: (line: OrderLine) => number) =>
  lines.map((line) => ({ itemId: line.id, quantity: quantity(line) }));

/** Names the fields `items[0].itemId` and `items[0].quantity`. */
export function QuantityFields({ field, legend, lines, max }: Props) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <ul className="divide-y divide-line border-y border-line">
        {lines
          .filter((line) => max(line) > 0)
          .map((line, index) => (
            <li key={line.id} className="flex items-center justify-between gap-5 py-2.5 text-sm">
              <div className="min-w-0">
                <p className="font-medium">{lineName(line)}</p>
                <p className="text-ink-soft">
                  {[...sizeAndColor(line), ...fitLabels(line)].join(", ")}
                </p>
              </div>
              <input type="hidden" name={`${field.name}[${index}].itemId`} value={line.id} />
              <Field
                label={`Pieces of ${lineName(line)}, ${sizePhrase(line.size)}`}
                hideLabel
                error={field.allErrors[`${field.name}[${index}].quantity`]?.join(" ")}
              >
                <Select
                  name={`${field.name}[${index}].quantity`}
                  defaultValue={entryOf(field.initialValue, line.id)?.quantity}
                  className="figures w-28"
                >
                  {upTo(max(line)).map((count) => (
                    <option key={count} value={count}>
                      {count === 0 ? "None" : `${count} of ${max(line)}`}
                    </option>
                  ))}
                </Select>
              </Field>
            </li>
          ))}
      </ul>
      <FieldError id={errorId} error={field.errors?.join(" ")} />
    </fieldset>
  );
}
