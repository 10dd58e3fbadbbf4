import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import {
  findProduct,
  findProductsByIds,
} from "#features/catalog/listing/catalog-queries.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { readAdminProductFilter } from "./admin-product-filter.ts";
import { listAdminProducts } from "./admin-product-queries.server.ts";
import { deleteProducts } from "./delete-products.server.ts";
import { restoreProducts } from "./restore-products.server.ts";

const bench = adminSuite();
const versionOf = (id: string, version = 1) => ({ id, version });
const everything = readAdminProductFilter(new URLSearchParams());

async function listed(): Promise<string[]> {
  const list = await listAdminProducts(bench.db, { actor: bench.actor, filter: everything });
  if (!list.ok) throw new Error(list.error);
  return list.value.rows.map(({ name }) => name);
}

// Specification 7.17
test("a deleted product is in no list, page or search, and its row stays for the orders", async () => {
  const gown = await addProduct(bench.db, "Kaieteur gown");
  await addProduct(bench.db, "Other");
  const { actor } = bench;
  expect(await deleteProducts(bench, { actor, products: [versionOf(gown)] })).toMatchObject({
    ok: true,
  });
  expect(await listed()).toEqual(["Other"]);
  expect(await findProduct(bench.db, gown)).toBeNull();
  expect(await bench.found("kaieteur")).toEqual([]);
  expect(await findProductsByIds(bench.db, [gown])).toMatchObject([
    { name: "Kaieteur gown", deletedAt: bench.clock.now() },
  ]);
});

// Specification 7.20
test("Undo restores all products that were deleted together", async () => {
  const names = ["First piece", "Second piece"];
  const ids = await Promise.all(names.map((name) => addProduct(bench.db, name)));
  const { actor } = bench;
  const done = await deleteProducts(bench, { actor, products: ids.map((id) => versionOf(id)) });
  if (!done.ok) throw new Error(done.error);
  expect(await listed()).toEqual([]);
  expect(await restoreProducts(bench, { actor, products: done.value.undo })).toMatchObject({
    ok: true,
  });
  expect((await listed()).sort()).toEqual(names);
  expect((await bench.found("piece")).sort()).toEqual(names);
  const log = await bench.db.select().from(auditLog).orderBy(auditLog.createdAt, auditLog.id);
  expect(log.map(({ action }) => action)).toEqual(["deleted", "deleted", "restored", "restored"]);
  expect(log[0]).toMatchObject({
    before: { name: expect.any(String), inStock: true },
    after: null,
  });
});

test("Undo pressed twice restores once", async () => {
  const id = await addProduct(bench.db, "Gown");
  const { actor } = bench;
  const done = await deleteProducts(bench, { actor, products: [versionOf(id)] });
  if (!done.ok) throw new Error(done.error);
  await restoreProducts(bench, { actor, products: done.value.undo });
  expect(await restoreProducts(bench, { actor, products: done.value.undo })).toEqual({
    ok: false,
    error: "not_found",
  });
});

test("a product changed meanwhile is not deleted, and neither are the others of the request", async () => {
  const stale = await addProduct(bench.db, "Stale");
  const fresh = await addProduct(bench.db, "Fresh");
  await bench.db.update(products).set({ version: 7 }).where(eq(products.id, stale));
  const { actor } = bench;
  expect(
    await deleteProducts(bench, { actor, products: [versionOf(fresh), versionOf(stale)] }),
  ).toEqual({
    ok: false,
    error: "conflict",
  });
  expect(await listed()).toHaveLength(2);
});

test("only an admin deletes or restores", async () => {
  const id = await addProduct(bench.db, "Gown");
  const gone = await addProduct(bench.db, "Gone", { deletedAt: new Date(0) });
  const refused = { ok: false, error: "forbidden" };
  for (const actor of bench.strangers) {
    expect(await deleteProducts(bench, { actor, products: [versionOf(id)] })).toEqual(refused);
    expect(await restoreProducts(bench, { actor, products: [versionOf(gone)] })).toEqual(refused);
  }
  expect(await listed()).toEqual(["Gown"]);
});
