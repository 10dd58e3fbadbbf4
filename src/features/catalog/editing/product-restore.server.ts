import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { isId } from "#core/ids.ts";
import { money, parseMoney, toDecimal } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import {
  findEarlierRecord,
  findLaterRecords,
} from "#features/base/audit/activity-queries.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/base/audit/field-change.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { productRecord } from "./locked-products.server.ts";
import type { DraftVariant, ProductForm } from "./product-form.ts";
import {
  combinationsOf,
  FORM_GENDERS,
  GARMENT_TYPES,
  productFormInput,
  VARIANT_KINDS,
} from "./product-form.ts";
import { findProductForm } from "./product-form-queries.server.ts";
import type { PreparedProduct, Unwritable } from "./product-write.server.ts";
import { prepareProduct } from "./product-write.server.ts";
import { combinationName } from "./variant-plan.ts";

const variant = z.object({
  size: z.string(),
  color: z.string(),
  kind: z.enum(VARIANT_KINDS),
  sku: z.string(),
  price: z.string().optional(),
  compareAt: z.string().optional(),
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
    compareAt: z.string(),
    vendor: z.string(),
    productType: z.string(),
    tags: z.array(z.string()),
    draft: z.boolean(),
    gender: z.enum(FORM_GENDERS),
    garmentType: z.enum(GARMENT_TYPES),
    inStock: z.boolean(),
    featured: z.boolean(),
    sizes: z.array(z.string()),
    colors: z.array(z.object({ hex: z.string(), name: z.string() })),
    variants: z.array(variant),
    images: z.array(
      z.object({
        mediaId: z.uuid(),
        altText: z.string(),
        primary: z.boolean(),
        color: z.string().optional(),
      }),
    ),
  })
  .partial();

/** Stock counts are not part of it. */
type EarlierProduct = z.infer<typeof earlierProduct>;

type LogRecord = Readonly<Record<string, unknown>>;

/** Null when invalid. A partial record's name only identifies the product. */
function readEarlierProduct(record: LogRecord): EarlierProduct | null {
  const { price, priceMinor, name, ...rest } = record;
  const isWhole = rest.slug !== undefined;
  const amount = typeof price === "string" ? parseMoney(price)?.minorUnits : priceMinor;
  const isAmount = Number.isInteger(amount) && Number(amount) >= 0;
  const read = earlierProduct.safeParse({
    ...rest,
    ...(isWhole && { name }),
    // An invalid amount fails validation.
    ...(amount !== undefined && { price: isAmount ? priceText(Number(amount)) : null }),
  });
  return read.data ?? null;
}

const priceText = (minor: number) => toDecimal(money(minor, "USD")).toFixed(2);

/**
 * Rebuilds a product before an entry; later records supply missing fields, nearest first, up to a complete one. It is
 * null for an invalid record.
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

/** Counted variants that start at 0, as text. */
type RestoredForm = { form: ProductForm; fromZero: readonly string[] };

/** Stock is never restored: counted variants keep theirs, returning ones start at 0. */
function restoredForm(present: ProductForm, earlier: EarlierProduct): RestoredForm {
  const whole = { ...present, ...earlier };
  const fromZero: string[] = [];
  const variants = combinationsOf(whole).map((combination): DraftVariant => {
    const was = whole.variants.find((each) => isAt(each, combination));
    const now = present.variants.find((each) => isAt(each, combination));
    const { kind = "made_to_order", sku = now?.sku ?? "" } = was ?? {};
    const prices = pricesAt(was, now);
    if (kind !== "counted")
      return { ...combination, kind, stock: 0, knownStock: null, sku, ...prices };
    const left = now?.kind === "counted" ? now.stock : null;
    if (left === null) fromZero.push(combinationName(combination, whole));
    return { ...combination, kind, stock: left ?? 0, knownStock: left, sku, ...prices };
  });
  return { form: { ...whole, variants }, fromZero };
}

type OwnPrices = Pick<DraftVariant, "price" | "compareAt" | "fileCells">;

/** Records without variant prices keep the present ones. */
function pricesAt(was: OwnPrices | undefined, now: OwnPrices | undefined): OwnPrices {
  const { price = now?.price, compareAt = now?.compareAt } = was ?? {};
  const known = { price, compareAt, fileCells: now?.fileCells };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

type Position = { size: string; color: string };

const isAt = (one: Position, other: Position) =>
  one.size === other.size && one.color.toUpperCase() === other.color.toUpperCase();

/** `prepared`: null for a deleted product, whose row returns unchanged. */
export type ProductRestore = EarlierVersion & {
  productId: string;
  prepared: PreparedProduct | null;
};

// The form would refuse a lost category.
const restoredInput = productFormInput.extend({ categoryId: z.string() });

/** What restoring a product would change, or why it is impossible. */
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

function refusalOf({ problems, variants }: Unwritable): RestoreRefusal {
  if (problems.slug) return "slug_in_use";
  if (problems.categoryId) return "no_category";
  if (Object.keys(problems).some((field) => field.startsWith("images"))) return "no_image";
  return variants === "sku_in_use" ? "sku_in_use" : "being_paid";
}
