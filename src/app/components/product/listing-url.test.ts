import { describe, expect, it } from "vitest";
import { parseListingView } from "#features/catalog/listing/listing-view.ts";
import { listingSeo, refuseBeyondLastPage, requestedPage } from "./listing-url.ts";

/** Returns the redirect target, or null. */
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

function positionOf(query: string, otherChoices = 0) {
  const parameters = new URLSearchParams(query);
  return listingSeo({
    publicUrl: "https://shop.example",
    path: "/shop",
    own: { gender: parameters.get("gender") },
    page: Number(parameters.get("page") ?? 1),
    view: parseListingView(parameters),
    otherChoices,
  });
}

describe("where search engines find a listing", () => {
  it.each([
    ["", "/shop"],
    ["page=2", "/shop?page=2"],
    ["gender=male&page=3", "/shop?gender=male&page=3"],
    ["sort=newest&page=2", "/shop?page=2"],
    ["show=filters&utm_source=mail", "/shop"],
  ])("a plain page is its own place: %j", (query, path) => {
    expect(positionOf(query)).toEqual({
      canonical: `https://shop.example${path}`,
      indexed: true,
      isPlain: true,
    });
  });

  it.each(["size=M", "sort=price-up", "color=red&page=2", "price=100-250"])(
    "one filter or order is another look at the plain listing: %j",
    (query) => {
      expect(positionOf(query)).toEqual({
        canonical: "https://shop.example/shop",
        indexed: true,
        isPlain: false,
      });
    },
  );

  it.each(["size=M&size=L", "size=M&sort=name", "category=suits&color=red&gender=male"])(
    "combined choices belong in no index: %j",
    (query) => expect(positionOf(query).indexed).toBe(false),
  );

  it("counts choices made beside the view", () => {
    expect(positionOf("size=M", 1).indexed).toBe(false);
    expect(positionOf("", 1)).toEqual({
      canonical: "https://shop.example/shop",
      indexed: true,
      isPlain: false,
    });
  });
});
