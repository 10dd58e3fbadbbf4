import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { KnownImage, KnownRecords } from "./field-change.ts";

type Named = { id: string; kind: "product" | "category" | "media" | "business" } & Omit<
  KnownImage,
  "id"
>;

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What the ids in records stand for by now, and which of them are there to be looked at; one statement. */
export async function getKnownRecords(
  db: Queryable,
  records: unknown,
): Promise<KnownRecords & { there: ReadonlySet<string> }> {
  const ids = [...new Set(JSON.stringify(records).match(IDS))];
  const wanted = sql`any(${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<Named>(sql`
    select id, 'category' as kind, name, 0.5 as "focalX", 0.5 as "focalY" from product_categories where id = ${wanted}
    union all
    select id, 'product', name, 0.5, 0.5 from products where id = ${wanted} and deleted_at is null
    union all
    select id, 'media', name, focal_x::float8, focal_y::float8 from media where id = ${wanted}
    union all
    select id, 'business', '', 0.5, 0.5 from orders where id = ${wanted}
    union all
    select id, 'business', '', 0.5, 0.5 from guyana_sales_inquiries where id = ${wanted}
    union all
    select id, 'business', '', 0.5, 0.5 from contact_messages where id = ${wanted}`);
  const of = (kind: Named["kind"]) => rows.filter((row) => row.kind === kind);
  return {
    categories: new Map(of("category").map(({ id, name }) => [id, name])),
    pictures: new Map(
      of("media").map(({ id, name, focalX, focalY }) => [id, { id, name, focalX, focalY }]),
    ),
    there: new Set(rows.map(({ id }) => id)),
  };
}
