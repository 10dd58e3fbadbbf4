import { useId } from "react";
import type { DraftVariant } from "#features/catalog/admin/product-form.ts";
import { combinationsOf } from "#features/catalog/admin/product-form.ts";
import { Field, FieldError, Input, Select } from "#ui/field.tsx";
import { Swatch } from "#ui/option-tiles.tsx";
import type { ProductFormState } from "./use-product-form.ts";

type Place = { size: string; color: string };

const isAt = (place: Place) => (variant: Place) =>
  variant.size === place.size && variant.color === place.color;

const fresh = (place: Place): DraftVariant => ({
  ...place,
  kind: "made_to_order",
  stock: 0,
  seen: null,
  sku: "",
});

/** Every size in every colour: whether it is made to order or counted, how many there are, its SKU. */
export function VariantFields({ state: { form, set, problems } }: { state: ProductFormState }) {
  const errorId = useId();
  const rows = combinationsOf(form).map((place) => form.variants.find(isAt(place)) ?? fresh(place));
  const change = (variant: DraftVariant) =>
    set({ variants: [...form.variants.filter((each) => !isAt(variant)(each)), variant] });
  if (rows.length === 0) {
    return <p className="text-sm text-ink-soft">Custom alone is made to order and has no stock.</p>;
  }
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="sr-only">Stock of each size and color</legend>
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((variant) => (
          <VariantRow
            key={`${variant.size} ${variant.color}`}
            variant={variant}
            colorName={form.colors.find(({ hex }) => hex === variant.color)?.name ?? ""}
            onChange={change}
          />
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-quiet">
        What shoppers buy while you write stays sold: the stock is changed by what you add or take
        away. An empty SKU is made from the address.
      </p>
      <FieldError id={errorId} error={problems.variants} />
    </fieldset>
  );
}

type RowProps = {
  variant: DraftVariant;
  colorName: string;
  onChange: (variant: DraftVariant) => void;
};

function VariantRow({ variant, colorName, onChange }: RowProps) {
  const { size, color, kind, stock, seen, sku } = variant;
  const name = [size, colorName || color].filter(Boolean).join(", ");
  return (
    <li className="grid grid-cols-2 items-center gap-x-4 gap-y-2 py-2.5 sm:grid-cols-[minmax(8rem,1fr)_11rem_7rem_minmax(0,1.4fr)]">
      <p className="col-span-2 flex items-center gap-2.5 text-sm font-medium sm:col-span-1">
        {color && <Swatch colour={color} name={colorName} decorative />}
        {name}
      </p>
      <input type="hidden" name="variantSize" value={size} />
      <input type="hidden" name="variantColor" value={color} />
      <input type="hidden" name="variantSeen" value={seen ?? ""} />
      <Field label={`How ${name} is sold`} hideLabel>
        <Select
          name="variantKind"
          value={kind}
          onChange={(event) =>
            onChange({ ...variant, kind: event.target.value as DraftVariant["kind"] })
          }
        >
          <option value="made_to_order">Made to order</option>
          <option value="counted">Counted</option>
          <option value="not_sold">Not sold</option>
        </Select>
      </Field>
      <Field label={`Pieces of ${name}`} hideLabel>
        <Input
          name="variantStock"
          type="number"
          inputMode="numeric"
          min="0"
          step="1"
          className="figures"
          readOnly={kind !== "counted"}
          value={kind === "counted" && !Number.isNaN(stock) ? stock : ""}
          onChange={(event) => onChange({ ...variant, stock: event.target.valueAsNumber })}
        />
      </Field>
      <Field label={`SKU of ${name}`} hideLabel className="col-span-2 sm:col-span-1">
        <Input
          name="variantSku"
          value={sku}
          placeholder="SKU"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...variant, sku: event.target.value })}
        />
      </Field>
    </li>
  );
}
