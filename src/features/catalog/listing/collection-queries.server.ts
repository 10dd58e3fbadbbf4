import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { ProductImage } from "../product.ts";
import { imageColumn } from "../product-row.server.ts";
import type { Collection } from "./collection.ts";
import { collectionHolds, FALLBACK_COUNT } from "./collection.ts";
import type { Listing, Scope } from "./listing.ts";
import { gendersShown } from "./listing-filter.ts";
import { listCategoryProducts, listNewest } from "./listing-queries.server.ts";
import type { ListingView } from "./listing-view.ts";
import { chosenCount } from "./listing-view.ts";

/** What a collection page shows; `isFallback` when the products are other pieces of the gender because the collection has none. */
export type CollectionPage = {
  hero: ProductImage | null;
  listing: Listing;
  isFallback: boolean;
  /** What the listing selects by, so that its filters can be counted. */
  scope: Scope;
};

type CategoryRow = { id: string; name: string; image: ProductImage | null };

async function listCategories(db: Queryable): Promise<CategoryRow[]> {
  const result = await db.execute<CategoryRow>(sql`
    select c.id, c.name,
           ${imageColumn} as image
      from product_categories c
      left join category_images i on i.category_id = c.id
      left join media m on m.id = i.media_id
     order by c.name`);
  return result.rows;
}

/** The categories a collection holds, and the picture of its own. */
function heldBy(collection: Collection, categories: readonly CategoryRow[]) {
  const held = categories.filter((category) => collectionHolds(collection, category.name));
  const ownName = collection.categoryName.toLowerCase();
  const hero = held.find(({ name }) => name.trim().toLowerCase() === ownName)?.image ?? null;
  return { held, hero };
}

/** The picture a collection's page opens with; one statement. */
export async function findCollectionHero(
  db: Queryable,
  collection: Collection,
): Promise<ProductImage | null> {
  return heldBy(collection, await listCategories(db)).hero;
}

const nothing: Listing = { products: [], total: 0, page: 1, pageCount: 1 };

/**
 * One page of a collection (decision S14): the products of every category it holds, in stock, of the gender or unisex, newest
 * first. When there is none at all, the first 8 of the gender (specification 9), but never on the accessories pages, whose own
 * empty text says so, and never where a filter of the shopper's left nothing. Two statements, a third for the fallback; the hero is the picture of the collection's own category.
 */
export async function findCollectionPage(
  db: Queryable,
  wanted: { collection: Collection; gender: "female" | "male"; page: number; view?: ListingView },
): Promise<CollectionPage> {
  const { collection, gender, page, view } = wanted;
  const { held, hero } = heldBy(collection, await listCategories(db));
  const genders = gendersShown(collection.fixedGender ?? gender) ?? [];
  const categoryIds = held.map((category) => category.id);
  const listing =
    held.length > 0
      ? await listCategoryProducts(db, { categoryIds, genders, page, ...(view ? { view } : {}) })
      : nothing;
  const scope = { categoryIds, genders };
  const isNarrowed = view !== undefined && chosenCount(view) > 0;
  if (listing.total > 0 || collection.fixedGender || isNarrowed) {
    return { hero, listing, isFallback: false, scope };
  }
  const products = await listNewest(db, { genders, limit: FALLBACK_COUNT });
  return {
    hero,
    listing: { products, total: products.length, page: 1, pageCount: 1 },
    isFallback: products.length > 0,
    scope,
  };
}
