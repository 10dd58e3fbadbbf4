import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";
import sharp from "sharp";
import { test } from "#tests/support/browser/fixtures.ts";
import { googleFaults, itemsOf, rssFaults } from "#tests/support/discovery/feed-rules.ts";
import { servedHead } from "#tests/support/discovery/served-head.ts";
import { sitemapFaults } from "#tests/support/discovery/sitemap-rules.ts";
import type { XmlElement } from "#tests/support/discovery/xml.ts";
import { childrenOf, fieldsOf, readXml } from "#tests/support/discovery/xml.ts";

async function textOf(request: APIRequestContext, path: string, type: RegExp): Promise<string> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  expect(response.headers()["content-type"], path).toMatch(type);
  return response.text();
}

const xmlOf = async (request: APIRequestContext, path: string) =>
  readXml(await textOf(request, path, /^application\/(xml|rss\+xml)/));

const addressesIn = (element: XmlElement, name: string) =>
  childrenOf(element, name).map((each) => childrenOf(each, "loc")[0]?.text ?? "");

test.describe("among the files for search engines,", () => {
  test("the sitemap follows the protocol, and every page in it exists under its canonical URL", async ({
    request,
    baseURL,
  }) => {
    test.slow();
    const index = await textOf(request, "/sitemap.xml", /^application\/xml/);
    expect(await sitemapFaults(index)).toEqual([]);
    const parts = addressesIn(readXml(index), "sitemap");
    expect(parts).toEqual([`${baseURL}/sitemaps/pages.xml`, `${baseURL}/sitemaps/products-1.xml`]);
    const pages: string[] = [];
    for (const part of parts) {
      const document = await textOf(request, part, /^application\/xml/);
      expect(await sitemapFaults(document)).toEqual([]);
      pages.push(...addressesIn(readXml(document), "url"));
    }
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.filter((page) => page.includes("/product/"))).toHaveLength(39);
    for (const page of pages) {
      const response = await request.get(page, { maxRedirects: 0 });
      const { tags } = servedHead(await response.text());
      expect([response.status(), tags.canonical, tags.robots], page).toEqual([
        200,
        page,
        undefined,
      ]);
    }
    expect((await request.get("/sitemaps/products-0.xml")).status()).toBe(404);
    expect((await request.get("/sitemaps/nothing.xml")).status()).toBe(404);
  });

  test("every page linked on the home page is in the sitemap, except a visitor's own pages", async ({
    request,
    baseURL,
  }) => {
    const document = await xmlOf(request, "/sitemaps/pages.xml");
    const pages = new Set(addressesIn(document, "url"));
    const home = await (await request.get("/")).text();
    const linked = [...home.matchAll(/<a [^>]*href="(\/[^"#?]*)"/g)].map(([, path = ""]) => path);
    const expected = new Set(
      linked.filter(
        (path) =>
          !/^\/(product\/|cart|wishlist|auth|profile|search|collections\/accessories)/.test(path),
      ),
    );
    expect(expected.size).toBeGreaterThan(15);
    for (const path of expected) expect(pages, path).toContain(`${baseURL}${path}`);
  });

  test("the product feed has every variant but Custom with Google's required fields, its page and its image", async ({
    request,
  }) => {
    const feed = await xmlOf(request, "/feeds/google.xml");
    expect(googleFaults(feed)).toEqual([]);
    const items = itemsOf(feed).map(fieldsOf);
    expect(items.length).toBeGreaterThan(200);
    expect(items.filter((item) => item["g:size"] === "Custom")).toEqual([]);
    expect(new Set(items.map((item) => item["g:item_group_id"])).size).toBe(39);
    for (const item of [items[0], items.at(-1)]) {
      const page = await request.get(String(item?.["g:link"]), { maxRedirects: 0 });
      expect(page.status()).toBe(200);
      expect(servedHead(await page.text()).tags.canonical).toBe(item?.["g:canonical_link"]);
      const image = await request.get(String(item?.["g:image_link"]));
      expect((await sharp(await image.body()).metadata()).width).toBeGreaterThanOrEqual(250);
    }
  });

  test("the feed of new products is RSS 2.0, linked from every page, and states each image's true size", async ({
    request,
    baseURL,
  }) => {
    const home = await (await request.get("/")).text();
    const [, href] =
      /<link rel="alternate" type="application\/rss\+xml"[^>]* href="([^"]+)"/.exec(home) ?? [];
    const feed = await xmlOf(request, String(href));
    expect(rssFaults(feed)).toEqual([]);
    const [channel] = feed.children.map(fieldsOf);
    expect(channel?.["atom:link"]).toMatchObject({ href: `${baseURL}${href}` });
    const items = itemsOf(feed).map(fieldsOf) as {
      link: string;
      enclosure: { url: string; length: string };
    }[];
    expect(items).toHaveLength(20);
    const [first] = items;
    expect((await request.get(String(first?.link), { maxRedirects: 0 })).status()).toBe(200);
    const image = await request.get(String(first?.enclosure.url));
    expect(String((await image.body()).byteLength)).toBe(first?.enclosure.length);
  });

  test("the manifest's icons exist in the stated sizes, and so do the page's own", async ({
    request,
  }) => {
    const manifest = JSON.parse(
      await textOf(request, "/site.webmanifest", /^application\/manifest\+json/),
    );
    expect(manifest).toMatchObject({ name: "Demerara Atelier", start_url: "/", lang: "en" });
    expect(manifest.icons).toHaveLength(4);
    for (const { src, sizes, type } of manifest.icons) {
      const response = await request.get(src);
      expect([src, response.status(), response.headers()["content-type"]]).toEqual([
        src,
        200,
        type,
      ]);
      if (sizes === "any") continue;
      const { width, height } = await sharp(await response.body()).metadata();
      expect([src, `${width}x${height}`]).toEqual([src, sizes]);
    }
    const home = await (await request.get("/")).text();
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
    for (const href of hrefs) expect((await request.get(href)).status(), href).toBe(200);
  });

  test("robots.txt excludes a visitor's own pages and names the sitemap", async ({
    request,
    baseURL,
  }) => {
    const robots = await textOf(request, "/robots.txt", /^text\/plain/);
    expect(robots).toContain("\nDisallow: /checkout\n");
    expect(robots).toContain(`\nSitemap: ${baseURL}/sitemap.xml\n`);
  });

  test("security.txt names the contact address and a date within a year", async ({ request }) => {
    const text = await textOf(request, "/.well-known/security.txt", /^text\/plain/);
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
    const expires = new Date(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "").getTime();
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
  });

  for (const path of [
    "/.well-known/security.txt",
    "/robots.txt",
    "/site.webmanifest",
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/sitemaps/products-1.xml",
    "/feeds/google.xml",
    "/feeds/new.xml",
  ]) {
    test(`${path} is not cached beyond its validity and is not sent twice`, async ({ request }) => {
      const first = await request.get(path);
      const { etag = "", "cache-control": caching, "cdn-cache-control": cdn } = first.headers();
      expect(caching).toContain("public, max-age=0, must-revalidate");
      expect(cdn).toContain("max-age=60");
      const again = await request.get(path, { headers: { "if-none-match": etag } });
      expect([again.status(), (await again.body()).length]).toEqual([304, 0]);
      const head = await request.head(path);
      expect([head.status(), head.headers().etag]).toEqual([200, etag]);
    });
  }
});
