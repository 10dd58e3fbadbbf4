import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { productCategories, products } from "#db/schema/catalog.server.ts";
import { getContentVersion } from "#features/catalog/listing/feed-and-sitemap-queries.server.ts";
import { SYSTEM_CATEGORIES } from "#features/catalog/products/system-categories.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory, addProduct } from "#tests/support/catalog.ts";
import { listAdminCategories } from "./admin-category-queries.server.ts";
import { createCategory } from "./create-category.server.ts";
import { deleteCategory } from "./delete-category.server.ts";
import { updateCategory } from "./update-category.server.ts";

const bench = adminSuite();
const kaftans = { name: "Kaftans", description: "Long and light" };

async function listed() {
  const list = await listAdminCategories(bench.db, { actor: bench.actor });
  if (!list.ok) throw new Error(list.error);
  return list.value;
}
const create = (category = kaftans) => createCategory(bench, { actor: bench.actor, category });
const stored = async (id: string) =>
  (await bench.db.select().from(productCategories).where(eq(productCategories.id, id)))[0];

describe("a new category", () => {
  // Specification 7.27, 7.28, 7.32
  test("comes after the system's, belongs to the owner, and refreshes the public pages", async () => {
    const version = Number(await getContentVersion(bench.db));
    expect(await create()).toMatchObject({ ok: true });
    const list = await listed();
    expect(list).toHaveLength(SYSTEM_CATEGORIES.length + 1);
    expect(list.at(-1)).toMatchObject({ ...kaftans, isSystem: false, version: 1 });
    expect(Number(await getContentVersion(bench.db))).toBe(version + 1);
    expect(await bench.db.select().from(auditLog)).toMatchObject([
      { action: "created", subject: "category", before: null, after: kaftans },
    ]);
  });

  test.each(["kaftans", "KAFTANS", "Business Attire", "men's accessories"])(
    "cannot have the existing name %s",
    async (name) => {
      await create();
      expect(await create({ ...kaftans, name })).toEqual({ ok: false, error: "name_in_use" });
    },
  );

  test("is created once by two concurrent requests", async () => {
    const responses = await Promise.all([create(), create(), create()]);
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe("the URL of a new category", () => {
  const slugOfNew = async (name: string) => {
    const created = await create({ ...kaftans, name });
    return created.ok ? (await stored(created.value.id))?.slug : created.error;
  };

  test.each([
    ["Łódź & Œuvre", "lodz-oeuvre"],
    ["Straße", "strasse"],
    ["夏のドレス", "夏のドレス"],
    ["Платья", "платья"],
    ["Women’s Décor", "womens-decor"],
  ])("%s is /collections/%s, by the rules of a product's", async (name, slug) => {
    expect(await slugOfNew(name)).toBe(slug);
  });

  test("is another one where a page has it, and exists for a name without a letter", async () => {
    expect(await slugOfNew("Straße")).toBe("strasse");
    expect(await slugOfNew("Strasse")).toMatch(/^strasse-[0-9a-f]{6}$/);
    expect(await slugOfNew("Lounge-Wear")).toMatch(/^lounge-wear-[0-9a-f]{6}$/);
    expect(await slugOfNew("!!!")).toMatch(/^[0-9a-f]{6}$/);
  });
});

describe("changing a category", () => {
  const update = (version: { id: string | null; version: number | null }, category = kaftans) =>
    updateCategory(bench, { actor: bench.actor, version, category });

  // Specification 7.29
  test("renames and describes the owner's category, and the search index follows", async () => {
    const id = await addCategory(bench.db, "Shirts");
    await addProduct(bench.db, "Piece", { categoryId: id });
    expect(await update({ id, version: 1 })).toEqual({ ok: true, value: { id } });
    expect(await stored(id)).toMatchObject({ ...kaftans, version: 2 });
    expect(await bench.found("kaftans")).toEqual(["Piece"]);
    expect(await bench.db.select().from(auditLog)).toMatchObject([
      { before: { name: "Shirts", description: "" }, after: kaftans },
    ]);
  });

  // Specification 4.36, 7.29
  test("describes a system category and leaves its name", async () => {
    const id = await addCategory(bench.db, "Smart Casual");
    const description = "At ease";
    expect(await update({ id, version: 1 }, { name: "Smart Casual", description })).toMatchObject({
      ok: true,
    });
    expect(await stored(id)).toMatchObject({ description });
    expect(await update({ id, version: 2 })).toEqual({ ok: false, error: "system" });
  });

  test("creates the missing row of a system category", async () => {
    const category = { name: "Smart Casual", description: "At ease" };
    const version = { id: null, version: null };
    expect(await update(version, category)).toMatchObject({ ok: true });
    const row = (await listed()).find(({ name }) => name === "Smart Casual");
    expect(row).toMatchObject({ ...category, isSystem: true, version: 1 });
    expect(await update(version, category)).toEqual({ ok: false, error: "conflict" });
    expect(await update(version)).toEqual({ ok: false, error: "not_found" });
  });

  test("is refused when it was changed meanwhile, is deleted, or the name exists", async () => {
    const id = await addCategory(bench.db, "Shirts");
    await addCategory(bench.db, "kaftans");
    expect(await update({ id, version: 2 })).toEqual({ ok: false, error: "conflict" });
    expect(await update({ id: newId(), version: 1 })).toEqual({ ok: false, error: "not_found" });
    expect(await update({ id, version: 1 })).toEqual({ ok: false, error: "name_in_use" });
    const evening = { name: "evening elegance", description: "" };
    expect(await update({ id, version: 1 }, evening)).toEqual({ ok: false, error: "name_in_use" });
    expect(await update({ id, version: 1 }, { name: "SHIRTS", description: "" })).toMatchObject({
      ok: true,
    });
  });
});

describe("deleting a category", () => {
  const remove = (id: string, version = 1) =>
    deleteCategory(bench, { actor: bench.actor, category: { id, version } });

  // Specification 7.30
  test("leaves its products in the shop without a category, and the log lists them", async () => {
    const id = await addCategory(bench.db, "Kaftans");
    const product = await addProduct(bench.db, "Piece", { categoryId: id });
    const other = await addProduct(bench.db, "Other", {
      categoryId: await addCategory(bench.db, "B"),
    });
    expect(await remove(id)).toEqual({ ok: true, value: { name: "Kaftans", productCount: 1 } });
    expect(await stored(id)).toBeUndefined();
    const rows = await bench.db.select().from(products).orderBy(products.createdAt);
    expect(rows).toMatchObject([
      { id: product, categoryId: null, version: 2 },
      { id: other, version: 1 },
    ]);
    expect((await bench.found("piece")).length).toBe(1);
    expect(await bench.found("kaftans")).toEqual([]);
    expect(await bench.db.select().from(auditLog)).toMatchObject([
      { action: "deleted", before: { name: "Kaftans", productIds: [product], mediaId: null } },
    ]);
  });

  test.each(SYSTEM_CATEGORIES)(
    // Specification 5.27
    "is refused for the system's $name, whatever the request says",
    async ({ name }) => {
      const id = await addCategory(bench.db, name.toUpperCase());
      expect(await remove(id)).toEqual({ ok: false, error: "system" });
      expect(await stored(id)).toBeDefined();
    },
  );

  test("is refused when the database marks it as the system's", async () => {
    const id = await addCategory(bench.db, "Lounge Wear");
    await bench.db.update(productCategories).set({ isSystem: true });
    expect(await remove(id)).toEqual({ ok: false, error: "system" });
  });

  test("is refused when it was changed meanwhile or is deleted", async () => {
    const id = await addCategory(bench.db, "Kaftans");
    expect(await remove(id, 2)).toEqual({ ok: false, error: "conflict" });
    expect(await remove(newId())).toEqual({ ok: false, error: "not_found" });
  });
});

test("only an admin reads, creates, changes or deletes categories", async () => {
  const id = await addCategory(bench.db, "Shirts");
  const refused = { ok: false, error: "forbidden" };
  for (const actor of bench.strangers) {
    const version = { id, version: 1 };
    expect(await listAdminCategories(bench.db, { actor })).toEqual(refused);
    expect(await createCategory(bench, { actor, category: kaftans })).toEqual(refused);
    expect(await updateCategory(bench, { actor, version, category: kaftans })).toEqual(refused);
    expect(await deleteCategory(bench, { actor, category: version })).toEqual(refused);
  }
  expect(await stored(id)).toMatchObject({ name: "Shirts" });
});
