import { z } from "zod";
import { isId } from "#core/ids.ts";
import { NO_CATEGORY } from "./admin-product-filter.ts";

/** Two pages of the list fit. */
const MAX_AT_ONCE = 100;

/** Forms name a product as "{id}:{version}". */
export function productRef({ id, version }: { id: string; version: number }): string {
  return `${id}:${version}`;
}

const product = z
  .string()
  .regex(/^[^:]+:\d{1,9}$/)
  .transform((text) => {
    const [id = "", version] = text.split(":");
    return { id, version: Number(version) };
  })
  .refine(({ id, version }) => isId(id) && version > 0);

const flag = z.enum(["true", "false"]).transform((text) => text === "true");

export const productsInput = z.object({
  products: z
    .array(product)
    .min(1)
    .max(MAX_AT_ONCE)
    .transform((all) => [...new Map(all.map((each) => [each.id, each])).values()]),
});

export const PRODUCT_CHANGES = {
  publish: { label: "Publish", change: { draft: false, inStock: true } },
  "in-stock": { label: "In stock", change: { inStock: true } },
  "out-of-stock": { label: "Out of stock", change: { inStock: false } },
  feature: { label: "Feature", change: { featured: true } },
  "not-feature": { label: "Do not feature", change: { featured: false } },
} as const;

/** One change of many products; `move`: a new category. */
export const changeProductsInput = productsInput
  .extend({
    change: z.enum([...Object.keys(PRODUCT_CHANGES), "move"]),
    categoryId: z.uuid().optional(),
  })
  .transform(({ products, change, categoryId }, ctx) => {
    const named = Object.entries(PRODUCT_CHANGES).find(([name]) => name === change)?.[1].change;
    if (named) return { products, change: named as ProductChange };
    if (categoryId) return { products, change: { categoryId } as ProductChange };
    ctx.addIssue({ code: "custom", path: ["categoryId"], message: "Please choose a category" });
    return z.NEVER;
  });

/** Missing fields stay. */
export type ProductChange = {
  draft?: boolean | undefined;
  inStock?: boolean | undefined;
  featured?: boolean | undefined;
  categoryId?: string | null | undefined;
};

export type ChangeOfProduct = { id: string; version: number; change: ProductChange };

/** Each product may have a different change, as Undo posts them. */
export const productChangesInput = z.object({
  changes: z
    .array(
      z
        .object({
          product,
          draft: flag.optional(),
          inStock: flag.optional(),
          featured: flag.optional(),
          categoryId: z.union([z.literal(NO_CATEGORY), z.uuid()]).optional(),
        })
        .transform(({ product, categoryId, ...flags }): ChangeOfProduct => {
          const category = categoryId === NO_CATEGORY ? null : categoryId;
          return { ...product, change: { ...flags, categoryId: category } };
        }),
    )
    .min(1)
    .max(MAX_AT_ONCE),
});

/** Writes the format of `productChangesInput`. */
export function productChangeFields({ change, ...product }: ChangeOfProduct) {
  const { draft, inStock, featured, categoryId } = change;
  const category = categoryId === null ? NO_CATEGORY : categoryId;
  return { product: productRef(product), draft, inStock, featured, categoryId: category };
}

/** What does not already apply. Only publishing puts a draft in stock. */
export function realChange(
  product: Required<ProductChange>,
  change: ProductChange,
): { before: ProductChange; after: ProductChange } | null {
  const isDraft = change.draft ?? product.draft;
  const wanted = isDraft
    ? { ...change, inStock: change.inStock === undefined ? undefined : false }
    : change;
  const published =
    product.draft && !isDraft ? { ...wanted, inStock: wanted.inStock ?? true } : wanted;
  const fields = (["draft", "inStock", "featured", "categoryId"] as const).filter(
    (field) => published[field] !== undefined && published[field] !== product[field],
  );
  if (fields.length === 0) return null;
  const part = (of: ProductChange) => Object.fromEntries(fields.map((field) => [field, of[field]]));
  return { before: part(product), after: part(published) };
}
