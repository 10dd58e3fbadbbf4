import { and, asc, desc, eq, inArray, ne } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { productCategories, productImages, products } from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/audit/earlier-version.ts";
import { findEarlierRecord } from "#features/audit/find-earlier-record.server.ts";
import type { EarlierProduct } from "./earlier-product.ts";
import { readEarlierProduct } from "./earlier-product.ts";
import { productRecord } from "./locked-products.server.ts";

/** What putting a product back takes: `returns` for one that was taken out of the shop, else the fields that differ. */
export type ProductRestore = EarlierVersion & {
  productId: string;
  name: string;
  returns: boolean;
  changed: EarlierProduct;
};

/** Works out what putting a product back as it was before an entry would change, or why it cannot be done. */
export async function planProductRestore(
  db: Queryable,
  entryId: string,
): Promise<Result<ProductRestore, RestoreRefusal>> {
  const entry = await findEarlierRecord(db, { id: entryId, subject: "product" });
  if (!entry || !isId(entry.subjectId)) return fail("not_found");
  const [row] = await db.select().from(products).where(eq(products.id, entry.subjectId));
  if (!row) return fail("not_found");
  const { id: productId, name, version } = row;
  if (row.deletedAt) {
    if (entry.action !== "deleted") return fail("deleted");
    const restored = productRecord(row);
    return ok({ productId, name, version, returns: true, changed: {}, now: null, restored });
  }
  const earlier = readEarlierProduct(entry.before);
  if (!earlier) return fail("unreadable");
  const present: EarlierProduct = { ...row, images: await imagesOf(db, productId) };
  const changed = differing(present, earlier);
  const fields = Object.keys(changed) as (keyof EarlierProduct)[];
  if (fields.length === 0) return fail("nothing");
  const now = { name, ...Object.fromEntries(fields.map((field) => [field, present[field]])) };
  const refusal = await refusalOf(db, productId, changed);
  if (refusal) return fail(refusal);
  const restored = { name, ...changed };
  return ok({ productId, name, version, returns: false, changed, now, restored });
}

function differing(present: EarlierProduct, earlier: EarlierProduct): EarlierProduct {
  const isOther = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(present[field as keyof EarlierProduct]);
  return Object.fromEntries(Object.entries(earlier).filter(isOther));
}

function imagesOf(db: Queryable, productId: string) {
  return db
    .select({
      mediaId: productImages.mediaId,
      altText: productImages.altText,
      primary: productImages.primaryImage,
    })
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(desc(productImages.primaryImage), asc(productImages.position), asc(productImages.id));
}

/** What a change needs is held until it is done, where it runs in a transaction. */
async function refusalOf(
  db: Queryable,
  productId: string,
  { slug, categoryId, images = [] }: EarlierProduct,
): Promise<RestoreRefusal | null> {
  if (slug !== undefined) {
    const [other] = await db
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.slug, slug), ne(products.id, productId)));
    if (other) return "slug_taken";
  }
  if (categoryId) {
    const [category] = await db
      .select({ id: productCategories.id })
      .from(productCategories)
      .where(eq(productCategories.id, categoryId))
      .for("key share");
    if (!category) return "no_category";
  }
  const ids = [...new Set(images.map(({ mediaId }) => mediaId))];
  if (ids.length === 0) return null;
  const found = await db
    .select({ id: media.id })
    .from(media)
    .where(and(inArray(media.id, ids), eq(media.type, "image")))
    .for("key share");
  return found.length < ids.length ? "no_picture" : null;
}
