import type { ActionRefusal } from "#app/web/admin-action.ts";
import { formatNumber } from "#core/format-number.ts";

const reasons: Record<string, string> = {
  conflict: "Someone else changed it in the meantime. Please check it before you save.",
  not_found: "This category is not there any more.",
  system: "A system category keeps its name.",
  invalid: "The shop did not understand. Please load the page anew.",
  failed: "The shop could not be reached. Please try again.",
};

const titles: Record<string, string> = {
  "create-category": "Failed to create category",
  "update-category": "Failed to update category",
  "delete-category": "Failed to delete category",
};

/** Says in a toast why a change of categories was refused (specification 8). */
export function categoryRefusal(intent: string, error: string): ActionRefusal {
  const title = titles[intent] ?? "Failed to save category";
  const reason = reasons[error] ?? "Something went wrong. Please try again.";
  if (intent === "delete-category") {
    if (error !== "system") return { notice: { kind: "error", title, description: reason } };
    const description = "System categories cannot be deleted as they are used throughout the site.";
    return { notice: { kind: "error", title: "Cannot Delete", description } };
  }
  if (error === "name_in_use") {
    const fieldErrors = { name: ["A category with this name exists already."] };
    return { notice: { kind: "error", title }, fieldErrors };
  }
  return { notice: { kind: "error", title }, formErrors: [reason] };
}

/** Says what happens to a deleted category's products. */
export function stayingProducts(count: number): string {
  if (count === 0) return "No product is in it.";
  const items = count === 1 ? "Its product stays" : `Its ${formatNumber(count)} products stay`;
  return `${items} in the shop, without a category.`;
}
