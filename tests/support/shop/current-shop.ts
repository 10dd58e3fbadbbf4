import type { Shop } from "./shop.ts";

let current: Shop | null = null;

/** A worker has one shop at a time: the one of the test file that it runs. */
export function setCurrentShop(shop: Shop | null): void {
  current = shop;
}

/** The shop of the running test file. */
export function currentShop(): Shop {
  if (!current) throw new Error("No shop is open: the test file must open one first");
  return current;
}

/** The shop of the running test file, by its URL: a test that stored another shop's URL fails. */
export function shopAt(url: string): Shop {
  const shop = currentShop();
  if (shop.url !== url) throw new Error(`${url} is not the shop of this test file, ${shop.url} is`);
  return shop;
}
