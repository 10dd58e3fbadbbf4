import { and, asc, eq, inArray, like, ne, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import {
  productCategories,
  productFormerSlugs,
  productImages,
  products,
  productVariants,
} from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { findSystemCategory } from "#features/catalog/products/system-categories.ts";
import type { ProductDraft, ProductForm, ProductProblems } from "./product-form.ts";
import { minorOf } from "./product-form.ts";
import type { ProductSnapshot } from "./product-form-queries.server.ts";
import { findProductForm } from "./product-form-queries.server.ts";
import { MAX_SLUG_LENGTH, slugOf } from "./product-slug.ts";
import type { PlannedVariant, StoredVariant, VariantPlan } from "./variant-plan.ts";
import { planVariants } from "./variant-plan.ts";

/**
 * Locks variants against orders and plans their changes. An entered SKU must be free; one from the slug gets
 * a number, because slugs change owners.
 */
async function planStoredVariants(
  tx: Queryable,
  { id: productId, isNew }: { id: string; isNew: boolean },
  draft: ProductDraft,
  slug: string,
): Promise<VariantPlan> {
  const stored = isNew ? [] : await lockVariants(tx, productId);
  const written = new Set(draft.variants.map(({ sku }) => sku));
  for (let number = 1; ; number += 1) {
    const plan = planVariants(stored, draft, number === 1 ? slug : `${slug}-${number}`);
    if (!plan.ok || plan.keep.length === 0) return plan;
    const inUse = await slugsOfOthers(tx, productId, plan.keep);
    const refused = inUse.find((sku) => written.has(sku));
    if (refused !== undefined) {
      const text = `Another product has the SKU ${refused}`;
      const row = plan.keep.find(({ sku }) => sku === refused);
      const at = row && { size: row.size, color: row.color, field: "sku" as const };
      return { ok: false, code: "sku_in_use", text, ...(at && { at }) };
    }
    if (inUse.length === 0) return plan;
  }
}

async function slugsOfOthers(tx: Queryable, productId: string, keep: readonly PlannedVariant[]) {
  const skus = keep.map(({ sku }) => sku);
  const rows = await tx
    .select({ sku: productVariants.sku })
    .from(productVariants)
    .where(and(inArray(productVariants.sku, skus), ne(productVariants.productId, productId)));
  return rows.map(({ sku }) => sku);
}

/** Rows are locked in id order, like orders, against deadlocks. */
async function lockVariants(tx: Queryable, productId: string): Promise<StoredVariant[]> {
  const { id, size, color, sku, stockCount, priceMinor, compareAtMinor, fileCells } =
    productVariants;
  const rows = await tx
    .select({ id, size, color, sku, stockCount, priceMinor, compareAtMinor, fileCells })
    .from(productVariants)
    .where(eq(productVariants.productId, productId))
    .orderBy(asc(id))
    .for("update");
  const held = await tx.execute<{ id: string; held: number }>(sql`
    select r.variant_id as id, sum(r.quantity)::int as held
      from stock_reservations r join product_variants v on v.id = r.variant_id
     where v.product_id = ${productId} group by r.variant_id`);
  const items = new Map(held.rows.map((row) => [row.id, row.held]));
  return rows.map((row) => ({ ...row, held: items.get(row.id) ?? 0 }));
}

/** Remaining variants keep their ids for carts and reservations. */
async function writeVariants(
  tx: Transaction,
  productId: string,
  { keep, remove }: Extract<VariantPlan, { ok: true }>,
): Promise<void> {
  if (remove.length > 0) {
    await tx.delete(productVariants).where(inArray(productVariants.id, remove));
  }
  // Variants may swap SKUs.
  if (keep.some(({ id }) => id !== null)) {
    await tx
      .update(productVariants)
      .set({ sku: sql`'~' || ${productVariants.id}` })
      .where(eq(productVariants.productId, productId));
  }
  const placed = keep.map((variant, position) => ({ ...variant, position }));
  for (const { id, size, color, ...row } of placed) {
    if (id === null) continue;
    await tx.update(productVariants).set(row).where(eq(productVariants.id, id));
  }
  const added = placed.filter(({ id }) => id === null);
  if (added.length === 0) return;
  await tx
    .insert(productVariants)
    .values(added.map(({ id, ...variant }) => ({ productId, ...variant })));
}

/** The id, with a row made for a missing system category; null when unknown. */
async function holdCategory(tx: Queryable, named: string): Promise<string | null> {
  const system = isId(named) ? null : findSystemCategory(named);
  if (!system && !isId(named)) return null;
  const { id, name } = productCategories;
  const find = async () => {
    const wanted = system ? eq(sql`lower(${name})`, system.name.toLowerCase()) : eq(id, named);
    const [row] = await tx.select({ id }).from(productCategories).where(wanted).for("key share");
    return row?.id ?? null;
  };
  const found = await find();
  if (found || !system) return found;
  await tx
    .insert(productCategories)
    .values({ id: newId(), name: system.name, description: system.description, isSystem: true })
    .onConflictDoNothing();
  return find();
}

/**
 * Chooses the requested slug if free, else one from the name with the first free number. Only a requested slug may
 * replace another product's former one.
 */
async function chooseSlug(
  tx: Queryable,
  id: string,
  draft: Pick<ProductDraft, "name" | "slug">,
): Promise<Result<string, string>> {
  const wanted = draft.slug || slugOf(draft.name, MAX_SLUG_LENGTH - 6) || "product";
  // Ids in URLs mean products.
  if (isId(wanted)) return fail("The URL may not look like a product's number");
  // Only names need the used numbers.
  const named = (slug: AnyPgColumn) =>
    draft.slug ? eq(slug, wanted) : or(eq(slug, wanted), like(slug, `${wanted}-%`));
  const present = tx
    .select({ slug: products.slug })
    .from(products)
    .where(and(ne(products.id, id), named(products.slug)));
  const { slug: formerSlug, productId } = productFormerSlugs;
  const former = tx
    .select({ slug: formerSlug })
    .from(productFormerSlugs)
    .where(and(ne(productId, id), named(formerSlug)));
  const rows = await (draft.slug ? present : present.union(former));
  const others = new Set(rows.map(({ slug }) => slug));
  if (!others.has(wanted)) return ok(wanted);
  if (draft.slug) return fail("Another product has this URL");
  let number = 2;
  while (others.has(`${wanted}-${number}`)) number += 1;
  return ok(`${wanted}-${number}`);
}

/** Lists the whole list's problem, and the faulty row. */
function variantProblems(
  { text, at }: Extract<VariantPlan, { ok: false }>,
  draft: ProductDraft,
): ProductProblems {
  const row = at
    ? draft.variants.findIndex(({ size, color }) => size === at.size && color === at.color)
    : -1;
  if (!at || row === -1) return { variants: text };
  return { [`variants[${row}].${at.field}`]: text };
}

const IMAGE_MISSING = "This picture is not in the library any more. Remove it, or choose another";

const imageProblems = (missing: readonly string[], { images }: ProductDraft): ProductProblems =>
  Object.fromEntries(
    images.flatMap(({ mediaId }, index) =>
      missing.includes(mediaId) ? [[`images[${index}].altText`, IMAGE_MISSING]] : [],
    ),
  );

/** Locks the images; returns ids not in the library. */
async function findMissingImages(db: Queryable, { images }: ProductDraft): Promise<string[]> {
  const ids = [...new Set(images.map(({ mediaId }) => mediaId))];
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: media.id })
    .from(media)
    .where(and(inArray(media.id, ids), eq(media.type, "image")))
    .for("key share");
  const held = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !held.has(id));
}

/** The caller has locked the images. */
function keepImages({ name, images, colors }: ProductDraft) {
  const wanted = [...new Map(images.map((image) => [image.mediaId, image])).values()];
  const primary = wanted.find((image) => image.primary) ?? wanted[0];
  const rows = wanted.map((image, position) => ({
    mediaId: image.mediaId,
    // An image without a text of its own is described by the product (specification 3).
    altText: image.altText || name,
    // Its color was removed: shows all colors again.
    color: colors.find(({ hex }) => hex === image.color?.toUpperCase())?.hex ?? null,
    primaryImage: image === primary,
    position,
  }));
  return {
    async write(tx: Transaction, product: { id: string; isNew: boolean }): Promise<void> {
      const { id: productId, isNew } = product;
      if (!isNew) await tx.delete(productImages).where(eq(productImages.productId, productId));
      if (rows.length === 0) return;
      await tx.insert(productImages).values(rows.map((row) => ({ productId, ...row })));
    },
  };
}

type RequestInput = {
  id: string;
  /** The caller locked it; null for a new product. */
  present: ProductForm | null;
  /** Empty only after the category's deletion. */
  draft: ProductDraft;
  /** Creation time; null is now. */
  added?: string | null;
};

/** Why a product is not written, by field; the problem of `variants` has a kind. */
export type Unwritable = {
  problems: ProductProblems;
  variants?: Extract<VariantPlan, { ok: false }>["code"];
};

/** Its references are locked inside a transaction. */
export type PreparedProduct = RequestInput & {
  slug: string;
  categoryId: string | null;
  plan: Extract<VariantPlan, { ok: true }>;
  images: ReturnType<typeof keepImages>;
};

/** Locks and validates what a save needs: slug, category, variants and images. */
export async function prepareProduct(
  db: Queryable,
  requested: RequestInput,
): Promise<Result<PreparedProduct, Unwritable>> {
  const { id, present, draft } = requested;
  const invalid = (problems: ProductProblems) => fail({ problems });
  const categoryId = draft.categoryId === "" ? null : await holdCategory(db, draft.categoryId);
  if (draft.categoryId !== "" && !categoryId) {
    return invalid({ categoryId: "Please select a category" });
  }
  const keepsSlug = present !== null && present.slug === draft.slug;
  const slug = keepsSlug ? ok(draft.slug) : await chooseSlug(db, id, draft);
  if (!slug.ok) return invalid({ slug: slug.error });
  const plan = await planStoredVariants(db, { id, isNew: !present }, draft, slug.value);
  if (!plan.ok) return fail({ problems: variantProblems(plan, draft), variants: plan.code });
  const missing = await findMissingImages(db, draft);
  if (missing.length > 0) return invalid(imageProblems(missing, draft));
  const images = keepImages(draft);
  return ok({ ...requested, slug: slug.value, categoryId, plan, images });
}

/** Writes a prepared product with variants and images; returns its new state. */
export async function writeProduct(
  tx: Transaction,
  actor: SignedIn,
  prepared: PreparedProduct,
): Promise<ProductSnapshot> {
  const { id, present, plan, images } = prepared;
  const row = rowOf(prepared);
  if (present) {
    await tx
      .update(products)
      .set({ ...row, version: sql`${products.version} + 1` })
      .where(eq(products.id, id));
  } else {
    const { added } = prepared;
    const createdAt = added ? sql`${added}::timestamptz` : undefined;
    await tx.insert(products).values({ id, ...row, createdAt });
  }
  await writeVariants(tx, id, plan);
  await images.write(tx, { id, isNew: !present });
  const after = await findProductForm(tx, { actor, id });
  if (!after.ok || !after.value) throw new Error("a saved product is not there");
  return after.value;
}

function rowOf({ draft, slug, categoryId }: PreparedProduct) {
  const { name, description, materials, care, price, gender, garmentType } = draft;
  const { featured, sizes, colors, vendor, productType, tags, draft: isDraft, fileCells } = draft;
  const texts = { name, slug, description, materials, care, vendor, productType, tags };
  return {
    ...texts,
    priceMinor: price,
    compareAtMinor: minorOf(draft.compareAt),
    categoryId,
    gender: gender === "open" ? ("unisex" as const) : gender,
    genderOpen: gender === "open",
    garmentType,
    draft: isDraft,
    inStock: draft.inStock && !isDraft,
    featured,
    sizes: [...new Set(sizes)],
    colors,
    ...(fileCells && { fileCells }),
  };
}
