import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as frame from "#app/shell/storefront-layout.tsx";
import * as collection from "#app/storefront/collection/collection.tsx";
import * as home from "#app/storefront/home/home.tsx";
import * as shipping from "#app/storefront/pages/shipping.tsx";
import * as product from "#app/storefront/product/product.tsx";
import * as shop from "#app/storefront/shop/shop.tsx";
import type { MediaLibrary } from "#tests/support/media-library.ts";
import { openMediaLibrary } from "#tests/support/media-library.ts";
import { categorySteps } from "#tests/support/owner-steps/category-steps.ts";
import { imageSteps } from "#tests/support/owner-steps/image-steps.ts";
import { ownerBench } from "#tests/support/owner-steps/owner-bench.ts";
import { productSteps } from "#tests/support/owner-steps/product-steps.ts";
import { listPublicWrites } from "#tests/support/owner-steps/public-writes.ts";
import { settingsSteps } from "#tests/support/owner-steps/settings-steps.ts";
import type { StorefrontProcess } from "#tests/support/storefront-process.ts";
import { startStorefrontProcess } from "#tests/support/storefront-process.ts";

let library: MediaLibrary;
let one: StorefrontProcess;
let other: StorefrontProcess;
const bench = ownerBench(() => ({ page: library, one, other }));

// Each step needs the previous.
const steps = [productSteps, categorySteps, imageSteps, settingsSteps].flatMap((of) => of(bench));

beforeAll(async () => {
  library = await openMediaLibrary();
  const pages = {
    "": home,
    shop,
    shipping,
    "product/:id": product,
    "collections/:collection": collection,
  };
  const start = () => startStorefrontProcess(library.database, { frame, pages });
  [one, other] = [await start(), await start()];
  await vi.waitUntil(() => one.isSure() && other.isSure(), { timeout: 20_000 });
  await bench.fill();
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
  await library[Symbol.asyncDispose]();
});

test("every use case that changes what the public sees is tried", () => {
  expect([...new Set(steps.map(({ by }) => by))].toSorted()).toEqual(listPublicWrites());
});

// One walk: a change is undone by the step after it.
describe("what the owner saves through one process stands at the next request of every other", {
  shuffle: false,
}, () => {
  test.each(steps)("$what", async ({ page, write, shows, gone }) => {
    await other.see(page());
    const before = await other.see(page());
    const isStored = before.status === 200 && shows() !== "";
    if (isStored) expect(before.from).toBe("hit");
    if (isStored) expect(before.text.includes(shows())).toBe(gone === true);
    expect(await write()).toMatchObject({ ok: true });
    for (const { see } of [other, one]) {
      const { status, text } = await see(page());
      expect(status).toBe(200);
      expect(text.includes(shows())).toBe(gone !== true);
    }
  });
});
