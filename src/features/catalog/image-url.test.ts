import { describe, expect, it } from "vitest";
import { isAccessoryImageUrl, isCarouselImageUrl, isShopImageUrl } from "./image-url.ts";

const nothing = [
  undefined,
  null,
  7,
  {},
  "",
  "   ",
  "undefined",
  "null",
  "blob:https://shop.example/1",
  "data:image/png;base64,AAAA",
  "DATA:image/png;base64,AAAA",
];

describe("image addresses from outside", () => {
  it.each(nothing)("refuses %j everywhere", (url) => {
    expect([isShopImageUrl(url), isCarouselImageUrl(url), isAccessoryImageUrl(url)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("accepts in the shop an https address, a path, or the shop's own address, of at least 10 characters", () => {
    expect(isShopImageUrl("https://cdn.example/a.jpg")).toBe(true);
    expect(isShopImageUrl("/images/a.webp")).toBe(true);
    expect(isShopImageUrl("/a.webp")).toBe(false);
    expect(isShopImageUrl("http://elsewhere.example/a.jpg")).toBe(false);
    expect(isShopImageUrl("http://localhost:3000/a.jpg", "http://localhost:3000")).toBe(true);
    expect(isShopImageUrl("ftp://cdn.example/a.jpg")).toBe(false);
  });

  it("is looser in the carousel and in women's accessories, as written", () => {
    expect(isCarouselImageUrl("a.jpg")).toBe(true);
    expect(isAccessoryImageUrl("http://elsewhere.example/a.jpg")).toBe(true);
    expect(isAccessoryImageUrl("pictures/a-long-name.jpg")).toBe(false);
    expect(isAccessoryImageUrl("/a.jpg")).toBe(false);
  });
});
