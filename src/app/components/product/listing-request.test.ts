import { expect, it } from "vitest";
import { refuseBeyondLastPage, requestedPage } from "./listing-request.ts";

/** Where an address is sent, or null when it may stay. */
function sentTo(address: string, pageCount: number): string | null {
  const url = new URL(address, "https://shop.example");
  try {
    refuseBeyondLastPage(url, { page: requestedPage(url), pageCount });
    return null;
  } catch (thrown) {
    return thrown instanceof Response ? thrown.headers.get("location") : "no redirect";
  }
}

it("leaves an address within the pages where it is", () => {
  expect(sentTo("/shop", 1)).toBeNull();
  expect(sentTo("/shop?page=3", 3)).toBeNull();
  expect(sentTo("/shop?page=cats", 3)).toBeNull();
});

it("sends an address beyond the last page to the last page and keeps its filter", () => {
  expect(sentTo("/shop?gender=male&page=9", 2)).toBe("/shop?gender=male&page=2");
  expect(sentTo("/shop?gender=male&page=9", 1)).toBe("/shop?gender=male");
  expect(sentTo("/shop?page=9", 1)).toBe("/shop");
});
