import { X } from "lucide-react";
import { useId, useState } from "react";
import type { DraftVariant } from "#features/catalog/editing/product-form.ts";
import {
  COLOR_PRESETS,
  combinationsOf,
  INVALID_COLOR,
  readHex,
  SIZE_OPTIONS,
  withColor,
} from "#features/catalog/editing/product-form.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Field, FieldError, Input, Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Swatch } from "#ui/option-tiles.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { ProductFormState } from "./use-product-form.ts";

type Props = { state: ProductFormState };

const tile =
  "flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-hair border border-edge px-3 text-sm transition-colors hover:border-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara";
const inked = "peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper";
const ringed =
  "peer-checked:border-demerara peer-checked:inset-ring peer-checked:inset-ring-demerara";

export function SizeColorFields({ state }: Props) {
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2">
      <Sizes state={state} />
      <Colors state={state} />
    </div>
  );
}

function Sizes({ state: { form, set, problems } }: Props) {
  const errorId = useId();
  // Includes custom sizes that the product already has.
  const options = [...SIZE_OPTIONS, ...form.sizes.filter((size) => !SIZE_OPTIONS.includes(size))];
  const toggle = (size: string) =>
    set({ sizes: options.filter((each) => form.sizes.includes(each) !== (each === size)) });
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="mb-2 text-sm font-medium">Sizes</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((size) => (
          <label key={size}>
            <input
              type="checkbox"
              name="sizes"
              value={size}
              checked={form.sizes.includes(size)}
              onChange={() => toggle(size)}
              className="peer sr-only"
            />
            <span className={`${tile} ${inked}`}>{size}</span>
          </label>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-quiet">
        Custom is made to the shopper's own measures. Without any size the shop offers XS to XL.
      </p>
      <FieldError id={errorId} error={problems.sizes} />
    </fieldset>
  );
}

function Colors({ state }: Props) {
  const { form, set, problems } = state;
  const errorId = useId();
  const has = (hex: string) => form.colors.some((color) => color.hex === hex);
  const remove = (hex: string) => set({ colors: form.colors.filter((color) => color.hex !== hex) });
  const add = (color: { hex: string; name: string }) =>
    set({ colors: withColor(form.colors, color) });
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="mb-2 text-sm font-medium">Colors</legend>
      <div className="flex flex-wrap gap-2">
        {COLOR_PRESETS.map(({ hex, name }) => (
          <label key={hex}>
            <input
              type="checkbox"
              name="presets"
              value={hex}
              checked={has(hex)}
              onChange={() => (has(hex) ? remove(hex) : add({ hex, name }))}
              className="peer sr-only"
            />
            <span className={`${tile} ${ringed}`}>
              <Swatch colour={hex} name={name} decorative />
              {name}
            </span>
          </label>
        ))}
      </div>
      <ul className="mt-3 space-y-2">
        {form.colors.map(({ hex, name }, index) => (
          <li key={hex} className="flex items-center gap-3">
            <Swatch colour={hex} name={name} decorative size={28} />
            <input type="hidden" name={`colors[${index}].hex`} value={hex} />
            <Field label={`Name of ${hex}`} hideLabel className="grow">
              <Input
                name={`colors[${index}].name`}
                value={name}
                placeholder="Its name for shoppers"
                autoComplete="off"
                onChange={(event) =>
                  set({
                    colors: form.colors.with(index, { hex, name: event.target.value }),
                  })
                }
              />
            </Field>
            <span className="figures w-20 text-sm text-ink-quiet">{hex}</span>
            <IconButton
              label={`Remove ${name || hex}`}
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => remove(hex)}
            />
          </li>
        ))}
      </ul>
      <CustomColor name={`colors[${form.colors.length}]`} onAdd={add} />
      <FieldError id={errorId} error={problems.colors} />
    </fieldset>
  );
}

type CustomProps = { name: string; onAdd: (color: { hex: string; name: string }) => void };

/** The color is added by its button or, without JavaScript, by saving. */
function CustomColor({ name, onAdd }: CustomProps) {
  const isHydrated = useHydrated();
  const [entered, setEntered] = useState({ hex: "", name: "" });
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const hex = readHex(entered.hex);
    if (hex === null) {
      showToast({ kind: "error", title: "Invalid color", description: INVALID_COLOR });
      return setError(INVALID_COLOR);
    }
    onAdd({ hex, name: entered.name.trim() });
    setEntered({ hex: "", name: "" });
    return setError(null);
  };
  const onEnter = (event: React.KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3">
      <Field label="Custom color" optional error={error}>
        <Input
          name={isHydrated ? undefined : `${name}.hex`}
          value={entered.hex}
          placeholder="#FF0000"
          autoComplete="off"
          onChange={(event) => setEntered({ ...entered, hex: event.target.value })}
          onKeyDown={onEnter}
        />
      </Field>
      <Field label="Its name" optional>
        <Input
          name={isHydrated ? undefined : `${name}.name`}
          value={entered.name}
          autoComplete="off"
          onChange={(event) => setEntered({ ...entered, name: event.target.value })}
          onKeyDown={onEnter}
        />
      </Field>
      <Button variant="secondary" className="mt-7" onClick={add}>
        Add
      </Button>
    </div>
  );
}

type Position = { size: string; color: string };

const isAt = (combination: Position) => (variant: Position) =>
  variant.size === combination.size && variant.color === combination.color;

const fresh = (combination: Position): DraftVariant => ({
  ...combination,
  kind: "made_to_order",
  stock: 0,
  knownStock: null,
  sku: "",
});

export function VariantFields({ state: { form, set, problems } }: Props) {
  const errorId = useId();
  const rows = combinationsOf(form).map(
    (combination) => form.variants.find(isAt(combination)) ?? fresh(combination),
  );
  const change = (variant: DraftVariant) =>
    set({ variants: [...form.variants.filter((each) => !isAt(variant)(each)), variant] });
  if (rows.length === 0) {
    return <p className="text-sm text-ink-soft">Custom alone is made to order and has no stock.</p>;
  }
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="sr-only">Stock of each size and color</legend>
      {rows.length > 1 && (
        <AllRows
          count={rows.length}
          onApply={(sale) => set({ variants: rows.map((row) => ({ ...row, ...sale })) })}
        />
      )}
      <p aria-hidden="true" className={`${rowGrid} hidden! pb-1 text-xs text-ink-quiet lg:grid!`}>
        <span>Size and color</span>
        <span>Sold</span>
        <span>Pieces</span>
        <span>Own price ($)</span>
        <span>Compare-at ($)</span>
        <span>SKU</span>
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((variant, index) => (
          <VariantRow
            key={`${variant.size} ${variant.color}`}
            path={`variants[${index}]`}
            variant={variant}
            colorName={form.colors.find(({ hex }) => hex === variant.color)?.name ?? ""}
            problems={problems}
            onChange={change}
          />
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-quiet">
        Sales while you edit are not lost: your change is added to the current stock. An empty SKU
        is made from the URL. A row without a price of its own costs what the product costs.
      </p>
      <FieldError id={errorId} error={problems.variants} />
    </fieldset>
  );
}

type Sale = Pick<DraftVariant, "kind" | "stock">;

/** Sets every row at once; without JavaScript on saving. */
function AllRows({ count, onApply }: { count: number; onApply: (sale: Sale) => void }) {
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<DraftVariant["kind"] | null>(null);
  // The first render of an opened URL is the server's, so that the start is no state.
  const kind = chosen ?? (isHydrated ? "counted" : "");
  const [items, setQuantity] = useState("");
  const stock = items === "" ? Number.NaN : Number(items);
  const isReady = kind !== "" && (kind !== "counted" || (Number.isInteger(stock) && stock >= 0));
  const apply = () => {
    if (!isReady) return;
    onApply({ kind, stock: kind === "counted" ? stock : 0 });
  };
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3 bg-paper p-3">
      <Field label={`All ${count} rows`} className="min-w-40">
        <Select
          name={isHydrated ? undefined : "all.kind"}
          value={kind}
          onChange={(event) => setChosen(event.target.value as DraftVariant["kind"])}
        >
          {!isHydrated && <option value="">As below</option>}
          <option value="counted">Counted</option>
          <option value="made_to_order">Made to order</option>
          <option value="not_sold">Not sold</option>
        </Select>
      </Field>
      <Field label="Pieces each" className="w-28">
        <Input
          name={isHydrated ? undefined : "all.stock"}
          type="number"
          inputMode="numeric"
          min="0"
          step="1"
          className="figures"
          readOnly={kind !== "counted"}
          value={kind === "counted" || !isHydrated ? items : ""}
          onChange={(event) => setQuantity(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            apply();
          }}
        />
      </Field>
      {isHydrated && (
        <Button variant="secondary" disabled={!isReady} onClick={apply}>
          Set all rows
        </Button>
      )}
    </div>
  );
}

const rowGrid =
  "grid grid-cols-2 items-start gap-x-4 gap-y-2 lg:grid-cols-[minmax(8rem,1fr)_11rem_5.5rem_7.5rem_7.5rem_minmax(0,1.2fr)]";

type RowProps = {
  problems: ProductFormState["problems"];
  path: string;
  variant: DraftVariant;
  colorName: string;
  onChange: (variant: DraftVariant) => void;
};

function VariantRow({ path, variant, colorName, problems, onChange }: RowProps) {
  const { size, color, kind, stock, knownStock, sku } = variant;
  const problemOf = (field: string) => problems[`${path}.${field}` as keyof typeof problems];
  const name = [size, colorName || color].filter(Boolean).join(", ");
  return (
    <li className={`${rowGrid} py-2.5`}>
      <p className="col-span-2 flex min-h-11 items-center gap-2.5 text-sm font-medium lg:col-span-1">
        {color && <Swatch colour={color} name={colorName} decorative />}
        {name}
      </p>
      <input type="hidden" name={`${path}.size`} value={size} />
      <input type="hidden" name={`${path}.color`} value={color} />
      <input type="hidden" name={`${path}.knownStock`} value={knownStock ?? ""} />
      <Field label={`How ${name} is sold`} hideLabel>
        <Select
          name={`${path}.kind`}
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
      <Field label={`Pieces of ${name}`} hideLabel error={problemOf("stock")}>
        <Input
          name={`${path}.stock`}
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
      {(["price", "compareAt"] as const).map((field) => (
        <Field
          key={field}
          label={`${field === "price" ? "Own price" : "Compare-at price"} of ${name}`}
          hideLabel
          error={problemOf(field)}
        >
          <Input
            name={`${path}.${field}`}
            inputMode="decimal"
            autoComplete="off"
            className="figures"
            placeholder={field === "price" ? "Own price" : "Compare-at"}
            value={variant[field] ?? ""}
            onChange={(event) => onChange({ ...variant, [field]: event.target.value })}
          />
        </Field>
      ))}
      <Field
        label={`SKU of ${name}`}
        hideLabel
        className="col-span-2 lg:col-span-1"
        error={problemOf("sku")}
      >
        <Input
          name={`${path}.sku`}
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
