import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ActionResult } from "#app/web/admin-action.ts";
import type { AppDeps } from "#app/web/context.ts";
import { newId } from "#core/ids.ts";
import { madeToMeasureTerms, optionChoices, optionGroups } from "#db/schema/atelier.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { findProductWithSkus } from "#features/catalog/listing/catalog-queries.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory } from "#tests/support/catalog.ts";
import { runProductAction } from "./product-form-actions.server.ts";

const bench = adminSuite();

type Fields = Record<string, string>;

/** Posts the form like the page's script. */
async function post(fields: Fields, id: string | null = null): Promise<ActionResult> {
  const body = new FormData();
  const all = { intent: "save-product", gender: "female", garmentType: "other", ...fields };
  for (const [name, value] of Object.entries(all)) body.append(name, value);
  const path = id === null ? "new" : `edit/${id}`;
  const request = new Request(`http://shop.example/admin/products/${path}.data`, {
    method: "POST",
    body,
    headers: { "x-requested-with": "test" },
  });
  const deps = bench as unknown as AppDeps;
  const requested = { deps, actor: bench.actor, params: new URLSearchParams(), id };
  const response = await runProductAction(request, requested);
  return response.data;
}

test("a draft is stored without a page, and goes on sale only when it is published", async () => {
  const categoryId = await addCategory(bench.db, "Belts");
  const fields = { name: "Belt", price: "40", inStock: "on", categoryId };
  expect(await post({ ...fields, save: "draft" })).toMatchObject({ done: true });
  const [stored] = await bench.db.select().from(products);
  expect(stored).toMatchObject({ draft: true, inStock: false });
  const id = stored?.id ?? "";
  expect(await findProductWithSkus(bench.db, id)).toBeNull();
  expect(await bench.found("belt")).toEqual([]);
  const published = await post({ ...fields, slug: "belt", save: "publish", version: "1" }, id);
  expect(published).toMatchObject({ done: true });
  expect((await findProductWithSkus(bench.db, id))?.product.inStock).toBe(true);
  expect(await bench.found("belt")).toEqual(["Belt"]);
});

test("publishing at 0 waits for a confirmation, a draft at 0 does not", async () => {
  const categoryId = await addCategory(bench.db, "Belts");
  const fields = { name: "Belt", price: "0", inStock: "on", categoryId };
  const refused = await post({ ...fields, save: "publish" });
  expect(refused.form?.error?.price).toEqual([
    "The price is 0. Enter a price, or confirm that it is given away",
  ]);
  expect(await bench.db.$count(products)).toBe(0);
  expect(await post({ ...fields, save: "draft" })).toMatchObject({ done: true });
  expect(await post({ ...fields, save: "publish", confirmFree: "on" })).toMatchObject({
    done: true,
  });
  expect(await bench.db.$count(products, eq(products.draft, false))).toBe(1);
});

test("a made-to-measure piece is not published before each choice says what it changes", async () => {
  const categoryId = await addCategory(bench.db, "Suits");
  const termsId = newId();
  const groupId = newId();
  await bench.db.insert(madeToMeasureTerms).values({ id: termsId, garment: "suit" });
  await bench.db.insert(optionGroups).values({ id: groupId, termsId, name: "Lapel", position: 0 });
  const choices = ["Notch", "Peak", "Shawl"].map((name, position) => {
    return { id: newId(), groupId, name, position, offered: name !== "Shawl" };
  });
  await bench.db.insert(optionChoices).values(choices);
  const own = { name: "Suit", price: "900", inStock: "on", categoryId, garmentType: "suit" };
  const fields = { ...own, "sizes[0]": "Custom" };
  const named =
    "Say in “Made to measure: price and options” what these choices change on the pattern, or save a draft: Lapel: Notch; Lapel: Peak";
  const refused = await post({ ...fields, save: "publish" });
  expect(refused.form?.error?.sizes).toEqual([named]);
  expect(await post({ ...fields, save: "draft" })).toMatchObject({ done: true });
  const [stored] = await bench.db.select().from(products).where(eq(products.name, "Suit"));
  const id = stored?.id ?? "";
  const again = { ...fields, slug: "suit", save: "publish", version: "1" };
  expect((await post(again, id)).form?.error?.sizes).toEqual([named]);
  await bench.db.update(optionChoices).set({ effect: "lapel:notch" });
  expect(await post(again, id)).toMatchObject({ done: true });
  await bench.db.update(optionChoices).set({ effect: null });
  expect(await post({ ...again, version: "2" }, id)).toMatchObject({ done: true });
  await bench.db.delete(madeToMeasureTerms);
});

test("Custom that is added to a product on sale waits until each choice says what it changes", async () => {
  const categoryId = await addCategory(bench.db, "Coats");
  const termsId = newId();
  const groupId = newId();
  await bench.db.insert(madeToMeasureTerms).values({ id: termsId, garment: "outerwear" });
  await bench.db.insert(optionGroups).values({ id: groupId, termsId, name: "Length", position: 0 });
  const knee = { id: newId(), groupId, name: "Knee", position: 0, offered: true };
  await bench.db.insert(optionChoices).values(knee);
  const own = { name: "Coat", price: "900", inStock: "on", categoryId, garmentType: "outerwear" };
  const inM = {
    "sizes[0]": "M",
    "variants[0].size": "M",
    "variants[0].color": "",
    "variants[0].kind": "made_to_order",
  };
  expect(await post({ ...own, ...inM, save: "publish" })).toMatchObject({ done: true });
  const [stored] = await bench.db.select().from(products).where(eq(products.name, "Coat"));
  const id = stored?.id ?? "";
  const custom = { ...own, ...inM, "sizes[1]": "Custom", slug: "coat", save: "publish" };
  const refused = await post({ ...custom, version: "1" }, id);
  expect(refused.form?.error?.sizes?.[0]).toContain("Length: Knee");
  await bench.db.update(optionChoices).set({ effect: "length:knee" });
  expect(await post({ ...custom, version: "1" }, id)).toMatchObject({ done: true });
  await bench.db.delete(madeToMeasureTerms);
});

test("a decimal comma and a wrong stock are named at their own fields, with the price as it should be", async () => {
  const categoryId = await addCategory(bench.db, "Belts");
  const row = (index: number, size: string, stock: string): Fields => ({
    [`variants[${index}].size`]: size,
    [`variants[${index}].color`]: "",
    [`variants[${index}].kind`]: "counted",
    [`variants[${index}].stock`]: stock,
    [`variants[${index}].knownStock`]: "",
    [`variants[${index}].price`]: index === 0 ? "9,5" : "",
  });
  const rows = { ...row(0, "S", "2"), ...row(1, "M", "1.5") };
  const { form } = await post({
    name: "Belt",
    price: "12,50",
    save: "publish",
    categoryId,
    ...rows,
  });
  expect(form?.error).toEqual({
    price: ["Write the price with a point: 12.50"],
    "variants[0].price": ["Write the price with a point: 9.50"],
    "variants[1].stock": ["Stock is a whole number of pieces"],
  });
});

test("without JavaScript too, one entry sets the stock of every row", async () => {
  const categoryId = await addCategory(bench.db, "Belts");
  const sizes = ["S", "M", "L"];
  const body = Object.fromEntries(
    sizes.flatMap((size, index) => [
      [`sizes[${index}]`, size],
      [`variants[${index}].size`, size],
      [`variants[${index}].color`, ""],
      [`variants[${index}].kind`, "made_to_order"],
    ]),
  );
  const all = { "all.kind": "counted", "all.stock": "7" };
  const fields = { name: "Belt", price: "40", save: "publish", categoryId, ...body, ...all };
  expect(await post(fields)).toMatchObject({ done: true });
  const rows = await bench.db.select().from(productVariants);
  expect(rows.map(({ stockCount }) => stockCount)).toEqual([7, 7, 7]);
});
