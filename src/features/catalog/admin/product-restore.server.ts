import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { isId } from "#core/ids.ts";
import { money, parseMoney, toDecimal } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { findEarlierRecord, findLaterRecords } from "#features/audit/activity-queries.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/audit/field-change.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import { GENDERS } from "../product.ts";
import { productRecord } from "./locked-products.server.ts";
import type { DraftVariant, ProductForm } from "./product-form.ts";
import { combinationsOf, GARMENT_TYPES, productFormInput, VARIANT_KINDS } from "./product-form.ts";
import { findProductForm } from "./product-form-queries.server.ts";
import type { PreparedProduct, Unwritable } from "./product-write.server.ts";
import { prepareProduct } from "./product-write.server.ts";
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
type EarlierProduct = z.infer<typeof earlierProduct>;

type LogRecord = Readonly<Record<string, unknown>>;

/**
 * Reads a log's record of a product; null when it cannot be understood. A record of a few fields names the product only to be read, so
 * that its name is no part of it.
 */
function readEarlierProduct(record: LogRecord): EarlierProduct | null {
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
function productBefore(entry: LogRecord, later: readonly LogRecord[]): EarlierProduct | null {
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
type RestoredForm = { form: ProductForm; fromZero: readonly string[] };

/**
 * The form that puts a product back. Counts are never taken from the past: a combination that is counted now keeps its pieces, so that
 * what was sold stays sold, and one that comes back counted begins at none until somebody counts it.
 */
function restoredForm(present: ProductForm, earlier: EarlierProduct): RestoredForm {
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

/** What putting a product back takes; `prepared` is null for one that was taken out of the shop and returns as its row stands. */
export type ProductRestore = EarlierVersion & {
  productId: string;
  prepared: PreparedProduct | null;
};

// A product whose category was deleted stood in none, which the form would not take.
const restoredInput = productFormInput.extend({ categoryId: z.string() });

/** Works out what putting a product back as it was before an entry would change, or why it cannot be done. */
export async function planProductRestore(
  db: Queryable,
  { actor, entryId }: { actor: SignedIn; entryId: string },
): Promise<Result<ProductRestore, RestoreRefusal>> {
  const subject = "product";
  const entry = await findEarlierRecord(db, { id: entryId, subject });
  if (!entry || !isId(entry.subjectId)) return fail("not_found");
  const productId = entry.subjectId;
  const [row] = await db.select().from(products).where(eq(products.id, productId));
  if (!row) return fail("not_found");
  const { version } = row;
  if (row.deletedAt) {
    if (entry.action !== "deleted") return fail("deleted");
    return ok({ productId, version, prepared: null, now: null, restored: productRecord(row) });
  }
  const found = await findProductForm(db, { actor, id: productId });
  if (!found.ok || !found.value) return fail("not_found");
  const present = found.value.form;
  const later = await findLaterRecords(db, { id: entryId, subject, subjectId: productId });
  const earlier = productBefore(entry.before, later);
  if (!earlier) return fail("unreadable");
  const { form, fromZero } = restoredForm(present, earlier);
  const draft = restoredInput.safeParse(form).data;
  if (!draft) return fail("unreadable");
  if (isDeepStrictEqual(form, present)) return fail("nothing");
  const prepared = await prepareProduct(db, { id: productId, present, draft });
  if (!prepared.ok) return fail(refusalOf(prepared.error));
  const plan = { productId, version, now: present, restored: form, fromZero };
  return ok({ ...plan, prepared: prepared.value });
}

/** What stands in the way, as a save would say it. */
function refusalOf({ problems, variants }: Unwritable): RestoreRefusal {
  if (problems.slug) return "slug_taken";
  if (problems.categoryId) return "no_category";
  if (problems.images) return "no_picture";
  return variants === "sku_taken" ? "sku_taken" : "being_paid";
}
