import { expect } from "@playwright/test";
import sharp from "sharp";
import { test } from "#tests/support/browser/fixtures.ts";
import { openProduct, productPath, visit } from "#tests/support/browser/shop.ts";
import { structuredDataFaults, thingTypes } from "#tests/support/discovery/schema-org.ts";
import { servedHead, sharedHeadSchema } from "#tests/support/discovery/served-head.ts";

const GROUP = "Product:Kaieteur Gown";
const SINGLE = "Product:Gold Bracelet";

/** With its JSON-LD types. */
const pages: Readonly<Record<string, readonly string[]>> = {
  "/": ["ClothingStore", "WebSite"],
  "/shop": ["CollectionPage", "BreadcrumbList"],
  "/shop?gender=male": ["CollectionPage", "BreadcrumbList"],
  "/shop?page=2": ["CollectionPage", "BreadcrumbList"],
  "/collections/evening-elegance": ["CollectionPage", "BreadcrumbList"],
  "/collections/evening-elegance?gender=male": ["CollectionPage", "BreadcrumbList"],
  "/collections/mens-accessories": ["CollectionPage", "BreadcrumbList"],
  "/catalog": ["CollectionPage", "BreadcrumbList"],
  "/catalog?filter=suits": ["CollectionPage", "BreadcrumbList"],
  [GROUP]: ["ProductGroup", "Organization", "BreadcrumbList"],
  [SINGLE]: ["Product", "Organization", "BreadcrumbList"],
  "/about": ["ClothingStore", "BreadcrumbList"],
  "/contact": ["ClothingStore", "BreadcrumbList"],
  "/shipping": ["BreadcrumbList"],
  "/returns": ["BreadcrumbList"],
  "/faq": ["FAQPage", "BreadcrumbList"],
  "/privacy": ["BreadcrumbList"],
  "/terms": ["BreadcrumbList"],
  "/measurement": ["BreadcrumbList"],
  "/measurement?step=3": ["BreadcrumbList"],
  "/new-dawn": ["BreadcrumbList"],
};

const POLICIES = ["OfferShippingDetails", "MerchantReturnPolicy"];

test.describe("in the page's metadata,", () => {
  for (const [location, types] of Object.entries(pages)) {
    test(`${location} has its title, canonical URL, social card and description`, async ({
      request,
      baseURL,
    }) => {
      const [, name] = /^Product:(.*)$/.exec(location) ?? [];
      const path = name ? await productPath(request, name) : location;
      const response = await request.get(path);
      expect(response.status()).toBe(200);
      const { tags, structuredData } = servedHead(await response.text());
      expect(sharedHeadSchema.safeParse(tags).error?.message).toBeUndefined();
      expect(tags.canonical).toBe(new URL(path, baseURL).href);
      expect(tags["og:url"]).toBe(tags.canonical);
      expect(structuredDataFaults(structuredData)).toEqual([]);
      expect(thingTypes(structuredData).filter((type) => !POLICIES.includes(type))).toEqual(types);

      const image = await request.get(String(tags["og:image"]));
      expect(image.headers()["content-type"]).toBe("image/jpeg");
      const { format, width, height } = await sharp(await image.body()).metadata();
      expect([format, String(width), String(height)]).toEqual([
        "jpeg",
        tags["og:image:width"],
        tags["og:image:height"],
      ]);
    });
  }

  test("a collection's social card has the format that messengers show large", async ({
    request,
  }) => {
    const { tags } = servedHead(await (await request.get("/collections/lounge-wear")).text());
    expect([tags["og:image:width"], tags["og:image:height"]]).toEqual(["1200", "630"]);
    expect(tags["og:image"]).toContain("/social/collection-lounge-wear/");
    expect((await request.get("/social/collection-nothing/0.jpg")).status()).toBe(404);
  });

  test("a product's social card is 1200 by 630, cached for good, and the URL of another version redirects to it", async ({
    request,
  }) => {
    const html = await (await request.get(await productPath(request, "Kaieteur Gown"))).text();
    const address = String(servedHead(html).tags["og:image"]);
    const card = await request.get(address);
    expect(card.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
    const { width, height } = await sharp(await card.body()).metadata();
    expect([width, height]).toEqual([1200, 630]);
    const old = address.replace(/[0-9a-f]{16}\.jpg$/, "0000000000000000.jpg");
    const response = await request.get(old, { maxRedirects: 0 });
    expect(response.status()).toBe(302);
    expect(new URL(response.headers().location ?? "", old).href).toBe(address);
    expect(response.headers()["cache-control"]).toBe("no-store");
    const stranger = await request.get("/social/0198f000-0000-7000-8000-000000000000/0.jpg");
    expect(stranger.status()).toBe(404);
  });

  test("one filter has the plain listing's canonical URL, and combined filters and searches are not indexed", async ({
    request,
    baseURL,
  }) => {
    const tagsOf = async (path: string) => servedHead(await (await request.get(path)).text()).tags;
    const filtered = await tagsOf("/shop?size=M");
    expect([filtered.canonical, filtered.robots]).toEqual([`${baseURL}/shop`, undefined]);
    for (const path of ["/shop?size=M&sort=name", "/search", "/search?q=linen"]) {
      const tags = await tagsOf(path);
      expect([tags.canonical, tags.robots], path).toEqual([undefined, "noindex, follow"]);
    }
    for (const path of ["/cart", "/checkout", "/login"]) {
      expect((await tagsOf(path)).robots, path).toMatch(/^noindex/);
    }
  });

  test("the structured breadcrumbs of a text page match the visible ones", async ({ page }) => {
    await visit(page, "/returns");
    const visible = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem");
    const { structuredData } = servedHead(await page.content());
    const [list] = (structuredData as { "@graph": { itemListElement: { name: string }[] }[] })[
      "@graph"
    ];
    await expect(visible).toHaveText(
      (list?.itemListElement ?? []).map(({ name }) => new RegExp(`${name}$`)),
    );
  });

  test("navigation replaces the first page's metadata and the URL to share", async ({
    page,
    baseURL,
  }) => {
    await openProduct(page, "Kaieteur Gown");
    await expect(page.locator("[data-served]")).not.toHaveCount(0);
    await page.getByRole("contentinfo").getByRole("link", { name: "Returns" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();
    await expect(page.locator("[data-served]")).toHaveCount(0);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      `${baseURL}/returns`,
    );
  });

  test("a variant's URL opens its product with size and color chosen", async ({ page }) => {
    const path = await productPath(page.request, "Kaieteur Gown");
    await visit(page, `${path}?color=Navy&size=XS`);
    const chosen = (group: string) =>
      page.getByRole("group", { name: group }).getByRole("radio", { checked: true });
    await expect(chosen("Available Sizes")).toHaveAccessibleName(/^XS/);
    await expect(chosen("Available Colors")).toHaveAccessibleName(/Navy/);
  });
});
