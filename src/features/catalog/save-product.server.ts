import { eq, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { ContentWatch } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor, SignedIn } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { SeenProduct } from "./locked-products.server.ts";
import { lockSeenProducts } from "./locked-products.server.ts";
import type { ProductDraft, ProductProblems } from "./product-form.ts";
import type { SeenForm } from "./product-form-queries.server.ts";
import { findProductForm } from "./product-form-queries.server.ts";
import { chooseSlug, holdCategory, keepImages } from "./product-parts.server.ts";
import { planStoredVariants, writeVariants } from "./product-variants.server.ts";

/** Why a product was not saved: `invalid` says what is wrong with which field, `conflict` how it stands by now. */
export type SaveRefusal =
  | { code: "forbidden" | "not_found" }
  | { code: "invalid"; problems: ProductProblems }
  | { code: "conflict"; theirs: SeenForm };

type Saved = { id: string; version: number };
type Outcome = Result<Saved, SaveRefusal>;

/**
 * Creates a product (`seen` null) or changes one as the owner saw it, with its combinations, pictures and what search knows of it, all
 * in one transaction. What somebody else changed since is never overwritten (`conflict`); stock is changed by what the owner added or
 * took away, so that pieces sold in the meantime stay sold. A save that changes nothing counts as one all the same.
 */
export async function saveProduct(
  deps: { db: Database; content: ContentWatch },
  input: { actor: Actor; seen: SeenProduct | null; draft: ProductDraft },
): Promise<Outcome> {
  const { actor, seen, draft } = input;
  if (!isAdmin(actor)) return fail({ code: "forbidden" });
  try {
    return await changeContent(deps, (tx) => save(tx, { actor, seen, draft }));
  } catch (error) {
    const problems = takenAtOnce(error);
    if (problems) return fail({ code: "invalid", problems });
    throw error;
  }
}

type Work = { actor: SignedIn; seen: SeenProduct | null; draft: ProductDraft };

async function save(tx: Transaction, { actor, seen, draft }: Work): Promise<Outcome> {
  const before = seen && (await lockAsSeen(tx, actor, seen));
  if (before && !before.ok) return before;
  const id = before?.value.id ?? newId();
  const invalid = (problems: ProductProblems) => fail({ code: "invalid", problems } as const);
  const categoryId = await holdCategory(tx, draft.categoryId);
  if (!categoryId) return invalid({ categoryId: "Please select a category" });
  const slug = await chooseSlug(tx, id, draft);
  if (!slug.ok) return invalid({ slug: slug.error });
  const plan = await planStoredVariants(tx, id, draft, slug.value);
  if (!plan.ok) return invalid({ variants: plan.words });
  const images = await keepImages(tx, draft);
  if (!images) return invalid({ images: "A picture is not in the library any more" });

  await writeProduct(tx, { id, isNew: !before, draft, slug: slug.value, categoryId });
  await writeVariants(tx, id, plan);
  await images.write(id);
  const after = await findProductForm(tx, { actor, id });
  if (!after.ok || !after.value) throw new Error("a saved product is not there");
  const record = { subject: "product", subjectId: id, after: after.value.form } as const;
  const entry = before
    ? { ...record, action: "changed", before: before.value.form }
    : { ...record, action: "created", before: null };
  await recordChanges(tx, actor, [entry]);
  return ok({ id, version: after.value.version });
}

/** The product, locked, if it is as the owner saw it. */
async function lockAsSeen(
  tx: Transaction,
  actor: SignedIn,
  seen: SeenProduct,
): Promise<Result<SeenForm, SaveRefusal>> {
  const locked = await lockSeenProducts(tx, [seen], { deleted: false });
  if (!locked.ok && locked.error === "not_found") return fail({ code: "not_found" });
  const found = await findProductForm(tx, { actor, id: seen.id });
  if (!found.ok || !found.value) return fail({ code: "not_found" });
  return locked.ok ? ok(found.value) : fail({ code: "conflict", theirs: found.value });
}

type Row = { id: string; isNew: boolean; draft: ProductDraft; slug: string; categoryId: string };

async function writeProduct(tx: Transaction, { id, isNew, draft, slug, categoryId }: Row) {
  const { name, description, materials, care, price, gender, garmentType } = draft;
  const { inStock, featured, sizes, colors } = draft;
  const told = { name, slug, description, materials, care, priceMinor: price, categoryId, gender };
  const row = { ...told, garmentType, inStock, featured, sizes: [...new Set(sizes)], colors };
  if (isNew) {
    await tx.insert(products).values({ id, ...row });
    return;
  }
  await tx
    .update(products)
    .set({ ...row, version: sql`${products.version} + 1` })
    .where(eq(products.id, id));
}

const taken: Record<string, ProductProblems> = {
  products_slug_unique: { slug: "Another product has this address" },
  product_variants_sku_unique: { variants: "Another product has one of these SKUs" },
};

/** Two owners who take the same address or SKU in the same moment: the database lets one of them. */
function takenAtOnce(error: unknown): ProductProblems | null {
  const cause = error instanceof Error ? error.cause : null;
  if (!cause || typeof cause !== "object" || !("constraint" in cause)) return null;
  return taken[String(cause.constraint)] ?? null;
}
