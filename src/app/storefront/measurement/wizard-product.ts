/** What the wizard needs of the product the shopper came from (decision M3). */
export type WizardProduct = {
  readonly id: string;
  readonly name: string;
  readonly garmentType: string;
  readonly sizes: readonly { readonly size: string; readonly soldOut: boolean }[];
};

/** Whether a size can be taken of a product: "absent" when it is not made in it. */
export function availability(
  product: WizardProduct,
  size: string,
): "available" | "sold-out" | "absent" {
  const option = product.sizes.find((each) => each.size === size);
  if (!option) return "absent";
  return option.soldOut ? "sold-out" : "available";
}
