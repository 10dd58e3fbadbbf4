import { expect, it } from "vitest";
import { canonicalAddress } from "./canonical-address.ts";

it("names a page once: its path, and only parameters that are no default", () => {
  expect(canonicalAddress("https://shop.example", "/")).toBe("https://shop.example/");
  expect(canonicalAddress("https://shop.example", "/shop", { gender: null, page: null })).toBe(
    "https://shop.example/shop",
  );
  expect(canonicalAddress("https://shop.example", "/shop", { gender: "male", page: 2 })).toBe(
    "https://shop.example/shop?gender=male&page=2",
  );
});
