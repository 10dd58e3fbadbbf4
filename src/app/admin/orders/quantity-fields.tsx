import { useId } from "react";
import type { OrderLine } from "#features/orders/order.ts";
import { Field, FieldError } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";

type Props = {
  /** What is chosen, as the question above it. */
  legend: string;
  lines: readonly OrderLine[];
  /** Most pieces of a line that can be chosen; lines with none are left out. */
  most: (line: OrderLine) => number;
  /** Pieces chosen before the owner touches anything. */
  chosen: (line: OrderLine) => number;
  typed?: Record<string, string> | undefined;
  error?: string | undefined;
};

const counts = (most: number) => Array.from({ length: most + 1 }, (_, count) => count);

/** How many pieces of each line; its fields are 'pieces-{line id}'. */
export function QuantityFields({ legend, lines, most, chosen, typed, error }: Props) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <ul className="divide-y divide-line border-y border-line">
        {lines
          .filter((line) => most(line) > 0)
          .map((line) => {
            const name = `pieces-${line.id}`;
            return (
              <li key={line.id} className="flex items-center justify-between gap-5 py-2.5 text-sm">
                <div className="min-w-0">
                  <p className="font-medium">{line.productName}</p>
                  <p className="text-ink-soft">
                    {[`Size ${line.size}`, line.colorName].filter(Boolean).join(", ")}
                  </p>
                </div>
                <Field label={`Pieces of ${line.productName}, size ${line.size}`} hideLabel>
                  <Select
                    name={name}
                    defaultValue={typed?.[name] ?? chosen(line)}
                    className="figures w-28"
                  >
                    {counts(most(line)).map((count) => (
                      <option key={count} value={count}>
                        {count === 0 ? "None" : `${count} of ${most(line)}`}
                      </option>
                    ))}
                  </Select>
                </Field>
              </li>
            );
          })}
      </ul>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
