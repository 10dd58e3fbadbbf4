import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { growCatalogue } from "./grow-catalogue.ts";

const PRODUCTS = 10_000;
const MEDIA = 20_000;
const ENTRIES = 5_000;
const IN_ONE_CATEGORY = 2_000;

/** The category holds a fifth of the products. */
export type FilledDashboard = { productId: string; categoryId: string };

export async function fillDashboard(client: Client): Promise<FilledDashboard> {
  await growCatalogue(client, PRODUCTS);
  await client.query(
    `insert into media (id, name, storage_key, mime_type, byte_size, width, height, alt_text, created_at)
     select uuidv7(), 'cloth-' || n || '.webp', 'media/many-' || n || '.webp', 'image/webp', 90000, 1200, 1500,
            case when n % 3 = 0 then 'Bolt of cloth number ' || n else '' end, now() - n * interval '1 minute'
       from generate_series(1, $1 - (select count(*)::int from media)) n`,
    [MEDIA],
  );
  await client.query(
    `insert into audit_log (id, actor_name, action, subject, subject_id, before, after, created_at)
     select uuidv7(), 'Rosa', 'changed', 'product', id, jsonb_build_object('name', name, 'inStock', false),
            jsonb_build_object('name', name, 'inStock', true), now() - row_number() over () * interval '1 minute'
       from products limit $1`,
    [ENTRIES],
  );
  const categoryId = randomUUID();
  await client.query("insert into product_categories (id, name) values ($1, 'Everyday')", [
    categoryId,
  ]);
  await client.query(
    "update products set category_id = $1 where id in (select id from products order by created_at desc, id limit $2)",
    [categoryId, IN_ONE_CATEGORY],
  );
  await client.query("update content_version set version = version + 1");
  await client.query("vacuum analyze");
  const { rows } = await client.query<{ id: string }>(
    "select id from products where category_id = $1 limit 1",
    [categoryId],
  );
  return { productId: rows[0]?.id ?? "", categoryId };
}
