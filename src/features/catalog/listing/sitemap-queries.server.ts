import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";

/** When the products of each category last changed, deleted ones too: taking one away changes the category's page. One statement. */
export async function listCategoryChanges(
  db: Queryable,
): Promise<{ categoryName: string; changedAt: Date }[]> {
  const result = await db.execute<{ categoryName: string; changedAt: string }>(sql`
    select coalesce(c.name, '') as "categoryName", to_json(max(greatest(p.updated_at, p.deleted_at))) as "changedAt"
      from products p left join product_categories c on c.id = p.category_id
     group by c.name order by c.name`);
  return result.rows.map(({ categoryName, changedAt }) => ({
    categoryName,
    changedAt: new Date(changedAt),
  }));
}

/** When each run of `size` products, in the order of their ids, last changed; none without products. One statement. */
export async function listSitemapParts(db: Queryable, size: number): Promise<Date[]> {
  const result = await db.execute<{ changedAt: string }>(sql`
    select to_json(max(updated_at)) as "changedAt"
      from (select updated_at, (row_number() over (order by id) - 1) / ${size}::int as part
              from products where deleted_at is null) numbered
     group by part order by part`);
  return result.rows.map(({ changedAt }) => new Date(changedAt));
}

/** A product's page as a sitemap tells of it. */
export type SitemapProductRow = { id: string; changedAt: Date; imageIds: string[] };

/** Products in one statement: few enough that no other visitor waits for them. */
const BATCH = 500;

/** The products of one run of `size`, the first being number 0, in the order of their ids; one statement a batch. */
export async function* readSitemapPart(
  db: Queryable,
  { number, size }: { number: number; size: number },
): AsyncGenerator<SitemapProductRow[]> {
  type Row = { id: string; changedAt: string; imageIds: string[] };
  let after: string | null = null;
  for (let left = size; left > 0; left -= BATCH) {
    const limit = Math.min(BATCH, left);
    const place: ReturnType<typeof sql> =
      after === null
        ? sql`where deleted_at is null order by id limit ${limit} offset ${number * size}`
        : sql`where deleted_at is null and id > ${after} order by id limit ${limit}`;
    const result: { rows: Row[] } = await db.execute<Row>(sql`
      select p.id, to_json(p.updated_at) as "changedAt",
             (select coalesce(json_agg(i.media_id order by i.primary_image desc, i.position, i.id), '[]')
                from product_images i where i.product_id = p.id) as "imageIds"
        from (select id, updated_at from products ${place}) p order by p.id`);
    if (result.rows.length > 0) {
      yield result.rows.map((row) => ({ ...row, changedAt: new Date(row.changedAt) }));
    }
    after = result.rows.at(-1)?.id ?? null;
    if (result.rows.length < limit) return;
  }
}
