import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { startFaultyNetwork } from "#tests/support/faulty-network.ts";
import { openDatabase } from "./client.server.ts";
import { withQueryPatience } from "./query-patience.server.ts";

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work().catch(() => undefined);
  return performance.now() - startMs;
}

test("a read gives up on a database that does not respond within three seconds, and the next ones at once", async () => {
  await using database = await createTestDatabase();
  const url = new URL(database.url);
  await using network = await startFaultyNetwork(Number(url.port));
  url.port = String(network.port);
  const { db, close } = openDatabase({ url: url.href, maxConnections: 5 });
  const read = () => withQueryPatience(async () => db.execute(sql`select 1`));
  await read();
  network.swallow();
  await expect(read()).rejects.toMatchObject({
    cause: expect.objectContaining({ message: "The database does not respond" }),
  });
  expect(await elapsed(read)).toBeLessThan(200);
  await network.heal();
  // Reads fail until then.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  await expect(read()).resolves.toBeDefined();
  network.swallow();
  expect(await elapsed(read)).toBeLessThan(3_500);
  await network.heal();
  await close();
});

test("a slow read of a database that responds is waited for", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const slow = withQueryPatience(async () => db.execute(sql`select pg_sleep(2.2), 7 as found`));
  expect((await slow).rows).toEqual([expect.objectContaining({ found: 7 })]);
});

test("a transaction gives up on a database that stops to respond, and its connection is not used again", async () => {
  await using database = await createTestDatabase();
  const url = new URL(database.url);
  await using network = await startFaultyNetwork(Number(url.port));
  url.port = String(network.port);
  const { db, pool, close } = openDatabase({ url: url.href, maxConnections: 1 });
  const write = () =>
    withQueryPatience(() =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        network.swallow();
        await tx.execute(sql`update content_version set version = version`);
      }),
    );
  expect(await elapsed(write)).toBeLessThan(4_500);
  await network.heal();
  await expect.poll(() => pool.totalCount).toBe(0);
  await expect
    .poll(() => withQueryPatience(async () => (await db.execute(sql`select 1`)).rows.length))
    .toBe(1);
  await close();
});

test("a pool whose connections are all in use is waited for", async () => {
  await using database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, maxConnections: 1 });
  const slow = db.execute(sql`select pg_sleep(4)`);
  await withQueryPatience(async () => db.execute(sql`select 1`));
  await slow;
  await close();
});
