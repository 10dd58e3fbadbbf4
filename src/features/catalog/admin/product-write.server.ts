import { eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import type { ProductDraft, ProductForm, ProductProblems } from "./product-form.ts";
import type { ProductSnapshot } from "./product-form-queries.server.ts";
import { findProductForm } from "./product-form-queries.server.ts";
import { chooseSlug, holdCategory, keepImages } from "./product-parts.server.ts";
import { planStoredVariants, writeVariants } from "./product-variants.server.ts";
import type { VariantPlan } from "./variant-plan.ts";

type Asked = {
  id: string;
  /** How the product stands, locked by the caller; null for a new one. */
  present: ProductForm | null;
  /** With an empty category it stands in none, which only a deleted category leaves behind. */
  draft: ProductDraft;
  /** When a new product joined its catalogue; null is now. */
  added?: string | null;
};

/** Why a product cannot be as a draft says, by field; `variants` names the kind of reason as well. */
export type Unwritable = {
  problems: ProductProblems;
  variants?: Extract<VariantPlan, { ok: false }>["code"];
};

/** A product that can be written: everything it needs is there, and held where a transaction is open. */
export type PreparedProduct = Asked & {
  slug: string;
  categoryId: string | null;
  plan: Extract<VariantPlan, { ok: true }>;
  images: NonNullable<Awaited<ReturnType<typeof keepImages>>>;
};

/** Holds what a draft of a product needs, under the rules of every save: its address, category, combinations and pictures. */
export async function prepareProduct(
  db: Queryable,
  asked: Asked,
): Promise<Result<PreparedProduct, Unwritable>> {
  const { id, present, draft } = asked;
  const invalid = (problems: ProductProblems) => fail({ problems });
  const categoryId = draft.categoryId === "" ? null : await holdCategory(db, draft.categoryId);
  if (draft.categoryId !== "" && !categoryId) {
    return invalid({ categoryId: "Please select a category" });
  }
  const keepsSlug = present !== null && present.slug === draft.slug;
  const slug = keepsSlug ? ok(draft.slug) : await chooseSlug(db, id, draft);
  if (!slug.ok) return invalid({ slug: slug.error });
  const plan = await planStoredVariants(db, { id, isNew: !present }, draft, slug.value);
  if (!plan.ok) return fail({ problems: { variants: plan.words }, variants: plan.code });
  const images = await keepImages(db, draft);
  if (!images) return invalid({ images: "A picture is not in the library any more" });
  return ok({ ...asked, slug: slug.value, categoryId, plan, images });
}

/** Writes a prepared product with its combinations and pictures; answers with how it stands from then on. */
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
  const { inStock, featured, sizes, colors } = draft;
  const told = { name, slug, description, materials, care, priceMinor: price, categoryId, gender };
  return { ...told, garmentType, inStock, featured, sizes: [...new Set(sizes)], colors };
}
