import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { ProductForm } from "#features/catalog/admin/product-form.ts";
import { categoryKey } from "../../categories/category-url.ts";
import { genderWord } from "../gender-word.ts";

const labels: Record<keyof ProductForm, string> = {
  name: "Product Name",
  slug: "Address",
  description: "Description",
  materials: "Materials",
  care: "Care",
  price: "Price",
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

/** What a field is called. */
export function fieldLabel(field: keyof ProductForm): string {
  return labels[field];
}

const kinds = { made_to_order: "made to order", not_sold: "not sold" };

function stockWords({ variants, colors }: ProductForm): string {
  const each = variants.map(({ size, color, kind, stock }) => {
    const shade = colors.find(({ hex }) => hex === color)?.name;
    return `${[size, shade].filter(Boolean).join(" ")}: ${kind === "counted" ? stock : kinds[kind]}`;
  });
  return each.join(", ");
}

function imageWords({ images }: ProductForm): string {
  const count = images.length === 1 ? "1 picture" : `${images.length} pictures`;
  return images.length === 0
    ? count
    : `${count}: ${images.map(({ altText }) => altText).join(", ")}`;
}

/** What stands in a field, in words. */
export function fieldValueLabel(
  field: keyof ProductForm,
  form: ProductForm,
  categories: readonly AdminCategory[],
): string {
  switch (field) {
    case "inStock":
    case "featured":
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
      return stockWords(form) || "None";
    case "images":
      return imageWords(form);
    case "price":
      return `$${form.price}`;
    default:
      return form[field] || "Nothing";
  }
}
