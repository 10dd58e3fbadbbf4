import { describe, expect, it } from "vitest";
import { sitemapFaults } from "#tests/support/discovery/sitemap-rules.ts";
import { childrenOf, fieldsOf, readXml } from "#tests/support/discovery/xml.ts";
import { publicPages, SITEMAP_FOOT, SITEMAP_HEAD, sitemapEntry, sitemapIndex } from "./sitemap.ts";

const publicUrl = "https://shop.example";
const day = (date: number) => new Date(Date.UTC(2026, 2, date));
const document = (entries: readonly string[]) => SITEMAP_HEAD + entries.join("") + SITEMAP_FOOT;
const entriesOf = (xml: string) => childrenOf(readXml(xml), "url").map(fieldsOf);

describe("the sitemap", () => {
  it("keeps the protocol's rules: an index, a part with pictures, a part with nothing in it", async () => {
    const index = sitemapIndex(publicUrl, [
      { path: "/sitemaps/pages.xml", changedAt: null },
      { path: "/sitemaps/products-1.xml", changedAt: day(1) },
    ]);
    const entry = { path: "/product/1?a=1&b=2", changedAt: day(1), imageIds: ["front", "back"] };
    const part = document([sitemapEntry(publicUrl, entry)]);
    expect(await sitemapFaults(index)).toEqual([]);
    expect(await sitemapFaults(part)).toEqual([]);
    expect(await sitemapFaults(document([]))).toEqual([]);
    expect(entriesOf(part)).toEqual([
      {
        loc: "https://shop.example/product/1?a=1&b=2",
        lastmod: "2026-03-01T00:00:00.000Z",
        "image:image": [
          { "image:loc": "https://shop.example/images/front/1200.jpg" },
          { "image:loc": "https://shop.example/images/back/1200.jpg" },
        ],
      },
    ]);
  });

  it("is judged by rules that find what is missing or wrong", async () => {
    const broken = [
      "<url></url>",
      "<url><loc>shop</loc></url>",
      "<url><loc>https://shop.example/</loc><lastmod>yesterday</lastmod></url>",
      "<url><loc>https://shop.example/</loc><image:image/></url>",
      "<url><loc>https://shop.example/</loc><priority>9</priority></url>",
    ];
    for (const entry of broken)
      expect(await sitemapFaults(document([entry])), entry).not.toEqual([]);
  });
});

describe("the pages of the sitemap", () => {
  const changes = [
    { categoryName: "Evening Elegance", changedAt: day(4) },
    { categoryName: "Linen suits", changedAt: day(9) },
  ];
  const pages = publicPages(changes);
  const changedAt = (path: string) => pages.find((page) => page.path === path)?.changedAt;

  it("are each named once, and the screen with two addresses by its own", () => {
    const paths = pages.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain("/collections/mens-accessories");
    expect(paths).not.toContain("/collections/accessories");
    expect(paths.filter((path) => path.startsWith("/search") || path === "/cart")).toEqual([]);
  });

  it("changed when the products they show last did", () => {
    expect(changedAt("/shop")).toEqual(day(9));
    expect(changedAt("/collections/evening-elegance")).toEqual(day(4));
    expect(changedAt("/collections/business-attire?gender=male")).toEqual(day(9));
    expect(changedAt("/collections/lounge-wear")).toBeNull();
    expect(publicPages([])[0]).toEqual({ path: "/", changedAt: null });
  });
});
