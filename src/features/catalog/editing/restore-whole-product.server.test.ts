import { desc, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { productImages, products, productVariants } from "#db/schema/catalog.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory, addImage } from "#tests/support/catalog.ts";
import { createOrder } from "#tests/support/orders.ts";
import { unbalancedStock } from "#tests/support/stock.ts";
import { changeProducts } from "./change-products.server.ts";
import { deleteProducts } from "./delete-products.server.ts";
import type { DraftVariant, ProductForm } from "./product-form.ts";
import { combinationsOf, emptyProductForm, productFormInput } from "./product-form.ts";
import { findProductForm } from "./product-form-queries.server.ts";
import { previewProductRestore, restoreProductVersion } from "./restore-product-version.server.ts";
import { restoreProducts } from "./restore-products.server.ts";
import { saveProduct } from "./save-product.server.ts";

const bench = adminSuite();

afterEach(async () => expect(await unbalancedStock(bench.db)).toEqual([]));

const red = { hex: "#FF0000", name: "Red" };
const blue = { hex: "#0000FF", name: "Blue" };

async function version(id: string) {
  const found = await findProductForm(bench.db, { actor: bench.actor, id });
  if (!found.ok || !found.value) throw new Error("not there");
  return found.value;
}

async function save(id: string | null, change: Partial<ProductForm>): Promise<string> {
  const now = id ? await version(id) : null;
  const form = { ...emptyProductForm(), name: "Gown", ...now?.form, ...change };
  const draft = productFormInput.parse(form);
  const done = await saveProduct(bench, { actor: bench.actor, version: now, draft });
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value.id;
}

async function latestEntry(): Promise<string> {
  const [entry] = await bench.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry?.id ?? "";
}

const preview = (entryId: string) =>
  previewProductRestore(bench.db, { actor: bench.actor, entryId });
const restore = async (entryId: string, id: string) => {
  const [row] = await bench.db.select().from(products).where(eq(products.id, id));
  return restoreProductVersion(
    { ...bench, findPublishObstacle: async () => null },
    {
      actor: bench.actor,
      entryId,
      version: row?.version ?? 0,
    },
  );
};

const sold = (
  size: string,
  color: string,
  kind: DraftVariant["kind"],
  stock = 0,
  sku = "",
): DraftVariant => ({ size, color, kind, stock, knownStock: null, sku });

/** Two colors, two images; variants counted, made to order and not sold. */
async function wholeGown() {
  const front = await addImage(bench.db, "front");
  const back = await addImage(bench.db, "back");
  const id = await save(null, {
    categoryId: await addCategory(bench.db, "Evening"),
    slug: "kaieteur-gown",
    price: "249.50",
    materials: "Silk",
    sizes: ["S", "M", "Custom"],
    colors: [red, blue],
    variants: [
      sold("S", red.hex, "counted", 5, "KG-S-R"),
      sold("S", blue.hex, "made_to_order", 0, "KG-S-B"),
      sold("M", red.hex, "counted", 2, "KG-M-R"),
      sold("M", blue.hex, "not_sold"),
    ],
    images: [
      { mediaId: front, altText: "From the front", primary: true },
      { mediaId: back, altText: "From behind", primary: false },
    ],
  });
  return { id, front, back, before: (await version(id)).form };
}

/** Public fields without stock counts. */
const shown = ({ variants, ...form }: ProductForm) => ({
  ...form,
  variants: variants.map(({ stock, knownStock: _known, ...rest }) => rest),
});

test("a product on sale is not restored as made to measure before each choice says what it changes", async () => {
  const { id } = await wholeGown();
  const category = await addCategory(bench.db, "Elsewhere");
  await save(id, { categoryId: category, sizes: ["XL"], colors: [], variants: [], images: [] });
  const input = { actor: bench.actor, entryId: await latestEntry(), version: 2 };
  const requested: unknown[] = [];
  const refused = await restoreProductVersion(
    {
      ...bench,
      findPublishObstacle: async (_db, product) => {
        requested.push(product.productId, product.sizes);
        return "Length: Knee";
      },
    },
    input,
  );
  expect(refused).toEqual({ ok: false, error: "undescribed" });
  expect(requested).toEqual([id, ["S", "M", "Custom"]]);
  expect((await version(id)).form.sizes).toEqual(["XL"]);
  const allowed = { ...bench, findPublishObstacle: async () => null };
  expect(await restoreProductVersion(allowed, input)).toEqual({ ok: true, value: null });
});

describe("a product is restored with", () => {
  test("text, slug, price, sizes, colors, kinds of stock, SKUs and images", async () => {
    const { id, front, before } = await wholeGown();
    const yellow = { hex: "#FFFF00", name: "Yellow" };
    await save(id, {
      name: "Essequibo Dress",
      slug: "essequibo-dress",
      price: "10",
      categoryId: await addCategory(bench.db, "Elsewhere"),
      sizes: ["XL"],
      colors: [yellow],
      variants: [sold("XL", yellow.hex, "counted", 9)],
      images: [{ mediaId: front, altText: "Other words", primary: true }],
    });
    const entry = await latestEntry();
    const response = await preview(entry);
    expect(response).toMatchObject({ ok: true, value: { fromZero: ["S, Red", "M, Red"] } });
    expect(await restore(entry, id)).toEqual({ ok: true, value: null });
    const after = (await version(id)).form;
    expect(shown(after)).toEqual(shown(before));
    expect(after).toMatchObject(
      response.ok ? { ...response.value.restored, variants: {} } : response,
    );
    expect(await bench.found("gown")).toEqual(["Gown"]);
    const [log] = await bench.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(log).toMatchObject({
      action: "restored",
      before: { name: "Essequibo Dress", sizes: ["XL"] },
      after: { name: "Gown", sizes: ["S", "M", "Custom"] },
    });
    expect(await restore(await latestEntry(), id)).toMatchObject({ ok: true });
    expect((await version(id)).form).toMatchObject({ name: "Essequibo Dress", sizes: ["XL"] });
  });

  test("the values of that day for fields that its entry leaves out", async () => {
    const { id, before } = await wholeGown();
    const change = { ...(await version(id)), change: { featured: true } };
    await changeProducts(bench, { actor: bench.actor, changes: [change] });
    const entry = await latestEntry();
    const once = { ...(await version(id)), change: { inStock: false } };
    await changeProducts(bench, { actor: bench.actor, changes: [once] });
    await save(id, { sizes: ["XL"], variants: [], description: "New words" });
    await save(id, { sizes: ["L"], variants: [], featured: false });
    expect(await restore(entry, id)).toMatchObject({ ok: true });
    expect(shown((await version(id)).form)).toEqual(shown(before));
  });

  test("the values from its deletion, when it was restored and changed since", async () => {
    const { id, before } = await wholeGown();
    await deleteProducts(bench, { actor: bench.actor, products: [await version(id)] });
    const entry = await latestEntry();
    await restoreProducts(bench, { actor: bench.actor, products: [{ id, version: 2 }] });
    expect(await preview(entry)).toEqual({ ok: false, error: "nothing" });
    await save(id, { sizes: ["XL"], variants: [], description: "New words" });
    expect(await restore(entry, id)).toMatchObject({ ok: true });
    expect(shown((await version(id)).form)).toEqual(shown(before));
  });

  test("no category, when it had none at the time", async () => {
    const { id } = await wholeGown();
    await bench.db.update(products).set({ categoryId: null });
    await save(id, { categoryId: await addCategory(bench.db, "Elsewhere") });
    expect(await restore(await latestEntry(), id)).toMatchObject({ ok: true });
    expect((await version(id)).form.categoryId).toBe("");
  });
});

const stockOf = async (id: string) => {
  const rows = await bench.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, id));
  return Object.fromEntries(rows.map((row) => [row.sku, row.stockCount]));
};

describe("when a product is restored,", () => {
  test("a counted variant keeps its stock and id, and one that becomes counted again starts at 0", async () => {
    const { id } = await wholeGown();
    const ids = await bench.db.select().from(productVariants);
    await save(id, {
      sizes: ["S"],
      variants: [
        sold("S", red.hex, "counted", 5, "KG-S-R"),
        sold("S", blue.hex, "counted", 7, "KG-S-B"),
      ].map((each) => ({ ...each, knownStock: each.color === red.hex ? 5 : null })),
    });
    const entry = await latestEntry();
    await bench.db
      .update(productVariants)
      .set({ stockCount: 3 })
      .where(eq(productVariants.sku, "KG-S-R"));
    expect(await preview(entry)).toMatchObject({ value: { fromZero: ["M, Red"] } });
    await restore(entry, id);
    expect(await stockOf(id)).toEqual({ "KG-S-R": 3, "KG-S-B": null, "KG-M-R": 0 });
    const after = await bench.db.select().from(productVariants);
    const idOf = (rows: typeof after, sku: string) => rows.find((row) => row.sku === sku)?.id;
    expect(idOf(after, "KG-S-R")).toBe(idOf(ids, "KG-S-R"));
  });

  test("orders and their lines are left as they are", async () => {
    const { id, front } = await wholeGown();
    const [variant] = await bench.db
      .select()
      .from(productVariants)
      .where(eq(productVariants.sku, "KG-S-R"));
    const line = { productId: id, variantId: variant?.id, mediaId: front, productName: "Gown" };
    await createOrder(bench.db, { status: "completed", lines: [line] });
    const before = [await bench.db.select().from(orders), await bench.db.select().from(orderItems)];
    await save(id, { name: "Other", sizes: ["S"], price: "1" });
    await restore(await latestEntry(), id);
    const after = [await bench.db.select().from(orders), await bench.db.select().from(orderItems)];
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject([{ ...line, unitPriceMinor: 12_000, quantity: 1 }]);
  });

  test("a variant in an open payment is not removed, and nothing changes", async () => {
    const { id } = await wholeGown();
    await save(id, {
      sizes: ["S", "XL", "Custom"],
      variants: [sold("XL", red.hex, "counted", 4, "KG-XL-R")],
    });
    const entry = await latestEntry();
    const rows = await bench.db.select().from(productVariants);
    const variantId = rows.find(({ sku }) => sku === "KG-XL-R")?.id ?? "";
    const orderId = await createOrder(bench.db, {});
    await bench.db.insert(stockReservations).values({ orderId, variantId, quantity: 1 });
    const refused = { ok: false, error: "being_paid" };
    expect(await preview(entry)).toEqual(refused);
    expect(await restore(entry, id)).toEqual(refused);
    expect((await version(id)).form.sizes).toEqual(["S", "XL", "Custom"]);
    expect(await bench.db.$count(stockReservations)).toBe(1);
  });

  test("a SKU or slug that another product has by now is refused", async () => {
    const { id } = await wholeGown();
    await save(id, { sizes: ["XL"], variants: [], slug: "other-gown" });
    const entry = await latestEntry();
    const categoryId = await addCategory(bench.db, "Robes");
    const variants = [sold("S", "", "counted", 1, "KG-M-R")];
    const robe = await save(null, { name: "Robe", categoryId, sizes: ["S"], variants });
    expect(await restore(entry, id)).toEqual({ ok: false, error: "sku_in_use" });
    await save(robe, { slug: "kaieteur-gown" });
    expect(await restore(entry, id)).toEqual({ ok: false, error: "slug_in_use" });
    expect((await version(id)).form.sizes).toEqual(["XL"]);
    expect(await bench.db.$count(productImages)).toBe(2);
  });

  test("it equals its earlier version after any changes, and no stock count is restored", async () => {
    const kind = fc.constantFrom("made_to_order", "counted", "not_sold");
    const state = fc.record({
      sizes: fc.subarray(["S", "M", "Custom"], { minLength: 1 }),
      colors: fc.subarray([red, blue]),
      kinds: fc.array(kind, { minLength: 4, maxLength: 4 }),
      stock: fc.integer({ min: 1, max: 9 }),
    });
    const categoryId = await addCategory(bench.db, "Evening");
    type State = typeof state extends fc.Arbitrary<infer Each> ? Each : never;
    const drafted = ({ sizes, colors, kinds, stock }: State) => ({
      sizes,
      colors,
      variants: combinationsOf({ sizes, colors }).map(({ size, color }, index) =>
        sold(size, color, kinds[index] ?? "counted", stock),
      ),
    });
    await fc.assert(
      fc.asyncProperty(state, state, async (first, second) => {
        const id = await save(null, {
          name: `Piece ${crypto.randomUUID()}`,
          categoryId,
          ...drafted(first),
        });
        const before = (await version(id)).form;
        const now = (await version(id)).form.variants;
        const next = drafted(second);
        // As the form saves: differences from the opened version.
        const variants = next.variants.map((each) => {
          const old = now.find(({ size, color }) => size === each.size && color === each.color);
          return { ...each, knownStock: old?.knownStock ?? null };
        });
        await save(id, { ...next, variants, description: "Changed" });
        const present = await version(id);
        expect(await restore(await latestEntry(), id)).toMatchObject({ ok: true });
        const after = await version(id);
        const withoutSku = (form: ProductForm) => ({
          ...shown(form),
          variants: form.variants.map(({ size, color, kind }) => ({ size, color, kind })),
        });
        expect(withoutSku(after.form)).toEqual(withoutSku(before));
        for (const { size, color, kind, knownStock } of after.form.variants) {
          const held = present.form.variants.find(
            (each) => each.size === size && each.color === color,
          );
          const left = held?.kind === "counted" ? held.stock : 0;
          expect(knownStock).toBe(kind === "counted" ? left : null);
        }
      }),
      { numRuns: 40 },
    );
  });
});
