import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/audit/earlier-version.ts";
import { findEarlierRecord } from "#features/audit/find-earlier-record.server.ts";
import { findLaterRecords } from "#features/audit/find-later-records.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import { productBefore, restoredForm } from "./earlier-product.ts";
import { productRecord } from "./locked-products.server.ts";
import { productFormInput } from "./product-form.ts";
import { findProductForm } from "./product-form-queries.server.ts";
import type { PreparedProduct, Unwritable } from "./product-write.server.ts";
import { prepareProduct } from "./product-write.server.ts";

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
