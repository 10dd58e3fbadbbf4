import { z } from "zod";
import { parseMoney } from "#core/money-amount.ts";
import { GENDERS } from "./product.ts";

const earlierProduct = z
  .object({
    name: z.string().trim().min(1),
    slug: z.string().min(1),
    description: z.string(),
    materials: z.string(),
    care: z.string(),
    priceMinor: z.int().nonnegative(),
    categoryId: z.union([z.uuid(), z.null(), z.literal("").transform(() => null)]),
    gender: z.enum(GENDERS),
    garmentType: z.string().min(1),
    inStock: z.boolean(),
    featured: z.boolean(),
    images: z.array(z.object({ mediaId: z.uuid(), altText: z.string(), primary: z.boolean() })),
  })
  .partial();

/** A product as the log kept it, as far as it can be put back: what it does not hold stays. */
export type EarlierProduct = z.infer<typeof earlierProduct>;

/**
 * Reads what a log's record of a product lets put back; null when it cannot be understood. Sizes, colours and stock are no part of
 * it: pieces sold since must stay sold. A record of a few fields names the product only to be read, so that its name stays too.
 */
export function readEarlierProduct(record: Record<string, unknown>): EarlierProduct | null {
  const { price, name, ...rest } = record;
  const priceMinor = typeof price === "string" ? parseMoney(price)?.minorUnits : record.priceMinor;
  const isWhole = rest.slug !== undefined;
  const read = earlierProduct.safeParse({
    ...rest,
    ...(isWhole && { name }),
    ...(priceMinor !== undefined && { priceMinor }),
  });
  return read.data ?? null;
}
