import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { getContentVersion } from "#features/catalog/listing/feed-and-sitemap-queries.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory, addProduct } from "#tests/support/catalog.ts";
import { changeProducts } from "./change-products.server.ts";

const bench = adminSuite();

const versionOf = (id: string, version = 1) => ({ id, version });
const stored = async (id: string) =>
  (await bench.db.select().from(products).where(eq(products.id, id)))[0];

test("many products change at once, and the result can revert every one", async () => {
  const linen = await addCategory(bench.db, "Linen");
  const first = await addProduct(bench.db, "First", { inStock: false });
  const second = await addProduct(bench.db, "Second", { categoryId: linen, inStock: false });
  const change = { inStock: true, categoryId: null };
  const { actor } = bench;
  const done = await changeProducts(bench, {
    actor,
    changes: [
      { ...versionOf(first), change },
      { ...versionOf(second), change },
    ],
  });
  expect(await stored(second)).toMatchObject({ inStock: true, categoryId: null, version: 2 });
  if (!done.ok) throw new Error(done.error);
  expect(await changeProducts(bench, { actor, changes: done.value.undo })).toMatchObject({
    ok: true,
  });
  expect(await stored(first)).toMatchObject({ inStock: false, categoryId: null, version: 3 });
  expect(await stored(second)).toMatchObject({ inStock: false, categoryId: linen, version: 3 });
});

test("an unchanged product gets no new version, undo or log entry", async () => {
  const id = await addProduct(bench.db, "Gown", { featured: true });
  const changes = [{ ...versionOf(id), change: { featured: true } }];
  const done = await changeProducts(bench, { actor: bench.actor, changes });
  expect(done).toEqual({ ok: true, value: { undo: [] } });
  expect(await stored(id)).toMatchObject({ version: 1 });
  expect(await bench.db.$count(auditLog)).toBe(0);
});

test("one product changed meanwhile refuses the whole request", async () => {
  const fresh = await addProduct(bench.db, "Fresh");
  const stale = await addProduct(bench.db, "Stale");
  await bench.db.update(products).set({ version: 2 }).where(eq(products.id, stale));
  const change = { featured: true };
  const changes = [fresh, stale].map((id) => ({ ...versionOf(id), change }));
  expect(await changeProducts(bench, { actor: bench.actor, changes })).toEqual({
    ok: false,
    error: "conflict",
  });
  expect(await stored(fresh)).toMatchObject({ featured: false, version: 1 });
});

test("of two changes to the same version, the first is saved and the second refused", async () => {
  const id = await addProduct(bench.db, "Gown");
  const { actor } = bench;
  const responses = await Promise.all(
    [true, false].map((inStock) =>
      changeProducts(bench, {
        actor,
        changes: [{ ...versionOf(id), change: { inStock, featured: true } }],
      }),
    ),
  );
  expect(responses.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

test("changes to overlapping lists wait for each other and never deadlock", async () => {
  const ids = await Promise.all(
    Array.from({ length: 6 }, (_, index) => addProduct(bench.db, `Piece ${index}`)),
  );
  const orders = [ids, ids.toReversed(), ids.slice(2), ids.slice(0, 4).toReversed()];
  const responses = await Promise.all(
    orders.map((order) =>
      changeProducts(bench, {
        actor: bench.actor,
        changes: order.map((id) => ({ ...versionOf(id), change: { featured: true } })),
      }),
    ),
  );
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
});

test.each([
  ["a deleted product", async () => addProduct(bench.db, "Gone", { deletedAt: new Date(0) })],
  ["a product that never was", async () => newId()],
  ["no id at all", async () => "shirt"],
])("%s is not found", async (_, make) => {
  const changes = [{ ...versionOf(await make()), change: { featured: true } }];
  const response = await changeProducts(bench, { actor: bench.actor, changes });
  expect(response).toEqual({ ok: false, error: "not_found" });
});

test("no product moves to an unknown category", async () => {
  const id = await addProduct(bench.db, "Gown");
  const changes = [{ ...versionOf(id), change: { categoryId: newId() } }];
  expect(await changeProducts(bench, { actor: bench.actor, changes })).toEqual({
    ok: false,
    error: "no_category",
  });
});

test("the search index follows: out-of-stock products are not found, and moved ones are found under their new category", async () => {
  const kaftans = await addCategory(bench.db, "Kaftans");
  const moved = await addProduct(bench.db, "Moved piece");
  const sold = await addProduct(bench.db, "Sold piece");
  const { actor } = bench;
  const changes = [
    { ...versionOf(moved), change: { categoryId: kaftans } },
    { ...versionOf(sold), change: { inStock: false } },
  ];
  await changeProducts(bench, { actor, changes });
  expect(await bench.found("kaftans")).toEqual(["Moved piece"]);
  expect(await bench.found("piece")).toEqual(["Moved piece"]);
});

test("a change refreshes the public pages and is in the log", async () => {
  const id = await addProduct(bench.db, "Gown");
  const before = Number(await getContentVersion(bench.db));
  const changes = [{ ...versionOf(id), change: { inStock: false } }];
  await changeProducts(bench, { actor: bench.actor, changes });
  expect(Number(await getContentVersion(bench.db))).toBe(before + 1);
  expect(bench.settled.map(({ version }) => version)).toEqual([before + 1]);
  expect(await bench.db.select().from(auditLog)).toMatchObject([
    {
      action: "changed",
      subject: "product",
      subjectId: id,
      before: { name: "Gown", inStock: true },
      after: { name: "Gown", inStock: false },
    },
  ]);
});

test("only an admin changes products", async () => {
  const id = await addProduct(bench.db, "Gown");
  const changes = [{ ...versionOf(id), change: { featured: true } }];
  for (const actor of bench.strangers) {
    expect(await changeProducts(bench, { actor, changes })).toEqual({
      ok: false,
      error: "forbidden",
    });
  }
  expect(await stored(id)).toMatchObject({ featured: false });
});
