import { eq, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { productCategories, products } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import {
  lockProductVersions,
  productRecord,
} from "#features/catalog/admin/locked-products.server.ts";
import type { ProductProblems } from "#features/catalog/admin/product-form.ts";
import { saveProductWithin } from "#features/catalog/admin/save-product.server.ts";
import { findSystemCategory } from "#features/catalog/system-categories.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import { importFormInput } from "./check-product.ts";
import type { ProductPlan } from "./import-plan.ts";

const CHANGED_SINCE =
  "Somebody changed this product after the file was checked. Please check the file again";

type Asked = { actor: SignedIn; plan: ProductPlan; fetched: ReadonlyMap<string, string> };

/**
 * Writes one planned product under the rules of the product form, inside the import's transaction. The refusal is in words; the caller
 * undoes what was written before it.
 */
export async function applyLine(
  tx: Transaction,
  { actor, plan, fetched }: Asked,
): Promise<Result<string, string>> {
  const images = plan.pictures.flatMap((picture) => {
    const mediaId = "mediaId" in picture ? picture.mediaId : fetched.get(picture.address);
    return mediaId ? [{ mediaId, altText: picture.altText, primary: false }] : [];
  });
  const categoryId = plan.category === "" ? "" : await holdNamedCategory(tx, actor, plan.category);
  const typed = { ...plan.form, categoryId, images };
  const { data: draft, error } = importFormInput.safeParse(typed);
  if (!draft) return fail(error.issues[0]?.message ?? "It cannot be read any more");
  const { seen } = plan;
  if (seen?.isDeleted && !(await bringBack(tx, actor, seen))) return fail(CHANGED_SINCE);
  const saved = await saveProductWithin(tx, { actor, seen, draft, added: plan.added });
  if (saved.ok) return ok(saved.value.id);
  return fail(saved.error.code === "invalid" ? firstOf(saved.error.problems) : CHANGED_SINCE);
}

/** The first of several reasons. */
export const firstOf = (problems: ProductProblems): string =>
  Object.values(problems)[0] ?? "It was refused";

/** The id of a category by its name in any case; one that is not there is made. */
async function holdNamedCategory(tx: Transaction, actor: SignedIn, name: string): Promise<string> {
  if (findSystemCategory(name)) return name;
  const find = async () => {
    const [row] = await tx
      .select({ id: productCategories.id })
      .from(productCategories)
      .where(eq(sql`lower(${productCategories.name})`, name.toLowerCase()));
    return row?.id;
  };
  const found = await find();
  if (found) return found;
  const id = newId();
  const added = await tx
    .insert(productCategories)
    .values({ id, name })
    .onConflictDoNothing()
    .returning({ id: productCategories.id });
  if (added.length === 0) return (await find()) ?? id;
  const entry = { action: "created", subject: "category", subjectId: id, before: null } as const;
  await recordChanges(tx, actor, [{ ...entry, after: { name, description: "" } }]);
  return id;
}

async function bringBack(
  tx: Transaction,
  actor: SignedIn,
  seen: { id: string; version: number },
): Promise<boolean> {
  const locked = await lockProductVersions(tx, [seen], { deleted: true });
  const [product] = locked.ok ? locked.value : [];
  if (!product) return false;
  await tx.update(products).set({ deletedAt: null }).where(eq(products.id, seen.id));
  const entry = {
    action: "restored",
    subject: "product",
    subjectId: seen.id,
    before: null,
  } as const;
  await recordChanges(tx, actor, [{ ...entry, after: productRecord(product) }]);
  return true;
}
