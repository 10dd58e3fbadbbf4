import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ContentChange } from "#core/content-tag.ts";
import { newId } from "#core/ids.ts";
import { fail, ok } from "#core/result.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  bumpForStock,
  bumpForStockAndImpact,
  CONTENT_CHANNEL,
  changeContent,
  IMPACT_TRIGGERS,
} from "./content-version.server.ts";
import { contentVersion, productCategories } from "./schema/catalog.server.ts";
import { makers } from "./schema/production.server.ts";

let database: TestDatabase;
const settled: ContentChange[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  settled.length = 0;
});
afterAll(() => database.close());

const deps = () => ({
  db: database.db,
  content: { settle: async (change: ContentChange) => void settled.push(change) },
});
const version = async () => (await database.db.select().from(contentVersion))[0]?.version ?? 0;

test("a write that is done raises the version once and is told to every process", async () => {
  const before = await version();
  const done = await changeContent(deps(), async (tx) => {
    await tx.insert(productCategories).values({ name: "Kaftans" });
    return ok("written");
  });
  expect(done).toEqual({ ok: true, value: "written" });
  expect(await version()).toBe(before + 1);
  expect(settled).toEqual([{ version: before + 1, tags: null }]);
});

test("a refused write says why and leaves nothing: no row, no new version, no page dropped", async () => {
  const before = await version();
  const refused = await changeContent(deps(), async (tx) => {
    await tx.insert(productCategories).values({ name: "Robes" });
    return fail("conflict");
  });
  expect(refused).toEqual({ ok: false, error: "conflict" });
  expect(await version()).toBe(before);
  expect(settled).toEqual([]);
  expect(await database.db.$count(productCategories, eq(productCategories.name, "Robes"))).toBe(0);
});

test("a write that breaks is thrown on, and leaves as little", async () => {
  const before = await version();
  const broken = changeContent(deps(), async () => {
    throw new Error("broken");
  });
  await expect(broken).rejects.toThrow("broken");
  expect(await version()).toBe(before);
});

test("a write that names what it changed reports just that to every process", async () => {
  const before = await version();
  const payloads: (string | undefined)[] = [];
  const listener = await database.pool.connect();
  listener.on("notification", ({ payload }) => payloads.push(payload));
  await listener.query(`listen ${CONTENT_CHANNEL}`);
  await changeContent(
    deps(),
    async () => ok("7"),
    (id) => ["listing", `product:${id}`],
  );
  expect(settled).toEqual([{ version: before + 1, tags: null }]);
  const id = newId();
  await changeContent(
    deps(),
    async () => ok(id),
    (saved) => ["listing", `product:${saved}`],
  );
  expect(settled.at(-1)).toEqual({ version: before + 2, tags: ["listing", `product:${id}`] });
  await listener.query("select 1");
  expect(payloads).toEqual([
    `${before + 1} listing,product:7`,
    `${before + 2} listing,product:${id}`,
  ]);
  listener.release(true);
});

test("stock that no page shows raises no version", async () => {
  const before = await version();
  expect(await database.db.transaction((tx) => bumpForStock(tx, []))).toBeNull();
  expect(await version()).toBe(before);
});

test("a write waits for what each trigger announces about makers and donations, together with its stock", async () => {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select tgname as name from pg_trigger where tgfoid = 'impact_changed'::regproc`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(IMPACT_TRIGGERS.toSorted());
  const makerId = newId();
  await database.db.insert(makers).values({
    id: makerId,
    name: "Oneida",
    publicName: "Oneida",
    isNewDawn: true,
    weekMinutes: [480, 480, 480, 480, 480, 0, 0],
  });
  const rename = (publicName: string, productIds: readonly string[]) =>
    database.db.transaction(async (tx) => {
      await tx.update(makers).set({ publicName }).where(eq(makers.id, makerId));
      return bumpForStockAndImpact(tx, productIds);
    });
  const before = await version();
  expect(await rename("Oneida P.", [])).toEqual({ version: before + 1, tags: ["impact"] });
  expect(await version()).toBe(before + 1);
  expect(await rename("Oneida P.", [])).toBeNull();
  const id = newId();
  const both = await rename("Oneida", [id]);
  expect(both).toEqual({ version: await version(), tags: ["impact", `product:${id}`] });
});
