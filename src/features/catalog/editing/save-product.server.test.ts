import { asc, eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { productImages, products, productVariants } from "#db/schema/catalog.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import { createOrder } from "#tests/support/orders.ts";
import { unbalancedStock } from "#tests/support/stock.ts";
import type { ProductForm } from "./product-form.ts";
import { emptyProductForm, productFormInput } from "./product-form.ts";
import { findProductForm } from "./product-form-queries.server.ts";
import { saveProduct } from "./save-product.server.ts";

const bench = adminSuite();

afterEach(async () => expect(await unbalancedStock(bench.db)).toEqual([]));

async function submittedForm(change: Partial<ProductForm> = {}): Promise<ProductForm> {
  const categoryId = change.categoryId ?? (await addCategory(bench.db, `Own ${newId()}`));
  return { ...emptyProductForm(), name: "Kaieteur Gown", price: "249.50", ...change, categoryId };
}

const save = (form: ProductForm, version: { id: string; version: number } | null = null) =>
  saveProduct(bench, { actor: bench.actor, version, draft: productFormInput.parse(form) });

async function saved(form: ProductForm, version: { id: string; version: number } | null = null) {
  const done = await save(form, version);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
}

async function openedForm(id: string) {
  const found = await findProductForm(bench.db, { actor: bench.actor, id });
  if (!found.ok || !found.value) throw new Error("not there");
  return found.value;
}

const variantsOf = (productId: string) =>
  bench.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, productId))
    .orderBy(asc(productVariants.position));

const counted = (size: string, stock: number, version: number | null = null, sku = "") => ({
  size,
  color: "",
  kind: "counted" as const,
  stock,
  knownStock: version,
  sku,
});

// Specification 4.38, 7.16
test("a new product gets a slug, every variant and its images, and is found by the search", async () => {
  const front = await addImage(bench.db, "front");
  const back = await addImage(bench.db, "back");
  const { id } = await saved(
    await submittedForm({
      sizes: ["S", "Custom"],
      colors: [
        { hex: "#f00", name: "Red" },
        { hex: "#0000FF", name: "Blue" },
      ],
      images: [
        { mediaId: front, altText: "", primary: false },
        { mediaId: back, altText: "Seen from behind", primary: true },
      ],
    }),
  );
  const { form } = await openedForm(id);
  expect(form).toMatchObject({ slug: "kaieteur-gown", price: "249.50", gender: "female" });
  expect(await variantsOf(id)).toMatchObject([
    { size: "S", color: "#FF0000", sku: "KAIETEUR-GOWN-S-RED", stockCount: null },
    { size: "S", color: "#0000FF", sku: "KAIETEUR-GOWN-S-BLUE", stockCount: null },
  ]);
  expect(form.images).toEqual([
    { mediaId: back, altText: "Seen from behind", primary: true },
    { mediaId: front, altText: "Kaieteur Gown", primary: false },
  ]);
  expect(await bench.found("kaieteur")).toEqual(["Kaieteur Gown"]);
  const [entry] = await bench.db.select().from(auditLog);
  expect(entry).toMatchObject({ action: "created", subject: "product", before: null, after: form });
  expect(bench.settled).toHaveLength(1);
});

// Specification 7.17
test("a changed product is found by its new text, and the log has the whole product before and after", async () => {
  const { id } = await saved(await submittedForm());
  const before = await openedForm(id);
  await saved({ ...before.form, name: "Essequibo Dress", price: "99" }, before);
  expect(await bench.found("essequibo")).toEqual(["Essequibo Dress"]);
  expect(await bench.found("kaieteur")).toEqual([]);
  const after = await openedForm(id);
  expect(after.version).toBe(2);
  const [, entry] = await bench.db.select().from(auditLog).orderBy(auditLog.createdAt);
  expect(entry).toMatchObject({ action: "changed", before: before.form, after: after.form });
});

// Specification 7.20, 7.21, 8.29, 8.30
test("a save removes one image and makes another the only primary one, and the library keeps both", async () => {
  const front = await addImage(bench.db, "front");
  const back = await addImage(bench.db, "back");
  const image = (mediaId: string, primary: boolean) => ({ mediaId, altText: "A", primary });
  const { id } = await saved(
    await submittedForm({ images: [image(front, true), image(back, false)] }),
  );
  const first = await openedForm(id);
  await saved({ ...first.form, images: [image(front, false), image(back, true)] }, first);
  const second = await openedForm(id);
  expect(second.form.images).toEqual([image(back, true), image(front, false)]);
  await saved({ ...second.form, images: [image(back, true)] }, second);
  expect((await openedForm(id)).form.images).toEqual([image(back, true)]);
  const { rows } = await bench.db.execute<{ count: number }>("select count(*)::int from media");
  expect(rows).toEqual([{ count: 2 }]);
});

test("an image keeps its color, and one whose color is removed shows every color again", async () => {
  const front = await addImage(bench.db, "front");
  const back = await addImage(bench.db, "back");
  const colors = [
    { hex: "#FF0000", name: "Red" },
    { hex: "#0000FF", name: "Blue" },
  ];
  const images = [
    { mediaId: front, altText: "A", primary: true, color: "#FF0000" },
    { mediaId: back, altText: "B", primary: false, color: "#0000FF" },
  ];
  const { id } = await saved(await submittedForm({ sizes: ["S"], colors, images }));
  const first = await openedForm(id);
  expect(first.form.images).toEqual(images);
  const page = await findProduct(bench.db, id);
  expect(page?.images.map(({ color }) => color)).toEqual(["#FF0000", "#0000FF"]);
  await saved({ ...first.form, colors: colors.slice(0, 1) }, first);
  expect((await openedForm(id)).form.images).toEqual([
    images[0],
    { mediaId: back, altText: "B", primary: false },
  ]);
});

test("two editors never overwrite each other: the second gets the current version", async () => {
  const { id, version } = await saved(await submittedForm());
  const { form } = await openedForm(id);
  await saved({ ...form, name: "Hers" }, { id, version });
  const second = await save({ ...form, name: "His" }, { id, version });
  expect(second).toMatchObject({
    ok: false,
    error: { code: "conflict", current: { version: version + 1, form: { name: "Hers" } } },
  });
  expect((await openedForm(id)).form.name).toBe("Hers");
});

test("items sold since the form was opened stay sold: stock is saved as a difference", async () => {
  const { id } = await saved(await submittedForm({ sizes: ["S"], variants: [counted("S", 5)] }));
  const opened = await openedForm(id);
  const [variant] = await variantsOf(id);
  await bench.db.update(productVariants).set({ stockCount: 3 });
  await saved({ ...opened.form, variants: [counted("S", 9, 5)] }, opened);
  expect(await variantsOf(id)).toMatchObject([{ id: variant?.id, stockCount: 7 }]);
});

test("removing more than the stock is refused with a message", async () => {
  const { id } = await saved(await submittedForm({ sizes: ["S"], variants: [counted("S", 5)] }));
  const opened = await openedForm(id);
  await bench.db.update(productVariants).set({ stockCount: 1 });
  const refused = await save({ ...opened.form, variants: [counted("S", 2, 5)] }, opened);
  const text = "S: pieces were sold in the meantime, 1 left of the 5 you saw. Please count again";
  expect(refused).toEqual({
    ok: false,
    error: { code: "invalid", problems: { "variants[0].stock": text } },
  });
  expect(await variantsOf(id)).toMatchObject([{ stockCount: 1 }]);
});

test("a reservation survives a save, and a reserved variant cannot be removed", async () => {
  const { id } = await saved(
    await submittedForm({ sizes: ["S", "M"], variants: [counted("S", 5)] }),
  );
  const opened = await openedForm(id);
  const [small] = (await variantsOf(id)).filter(({ size }) => size === "S");
  if (!small) throw new Error("no variant");
  const orderId = await createOrder(bench.db, {});
  await bench.db.insert(stockReservations).values({ orderId, variantId: small.id, quantity: 2 });
  const refused = await save({ ...opened.form, sizes: ["M"] }, opened);
  expect(refused).toMatchObject({ ok: false, error: { code: "invalid" } });
  await saved({ ...opened.form, description: "New words" }, opened);
  expect(await bench.db.$count(stockReservations)).toBe(1);
  expect(await bench.db.$count(orders)).toBe(1);
});

test("a slug of another product is refused with a message, and one made from a name gets a number", async () => {
  await saved(await submittedForm());
  const { id } = await saved(await submittedForm());
  expect((await openedForm(id)).form.slug).toBe("kaieteur-gown-2");
  expect(await save(await submittedForm({ slug: "kaieteur-gown" }))).toEqual({
    ok: false,
    error: { code: "invalid", problems: { slug: "Another product has this URL" } },
  });
});

test("a SKU of another product is refused with a message, and two variants may swap theirs", async () => {
  const first = [counted("S", 1, null, "A-1"), counted("M", 2, null, "A-2")];
  const { id } = await saved(await submittedForm({ sizes: ["S", "M"], variants: first }));
  const other = await submittedForm({ sizes: ["S"], variants: [counted("S", 1, null, "A-1")] });
  expect(await save(other)).toMatchObject({
    error: { problems: { "variants[0].sku": "Another product has the SKU A-1" } },
  });
  const opened = await openedForm(id);
  const swapped = [counted("S", 1, 1, "A-2"), counted("M", 2, 2, "A-1")];
  await saved({ ...opened.form, variants: swapped }, opened);
  expect((await openedForm(id)).form.variants).toMatchObject([{ sku: "A-2" }, { sku: "A-1" }]);
});

test("a missing system category gets its row, and an unknown category is refused", async () => {
  const { id } = await saved(await submittedForm({ categoryId: "Smart Casual" }));
  expect((await openedForm(id)).categoryName).toBe("Smart Casual");
  for (const categoryId of [newId(), "Nobody's", "'; drop table products; --"]) {
    expect(await save(await submittedForm({ categoryId }))).toMatchObject({
      error: { problems: { categoryId: "Please select a category" } },
    });
  }
});

test("an image that is not in the library refuses the save, and nothing is written", async () => {
  const images = [{ mediaId: newId(), altText: "", primary: true }];
  expect(await save(await submittedForm({ images }))).toMatchObject({ error: { code: "invalid" } });
  expect(await bench.db.$count(products)).toBe(0);
  expect(await bench.db.$count(productImages)).toBe(0);
});

test("hostile text is stored as text", async () => {
  const name = `<script>alert(1)</script> '"; drop table products; -- \u0000%_\\ 🪡`;
  const { id } = await saved(await submittedForm({ name, description: name }));
  expect((await openedForm(id)).form).toMatchObject({ name: name.replace("\u0000", "") });
});

test("only an admin saves or reads, and a deleted product is not found", async () => {
  const draft = productFormInput.parse(await submittedForm());
  for (const actor of bench.strangers) {
    expect(await saveProduct(bench, { actor, version: null, draft })).toMatchObject({
      error: { code: "forbidden" },
    });
    expect(await findProductForm(bench.db, { actor, id: newId() })).toMatchObject({ ok: false });
  }
  const id = await addProduct(bench.db, "Gone", { deletedAt: new Date(0) });
  const gone = await saveProduct(bench, {
    actor: bench.actor,
    version: { id, version: 1 },
    draft,
  });
  expect(gone).toMatchObject({ error: { code: "not_found" } });
});
