import { Client } from "pg";
import { applyMigrations, readMigrations } from "#db/migrate.server.ts";
import type { TestDatabase } from "./database.ts";

/**
 * Empties a database and lets `store` write rows as the version before a migration did; `migration` is how its name ends. All of
 * it is one transaction, as a start is, because one migration has a table that lasts until the commit. Migrate the database
 * afterwards, and compare.
 */
export async function storeBeforeMigration<Stored>(
  database: TestDatabase,
  migration: string,
  store: (client: Client) => Promise<Stored>,
): Promise<Stored> {
  const migrations = readMigrations();
  const own = migrations.findIndex(({ tag }) => tag.endsWith(migration));
  if (own < 1) throw new Error(`No migration but the first is called ${migration}`);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(
      "drop schema public cascade; drop schema drizzle cascade; create schema public",
    );
    await applyMigrations(client, migrations.slice(0, own));
    const stored = await store(client);
    await client.query("commit");
    return stored;
  } finally {
    await client.end();
  }
}

/** A paid order of one made-to-measure coat, with the columns that every version since the first has had. */
export async function insertEarlierOrder(
  client: Pick<Client, "query">,
  { lineId, orderId }: { orderId: string; lineId: string },
): Promise<void> {
  await client.query(
    `insert into orders (id, customer_email, status, subtotal_minor, total_amount_minor)
     values ($1, 'asha@example.com', 'completed', 100, 100)`,
    [orderId],
  );
  await client.query(
    `insert into order_items (id, order_id, position, product_name, size, quantity, unit_price_minor, made_to_measure)
     values ($1, $2, 0, 'Coat', 'Custom', 1, 100, true)`,
    [lineId, orderId],
  );
}
