import { expect, it } from "vitest";
import { canonicalUrl } from "./page-meta.ts";

it("names a page once: its path, and only parameters that are no default", () => {
  expect(canonicalUrl("https://shop.example", "/")).toBe("https://shop.example/");
  expect(canonicalUrl("https://shop.example", "/shop", { gender: null, page: null })).toBe(
    "https://shop.example/shop",
  );
  expect(canonicalUrl("https://shop.example", "/shop", { gender: "male", page: 2 })).toBe(
    "https://shop.example/shop?gender=male&page=2",
  );
});
