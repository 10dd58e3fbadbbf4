import type { ActionNotice, ActionRefusal } from "#app/web/admin-action.ts";
import { formatNumber } from "#core/format-number.ts";
import type { ProductChange } from "#features/catalog/editing/product-change.ts";

const items = (count: number) =>
  count === 1 ? "1 product is" : `${formatNumber(count)} products are`;

export function productsChangedMessage(count: number, change: ProductChange): string {
  if (change.draft !== undefined) {
    return `${items(count)} ${change.draft ? "a draft again" : "published"}`;
  }
  if (change.inStock !== undefined) {
    return `${items(count)} ${change.inStock ? "in stock" : "out of stock"}`;
  }
  if (change.featured !== undefined) {
    return `${items(count)} ${change.featured ? "featured" : "not featured any more"}`;
  }
  return `${items(count)} in another category`;
}

/** Says in a toast how many products were deleted (specification 8). */
export function productsDeletedMessage(count: number): string {
  if (count === 1) return "Product deleted successfully";
  return `${formatNumber(count)} products deleted successfully`;
}

export function deleteQuestion(count: number): string {
  const what = count === 1 ? "the product" : `${formatNumber(count)} products`;
  return `This action cannot be undone. This will permanently delete ${what} from your database.`;
}

const reasons: Record<string, string> = {
  conflict: "Someone else changed it in the meantime. The list now shows the current state.",
  not_found: "It is not there any more. The list now shows what is.",
  no_category: "This category is not there any more.",
  invalid: "The shop did not understand. Please load the page anew.",
  failed: "The shop could not be reached. Please try again.",
};

/** Says in a toast why a change of products was refused (specification 8). */
export function productRefusal(intent: string, error: string, details = ""): ActionRefusal {
  const reason = details || (reasons[error] ?? "Something went wrong. Please try again.");
  switch (intent) {
    case "delete-products": {
      const title = `Error deleting product: Failed to delete product: ${reason}`;
      return { notice: { kind: "error", title } };
    }
    case "change-products":
      return { notice: { kind: "error", title: "Nothing was changed", description: reason } };
    case "duplicate-product":
      return { notice: { kind: "error", title: "No copy was made", description: reason } };
    default:
      return { notice: { kind: "error", title: "That could not be undone", description: reason } };
  }
}

const NOT_SAVED: Readonly<Record<string, string>> = {
  invalid: "Something in the form is not right",
  conflict: "Someone else changed this product in the meantime",
  not_found: "This product is not there any more. Somebody took it out of the shop.",
  failed:
    "The shop could not be reached. Nothing you typed is lost; please save again in a moment.",
};

/** Says in a toast why a product was not saved (specification 8). */
export function productFormRefusal(_intent: string, error: string): ActionRefusal {
  const description = NOT_SAVED[error] ?? "The shop did not understand. Nothing was changed.";
  return { notice: { kind: "error", title: "Failed to save product", description } };
}

type NamedChoice = { readonly group: string; readonly choice: string };

const choiceNames = (choices: readonly NamedChoice[]) =>
  choices.map(({ choice, group }) => `${group}: ${choice}`).join("; ");

/** Why a made-to-measure product is not published, with the choices to describe. */
export function undescribedMessage(choices: readonly NamedChoice[]): string {
  return `Say in “Made to measure: price and options” what these choices change on the pattern, or save a draft: ${choiceNames(choices)}`;
}

/** A toast has room for this many products; the next attempt names the others. */
const MAX_NAMED_PRODUCTS = 3;

/** Why none of several products is published: each with the choices to describe. */
export function undescribedProducts(
  products: readonly { readonly name: string; readonly choices: readonly NamedChoice[] }[],
): string {
  const named = products
    .slice(0, MAX_NAMED_PRODUCTS)
    .map(({ choices, name }) => `${name} (${choiceNames(choices)})`);
  const others = products.length - named.length;
  const more = others > 0 ? `, and ${formatNumber(others)} more` : "";
  return `Say in “Made to measure: price and options” what these choices change on the pattern: ${named.join(", ")}${more}.`;
}

/** A draft has no page to link to. */
export function draftSavedNotice(isNew: boolean): ActionNotice {
  return {
    kind: "success",
    title: isNew ? "Product created successfully" : "Product updated successfully",
    description: "It is a draft: nobody sees it until you publish it.",
  };
}

/** Links to the product's page. */
export function productSavedNotice(isNew: boolean, id: string): ActionNotice {
  return {
    kind: "success",
    title: isNew ? "Product created successfully" : "Product updated successfully",
    link: { label: "View in shop", href: `/product/${id}` },
  };
}
