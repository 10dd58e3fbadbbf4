import { inArray, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { ColorColumn } from "#db/schema/catalog.server.ts";
import { productCategories } from "#db/schema/catalog.server.ts";
import { mediaSources } from "#db/schema/product-import.server.ts";
import { getKnownRecords } from "#features/base/audit/activity-queries.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import type { ListedForm } from "#features/catalog/editing/product-form-queries.server.ts";
import { listProductForms } from "#features/catalog/editing/product-form-queries.server.ts";
import type { FileRowGroup } from "#features/catalog/product-file/file-rows.ts";
import { cellOf } from "#features/catalog/product-file/file-rows.ts";
import { ownMediaId } from "#features/catalog/product-file/read-images.ts";
import type { KnownShop } from "#features/catalog/product-file/read-product.ts";
import { SYSTEM_CATEGORIES } from "#features/catalog/products/system-categories.ts";
import type { KnownParts } from "./check-product.ts";
import { listWaitingBySlug } from "./waiting-images.server.ts";

/** Categories and colors a file may name. */
export async function readKnownShop(db: Queryable): Promise<Omit<KnownShop, "fallbackCategory">> {
  const rows = await db.select({ name: productCategories.name }).from(productCategories);
  const stored = rows.map(({ name }) => name);
  const lower = new Set(stored.map((name) => name.toLowerCase()));
  const missing = SYSTEM_CATEGORIES.map(({ name }) => name).filter(
    (name) => !lower.has(name.toLowerCase()),
  );
  const { rows: colors } = await db.execute<ColorColumn>(sql`
    select color->>'name' as name, min(color->>'hex') as hex
      from products cross join jsonb_array_elements(colors) color
     where deleted_at is null and color->>'name' <> '' group by 1`);
  return { categories: [...stored, ...missing], colors };
}

const skuOf = (row: FileRowGroup["rows"][number]) => cellOf(row, "Variant SKU").trim();

/** A SKU that a product repeats is made longer by its size and color (`distinctSkus`): what such a SKU begins with. */
function beginningsOfLonger({ rows }: FileRowGroup): string[] {
  const skus = rows.map(skuOf).filter(Boolean);
  const repeated = new Set(skus.filter((sku, index) => skus.indexOf(sku) !== index));
  return [...repeated].map((sku) => `${sku.replace(/\s+/g, "-")}-`);
}

/** What the rows name that the shop may know already: products, variants, images and their addresses. */
function referencesOf(groups: readonly FileRowGroup[]) {
  const rows = groups.flatMap((group) => group.rows);
  const addresses = rows.map((row) => cellOf(row, "Image Src").trim()).filter(Boolean);
  return {
    handles: groups.map(({ handle }) => handle).filter(Boolean),
    skus: rows.map(skuOf).filter(Boolean),
    skuBeginnings: groups.flatMap(beginningsOfLonger),
    mediaIds: addresses.map(ownMediaId).filter((id) => id !== null),
    addresses,
  };
}

/** Looks up what these products reference. */
export async function readKnownParts(
  db: Queryable,
  actor: SignedIn,
  groups: readonly FileRowGroup[],
): Promise<Omit<KnownParts, "refuseAddress" | "ownerOf"> & { skus: ReadonlyMap<string, string> }> {
  const { handles, skus, skuBeginnings, mediaIds, addresses } = referencesOf(groups);
  const listed = await listProductForms(db, { actor, select: { slugs: handles } });
  if (!listed.ok) throw new Error("an import's actor is no admin");
  const { rows: owners } = await db.execute<{ sku: string; slug: string }>(sql`
    select v.sku, p.slug from product_variants v join products p on p.id = v.product_id
     where v.sku = any(${sql.param(skus)}::text[])
        or exists (select from unnest(${sql.param(skuBeginnings)}::text[]) as beginning where starts_with(v.sku, beginning))`);
  const { rows: allImages } = await db.execute<{ id: string }>(sql`
    select id from media where type = 'image' and id = any(${sql.param(mediaIds)}::uuid[])`);
  const { rows: former } = await db.execute<{ slug: string; name: string }>(sql`
    select f.slug, p.name from product_former_slugs f join products p on p.id = f.product_id
     where f.slug = any(${sql.param(handles)}::text[]) and p.deleted_at is null`);
  const fetched = await findFetched(db, addresses);
  const shown = listed.value.map(({ form }) => form.images);
  return {
    products: new Map(listed.value.map((each: ListedForm) => [each.form.slug, each])),
    former: new Map(former.map(({ slug, name }) => [slug, name])),
    images: new Set(allImages.map(({ id }) => id)),
    fetched,
    skus: new Map(owners.map(({ sku, slug }) => [sku, slug])),
    waiting: new Map(
      [...(await listWaitingBySlug(db, handles))].map(([slug, images]) => [
        slug,
        new Set(images.map(({ url }) => url)),
      ]),
    ),
    things: await getKnownRecords(db, [shown, mediaIds, [...fetched.values()]]),
  };
}

/** Finds library items by source URL. */
export async function findFetched(
  db: Queryable,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .select({ address: mediaSources.address, mediaId: mediaSources.mediaId })
    .from(mediaSources)
    .where(inArray(mediaSources.address, [...new Set(addresses)]));
  return new Map(rows.map(({ address, mediaId }) => [address, mediaId]));
}
