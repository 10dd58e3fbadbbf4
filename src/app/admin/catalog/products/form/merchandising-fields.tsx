import type { ComponentProps } from "react";
import { useState } from "react";
import { categoryKey } from "#app/components/admin/category-url.ts";
import type { PresetCategory } from "#app/components/admin/product-urls.ts";
import { genderWord } from "#app/components/admin/product-urls.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import {
  FORM_GENDERS,
  FREE_PRICE,
  GARMENT_TYPES,
  readTags,
  writeTags,
} from "#features/catalog/editing/product-form.ts";
import { Switch } from "#ui/checkbox.tsx";
import type { FieldProps } from "#ui/field.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import type { ProductFormState } from "./use-product-form.ts";

type Props = {
  state: ProductFormState;
  preset: PresetCategory | null;
  categories: readonly AdminCategory[];
};

export function MerchandisingFields({ state, preset, categories }: Props) {
  const { form, set, problems } = state;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PriceFields state={state} />
      <SelectField
        label="Target Gender"
        hint={preset ? "The category settles it; it can be changed later." : undefined}
        name={preset ? undefined : "gender"}
        disabled={preset !== null}
        value={form.gender}
        options={FORM_GENDERS.map((gender) => [gender, genderWord(gender)])}
        onChoose={(gender) => set({ gender })}
      />
      {preset && <input type="hidden" name="gender" value={form.gender} />}
      <CategoryField state={state} preset={preset} categories={categories} />
      <SelectField
        label="Garment type"
        hint="Which measures it needs, and which catalog filter shows it."
        error={problems.garmentType}
        name="garmentType"
        value={form.garmentType}
        options={GARMENT_TYPES.map((type) => [type, garmentTypeName(type).name])}
        onChoose={(garmentType) => set({ garmentType })}
      />
      {merchantTexts.map(({ field, label, hint }) => (
        <Field key={field} label={label} optional hint={hint} error={problems[field]}>
          <Input
            name={field}
            autoComplete="off"
            value={form[field]}
            onChange={(event) => set({ [field]: event.target.value })}
          />
        </Field>
      ))}
      <TagsField state={state} />
      <Switch
        label="In Stock"
        hint="Shoppers see it and can buy it."
        name="inStock"
        checked={form.inStock}
        onChange={(event) => set({ inStock: event.target.checked })}
      />
      <Switch
        label="Featured Product"
        hint="It appears on the home page."
        name="featured"
        checked={form.featured}
        onChange={(event) => set({ featured: event.target.checked })}
      />
    </div>
  );
}

function PriceFields({ state: { form, set, problems } }: { state: ProductFormState }) {
  return (
    <>
      <div>
        <Field label="Price ($)" error={problems.price}>
          {/* A number field hides input such as 12,50. */}
          <Input
            name="price"
            inputMode="decimal"
            autoComplete="off"
            required
            className="figures"
            value={form.price}
            onChange={(event) => set({ price: event.target.value })}
          />
        </Field>
        {problems.price === FREE_PRICE && (
          <label className="mt-2 flex min-h-11 items-center gap-2 text-sm">
            <input type="checkbox" name="confirmFree" />
            Yes, publish it at $0.00
          </label>
        )}
      </div>
      <Field
        label="Compare-at ($)"
        optional
        hint="The price before a reduction, struck through in the shop."
        error={problems.compareAt}
      >
        <Input
          name="compareAt"
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          value={form.compareAt}
          onChange={(event) => set({ compareAt: event.target.value })}
        />
      </Field>
    </>
  );
}

const merchantTexts = [
  { field: "vendor", label: "Vendor", hint: "The maker, if it is not your own house." },
  { field: "productType", label: "Type", hint: "Your own word for it; exports carry it along." },
] as const;

/** One line, as entered until the field is left. */
function TagsField({ state: { form, set, problems } }: { state: ProductFormState }) {
  const [entered, setEntered] = useState(writeTags(form.tags));
  const shown = isSameTags(entered, form.tags) ? entered : writeTags(form.tags);
  return (
    <Field
      label="Tags"
      optional
      hint="Separated by commas."
      error={problems.tags}
      className="sm:col-span-2"
    >
      <Input
        name="tags"
        autoComplete="off"
        value={shown}
        onChange={(event) => {
          setEntered(event.target.value);
          set({ tags: readTags(event.target.value) });
        }}
      />
    </Field>
  );
}

const isSameTags = (line: string, tags: readonly string[]) =>
  writeTags(readTags(line)) === writeTags(tags);

function CategoryField({ state, preset, categories }: Props) {
  const { form, set, problems } = state;
  if (preset) {
    const named = categories.find((each) => categoryKey(each) === preset.categoryId);
    return (
      <Field label="Category" error={problems.categoryId}>
        <Input readOnly value={named?.name ?? preset.categoryName} className="bg-cloth" />
        <input type="hidden" name="categoryId" value={form.categoryId} />
      </Field>
    );
  }
  return (
    <SelectField
      label="Category"
      error={problems.categoryId}
      name="categoryId"
      required
      value={form.categoryId}
      options={[
        ["", "Please select a category"],
        ...categories.map((category) => [categoryKey(category), category.name] as const),
      ]}
      onChoose={(categoryId) => set({ categoryId })}
    />
  );
}

type SelectFieldProps<Value extends string> = Pick<FieldProps, "label" | "hint" | "error"> &
  Pick<ComponentProps<typeof Select>, "name" | "disabled" | "required"> & {
    value: Value;
    /** Each pair is a value with its label. */
    options: readonly (readonly [Value, string])[];
    onChoose: (value: Value) => void;
  };

function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, options, onChoose, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      <Select {...select} onChange={(event) => onChoose(event.target.value as Value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}
