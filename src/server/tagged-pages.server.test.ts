import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as frame from "#app/shell/storefront-layout.tsx";
import * as upsell from "#app/storefront/cart/cart-upsell.ts";
import * as prices from "#app/storefront/cart/current-prices.ts";
import * as catalog from "#app/storefront/catalog/catalog.tsx";
import * as collection from "#app/storefront/collection/collection.tsx";
import * as home from "#app/storefront/home/home.tsx";
import * as measurement from "#app/storefront/measurement/measurement.tsx";
import * as shipping from "#app/storefront/pages/shipping.tsx";
import * as product from "#app/storefront/product/product.tsx";
import * as stock from "#app/storefront/product/product-stock-route.ts";
import * as related from "#app/storefront/product/related-products-route.ts";
import * as suggestions from "#app/storefront/search/search-suggestions.ts";
import * as shop from "#app/storefront/shop/shop.tsx";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { setPageHero } from "#features/base/media/set-site-image.server.ts";
import { updateCategory } from "#features/catalog/categories/update-category.server.ts";
import { changeProducts } from "#features/catalog/editing/change-products.server.ts";
import { deleteProducts } from "#features/catalog/editing/delete-products.server.ts";
import { productFormInput } from "#features/catalog/editing/product-form.ts";
import { findProductForm } from "#features/catalog/editing/product-form-queries.server.ts";
import { restoreProducts } from "#features/catalog/editing/restore-products.server.ts";
import { saveProduct } from "#features/catalog/editing/save-product.server.ts";
import { receiveStock } from "#features/catalog/inventory/change-stock.server.ts";
import { placeOrder } from "#features/sales/checkout/place-order.server.ts";
import { expireCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import { addCategory, addImage } from "#tests/support/catalog.ts";
import type { CheckoutBench } from "#tests/support/checkout.ts";
import { addProduct, checkoutBench, requestFor } from "#tests/support/checkout.ts";
import type { MediaLibrary } from "#tests/support/media-library.ts";
import { openMediaLibrary } from "#tests/support/media-library.ts";
import { ownerBench } from "#tests/support/owner-steps/owner-bench.ts";
import type { StorefrontProcess } from "#tests/support/storefront-process.ts";
import { startStorefrontProcess } from "#tests/support/storefront-process.ts";

let library: MediaLibrary;
let bench: CheckoutBench;
let one: StorefrontProcess;
let other: StorefrontProcess;
let uncached: StorefrontProcess;
let category: string;
let images: string[];
let ids: string[];
const open: string[] = [];
const owner = ownerBench(() => ({ page: library, one, other }));

const SKUS = [["many-M"], ["few-M", "few-L"], ["both-M", "both-L", "both-XL"]];

beforeAll(async () => {
  library = await openMediaLibrary();
  const { db } = library;
  bench = checkoutBench(db);
  category = await addCategory(db, "Kaftans");
  images = [await addImage(db, "front"), await addImage(db, "back")];
  ids = [
    await addProduct(db, { slug: "many", name: "Many", stock: { M: 99 } }),
    await addProduct(db, { slug: "few", name: "Few", stock: { M: 2, L: 5 } }),
    await addProduct(db, { slug: "both", name: "Both", stock: { M: 4, L: 1_000, XL: null } }),
  ];
  await db.update(products).set({ categoryId: category, garmentType: "dress", featured: true });
  const pages = {
    "": home,
    shop,
    catalog,
    shipping,
    measurement,
    "product/:id": product,
    "collections/:collection": collection,
    "product/:id/related": related,
    "product/:id/stock": stock,
    "shop/prices": prices,
    "cart/upsell": upsell,
    "search/suggestions": suggestions,
  };
  const start = (isCached: boolean) =>
    startStorefrontProcess(library.database, { frame, pages }, { isCached });
  [one, other, uncached] = [await start(true), await start(true), await start(false)];
  await vi.waitUntil(() => one.isSure() && other.isSure(), { timeout: 20_000 });
});
afterAll(async () => {
  for (const process of [uncached, other, one]) await process[Symbol.asyncDispose]();
  await library[Symbol.asyncDispose]();
});

const paths = () => [
  "/",
  "/shop",
  "/catalog",
  "/collections/kaftans",
  "/shipping",
  "/shop/prices",
  "/cart/upsell",
  "/search/suggestions?q=many",
  `/product/${ids[0]}/related`,
  ...ids.flatMap((id) => [`/product/${id}`, `/measurement?product=${id}`]),
];

type Write = (content: CacheInvalidation) => Promise<unknown>;

const versionOf = async (id: string) => {
  const [row] = await library.db.select().from(products).where(eq(products.id, id));
  return { id, version: row?.version ?? 0, isDeleted: row?.deletedAt !== null };
};

const deps = (content: CacheInvalidation) => ({ ...library.deps, content });

/** One or two items; nothing when sold out. */
function order(at: number, size: string, quantity: number): Write {
  return async (content) => {
    const begun = await placeOrder(
      { ...bench, content },
      requestFor(ids[at] ?? "", { size, quantity }),
    );
    if (begun.ok) open.push(begun.value.sessionId);
  };
}

const leaveOldest: Write = async (content) => {
  const sessionId = open.shift();
  const [row] = await library.db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.sessionId, sessionId ?? ""));
  if (row?.orderId) {
    const ending = { orderId: row.orderId, as: "expired", because: "time_passed" } as const;
    await expireCheckout({ ...bench, content }, ending);
  }
};

const receive =
  (sku: string, quantity: number): Write =>
  (content) =>
    receiveStock({ ...deps(content) }, { actor: library.owner, sku, quantity, note: "" });

const toggle =
  (at: number, change: { inStock?: boolean; featured?: boolean }): Write =>
  async (content) => {
    const { id, version } = await versionOf(ids[at] ?? "");
    const changes = [{ id, version, change }];
    return changeProducts(deps(content), { actor: library.owner, changes });
  };

/** Deletes a product, or restores a deleted one. */
const deleteOrRestore =
  (at: number): Write =>
  async (content) => {
    const { id, version, isDeleted } = await versionOf(ids[at] ?? "");
    const input = { actor: library.owner, products: [{ id, version }] };
    return isDeleted ? restoreProducts(deps(content), input) : deleteProducts(deps(content), input);
  };

const reprice =
  (at: number, price: string): Write =>
  async (content) => {
    const actor = library.owner;
    const found = await findProductForm(library.db, { actor, id: ids[at] ?? "" });
    if (!found.ok || !found.value) return;
    const draft = productFormInput.parse({ ...found.value.form, price });
    await saveProduct(deps(content), { actor, version: found.value, draft });
  };

const describeCategory =
  (description: string): Write =>
  async (content) => {
    const version = await owner.categoryVersion(category);
    const changed = { name: "Kaftans", description };
    return updateCategory(deps(content), { actor: library.owner, version, category: changed });
  };

// What a customer can hold unpaid is limited: the orders of an earlier test would count.
beforeEach(async () => {
  while (open.length > 0) await leaveOldest(one.content);
});

const anyProduct = fc.nat({ max: 2 });
const anyWrite: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(anyProduct, fc.constantFrom("M", "L", "XL"), fc.integer({ min: 1, max: 2 }))
      .map((of) => order(...of)),
  },
  { weight: 3, arbitrary: fc.constant(leaveOldest) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...SKUS.flat()), fc.integer({ min: 1, max: 4 }))
      .map((of) => receive(...of)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anyProduct, fc.boolean()).map(([at, inStock]) => toggle(at, { inStock })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anyProduct, fc.boolean()).map(([at, featured]) => toggle(at, { featured })),
  },
  { weight: 1, arbitrary: anyProduct.map(deleteOrRestore) },
  {
    weight: 1,
    arbitrary: fc.tuple(anyProduct, fc.constantFrom("80", "120.50")).map((of) => reprice(...of)),
  },
  { weight: 1, arbitrary: fc.constantFrom("Long", "Short").map(describeCategory) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("Open on Sunday", "").map(
      (text): Write =>
        () =>
          owner.settings("announcement", { text }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 1 }).map(
      (at): Write =>
        (content) =>
          setPageHero(deps(content), {
            actor: library.owner,
            pageName: "home",
            mediaId: images[at] ?? "",
          }),
    ),
  },
);

test("after any writes through any process, every page from memory equals a page rendered anew", async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyWrite, fc.boolean()), { minLength: 1, maxLength: 8 }),
      async (writes) => {
        for (const [write, isOther] of writes) {
          await write((isOther ? other : one).content);
          for (const path of paths()) {
            const fresh = await uncached.see(path);
            for (const process of [one, other]) {
              const { status, text, from } = await process.see(path);
              expect({ path, status, text }).toEqual({
                path,
                status: fresh.status,
                text: fresh.text,
              });
              if (from === "hit") hits += 1;
            }
          }
        }
      },
    ),
    { numRuns: 10 },
  );
  expect(hits).toBeGreaterThan(100);
}, 180_000);

test("an order of what many are left of leaves every page in memory, and only the requested count changes", async () => {
  const [many = ""] = ids;
  if ((await versionOf(many)).isDeleted) await deleteOrRestore(0)(one.content);
  await toggle(0, { inStock: true })(one.content);
  for (const path of paths()) for (const { see } of [one, other]) await see(path);
  const countOf = async () =>
    Number(/"M\|":(\d+)/.exec((await other.see(`/product/${many}/stock`)).text)?.[1]);
  const before = await countOf();
  await order(0, "M", 2)(one.content);
  for (const path of paths()) {
    const here = await one.see(path);
    const there = await other.see(path);
    if (here.status === 200) expect([path, here.from, there.from]).toEqual([path, "hit", "hit"]);
  }
  expect(before).toBeGreaterThan(10);
  expect(await countOf()).toBe(before - 2);
});

test("an order that leaves few drops that product's page and the lists that show it, and no other product's", async () => {
  const [many = "", , both = ""] = ids;
  for (const at of [0, 2]) {
    if ((await versionOf(ids[at] ?? "")).isDeleted) await deleteOrRestore(at)(one.content);
    await toggle(at, { inStock: true })(one.content);
  }
  await receive("both-M", 1)(one.content);
  for (const path of paths()) for (const { see } of [one, other]) await see(path);
  // Until none is left.
  for (;;) {
    const shown = await other.see(`/product/${both}`);
    const left = open.length;
    await order(2, "M", 1)(one.content);
    if (open.length === left) break;
    expect((await other.see(`/product/${many}`)).from).toBe("hit");
    expect((await other.see("/shipping")).from).toBe("hit");
    const now = await other.see(`/product/${both}`);
    expect(now.from === "miss").toBe(now.text !== shown.text);
  }
  const { text } = await other.see(`/product/${both}`);
  expect(text).toBe((await uncached.see(`/product/${both}`)).text);
});
