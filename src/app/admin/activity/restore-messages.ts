const refusals: Record<string, string> = {
  not_found: "It is not there any more.",
  conflict: "Somebody changed it since you looked. Please look again.",
  nothing: "It stands like this already.",
  unreadable: "This entry holds something that the shop does not take any more.",
  deleted: "The product is not in the shop. Put it back first, from the entry of its deletion.",
  no_category: "The category it stood in is gone. Put the category back first.",
  no_picture: "A picture it showed is not in the Media Library any more.",
  slug_taken: "Another product has its address by now.",
  sku_taken: "Another product has one of its SKUs by now.",
  being_paid: "Somebody is paying for a piece of it right now. Please try again in a while.",
  name_taken: "Another category has this name by now.",
  system: "A category of the system keeps its name.",
  no_secret: "Payment keys are never kept in the log. Please enter them again in Site Settings.",
};

/** Why an earlier version cannot be put back, for its owner. */
export function restoreRefusalMessage(refusal: string): string {
  return refusals[refusal] ?? "The shop did not answer. Nothing was changed.";
}
