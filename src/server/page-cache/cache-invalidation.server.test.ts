import { Client } from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ContentTags } from "#core/content-tag.ts";
import { productTags } from "#core/content-tag.ts";
import { newId } from "#core/ids.ts";
import { ok } from "#core/result.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { startCacheInvalidation } from "./cache-invalidation.server.ts";
import { createPageCache } from "./page-cache.ts";

const logger = pino({ level: "silent" });
const ended: (() => Promise<void>)[] = [];
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
  await database.close();
});

/** One process of the shop. */
async function startProcess() {
  const cache = createPageCache({
    render: () => Promise.reject(new Error("nothing to render")),
    maxBytes: 1_000_000,
    logger,
    publicUrl: "http://shop.example",
  });
  const clients: Client[] = [];
  const warnings: unknown[] = [];
  const listening = pino(
    { level: "warn" },
    { write: (line) => void warnings.push(JSON.parse(line)) },
  );
  let reachable = true;
  const watch = startCacheInvalidation({
    connect: async () => {
      if (!reachable) throw new Error("unreachable");
      const client = new Client({ connectionString: database.url });
      await client.connect();
      clients.push(client);
      return client;
    },
    pool: database.pool,
    cache,
    logger: listening,
  });
  ended.push(() => watch.close());
  const { freshness } = cache;
  await expect.poll(() => freshness.isFresh()).toBe(true);
  return {
    watch,
    freshness,
    /** Of writes that waited for a process in vain, among others. */
    warnings,
    lastClient: () => {
      const client = clients.at(-1);
      if (!client) throw new Error("not connected yet");
      return client;
    },
    setReachable(value: boolean) {
      reachable = value;
    },
  };
}

const change = (content: CacheInvalidation, tags: ContentTags = null) =>
  changeContent(
    { db: database.db, content },
    async () => ok(null),
    () => tags,
  );

/** As a restart of Postgres. */
async function cut(client: Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  await database.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
}

// Specification 7.54, 7.55, 7.56
test("when a change returns, every process has dropped its pages", async () => {
  const processes = await Promise.all([startProcess(), startProcess(), startProcess()]);
  const [writer] = processes;
  if (!writer) throw new Error("no writer");
  for (let round = 0; round < 10; round += 1) {
    const before = processes.map(({ freshness }) => freshness.changes.generation);
    await change(writer.watch);
    const after = processes.map(({ freshness }) => freshness.changes.generation);
    expect(after.every((generation, index) => generation > (before[index] ?? 0))).toBe(true);
    expect(processes.every(({ freshness }) => freshness.isFresh())).toBe(true);
  }
});

test("a change of one product makes stale just that product's pages, in every process", async () => {
  const processes = await Promise.all([startProcess(), startProcess()]);
  const mine = productTags([newId()]);
  const other = productTags([newId()]);
  for (let round = 0; round < 10; round += 1) {
    const before = processes.map(({ freshness }) => freshness.changes.generation);
    for (const { watch } of processes.slice(round % 2, (round % 2) + 1)) await change(watch, mine);
    for (const [index, { freshness }] of processes.entries()) {
      expect(freshness.changes.isCurrent(before[index] ?? -1, mine)).toBe(false);
      expect(freshness.changes.isCurrent(before[index] ?? -1, other)).toBe(true);
    }
  }
});

test("concurrent changes of one product through two processes leave other pages alone, also over a renewal", async () => {
  const processes = await Promise.all([startProcess(), startProcess()]);
  const mine = productTags([newId()]);
  const other = productTags([newId()]);
  const before = processes.map(({ freshness }) => freshness.changes.generation);
  const untilMs = performance.now() + 1_500;
  let changes = 0;
  const keepChanging = async (content: CacheInvalidation) => {
    while (performance.now() < untilMs) {
      await change(content, mine);
      changes += 1;
    }
  };
  await Promise.all(processes.flatMap(({ watch }) => [keepChanging(watch), keepChanging(watch)]));
  expect(changes).toBeGreaterThan(20);
  const { rows } = await database.pool.query("select version from content_version");
  for (const [index, { freshness }] of processes.entries()) {
    await expect.poll(() => freshness.changes.version).toBe(Number(rows[0].version));
    expect(freshness.changes.isCurrent(before[index] ?? -1, mine)).toBe(false);
    expect(freshness.changes.isCurrent(before[index] ?? -1, other)).toBe(true);
  }
});

test("a process alone waits for nobody", async () => {
  const { warnings, watch } = await startProcess();
  await change(watch);
  expect(warnings).toEqual([]);
});

test("writers in several processes at once all come to an end with every page dropped", async () => {
  const [one, two] = await Promise.all([startProcess(), startProcess()]);
  await Promise.all([one, two, one, two, one, two].map(({ watch }) => change(watch)));
  const { rows } = await database.pool.query("select version from content_version");
  const version = Number(rows[0].version);
  for (const { freshness } of [one, two]) {
    const generation = freshness.changes.generation;
    await expect.poll(() => freshness.isFresh()).toBe(true);
    freshness.changes.drop(version);
    expect(freshness.changes.generation - generation).toBeLessThanOrEqual(1);
  }
});

test("a process that hangs delays a change by two seconds at most, and by then may serve nothing unasked", async () => {
  const [writer, hanging] = await Promise.all([startProcess(), startProcess()]);
  // Connected but unresponsive, like a stopped process.
  const stream = (hanging.lastClient() as unknown as { connection: { stream: { pause(): void } } })
    .connection.stream;
  stream.pause();
  await change(writer.watch);
  expect(writer.warnings, "the write waited in vain").toHaveLength(1);
  expect(hanging.freshness.isFresh()).toBe(false);
});

test("a process that was killed delays nobody", async () => {
  const [writer, killed] = await Promise.all([startProcess(), startProcess()]);
  killed.setReachable(false);
  await cut(killed.lastClient());
  await expect.poll(() => killed.freshness.isFresh()).toBe(false);
  await change(writer.watch);
  expect(writer.warnings).toEqual([]);
});

test("a process that lost its connection asks the database about every page, and trusts itself again when it listens", async () => {
  const [writer, lost] = await Promise.all([startProcess(), startProcess()]);
  lost.setReachable(false);
  await cut(lost.lastClient());
  await expect.poll(() => lost.freshness.isFresh()).toBe(false);
  const before = lost.freshness.changes.generation;
  await change(writer.watch);
  expect(await lost.freshness.revalidate()).toBe("known");
  expect(lost.freshness.changes.generation).toBe(before + 1);
  lost.setReachable(true);
  await expect.poll(() => lost.freshness.isFresh()).toBe(true);
  const after = lost.freshness.changes.generation;
  await change(writer.watch);
  expect(lost.freshness.changes.generation).toBe(after + 1);
});

test("a change that no notice announced is found with the next renewal", async () => {
  const { freshness } = await startProcess();
  const before = freshness.changes.generation;
  await database.pool.query("update content_version set version = version + 1");
  await expect.poll(() => freshness.changes.generation).toBe(before + 1);
});

test("a closed watch serves nothing unasked and leaves no lock behind", async () => {
  const { watch, freshness } = await startProcess();
  await watch.close();
  expect(freshness.isFresh()).toBe(false);
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `select count(*)::int as held from pg_locks where locktype = 'advisory'
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows[0].held;
    })
    .toBe(0);
});
