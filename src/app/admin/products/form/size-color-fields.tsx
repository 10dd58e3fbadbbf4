import { X } from "lucide-react";
import { useId, useState } from "react";
import {
  COLOR_PRESETS,
  INVALID_COLOR,
  readHex,
  SIZE_OPTIONS,
  withColor,
} from "#features/catalog/admin/product-form.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Field, FieldError, Input } from "#ui/field.tsx";
import { Swatch } from "#ui/option-tiles.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { ProductFormState } from "./use-product-form.ts";

type Props = { state: ProductFormState };

const tile =
  "flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-hair border border-edge px-3 text-sm transition-colors hover:border-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara";
const inked = "peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper";
const ringed =
  "peer-checked:border-demerara peer-checked:inset-ring peer-checked:inset-ring-demerara";

/** Which sizes and colours a piece comes in. */
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
  // A size of its own that the product has already stays on offer.
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
              name="size"
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
              name="preset"
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
        {form.colors.map(({ hex, name }, place) => (
          <li key={hex} className="flex items-center gap-3">
            <Swatch colour={hex} name={name} decorative size={28} />
            <input type="hidden" name="colorHex" value={hex} />
            <Field label={`Name of ${hex}`} hideLabel className="grow">
              <Input
                name="colorName"
                value={name}
                placeholder="Its name for shoppers"
                autoComplete="off"
                onChange={(event) =>
                  set({
                    colors: form.colors.with(place, { hex, name: event.target.value }),
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
      <CustomColor onAdd={add} />
      <FieldError id={errorId} error={problems.colors} />
    </fieldset>
  );
}

function CustomColor({ onAdd }: { onAdd: (color: { hex: string; name: string }) => void }) {
  const [typed, setTyped] = useState({ hex: "", name: "" });
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const hex = readHex(typed.hex);
    if (hex === null) {
      showToast({ kind: "error", title: "Invalid color", description: INVALID_COLOR });
      return setError(INVALID_COLOR);
    }
    onAdd({ hex, name: typed.name.trim() });
    setTyped({ hex: "", name: "" });
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
          name="colorHex"
          value={typed.hex}
          placeholder="#FF0000"
          autoComplete="off"
          onChange={(event) => setTyped({ ...typed, hex: event.target.value })}
          onKeyDown={onEnter}
        />
      </Field>
      <Field label="Its name" optional>
        <Input
          name="colorName"
          value={typed.name}
          autoComplete="off"
          onChange={(event) => setTyped({ ...typed, name: event.target.value })}
          onKeyDown={onEnter}
        />
      </Field>
      <Button variant="secondary" className="mt-7" onClick={add}>
        Add
      </Button>
    </div>
  );
}
