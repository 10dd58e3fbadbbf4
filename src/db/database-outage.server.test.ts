import { sql } from "drizzle-orm";
import { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { openDatabase } from "./client.server.ts";
import { findOutage, watchOutages } from "./database-outage.server.ts";

/** The outage that a library around the query would hide. */
async function outageOf(work: () => Promise<unknown>) {
  const { outage } = await watchOutages(() => work().catch(() => undefined));
  return outage;
}

test("a failure of the database or the disk is recognised through the errors around it", () => {
  const wrapped = (code: string) =>
    new Error("Failed query", { cause: Object.assign(new Error("inner"), { code }) });
  expect(findOutage(wrapped("ECONNREFUSED"))).toBe("unreachable");
  expect(findOutage(wrapped("57P03"))).toBe("unreachable");
  expect(findOutage(wrapped("08006"))).toBe("unreachable");
  expect(findOutage(wrapped("25006"))).toBe("read_only");
  expect(findOutage(wrapped("53100"))).toBe("disk_full");
  expect(findOutage(wrapped("ENOSPC"))).toBe("disk_full");
  expect(findOutage(wrapped("53300"))).toBe("busy");
  expect(findOutage(wrapped("57014"))).toBe("busy");
  expect(findOutage(new AggregateError([wrapped("ECONNREFUSED")]))).toBe("unreachable");
  expect(findOutage(new Error("Connection terminated unexpectedly"))).toBe("unreachable");
  expect(findOutage(wrapped("23505"))).toBeNull();
  expect(findOutage(new Error("a bug"))).toBeNull();
  expect(findOutage("text")).toBeNull();
});

test("a write to a read-only database, in a transaction and outside, is an outage; a broken rule is not", async () => {
  await using database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, maxConnections: 2 });
  const write = sql`insert into content_version default values`;
  expect(await outageOf(() => db.execute(write))).toBeNull();
  const name = new URL(database.url).pathname.slice(1);
  await database.pool.query(`alter database "${name}" set default_transaction_read_only = on`);
  await close();
  const readOnly = openDatabase({ url: database.url, maxConnections: 2 });
  expect(await outageOf(() => readOnly.db.execute(write))).toBe("read_only");
  expect(await outageOf(() => readOnly.db.transaction((tx) => tx.execute(write)))).toBe(
    "read_only",
  );
  await readOnly.close();
});

test("a connection that the server ends in the middle of a transaction is an outage", async () => {
  await using database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, maxConnections: 1 });
  const ended = outageOf(() =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const killer = new Client({ connectionString: database.url });
      await killer.connect();
      await killer.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await killer.end();
      await tx.execute(sql`select pg_sleep(1)`);
    }),
  );
  expect(await ended).toBe("unreachable");
  await close();
});

test("a statement, a wait for a lock and an idle transaction end after their limits", async () => {
  await using database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, maxConnections: 2 });
  const shown = await db.execute(sql`select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by name`);
  expect(shown.rows).toEqual([
    { name: "idle_in_transaction_session_timeout", setting: "60000" },
    { name: "lock_timeout", setting: "10000" },
    { name: "statement_timeout", setting: "30000" },
  ]);
  const slow = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`);
      await tx.execute(sql`select pg_sleep(2)`);
    });
  expect(await outageOf(slow)).toBe("busy");
  await close();
});
