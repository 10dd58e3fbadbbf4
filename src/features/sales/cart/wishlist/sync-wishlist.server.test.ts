import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { madeToMeasureTerms } from "#db/schema/atelier.server.ts";
import { wishlistEntries } from "#db/schema/cart.server.ts";
import { products as productTable } from "#db/schema/catalog.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { listSavedProducts, syncWishlist } from "./sync-wishlist.server.ts";
import type { SentSaved } from "./wishlist.ts";
import { parseSentSaved, parseWantedIds } from "./wishlist-sync-input.ts";

const bench = accountSuite();

function entry(id: string, saved = true, more: Partial<SentSaved> = {}): SentSaved {
  return { id, saved, agoMs: 0, guest: false, ...more };
}

async function sync(
  actor: Actor,
  sent: readonly SentSaved[] = [],
  storedFor: string | null = null,
) {
  const synced = await syncWishlist(bench, { actor, storedFor: storedFor, sent });
  if (!synced.ok) throw new Error(synced.error);
  return synced.value.ids;
}

const products = async () =>
  [await addProduct(bench.db, "Gown"), await addProduct(bench.db, "Shirt")] as const;

describe("a customer's wishlist", () => {
  test("follows the customer, newest first, and the newest change of a product wins", async () => {
    const [gown, shirt] = await products();
    const asha = await bench.customer("asha@example.com");
    await sync(asha, [entry(gown, true, { agoMs: 5_000 }), entry(shirt)]);
    expect(await sync(asha)).toEqual([shirt, gown]);
    bench.clock.advance(60_000);
    expect(await sync(asha, [entry(shirt, false), entry(gown, false, { agoMs: 90_000 })])).toEqual([
      gown,
    ]);
    expect(await sync(asha, [entry(shirt, true, { agoMs: 30_000 })])).toEqual([gown]);
  });

  test("belongs to that customer alone, on the server and on a shared device", async () => {
    const [gown, shirt] = await products();
    const asha = await bench.customer("a@example.com");
    const bibi = await bench.customer("b@example.com");
    await sync(asha, [entry(gown)]);
    const device = [entry(gown), entry(shirt, true, { guest: true })];
    expect(await sync(bibi, device, asha.userId)).toEqual([shirt]);
    expect(await sync(asha)).toEqual([gown]);
    const response = await syncWishlist(bench, { actor: visitor, storedFor: null, sent: device });
    expect(response).toEqual({ ok: false, error: "forbidden" });
  });

  test("accepts only valid entries of existing products", async () => {
    const [gown, shirt] = await products();
    const asha = await bench.customer("asha@example.com");
    const gone = await addProduct(bench.db, "Gone", { deletedAt: bench.clock.now() });
    const stranger = "0198f000-0000-7000-8000-000000000001";
    const hostile = [
      null,
      3,
      {},
      { id: gown },
      { id: "x", saved: true },
      { id: shirt, saved: "yes" },
    ];
    const sent = parseSentSaved([...hostile, entry(gone), entry(stranger), entry(gown)]);
    expect(await sync(asha, sent)).toEqual([gown]);
    expect(await bench.db.select().from(wishlistEntries)).toHaveLength(1);
    expect(parseSentSaved("x")).toEqual([]);
  });
});

test("the wishlist's products come in its order, including sold-out ones and without deleted ones", async () => {
  const [gown, shirt] = await products();
  const soldOut = await addProduct(bench.db, "Sold out", { inStock: false });
  const gone = await addProduct(bench.db, "Gone", { deletedAt: bench.clock.now() });
  const ids = parseWantedIds([shirt, gone, soldOut, "x", gown, shirt, null]);
  const items = await listSavedProducts(bench.db, ids);
  expect(items.map(({ name, inStock }) => [name, inStock])).toEqual([
    ["Shirt", true],
    ["Sold out", false],
    ["Gown", true],
  ]);
  expect(await listSavedProducts(bench.db, parseWantedIds({ ids }))).toEqual([]);
});

test("a saved product stays saved while its Custom is offered, withdrawn and offered again", async () => {
  const id = await addProduct(bench.db, "Essequibo Trousers", { garmentType: "pants" });
  await bench.db
    .update(productTable)
    .set({ sizes: ["M", "Custom"] })
    .where(eq(productTable.id, id));
  const asha = await bench.customer("asha@example.com");
  await sync(asha, [entry(id)]);
  const saved = async () =>
    (await listSavedProducts(bench.db, await sync(asha))).map(({ name }) => name);
  expect(await saved()).toEqual(["Essequibo Trousers"]);
  const row = { id: newId(), productId: id, offered: false };
  await bench.db.insert(madeToMeasureTerms).values(row);
  expect(await saved()).toEqual(["Essequibo Trousers"]);
  await bench.db.update(madeToMeasureTerms).set({ offered: true });
  expect(await saved()).toEqual(["Essequibo Trousers"]);
});
