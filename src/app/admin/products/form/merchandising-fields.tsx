import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { ProductForm } from "#features/catalog/admin/product-form.ts";
import { GARMENT_TYPES } from "#features/catalog/admin/product-form.ts";
import type { Gender } from "#features/catalog/product.ts";
import { GENDERS } from "#features/catalog/product.ts";
import { Switch } from "#ui/checkbox.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { categoryKey } from "../../categories/category-url.ts";
import { genderWord } from "../gender-word.ts";
import type { PresetCategory } from "./preset-category.ts";
import type { ProductFormState } from "./use-product-form.ts";

type Props = {
  state: ProductFormState;
  preset: PresetCategory | null;
  categories: readonly AdminCategory[];
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Where and how a piece is sold. */
export function MerchandisingFields({ state, preset, categories }: Props) {
  const { form, set, check, problems } = state;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Price ($)" error={problems.price}>
        <Input
          name="price"
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0"
          required
          className="figures"
          value={form.price}
          onChange={(event) => set({ price: event.target.value })}
          onBlur={() => check("price")}
        />
      </Field>
      <Field
        label="Target Gender"
        hint={preset ? "The category settles it; it can be changed later." : undefined}
      >
        <Select
          name={preset ? undefined : "gender"}
          disabled={preset !== null}
          value={form.gender}
          onChange={(event) => set({ gender: event.target.value as Gender })}
        >
          {GENDERS.map((gender) => (
            <option key={gender} value={gender}>
              {genderWord(gender)}
            </option>
          ))}
        </Select>
      </Field>
      {preset && <input type="hidden" name="gender" value={form.gender} />}
      <CategoryField state={state} preset={preset} categories={categories} />
      <Field
        label="Garment type"
        hint="Which measures it needs, and which catalog filter shows it."
        error={problems.garmentType}
      >
        <Select
          name="garmentType"
          value={form.garmentType}
          onChange={(event) =>
            set({ garmentType: event.target.value as ProductForm["garmentType"] })
          }
        >
          {GARMENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {capital(type)}
            </option>
          ))}
        </Select>
      </Field>
      <Switch
        label="In Stock"
        hint="Shoppers see it and can buy it."
        name="inStock"
        checked={form.inStock}
        onChange={(event) => set({ inStock: event.target.checked })}
      />
      <Switch
        label="Featured Product"
        hint="It stands on the home page."
        name="featured"
        checked={form.featured}
        onChange={(event) => set({ featured: event.target.checked })}
      />
    </div>
  );
}

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
    <Field label="Category" error={problems.categoryId}>
      <Select
        name="categoryId"
        required
        value={form.categoryId}
        onChange={(event) => set({ categoryId: event.target.value })}
        onBlur={() => state.check("categoryId")}
      >
        <option value="">Please select a category</option>
        {categories.map((category) => (
          <option key={categoryKey(category)} value={categoryKey(category)}>
            {category.name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
