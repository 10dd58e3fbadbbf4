import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { startFaultyNetwork } from "#tests/support/faulty-network.ts";
import { openDatabase } from "./client.server.ts";
import type { QueryPatience } from "./query-patience.server.ts";
import { QUERY_PATIENCE, withQueryPatience } from "./query-patience.server.ts";

const AWAY = { cause: expect.objectContaining({ message: "The database does not respond" }) };

/** Gives up after a tenth of a second; the time since a failed probe passes only when the test says so. */
function shortPatience(): QueryPatience & { advance(ms: number): void } {
  let nowMs = 0;
  return {
    queryMs: 50,
    probeMs: 50,
    awayMs: QUERY_PATIENCE.awayMs,
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

/** Starts a probe soon, and waits for its result as long as the shop does. */
const soonProbed: QueryPatience = { ...QUERY_PATIENCE, queryMs: 50 };

/** Whether a promise settles before the next turn of the event loop. */
function settlesAtOnce(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([
    settled,
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);
}

test("the shop gives up within three seconds", () => {
  expect(QUERY_PATIENCE.queryMs + QUERY_PATIENCE.probeMs).toBe(3_000);
});

test("a read gives up on a database that does not respond, and the next ones at once until it is probed again", async () => {
  await using database = await createTestDatabase();
  const url = new URL(database.url);
  await using network = await startFaultyNetwork(Number(url.port));
  url.port = String(network.port);
  const patience = shortPatience();
  const { db, close } = openDatabase({ url: url.href, maxConnections: 5, patience });
  const read = () => withQueryPatience(async () => db.execute(sql`select 1`));
  await db.execute(sql`select 1`);
  network.swallow();
  await expect(read()).rejects.toMatchObject(AWAY);
  await network.heal();
  patience.advance(QUERY_PATIENCE.awayMs - 1);
  expect(await settlesAtOnce(read())).toBe(true);
  await expect(read()).rejects.toMatchObject(AWAY);
  // A busy machine may be slower than this patience, which makes the database away once more.
  await expect
    .poll(() => {
      patience.advance(QUERY_PATIENCE.awayMs);
      return read().then(
        ({ rows }) => rows.length,
        () => 0,
      );
    })
    .toBe(1);
  network.swallow();
  await expect(read()).rejects.toMatchObject(AWAY);
  await network.heal();
  await close();
});

test("a slow read of a database that responds is waited for", async () => {
  await using database = await createTestDatabase();
  const { db, close } = openDatabase({
    url: database.url,
    maxConnections: 1,
    patience: soonProbed,
  });
  const slow = withQueryPatience(async () => db.execute(sql`select pg_sleep(0.3), 7 as found`));
  expect((await slow).rows).toEqual([expect.objectContaining({ found: 7 })]);
  await close();
});

test("a transaction gives up on a database that stops to respond, and its connection is not used again", async () => {
  await using database = await createTestDatabase();
  const url = new URL(database.url);
  await using network = await startFaultyNetwork(Number(url.port));
  url.port = String(network.port);
  const patience = shortPatience();
  const { db, pool, close } = openDatabase({ url: url.href, maxConnections: 1, patience });
  await db.execute(sql`select 1`);
  const write = withQueryPatience(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      network.swallow();
      await tx.execute(sql`update content_version set version = version`);
    }),
  );
  await expect(write).rejects.toThrow();
  await network.heal();
  await expect.poll(() => pool.totalCount).toBe(0);
  await expect
    .poll(() => {
      patience.advance(QUERY_PATIENCE.awayMs);
      const read = withQueryPatience(async () => db.execute(sql`select 1`));
      return read.then(
        ({ rows }) => rows.length,
        () => 0,
      );
    })
    .toBe(1);
  await close();
});

test("a pool whose connections are all in use is waited for", async () => {
  await using database = await createTestDatabase();
  const { db, close } = openDatabase({
    url: database.url,
    maxConnections: 1,
    patience: soonProbed,
  });
  const slow = db.execute(sql`select pg_sleep(0.3)`);
  await withQueryPatience(async () => db.execute(sql`select 1`));
  await slow;
  await close();
});
