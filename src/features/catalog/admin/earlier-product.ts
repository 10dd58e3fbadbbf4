import { z } from "zod";
import { money, parseMoney, toDecimal } from "#core/money-amount.ts";
import { GENDERS } from "../product.ts";
import type { DraftVariant, ProductForm } from "./product-form.ts";
import { combinationsOf, GARMENT_TYPES, VARIANT_KINDS } from "./product-form.ts";
import { combinationName } from "./variant-plan.ts";

const variant = z.object({
  size: z.string(),
  color: z.string(),
  kind: z.enum(VARIANT_KINDS),
  sku: z.string(),
});

const earlierProduct = z
  .object({
    name: z.string().trim().min(1),
    slug: z.string().min(1),
    description: z.string(),
    materials: z.string(),
    care: z.string(),
    price: z.string(),
    categoryId: z.union([z.uuid(), z.literal(""), z.null().transform(() => "")]),
    gender: z.enum(GENDERS),
    garmentType: z.enum(GARMENT_TYPES),
    inStock: z.boolean(),
    featured: z.boolean(),
    sizes: z.array(z.string()),
    colors: z.array(z.object({ hex: z.string(), name: z.string() })),
    variants: z.array(variant),
    images: z.array(z.object({ mediaId: z.uuid(), altText: z.string(), primary: z.boolean() })),
  })
  .partial();

/** A product as one record of the log kept it: the form's fields, as many as it holds; of the combinations no counts. */
export type EarlierProduct = z.infer<typeof earlierProduct>;

type LogRecord = Readonly<Record<string, unknown>>;

/**
 * Reads a log's record of a product; null when it cannot be understood. A record of a few fields names the product only to be read, so
 * that its name is no part of it.
 */
export function readEarlierProduct(record: LogRecord): EarlierProduct | null {
  const { price, priceMinor, name, ...rest } = record;
  const isWhole = rest.slug !== undefined;
  const amount = typeof price === "string" ? parseMoney(price)?.minorUnits : priceMinor;
  const isAmount = Number.isInteger(amount) && Number(amount) >= 0;
  const read = earlierProduct.safeParse({
    ...rest,
    ...(isWhole && { name }),
    // What is no amount is refused as a whole by a field that is no text.
    ...(amount !== undefined && { price: isAmount ? priceText(Number(amount)) : null }),
  });
  return read.data ?? null;
}

const priceText = (minor: number) => toDecimal(money(minor, "USD")).toFixed(2);

/**
 * How a product stood before an entry of the log: what its record leaves out is what the records of the changes after it say, the
 * nearest first, up to one that holds the whole product. What none of them holds did not change since. Null when the entry's own
 * record cannot be understood.
 */
export function productBefore(
  entry: LogRecord,
  later: readonly LogRecord[],
): EarlierProduct | null {
  const own = readEarlierProduct(entry);
  if (!own || own.variants) return own;
  let known: EarlierProduct = own;
  for (const record of later) {
    const next = readEarlierProduct(record);
    known = { ...next, ...known };
    if (next?.variants) break;
  }
  return known;
}

/** A product put back, and the counted combinations that begin at none, in words. */
export type RestoredForm = { form: ProductForm; fromZero: readonly string[] };

/**
 * The form that puts a product back. Counts are never taken from the past: a combination that is counted now keeps its pieces, so that
 * what was sold stays sold, and one that comes back counted begins at none until somebody counts it.
 */
export function restoredForm(present: ProductForm, earlier: EarlierProduct): RestoredForm {
  const whole = { ...present, ...earlier };
  const fromZero: string[] = [];
  const variants = combinationsOf(whole).map((place): DraftVariant => {
    const was = whole.variants.find((each) => isAt(each, place));
    const now = present.variants.find((each) => isAt(each, place));
    const { kind = "made_to_order", sku = now?.sku ?? "" } = was ?? {};
    if (kind !== "counted") return { ...place, kind, stock: 0, seen: null, sku };
    const left = now?.kind === "counted" ? now.stock : null;
    if (left === null) fromZero.push(combinationName(place, whole));
    return { ...place, kind, stock: left ?? 0, seen: left, sku };
  });
  return { form: { ...whole, variants }, fromZero };
}

type Place = { size: string; color: string };

const isAt = (one: Place, other: Place) =>
  one.size === other.size && one.color.toUpperCase() === other.color.toUpperCase();
