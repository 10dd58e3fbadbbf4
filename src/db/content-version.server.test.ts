import { afterAll, beforeAll, expect, test } from "vitest";
import { fail, ok } from "#core/result.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { changeContent } from "./content-version.server.ts";
import { contentVersion, productCategories } from "./schema/catalog.server.ts";

let database: TestDatabase;
const settled: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const deps = () => ({
  db: database.db,
  content: { settle: async (version: number) => void settled.push(version) },
});
const version = async () => (await database.db.select().from(contentVersion))[0]?.version;

test("a write that is done raises the version once and is told to every process", async () => {
  const done = await changeContent(deps(), async (tx) => {
    await tx.insert(productCategories).values({ name: "Kaftans" });
    return ok("written");
  });
  expect(done).toEqual({ ok: true, value: "written" });
  expect(await version()).toBe(2);
  expect(settled).toEqual([2]);
});

test("a refused write says why and leaves nothing: no row, no new version, no page dropped", async () => {
  const [before, reported] = [await version(), settled.length];
  const refused = await changeContent(deps(), async (tx) => {
    await tx.insert(productCategories).values({ name: "Robes" });
    return fail("conflict");
  });
  expect(refused).toEqual({ ok: false, error: "conflict" });
  expect(await version()).toBe(before);
  expect(settled).toHaveLength(reported);
  expect(await database.db.$count(productCategories)).toBe(1);
});

test("a write that breaks is thrown on, and leaves as little", async () => {
  const before = await version();
  const broken = changeContent(deps(), async () => {
    throw new Error("broken");
  });
  await expect(broken).rejects.toThrow("broken");
  expect(await version()).toBe(before);
});
