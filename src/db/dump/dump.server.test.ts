import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addProduct } from "#tests/support/checkout.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { applyMigrations, migrateDatabase, readMigrations } from "../migrate.server.ts";
import type { Dump } from "./dump.server.ts";
import {
  dropShop,
  holdsShop,
  listShopTables,
  loadDump,
  openSnapshot,
  TABLES_LEFT_OUT,
} from "./dump.server.ts";

let source: TestDatabase;
let target: TestDatabase;

beforeEach(async () => {
  [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
});

async function on<Value>(database: TestDatabase, work: (client: Client) => Promise<Value>) {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Item = [table: string, bytes: Buffer];

async function dump(database: TestDatabase, during?: () => Promise<unknown>) {
  const snapshot = await openSnapshot(database.url);
  const items: Item[] = [];
  try {
    await during?.();
    const described = await snapshot.copyOut(async (table, bytes) => {
      items.push([table, bytes]);
    });
    return { described, items: items };
  } finally {
    await snapshot.close();
  }
}

const load = (
  database: TestDatabase,
  { described, items }: { described: Dump; items: Item[] },
): Promise<void> =>
  on(database, async (client) => {
    await client.query("begin");
    await loadDump(client, described, async (receive) => {
      for (const [table, bytes] of items) await receive(table, bytes);
    });
    await client.query("commit");
  });

/** Every row of every table. */
const contents = (database: TestDatabase) =>
  on(database, async (client) => {
    const all: Record<string, string[]> = {};
    for (const { name } of await listShopTables(client)) {
      const { rows } = await client.query(`select t::text as row from ${name} t order by 1`);
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  });

/** Columns, keys, checks, indexes and triggers. */
const structure = (database: TestDatabase) =>
  on(database, async (client) => {
    const { rows } = await client.query(`
      select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as it
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text
        from pg_trigger where not tgisinternal
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable
        from information_schema.columns where table_schema = 'public'
      union all select proname || ' ' || prosrc from pg_proc where pronamespace = 'public'::regnamespace
      order by 1`);
    return rows.map(({ it }) => it);
  });

async function fill(database: TestDatabase): Promise<void> {
  const productId = await addProduct(database.db, {
    name: 'Tab\tbreak\nback\\slash "quoted" ünï 🧵 \\N',
    slug: "odd",
    stock: { M: 3, Custom: null },
    color: { hex: "#112233", name: "Ink, 'deep'" },
  });
  await createOrder(database.db, { lines: [{ productId }, { productName: "" }] });
  await database.db.execute(sql`insert into site_settings (setting_name, setting_value)
    values ('general', '{"deep": [1, null, "\\u00e9"], "empty": ""}')`);
  await database.db.execute(
    sql`insert into profiles (id, name, email) values (gen_random_uuid(), 'R', 'r@example.com')`,
  );
  await database.db.execute(sql`insert into sessions (id, user_id, token, expires_at)
    select gen_random_uuid(), id, 'a-token', now() from profiles`);
}

test("every table the migrations make is known as the shop's, and no other", async () => {
  const known = await on(source, listShopTables);
  const { rows } = await source.pool.query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname",
  );
  expect(known.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
});

test("what was dumped is there again, to the last character, with its keys, checks and triggers", async () => {
  await fill(source);
  const before = { rows: await contents(source), structure: await structure(source) };
  await load(target, await dump(source));
  for (const table of TABLES_LEFT_OUT) before.rows[table] = [];
  expect(await contents(target)).toEqual(before.rows);
  expect(await structure(target)).toEqual(before.structure);
});

test("who was signed in is not dumped", async () => {
  await fill(source);
  const { described, items } = await dump(source);
  expect(described.tables.map(({ name }) => name)).not.toContain("sessions");
  expect(Buffer.concat(items.map(([, bytes]) => bytes)).toString()).not.toContain("a-token");
});

test("the dump is of one moment: what is written while it is taken is not in it", async () => {
  await fill(source);
  const before = await contents(source);
  const received = await dump(source, async () => {
    await createOrder(source.db);
    await source.pool.query("delete from site_settings");
  });
  await load(target, received);
  const after = await contents(target);
  expect(after.orders).toEqual(before.orders);
  expect(after.order_items).toEqual(before.order_items);
  expect(after.site_settings).toEqual(before.site_settings);
});

test("a table larger than one piece arrives whole", async () => {
  await source.pool.query(
    "insert into search_words (word, weight, lexeme, slips) select repeat('w', 150) || n, 1, repeat('l', 150), array[n::text] from generate_series(1, 20000) n",
  );
  const received = await dump(source);
  expect(received.items.filter(([table]) => table === "search_words").length).toBeGreaterThan(1);
  await load(target, received);
  expect((await contents(target)).search_words).toHaveLength(20_000);
});

test("what was in the database before is gone, and what is not the shop's stays", async () => {
  await createOrder(target.db);
  await target.pool.query("create table somebody_elses as select 1 as value; create schema pgboss");
  await load(target, await dump(source));
  expect((await contents(target)).orders).toEqual([]);
  const { rows } = await target.pool.query("select value from somebody_elses");
  expect(rows).toEqual([{ value: 1 }]);
});

test("rows that do not arrive, or contradict each other, undo everything", async () => {
  await createOrder(source.db);
  await createOrder(target.db);
  const before = await contents(target);
  const { described, items } = await dump(source);
  const incomplete = items.filter(([table]) => table !== "order_events");
  await expect(load(target, { described, items: incomplete })).rejects.toThrow(
    "Of table order_events 0 of 1 rows arrived",
  );
  const orphaned = {
    ...described,
    tables: described.tables.map((table) =>
      table.name === "orders" ? { ...table, rows: 0 } : table,
    ),
  };
  const withoutOrders = items.filter(([table]) => table !== "orders");
  await expect(load(target, { described: orphaned, items: withoutOrders })).rejects.toThrow(
    "violates foreign key constraint",
  );
  expect(await contents(target)).toEqual(before);
});

test("counters go on where they were", async () => {
  const sequence = "create sequence if not exists receipts";
  await source.pool.query(`${sequence}; select nextval('receipts') from generate_series(1, 41)`);
  const received = await dump(source);
  expect(received.described.sequences).toEqual([{ name: "receipts", value: "41" }]);
  await target.pool.query(sequence);
  await load(target, received);
  const { rows } = await target.pool.query("select nextval('receipts')::int as next");
  expect(rows).toEqual([{ next: 42 }]);
});

test("a dump of an older shop is brought to the newest tables", async () => {
  const [first] = readMigrations();
  await on(source, async (client) => {
    await client.query("begin");
    await dropShop(client);
    await applyMigrations(client, first ? [first] : []);
    await client.query("commit");
  });
  await source.pool.query(
    "insert into products (id, slug, name) values (gen_random_uuid(), 'early', 'Early Coat')",
  );
  const expected = await structure(target);
  await load(target, await dump(source));
  expect(await structure(target)).toEqual(expected);
  const { rows } = await target.pool.query(
    "select slug, (select count(*)::int from product_search) as found from products",
  );
  expect(rows).toEqual([{ slug: "early", found: 1 }]);
  // A shop that starts on it has nothing to migrate.
  await migrateDatabase(target.url);
});

test("a database of a newer shop is not dumped, nor one without a shop", async () => {
  await source.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 9999999999999)",
  );
  await expect(openSnapshot(source.url)).rejects.toThrow("belongs to a newer version of the shop");
  await on(source, dropShop);
  await expect(openSnapshot(source.url)).rejects.toThrow("There is no shop in this database.");
});

test("a shop that was only migrated holds nothing; one row makes it a shop; a removed one can be made anew", async () => {
  expect(await on(target, holdsShop)).toBe(false);
  await createOrder(target.db);
  expect(await on(target, holdsShop)).toBe(true);
  await on(target, dropShop);
  expect(await on(target, holdsShop)).toBe(false);
  await migrateDatabase(target.url);
  expect(await structure(target)).toEqual(await structure(source));
});
