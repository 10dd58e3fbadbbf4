import { eq } from "drizzle-orm";
import { Client } from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { products } from "#db/schema/catalog.server.ts";
import { changeProducts } from "#features/catalog/change-products.server.ts";
import { deleteCategory } from "#features/catalog/delete-category.server.ts";
import { deleteProducts } from "#features/catalog/delete-products.server.ts";
import { findShopPage } from "#features/catalog/listing-queries.server.ts";
import { restoreProducts } from "#features/catalog/restore-products.server.ts";
import { updateCategory } from "#features/catalog/update-category.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { systemClock } from "#platform/clock.server.ts";
import { addCategory, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { publicPage, startShopHost } from "#tests/support/shop-host.ts";
import { startContentWatch } from "./content-watch.server.ts";

const logger = pino({ level: "silent" });
const ended: (() => Promise<void>)[] = [];
let database: TestDatabase;
let actor: Actor;

beforeEach(async () => {
  database = await createTestDatabase();
  const account = { name: "Rosa", email: "owner@example.com" };
  const userId = await createCustomer(database.db, { ...account, role: "admin" });
  actor = { role: "admin", userId, ...account };
});
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end();
  await database.close();
});

/** One process of the shop whose page /shop names its pieces and their categories. */
async function startProcess() {
  const { db, pool, url } = database;
  const host = await startShopHost({
    sure: false,
    render: async () => {
      const { listing } = await findShopPage(db, { gender: "all", page: 1 });
      const pieces = listing.products.map(({ name, categoryName }) => `${name} in ${categoryName}`);
      return publicPage(pieces.join(", "));
    },
  });
  ended.push(async () => await host[Symbol.asyncDispose]());
  const connect = async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const content = startContentWatch({ connect, pool, cache: host.cache, logger });
  ended.push(() => content.close());
  await expect.poll(() => host.cache.freshness.isSure()).toBe(true);
  const see = async () => {
    const answer = await host.ask("/shop", { headers: { host: "shop.example" } });
    return { text: answer.body.toString(), from: answer.headers["x-page-cache"] };
  };
  return { see, deps: { db, content, clock: systemClock } };
}

test("what the owner changes through one process stands at the next request of every other", async () => {
  const [one, other] = await Promise.all([startProcess(), startProcess()]);
  const kaftans = await addCategory(database.db, "Kaftans");
  const gown = await addProduct(database.db, "Gown", { categoryId: kaftans });
  const seen = async () => {
    const [row] = await database.db.select().from(products).where(eq(products.id, gown));
    return { id: gown, version: row?.version ?? 0 };
  };
  const change = async (set: { inStock: boolean }) =>
    changeProducts(one.deps, { actor, changes: [{ ...(await seen()), change: set }] });
  const category = { name: "Robes", description: "" };
  const steps: [() => Promise<{ ok: boolean }>, RegExp][] = [
    [() => change({ inStock: false }), /<p><\/p>/],
    [() => change({ inStock: true }), /Gown in Kaftans/],
    [async () => deleteProducts(one.deps, { actor, products: [await seen()] }), /<p><\/p>/],
    [async () => restoreProducts(one.deps, { actor, products: [await seen()] }), /Gown in Kaftans/],
    [
      () => updateCategory(one.deps, { actor, seen: { id: kaftans, version: 1 }, category }),
      /Gown in Robes/,
    ],
    [
      () => deleteCategory(one.deps, { actor, category: { id: kaftans, version: 2 } }),
      /Gown in <\/p>/,
    ],
  ];
  for (const [write, shown] of steps) {
    await other.see();
    expect((await other.see()).from).toBe("hit");
    expect(await write()).toMatchObject({ ok: true });
    for (const { see } of [other, one]) expect((await see()).text).toMatch(shown);
  }
});
