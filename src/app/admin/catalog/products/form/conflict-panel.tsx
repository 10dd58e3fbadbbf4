import { useState } from "react";
import { categoryKey } from "#app/components/admin/category-url.ts";
import { genderWord } from "#app/components/admin/product-urls.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import { differencesOf } from "#features/catalog/editing/product-form.ts";
import type { ProductSnapshot } from "#features/catalog/editing/product-form-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import type { ProductFormState } from "./use-product-form.ts";

const labels: Record<keyof ProductForm, string> = {
  name: "Product Name",
  slug: "URL",
  description: "Description",
  materials: "Materials",
  care: "Care",
  price: "Price",
  compareAt: "Compare-at price",
  vendor: "Vendor",
  productType: "Type",
  tags: "Tags",
  draft: "Draft",
  fileCells: "Imported cells",
  gender: "Target Gender",
  categoryId: "Category",
  garmentType: "Garment type",
  inStock: "In Stock",
  featured: "Featured Product",
  sizes: "Sizes",
  colors: "Colors",
  variants: "Stock",
  images: "Images",
};

function fieldLabel(field: keyof ProductForm): string {
  return labels[field];
}

const kinds = { made_to_order: "made to order", not_sold: "not sold" };

function stockText({ variants, colors }: ProductForm): string {
  const each = variants.map(({ size, color, kind, stock }) => {
    const shade = colors.find(({ hex }) => hex === color)?.name;
    return `${[size, shade].filter(Boolean).join(" ")}: ${kind === "counted" ? stock : kinds[kind]}`;
  });
  return each.join(", ");
}

function imageText({ images }: ProductForm): string {
  const count = images.length === 1 ? "1 picture" : `${images.length} pictures`;
  return images.length === 0
    ? count
    : `${count}: ${images.map(({ altText }) => altText).join(", ")}`;
}

function fieldValueLabel(
  field: keyof ProductForm,
  form: ProductForm,
  categories: readonly AdminCategory[],
): string {
  switch (field) {
    case "inStock":
    case "featured":
    case "draft":
      return form[field] ? "Yes" : "No";
    case "gender":
      return genderWord(form.gender);
    case "categoryId":
      return categories.find((each) => categoryKey(each) === form.categoryId)?.name ?? "None";
    case "sizes":
      return form.sizes.join(", ") || "None";
    case "colors":
      return form.colors.map(({ hex, name }) => name || hex).join(", ") || "None";
    case "variants":
      return stockText(form) || "None";
    case "images":
      return imageText(form);
    case "price":
      return `$${form.price}`;
    case "tags":
      return form.tags.join(", ") || "None";
    case "fileCells":
      return "";
    default:
      return form[field] || "Nothing";
  }
}

type Props = {
  state: ProductFormState;
  current: ProductSnapshot;
  categories: readonly AdminCategory[];
};

export function ConflictPanel({ state, current, categories }: Props) {
  const mine = state.whole();
  const base = state.base?.form ?? mine;
  const differences = differencesOf(base, mine, current.form);
  const [stored, setRetained] = useState<ReadonlySet<keyof ProductForm>>(
    () => new Set(differences.filter(({ isMine }) => isMine).map(({ field }) => field)),
  );
  const isRunning = useHydrated();
  const choose = (field: keyof ProductForm, keep: boolean) =>
    setRetained(
      (held) => new Set(keep ? [...held, field] : [...held].filter((each) => each !== field)),
    );
  const accepted = differences.map(({ field }) => field).filter((field) => !stored.has(field));
  return (
    <Notice kind="warning" live title="Someone else changed this product in the meantime">
      <p>Nothing was overwritten, and your input is not lost. Choose what to keep:</p>
      <div className="mt-3 divide-y divide-line border-y border-line">
        {differences.map(({ field }) => (
          <fieldset key={field} className="grid gap-x-6 py-3 sm:grid-cols-2">
            <legend className="mb-1 font-medium text-ink">{fieldLabel(field)}</legend>
            {(["mine", "theirs"] as const).map((side) => (
              <label key={side} className="flex min-h-11 items-start gap-3 py-2">
                <input
                  type="radio"
                  name={`choice-${field}`}
                  disabled={!isRunning}
                  checked={stored.has(field) === (side === "mine")}
                  onChange={() => choose(field, side === "mine")}
                  className="choice mt-0.5"
                />
                <span className="min-w-0 break-words">
                  <span className="block text-xs text-ink-quiet">
                    {side === "mine" ? "Yours" : "Theirs"}
                  </span>
                  {fieldValueLabel(field, side === "mine" ? mine : current.form, categories)}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {isRunning ? (
          <Button size="sm" onClick={() => state.settle(accepted)}>
            Go on with these
          </Button>
        ) : (
          <>
            <p className="w-full">Saving again keeps yours.</p>
            <ButtonLink size="sm" variant="secondary" to="." reloadDocument>
              Take theirs
            </ButtonLink>
          </>
        )}
      </div>
    </Notice>
  );
}
