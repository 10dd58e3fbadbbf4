import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";

type UndescribedChoice = { readonly group: string; readonly choice: string };

/** The offered choices of terms `terms` without an effect; the cloth of a garment changes nothing of its lines. */
const undescribedOf = (terms: SQL) => sql`
  select g.name as "group", c.name as choice
    from option_groups g join option_choices c on c.group_id = g.id
   where g.terms_id = (${terms}) and g.kind = 'choice' and c.offered and c.effect is null
   order by g.position, c.position, c.id`;

/**
 * The offered choices of a made-to-measure product of which nobody has said what they change on the pattern. A product without options
 * of its own has those of its garment type. Does not check who asks.
 */
export async function listUndescribedChoices(
  db: Queryable,
  { garmentType, productId }: { garmentType: string; productId: string | null },
): Promise<UndescribedChoice[]> {
  const { rows } = await db.execute<UndescribedChoice>(
    undescribedOf(sql`select case when own.own_options then own.id else general.id end
      from (select ${productId}::uuid as id, ${garmentType}::text as garment) p
      left join made_to_measure_terms own on own.product_id = p.id
      left join made_to_measure_terms general on general.garment = p.garment`),
  );
  return rows;
}

/**
 * Why a product may not be published yet: an offered choice of what is made to measure does not say what it changes on the pattern. Null
 * for every other product. Does not check who asks.
 */
export async function findPublishObstacle(
  db: Queryable,
  product: { garmentType: string; productId: string | null; sizes: readonly string[] },
): Promise<string | null> {
  if (!product.sizes.includes(CUSTOM_SIZE)) return null;
  const choices = await listUndescribedChoices(db, product);
  if (choices.length === 0) return null;
  const names = choices.map(({ choice, group }) => `${group}: ${choice}`);
  return `Say in “Made to measure: price and options” what these choices change on the pattern, then publish it: ${names.join("; ")}`;
}

export type UndescribedProduct = {
  readonly id: string;
  readonly name: string;
  readonly choices: readonly UndescribedChoice[];
};

/**
 * Of these products the made-to-measure drafts that may not be published, because an offered choice does not say what it changes on
 * the pattern. Does not check who asks.
 */
export async function listUndescribedDrafts(
  db: Queryable,
  productIds: readonly string[],
): Promise<UndescribedProduct[]> {
  const { rows } = await db.execute<{ id: string; name: string; garmentType: string }>(sql`
    select id, name, garment_type as "garmentType" from products
     where id = any(${sql.param([...productIds])}::uuid[]) and draft and deleted_at is null and ${CUSTOM_SIZE} = any(sizes)
     order by name, id`);
  const found: UndescribedProduct[] = [];
  for (const { garmentType, id, name } of rows) {
    const choices = await listUndescribedChoices(db, { garmentType, productId: id });
    if (choices.length > 0) found.push({ id, name, choices });
  }
  return found;
}
