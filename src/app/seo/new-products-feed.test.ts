import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemsOf, rssFaults } from "#tests/support/discovery/feed-rules.ts";
import { hostileText } from "#tests/support/discovery/hostile-text.ts";
import { blazer } from "#tests/support/discovery/json-ld-fixtures.ts";
import { fieldsOf, readXml } from "#tests/support/discovery/xml.ts";
import type { NewProductEntry } from "./new-products-feed.ts";
import { newProductsFeed } from "./new-products-feed.ts";

const variant: NewProductEntry = {
  product: blazer(),
  createdAt: new Date("2026-03-01T08:05:00Z"),
  image: { path: "/images/front/1200.jpg", byteSize: 48_210 },
};
const channel = {
  publicUrl: "https://shop.example",
  siteName: "Demerara Atelier",
  siteDescription: "Made to measure.",
};
const feedOf = (items: readonly NewProductEntry[]) =>
  readXml(newProductsFeed({ ...channel, products: items }));

describe("the feed of new pieces", () => {
  it("is RSS 2.0 with its own address, with pieces and without any", () => {
    expect(rssFaults(feedOf([variant]))).toEqual([]);
    expect(rssFaults(feedOf([]))).toEqual([]);
    expect(rssFaults(feedOf([{ ...variant, image: null }]))).toEqual([]);
  });

  it("is judged by rules that miss every single required element", () => {
    for (const name of ["title", "link", "guid", "pubDate", "description"]) {
      const feed = feedOf([variant]);
      const [item] = itemsOf(feed);
      if (item) item.children = item.children.filter((child) => child.name !== name);
      expect(rssFaults(feed), name).not.toEqual([]);
    }
  });

  it("names a piece by its one address for good, and tells price, moment and the true weight of its picture", () => {
    const [item] = itemsOf(feedOf([variant])).map(fieldsOf);
    expect(item).toMatchObject({
      title: "Demerara Wool Blazer, $749.00",
      guid: `https://shop.example/product/${blazer().id}`,
      pubDate: "Sun, 01 Mar 2026 08:05:00 GMT",
      enclosure: { url: "https://shop.example/images/front/1200.jpg", length: "48210" },
    });
  });

  it("stays readable whatever a piece is called and its owner writes", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, description) => {
        const product = blazer({ name, description, categoryName: name });
        expect(rssFaults(feedOf([{ ...variant, product }]))).toEqual([]);
      }),
    );
  });
});
