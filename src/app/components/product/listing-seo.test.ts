import { describe, expect, it } from "vitest";
import { parseListingView } from "#features/catalog/listing/listing-view.ts";
import { listingSeo } from "./listing-seo.ts";

function placeOf(query: string, otherChoices = 0) {
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
    expect(placeOf(query)).toEqual({
      canonical: `https://shop.example${path}`,
      indexed: true,
      isPlain: true,
    });
  });

  it.each(["size=M", "sort=price-up", "color=red&page=2", "price=100-250"])(
    "one filter or order is another look at the plain listing: %j",
    (query) => {
      expect(placeOf(query)).toEqual({
        canonical: "https://shop.example/shop",
        indexed: true,
        isPlain: false,
      });
    },
  );

  it.each(["size=M&size=L", "size=M&sort=name", "category=suits&color=red&gender=male"])(
    "combined choices belong in no index: %j",
    (query) => expect(placeOf(query).indexed).toBe(false),
  );

  it("counts choices made beside the view", () => {
    expect(placeOf("size=M", 1).indexed).toBe(false);
    expect(placeOf("", 1)).toEqual({
      canonical: "https://shop.example/shop",
      indexed: true,
      isPlain: false,
    });
  });
});
