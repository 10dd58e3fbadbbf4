import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { PicturedWarning } from "./as-pictured.ts";
import { picturedWarnings } from "./as-pictured.ts";
import { listTermsOfProducts } from "./terms-queries.server.ts";

type DescribedProduct = { id: string; name: string; text: string };

/** Name, and everything that is written about these products: description, materials and the descriptions of their images. */
async function describeProducts(
  db: Queryable,
  productIds: readonly string[],
): Promise<DescribedProduct[]> {
  const { rows } = await db.execute<DescribedProduct>(sql`
    select p.id, p.name, concat_ws(' ', p.name, p.description, p.materials,
             (select string_agg(i.alt_text, ' ') from product_images i where i.product_id = p.id)) as text
      from products p where p.id = any(${sql.param([...productIds])}::uuid[]) order by lower(p.name), p.id`);
  return rows;
}

/**
 * What of a product's options is not as pictured, as its terms are stored; none for a product that is not made to measure. Does not
 * check who asks.
 */
export async function findPicturedWarnings(
  db: Queryable,
  productId: string,
): Promise<PicturedWarning[]> {
  const terms = await listTermsOfProducts(db, [productId]);
  const [product] = await describeProducts(db, [productId]);
  return picturedWarnings(terms.get(productId)?.groups ?? [], product?.text ?? "");
}

export type NotAsPictured = { id: string; name: string; warnings: number };

/** More products than these are found once the first ones are put right. */
const MAX_PRODUCTS = 500;

/** The made-to-measure products with options that do not start as pictured, by name; for an admin. Imported products are among them. */
export const listNotAsPictured = asAdmin(
  async (db: Queryable): Promise<Result<NotAsPictured[]>> => {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from products where deleted_at is null and ${CUSTOM_SIZE} = any(sizes)
       order by lower(name), id limit ${MAX_PRODUCTS}`);
    const ids = rows.map(({ id }) => id);
    const terms = await listTermsOfProducts(db, ids);
    const products = await describeProducts(db, ids);
    const found = products.map(({ id, name, text }) => {
      const own = terms.get(id);
      const warnings = own?.isOffered ? picturedWarnings(own.groups, text).length : 0;
      return { id, name, warnings };
    });
    return ok(found.filter(({ warnings }) => warnings > 0));
  },
);
