import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { googleFaults, itemsOf, rssFaults } from "#tests/support/discovery/feed-rules.ts";
import { servedHead } from "#tests/support/discovery/served-head.ts";
import { sitemapFaults } from "#tests/support/discovery/sitemap-rules.ts";
import type { XmlElement } from "#tests/support/discovery/xml.ts";
import { childrenOf, fieldsOf, readXml } from "#tests/support/discovery/xml.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";

const STARTS_AT = "2026-03-10T15:00:00Z";

const { shop, visitor } = shopSuite({ startsAt: STARTS_AT });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function readText(path: string, type: RegExp): Promise<string> {
  const response = await visitor().request(path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get("content-type"), path).toMatch(type);
  return response.text();
}

const readXmlAt = async (path: string) =>
  readXml(await readText(path, /^application\/(xml|rss\+xml)/));

const locationsIn = (element: XmlElement, name: string) =>
  childrenOf(element, name).map((each) => childrenOf(each, "loc")[0]?.text ?? "");

test("the sitemap follows the protocol, and every page in it exists under its canonical URL", async () => {
  const { url } = shop();
  const index = await readText("/sitemap.xml", /^application\/xml/);
  expect(await sitemapFaults(index)).toEqual([]);
  const parts = locationsIn(readXml(index), "sitemap");
  expect(parts).toEqual([`${url}/sitemaps/pages.xml`, `${url}/sitemaps/products-1.xml`]);
  const pages: string[] = [];
  for (const part of parts) {
    const document = await readText(part, /^application\/xml/);
    expect(await sitemapFaults(document)).toEqual([]);
    pages.push(...locationsIn(readXml(document), "url"));
  }
  expect(new Set(pages).size).toBe(pages.length);
  expect(pages.filter((page) => page.includes("/product/"))).toHaveLength(39);
  for (const page of pages) {
    const response = await visitor().request(page);
    const { tags } = servedHead(await response.text());
    expect({ status: response.status, canonical: tags.canonical, robots: tags.robots }).toEqual({
      status: 200,
      canonical: page,
      robots: undefined,
    });
  }
  expect((await visitor().request("/sitemaps/products-0.xml")).status).toBe(404);
  expect((await visitor().request("/sitemaps/nothing.xml")).status).toBe(404);
});

test("every page linked on the home page is in the sitemap, except a visitor's own pages", async () => {
  const pages = new Set(locationsIn(await readXmlAt("/sitemaps/pages.xml"), "url"));
  const home = await (await visitor().request("/")).text();
  const linked = [...home.matchAll(/<a [^>]*href="(\/[^"#?]*)"/g)].map(([, path = ""]) => path);
  const expected = new Set(
    linked.filter(
      (path) =>
        !/^\/(product\/|cart|wishlist|auth|profile|search|collections\/accessories)/.test(path),
    ),
  );
  expect(expected.size).toBeGreaterThan(15);
  for (const path of expected) expect(pages, path).toContain(`${shop().url}${path}`);
});

test("the product feed has every variant but Custom with Google's required fields, its page and its image", async () => {
  const feed = await readXmlAt("/feeds/google.xml");
  expect(googleFaults(feed)).toEqual([]);
  const items = itemsOf(feed).map(fieldsOf);
  expect(items.length).toBeGreaterThan(200);
  expect(items.filter((item) => item["g:size"] === "Custom")).toEqual([]);
  expect(new Set(items.map((item) => item["g:item_group_id"])).size).toBe(39);
  for (const item of [items[0], items.at(-1)]) {
    const page = await visitor().request(String(item?.["g:link"]));
    expect(page.status).toBe(200);
    expect(servedHead(await page.text()).tags.canonical).toBe(item?.["g:canonical_link"]);
    const image = await visitor().request(String(item?.["g:image_link"]));
    expect((await sharp(await bytesOf(image)).metadata()).width).toBeGreaterThanOrEqual(250);
  }
});

test("the feed of new products is RSS 2.0, linked from every page, and states each image's true size", async () => {
  const home = await (await visitor().request("/")).text();
  const [, href] =
    /<link rel="alternate" type="application\/rss\+xml"[^>]* href="([^"]+)"/.exec(home) ?? [];
  const feed = await readXmlAt(String(href));
  expect(rssFaults(feed)).toEqual([]);
  const [channel] = feed.children.map(fieldsOf);
  expect(channel?.["atom:link"]).toMatchObject({ href: `${shop().url}${href}` });
  const items = itemsOf(feed).map(fieldsOf) as {
    link: string;
    enclosure: { url: string; length: string };
  }[];
  expect(items).toHaveLength(20);
  const [first] = items;
  expect((await visitor().request(String(first?.link))).status).toBe(200);
  const image = await visitor().request(String(first?.enclosure.url));
  expect(String((await bytesOf(image)).byteLength)).toBe(first?.enclosure.length);
});

test("the manifest's icons exist in the stated sizes, and so do the page's own", async () => {
  const manifest = JSON.parse(await readText("/site.webmanifest", /^application\/manifest\+json/));
  expect(manifest).toMatchObject({ name: "Demerara Atelier", start_url: "/", lang: "en" });
  expect(manifest.icons).toHaveLength(4);
  for (const { src, sizes, type } of manifest.icons) {
    const response = await visitor().request(src);
    expect(response.status, src).toBe(200);
    expect(response.headers.get("content-type"), src).toBe(type);
    if (sizes === "any") continue;
    const { width, height } = await sharp(await bytesOf(response)).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  const home = await (await visitor().request("/")).text();
  const links = home.matchAll(
    /<link rel="(?:icon|apple-touch-icon|manifest)"[^>]* ?href="([^"]+)"/g,
  );
  const hrefs = [...links].map(([, href = ""]) => href);
  expect(hrefs.toSorted()).toEqual([
    "/apple-touch-icon.png",
    "/favicon.ico",
    "/favicon.svg",
    "/site.webmanifest",
  ]);
  for (const href of hrefs) expect((await visitor().request(href)).status, href).toBe(200);
});

test("robots.txt excludes a visitor's own pages and names the sitemap", async () => {
  const robots = await readText("/robots.txt", /^text\/plain/);
  expect(robots).toContain("\nDisallow: /checkout\n");
  expect(robots).toContain(`\nSitemap: ${shop().url}/sitemap.xml\n`);
});

test("security.txt names the contact address and a date within a year", async () => {
  const text = await readText("/.well-known/security.txt", /^text\/plain/);
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = new Date(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "").getTime();
  expect(expires).toBeGreaterThan(Date.parse(STARTS_AT));
  expect(expires).toBeLessThan(Date.parse("2027-03-11T15:00:00Z"));
});

describe("a file for search engines is not cached beyond its validity and is not sent twice:", () => {
  test.each([
    "/.well-known/security.txt",
    "/robots.txt",
    "/site.webmanifest",
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/sitemaps/products-1.xml",
    "/feeds/google.xml",
    "/feeds/new.xml",
  ])("%s", async (path) => {
    const { headers } = await visitor().request(path);
    expect(headers.get("cache-control")).toContain("public, max-age=0, must-revalidate");
    expect(headers.get("cdn-cache-control")).toContain("max-age=60");
    const etag = headers.get("etag") ?? "";
    const again = await visitor().request(path, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    const head = await visitor().request(path, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("etag")).toBe(etag);
  });
});
