import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { productFormerSlugs, products, productVariants } from "#db/schema/catalog.server.ts";
import { findProductId } from "#features/catalog/listing/catalog-queries.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory } from "#tests/support/catalog.ts";
import { deleteProducts } from "./delete-products.server.ts";
import { duplicateProduct } from "./duplicate-product.server.ts";
import type { ProductForm } from "./product-form.ts";
import { emptyProductForm, productFormInput } from "./product-form.ts";
import { restoreProducts } from "./restore-products.server.ts";
import { saveProduct } from "./save-product.server.ts";

const bench = adminSuite();

const currentVersion = async (id: string) => {
  const [row] = await bench.db.select().from(products).where(eq(products.id, id));
  return { id, version: row?.version ?? 0 };
};

async function save(id: string | null, change: Partial<ProductForm>) {
  const [stored] = id ? await bench.db.select().from(products).where(eq(products.id, id)) : [];
  const categoryId = stored?.categoryId ?? (await addCategory(bench.db, crypto.randomUUID()));
  const form = { ...emptyProductForm(), name: "Gown", ...stored, ...change, categoryId };
  return saveProduct(bench, {
    actor: bench.actor,
    version: id ? await currentVersion(id) : null,
    draft: productFormInput.parse(form),
  });
}

async function saved(id: string | null, change: Partial<ProductForm>): Promise<string> {
  const done = await save(id, change);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value.id;
}

const remove = async (id: string) =>
  deleteProducts(bench, { actor: bench.actor, products: [await currentVersion(id)] });
const bringBack = async (id: string) =>
  restoreProducts(bench, { actor: bench.actor, products: [await currentVersion(id)] });
const leadsTo = (slug: string) => findProductId(bench.db, slug);

test("every former slug leads to its product, and a slug the product returns to is its current one", async () => {
  const id = await saved(null, { slug: "gown" });
  for (const slug of ["silk-gown", "long-gown", "gown"]) await saved(id, { slug });
  for (const slug of ["gown", "silk-gown", "Long-GOWN"]) expect(await leadsTo(slug)).toBe(id);
  const stored = await bench.db.select({ slug: productFormerSlugs.slug }).from(productFormerSlugs);
  expect(stored.map(({ slug }) => slug).toSorted()).toEqual(["long-gown", "silk-gown"]);
});

test("a product that adopts a former slug keeps it, even after its deletion", async () => {
  const first = await saved(null, { slug: "gown" });
  await saved(first, { slug: "silk-gown" });
  const taker = await saved(null, { slug: "gown" });
  expect(await leadsTo("gown")).toBe(taker);
  await remove(taker);
  expect(await leadsTo("gown")).toBeNull();
  await bringBack(taker);
  const skus = await bench.db
    .select({ sku: productVariants.sku })
    .from(productVariants)
    .where(and(eq(productVariants.productId, taker), eq(productVariants.size, "S")));
  expect(skus).toEqual([{ sku: "GOWN-2-S" }]);
  await saved(taker, { slug: "red-gown" });
  expect(await leadsTo("gown")).toBe(taker);
});

test("a slug made from a name avoids former slugs, and a copy inherits none", async () => {
  const first = await saved(null, { slug: "gown" });
  await saved(first, { slug: "silk-gown" });
  const second = await saved(null, { name: "Gown" });
  expect(await leadsTo("gown-2")).toBe(second);
  const copy = await duplicateProduct(bench, { actor: bench.actor, productId: first });
  expect(copy.ok).toBe(true);
  expect(await leadsTo("gown")).toBe(first);
  // A product may reuse its own former slug.
  await saved(first, { slug: "", name: "Gown" });
  expect(await leadsTo("gown")).toBe(first);
});

test("a former slug of a deleted product leads nowhere until the product is restored", async () => {
  const id = await saved(null, { slug: "gown" });
  await saved(id, { slug: "silk-gown" });
  await remove(id);
  expect(await leadsTo("gown")).toBeNull();
  await bringBack(id);
  expect(await leadsTo("gown")).toBe(id);
});

test("a refused save leaves every slug as it was", async () => {
  const id = await saved(null, { slug: "gown" });
  await saved(null, { slug: "robe" });
  expect((await save(id, { slug: "robe" })).ok).toBe(false);
  expect(await bench.db.$count(productFormerSlugs)).toBe(0);
});

/** The rule without a database. */
function model() {
  const items: { id: string; slug: string; gone: boolean }[] = [];
  const former = new Map<string, number>();
  const holder = (slug: string) => items.findIndex((product) => product.slug === slug);
  return {
    items: items,
    assign(index: number, slug: string) {
      const product = items[index];
      if (!product || product.slug === slug) return;
      former.delete(slug);
      if (product.slug) former.set(product.slug, index);
      product.slug = slug;
    },
    isFree: (index: number, slug: string) => [-1, index].includes(holder(slug)),
    leadsTo(slug: string): string | null {
      const held = items[holder(slug)];
      const product = held?.gone === false ? held : items[former.get(slug) ?? -1];
      return product && !product.gone ? product.id : null;
    },
  };
}

const location = fc.integer({ min: 0, max: 2 });
const letter = fc.constantFrom("a", "b", "c", "d");
const step = fc.oneof(
  fc.record({ what: fc.constant("create" as const), letter, at: location }),
  fc.record({ what: fc.constant("rename" as const), letter, at: location }),
  fc.record({ what: fc.constantFrom("delete", "restore"), letter, at: location }),
);

test("a slug always leads to the product that has it, otherwise to the one that had it last", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      run += 1;
      const promised = model();
      const slugOf = (letter: string) => `run-${run}-${letter}`;
      for (const { at, letter, what } of steps) {
        const slug = slugOf(letter);
        const item = promised.items[at];
        if (what === "create") {
          const index = promised.items.length;
          const done = await save(null, { slug });
          expect(done.ok).toBe(promised.isFree(index, slug));
          if (!done.ok) continue;
          promised.items.push({ id: done.value.id, slug: "", gone: false });
          promised.assign(index, slug);
        } else if (item && what === "rename" && !item.gone) {
          expect((await save(item.id, { slug })).ok).toBe(promised.isFree(at, slug));
          if (promised.isFree(at, slug)) promised.assign(at, slug);
        } else if (item && what === "delete" && !item.gone) {
          await remove(item.id);
          item.gone = true;
        } else if (item?.gone && what === "restore") {
          await bringBack(item.id);
          item.gone = false;
        }
      }
      for (const letter of ["a", "b", "c", "d"]) {
        expect(await leadsTo(slugOf(letter))).toBe(promised.leadsTo(slugOf(letter)));
      }
    }),
    { numRuns: 40 },
  );
});
