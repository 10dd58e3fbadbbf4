const reasons: Record<string, string> = {
  conflict: "Somebody else changed it in the meantime. Please look again before you save.",
  not_found: "This category is not there any more.",
  system: "A system category keeps its name.",
  invalid: "The shop did not understand. Please load the page anew.",
  failed: "The shop could not be reached. Please try again.",
};

/** Under the name's field when another category has it. */
export const DUPLICATE_CATEGORY_NAME = "A category with this name exists already.";

/** Why a category could not be saved or deleted, in words. */
export function categoryRefusal(error: string): string {
  return reasons[error] ?? "Something went wrong. Please try again.";
}

/** What becomes of a deleted category's products. */
export function stayingProducts(count: number): string {
  if (count === 0) return "No product is in it.";
  const pieces =
    count === 1 ? "Its product stays" : `Its ${count.toLocaleString("en-US")} products stay`;
  return `${pieces} in the shop, without a category.`;
}
