import type { Client } from "pg";

/** Copies products with variants and images up to `total`. */
export async function growCatalogue(client: Client, total: number): Promise<void> {
  await client.query("begin");
  await client.query(
    `create temporary table copies on commit drop as
     select id as original, uuidv7() as copy, copy_number
     from products, generate_series(1, (select ceil($1::numeric / count(*)) from products)) as copy_number
     limit $1 - (select count(*) from products)`,
    [total],
  );
  await copyRows(client, "products", {
    id: "copies.copy",
    slug: "source.slug || '-' || copies.copy_number",
  });
  await copyRows(client, "product_variants", {
    id: "uuidv7()",
    product_id: "copies.copy",
    sku: "source.sku || '-' || copies.copy_number",
  });
  await copyRows(client, "product_images", { id: "uuidv7()", product_id: "copies.copy" });
  await client.query("update content_version set version = version + 1");
  await client.query("commit");
  await client.query("vacuum analyze");
}

async function copyRows(
  client: Client,
  table: string,
  changed: Record<string, string>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'",
    [table],
  );
  const names = rows.map(({ name }) => name);
  const owner = table === "products" ? "id" : "product_id";
  await client.query(
    `insert into ${table} (${names.join(", ")})
     select ${names.map((name) => changed[name] ?? `source.${name}`).join(", ")}
     from ${table} as source join copies on copies.original = source.${owner}`,
  );
}
