import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { categoryImages, productImages, products } from "#db/schema/catalog.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import { createCategory } from "#features/catalog/categories/create-category.server.ts";
import { deleteCategory } from "#features/catalog/categories/delete-category.server.ts";
import {
  previewCategoryRestore,
  restoreCategoryVersion,
} from "#features/catalog/categories/restore-category-version.server.ts";
import { updateCategory } from "#features/catalog/categories/update-category.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import { deleteProducts } from "./delete-products.server.ts";
import { previewProductRestore, restoreProductVersion } from "./restore-product-version.server.ts";

const bench = adminSuite();
const forbidden = { ok: false, error: "forbidden" };

async function latestEntry() {
  const [entry] = await bench.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  if (!entry) throw new Error("nothing was written down");
  return entry;
}
const stored = async (id: string) =>
  (await bench.db.select().from(products).where(eq(products.id, id)))[0];

describe("a product", () => {
  const preview = (entryId: string) =>
    previewProductRestore(bench.db, { actor: bench.actor, entryId });
  const restore = (entryId: string, version = 1) =>
    restoreProductVersion(
      { ...bench, findPublishObstacle: async () => null },
      { actor: bench.actor, entryId, version },
    );

  async function entryWith(subjectId: string, before: Record<string, unknown>) {
    const change = { action: "changed", subject: "product", subjectId, before } as const;
    await recordChanges(bench.db, bench.actor, [{ ...change, after: { name: "later" } }]);
    return (await latestEntry()).id;
  }

  test("is restored with text, price, category and images, and version, log and search follow", async () => {
    const categoryId = await addCategory(bench.db, "Kaftans");
    const mediaId = await addImage(bench.db, "front.webp");
    const id = await addProduct(bench.db, "Gown");
    const images = [{ mediaId, altText: "A gown", primary: true }];
    const whole = { name: "Silk gown", slug: "silk-gown", price: "120.50", categoryId, images };
    const entryId = await entryWith(id, whole);
    expect(await preview(entryId)).toMatchObject({
      value: {
        version: 1,
        now: { name: "Gown", price: "249.00" },
        restored: { name: "Silk gown", price: "120.50", categoryId, images },
        fromZero: [],
      },
    });
    expect(await restore(entryId)).toEqual({ ok: true, value: null });
    expect(await stored(id)).toMatchObject({
      name: "Silk gown",
      slug: "silk-gown",
      priceMinor: 12_050,
      categoryId,
      version: 2,
    });
    expect(await bench.db.select().from(productImages)).toMatchObject([
      { productId: id, mediaId, altText: "A gown", primaryImage: true },
    ]);
    expect(await latestEntry()).toMatchObject({ action: "restored", before: { name: "Gown" } });
    expect(await bench.found("silk gown")).toEqual(["Silk gown"]);
    expect(bench.settled).toHaveLength(1);
    expect(await restore(entryId, 2)).toEqual({ ok: false, error: "nothing" });
  });

  test("keeps its name and every field that the log entry does not contain", async () => {
    const id = await addProduct(bench.db, "Renamed");
    const entryId = await entryWith(id, { name: "Old name", inStock: false });
    await restore(entryId);
    expect(await stored(id)).toMatchObject({ name: "Renamed", inStock: false, featured: false });
  });

  test("that was deleted is restored from the entry of its deletion and from no other", async () => {
    const id = await addProduct(bench.db, "Gown");
    const other = await entryWith(id, { inStock: false });
    await deleteProducts(bench, { actor: bench.actor, products: [{ id, version: 1 }] });
    expect(await restore(other, 2)).toEqual({ ok: false, error: "deleted" });
    expect(await restore((await latestEntry()).id, 2)).toMatchObject({ ok: true });
    expect(await stored(id)).toMatchObject({ deletedAt: null, inStock: true, version: 3 });
  });

  test("is not restored when its slug, category or image is unavailable, and nothing changes", async () => {
    await addProduct(bench.db, "Other");
    const id = await addProduct(bench.db, "Gown");
    const [other] = await bench.db.select().from(products).where(eq(products.name, "Other"));
    const images = [{ mediaId: newId(), altText: "", primary: true }];
    const cases = [
      [{ slug: other?.slug, name: "Gown" }, "slug_in_use"],
      [{ categoryId: newId() }, "no_category"],
      [{ images }, "no_image"],
      [{ priceMinor: -1 }, "unreadable"],
    ] as const;
    for (const [before, error] of cases) {
      const entryId = await entryWith(id, before);
      expect(await preview(entryId)).toEqual({ ok: false, error });
      expect(await restore(entryId)).toEqual({ ok: false, error });
    }
    expect((await stored(id))?.version).toBe(1);
  });

  test("that was changed meanwhile is not restored, and only an admin restores it", async () => {
    const id = await addProduct(bench.db, "Gown");
    const entryId = await entryWith(id, { inStock: false });
    expect(await restore(entryId, 7)).toEqual({ ok: false, error: "conflict" });
    for (const actor of bench.strangers) {
      expect(await previewProductRestore(bench.db, { actor, entryId })).toEqual(forbidden);
      expect(
        await restoreProductVersion(
          { ...bench, findPublishObstacle: async () => null },
          { actor, entryId, version: 1 },
        ),
      ).toEqual(forbidden);
    }
    expect((await stored(id))?.version).toBe(1);
  });
});

describe("a category", () => {
  const kaftans = { name: "Kaftans", description: "Long and light" };
  const restore = (entryId: string, version: number) =>
    restoreCategoryVersion(bench, { actor: bench.actor, entryId, version });
  async function created(): Promise<string> {
    const made = await createCategory(bench, { actor: bench.actor, category: kaftans });
    if (!made.ok) throw new Error(made.error);
    return made.value.id;
  }

  test("gets its earlier name and description back, unless the name exists by now", async () => {
    const id = await created();
    const change = { actor: bench.actor, version: { id, version: 1 } };
    await updateCategory(bench, { ...change, category: { name: "Robes", description: "" } });
    const entryId = (await latestEntry()).id;
    expect(await previewCategoryRestore(bench.db, { actor: bench.actor, entryId })).toMatchObject({
      value: { version: 2, now: { name: "Robes" }, restored: kaftans },
    });
    const other = await addCategory(bench.db, "KAFTANS");
    expect(await restore(entryId, 2)).toEqual({ ok: false, error: "name_in_use" });
    const gone = { id: other, version: 1 };
    await deleteCategory(bench, { actor: bench.actor, category: gone });
    expect(await restore(entryId, 1)).toEqual({ ok: false, error: "conflict" });
    expect(await restore(entryId, 2)).toMatchObject({ ok: true });
    expect(await restore(entryId, 3)).toEqual({ ok: false, error: "nothing" });
  });

  test("that was deleted is restored with its image and its products without a category", async () => {
    const id = await created();
    const mediaId = await addImage(bench.db, "front.webp");
    await bench.db.insert(categoryImages).values({ categoryId: id, mediaId });
    const free = await addProduct(bench.db, "Free", { categoryId: id });
    const moved = await addProduct(bench.db, "Moved", { categoryId: id });
    await deleteCategory(bench, { actor: bench.actor, category: { id, version: 1 } });
    const categoryId = await addCategory(bench.db, "Elsewhere");
    await bench.db.update(products).set({ categoryId }).where(eq(products.id, moved));
    expect(await restore((await latestEntry()).id, 0)).toMatchObject({ ok: true });
    expect((await stored(free))?.categoryId).toBe(id);
    expect((await stored(moved))?.categoryId).toBe(categoryId);
    expect(await bench.db.select().from(categoryImages)).toMatchObject([{ mediaId }]);
  });

  test("is restored only by an admin", async () => {
    const input = { entryId: newId(), version: 0 };
    for (const actor of bench.strangers) {
      expect(await previewCategoryRestore(bench.db, { actor, ...input })).toEqual(forbidden);
      expect(await restoreCategoryVersion(bench, { actor, ...input })).toEqual(forbidden);
    }
  });
});
