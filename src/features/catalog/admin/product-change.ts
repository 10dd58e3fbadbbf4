import { z } from "zod";

/** The most products that one change may name: two pages of the list. */
const MOST_AT_ONCE = 100;

const seenProduct = z.object({ id: z.uuid(), version: z.int().positive() });

/** Products named for deleting or restoring, as the browser sends them. */
export const productVersionsInput = z.object({
  products: z.array(seenProduct).min(1).max(MOST_AT_ONCE),
});

/** What a change of many products may set. */
const productChange = z
  .object({
    inStock: z.boolean(),
    featured: z.boolean(),
    categoryId: z.uuid().nullable(),
  })
  .partial();

/** Changes of many products at once, as the browser sends them. */
export const productChangesInput = z.object({
  changes: z
    .array(seenProduct.extend({ change: productChange }))
    .min(1)
    .max(MOST_AT_ONCE),
});

/** What a change sets; what it does not name stays. */
export type ProductChange = z.infer<typeof productChange>;

/** A change of one product. */
export type ChangeOfProduct = z.infer<typeof productChangesInput>["changes"][number];

/** The part of a change that is not so already. */
export function realChange(
  product: Required<ProductChange>,
  change: ProductChange,
): { before: ProductChange; after: ProductChange } | null {
  const fields = (["inStock", "featured", "categoryId"] as const).filter(
    (field) => change[field] !== undefined && change[field] !== product[field],
  );
  if (fields.length === 0) return null;
  const part = (of: ProductChange) => Object.fromEntries(fields.map((field) => [field, of[field]]));
  return { before: part(product), after: part(change) };
}
