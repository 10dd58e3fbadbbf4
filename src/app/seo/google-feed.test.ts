import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { googleFaults, itemsOf } from "#tests/support/discovery/feed-rules.ts";
import { hostileText } from "#tests/support/discovery/hostile-text.ts";
import { blazer, blazerSkus } from "#tests/support/discovery/json-ld-fixtures.ts";
import { fieldsOf, readXml } from "#tests/support/discovery/xml.ts";
import { GOOGLE_FEED_FOOT, googleFeedHead, googleItems } from "./google-feed.ts";

const shop = {
  publicUrl: "https://shop.example",
  siteName: "Demerara Atelier",
  siteDescription: "Made to measure.",
  shipping: SETTINGS_DEFAULTS.shipping,
};

const feedOf = (
  products: readonly { product: ReturnType<typeof blazer>; skus: readonly string[] }[],
) =>
  readXml(
    googleFeedHead(shop) +
      products.map((each) => googleItems(each, shop)).join("") +
      GOOGLE_FEED_FOOT,
  );
const feedWith = (product = blazer(), skus = blazerSkus) => feedOf([{ product, skus }]);
const fieldsWith = (product = blazer(), skus = blazerSkus) =>
  itemsOf(feedWith(product, skus)).map(fieldsOf);

describe("the product feed", () => {
  it("has an item for each variant with all that Google requires", () => {
    expect(googleFaults(feedWith())).toEqual([]);
    expect(itemsOf(feedWith())).toHaveLength(2);
    expect(
      googleFaults(feedWith(blazer({ materials: "", colors: [], images: blazer().images }))),
    ).toEqual([]);
  });

  it("is judged by rules that miss every single required element", () => {
    const optional = ["additional_image_link", "color", "material", "product_type", "shipping"];
    const names = Object.keys(fieldsWith()[0] ?? {}).filter(
      (name) => !optional.includes(name.replace("g:", "")),
    );
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const feed = feedWith();
      const [item] = itemsOf(feed);
      if (item) item.children = item.children.filter((child) => child.name !== name);
      expect(googleFaults(feed), name).not.toEqual([]);
    }
  });

  it("tells of a variant what its page sells: price, stock, colour, size and the address that chooses it", () => {
    expect(fieldsWith()[1]).toMatchObject({
      "g:id": "DA-B-BROWN-M",
      "g:title": "Demerara Wool Blazer, Sugar Brown, M",
      "g:link": `https://shop.example/product/${blazer().id}?color=Sugar+Brown&size=M`,
      "g:price": "749.00 USD",
      "g:availability": "in_stock",
      "g:color": "Sugar Brown",
      "g:size": "M",
      "g:item_group_id": blazer().id,
      "g:additional_image_link": "https://shop.example/images/back/1200.jpg",
    });
    expect(fieldsWith().map((each) => each["g:availability"])).toEqual([
      "out_of_stock",
      "in_stock",
    ]);
  });

  it("shows of each variant the images of its colour", () => {
    const [front, back] = blazer().images.map((image, index) => ({
      ...image,
      color: index === 0 ? "#1F2A3C" : "#6B4A2B",
    }));
    const items = fieldsWith(blazer({ images: [front, back].flatMap((image) => image ?? []) }));
    const linksOf = (index: number) => [
      items[index]?.["g:image_link"],
      items[index]?.["g:additional_image_link"],
    ];
    expect(linksOf(0)).toEqual([expect.stringContaining("/images/front/"), undefined]);
    expect(linksOf(1)).toEqual([expect.stringContaining("/images/back/"), undefined]);
  });

  it("leaves out Custom, which has no price before it is measured, and keeps the other items' ids", () => {
    expect(fieldsWith().map((each) => each["g:size"])).toEqual(["M", "M"]);
    const [navy, brown, custom] = blazer().variants;
    const variants = [custom, navy, brown].flatMap((variant) => variant ?? []);
    const ids = fieldsWith(blazer({ variants }), ["CUSTOM", "NAVY", "BROWN"]);
    expect(ids.map((each) => each["g:id"])).toEqual(["NAVY", "BROWN"]);
    const only = blazer({ variants: custom ? [custom] : [] });
    expect(itemsOf(feedWith(only))).toEqual([]);
  });

  it("gives the days of handling, and every country its usual way of shipping", () => {
    const [first] = fieldsWith();
    expect([first?.["g:min_handling_time"], first?.["g:max_handling_time"]]).toEqual(["1", "2"]);
    expect(first?.["g:shipping"]).toContainEqual({
      "g:country": "GY",
      "g:service": "Standard",
      "g:price": "0.00 USD",
    });
    expect(first?.["g:shipping"]).toContainEqual({
      "g:country": "US",
      "g:service": "International",
      "g:price": "45.00 USD",
    });
  });

  it("never gives two items one id, however long or empty their skus are", () => {
    const long = "DA-".repeat(40);
    const items = fieldsWith(blazer(), [`${long}1`, "", `${long}2`]);
    expect(new Set(items.map((each) => each["g:id"])).size).toBe(2);
    expect(googleFaults(feedWith(blazer(), [`${long}1`, "", `${long}2`]))).toEqual([]);
  });

  it("leaves out a piece without a picture, which Google takes none of", () => {
    expect(itemsOf(feedWith(blazer({ images: [] })))).toEqual([]);
  });

  it("stays readable and complete whatever a piece, its colours and its words are called", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, text) => {
        const [navy] = blazer().colors;
        const colors = navy ? [{ ...navy, name: text }] : [];
        const product = blazer({ name, description: text, materials: text, colors });
        expect(googleFaults(feedWith(product))).toEqual([]);
      }),
    );
  });
});
