import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { structuredDataFaults, thingTypes } from "#tests/support/discovery/schema-org.ts";
import { servedHead, sharedHeadSchema } from "#tests/support/discovery/served-head.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const { shop, visitor } = shopSuite();

const SEVERAL_VARIANTS = "Product:Kaieteur Gown";
const ONE_VARIANT = "Product:Gold Bracelet";

/** Pages with the types of their JSON-LD. */
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
  [SEVERAL_VARIANTS]: ["ProductGroup", "Organization", "BreadcrumbList"],
  [ONE_VARIANT]: ["Product", "Organization", "BreadcrumbList"],
  "/about": ["ClothingStore", "BreadcrumbList"],
  "/contact": ["ClothingStore", "BreadcrumbList"],
  "/shipping": ["BreadcrumbList"],
  "/returns": ["BreadcrumbList"],
  "/made-to-measure": ["BreadcrumbList"],
  "/faq": ["FAQPage", "BreadcrumbList"],
  "/privacy": ["BreadcrumbList"],
  "/terms": ["BreadcrumbList"],
  "/measurement": ["BreadcrumbList"],
  "/measurement?step=3": ["BreadcrumbList"],
  "/new-dawn": ["BreadcrumbList"],
};

const POLICIES = ["OfferShippingDetails", "MerchantReturnPolicy"];

const headOf = async (path: string) => servedHead(await (await visitor().request(path)).text());

async function sizeOf(response: Response) {
  const { format, width, height } = await sharp(
    Buffer.from(await response.arrayBuffer()),
  ).metadata();
  return { format, width: String(width), height: String(height) };
}

describe("the metadata of a page are its title, canonical URL, description, structured data and social card:", () => {
  test.each(Object.entries(pages))("%s", async (location, types) => {
    const [, name] = /^Product:(.*)$/.exec(location) ?? [];
    const path = name ? await pathOfProduct(name) : location;
    const response = await visitor().request(path);
    expect(response.status).toBe(200);
    const { tags, structuredData } = servedHead(await response.text());
    expect(sharedHeadSchema.safeParse(tags).error?.message).toBeUndefined();
    expect(tags.canonical).toBe(new URL(path, shop().url).href);
    expect(tags["og:url"]).toBe(tags.canonical);
    expect(structuredDataFaults(structuredData)).toEqual([]);
    expect(thingTypes(structuredData).filter((type) => !POLICIES.includes(type))).toEqual(types);

    const image = await visitor().request(String(tags["og:image"]));
    expect(image.headers.get("content-type")).toBe("image/jpeg");
    expect(await sizeOf(image)).toEqual({
      format: "jpeg",
      width: tags["og:image:width"],
      height: tags["og:image:height"],
    });
  });
});

test("a collection's social card has the format that messengers show large", async () => {
  const { tags } = await headOf("/collections/lounge-wear");
  expect(tags["og:image:width"]).toBe("1200");
  expect(tags["og:image:height"]).toBe("630");
  expect(tags["og:image"]).toContain("/social/collection-lounge-wear/");
  expect((await visitor().request("/social/collection-nothing/0.jpg")).status).toBe(404);
});

test("a product's social card is 1200 by 630, cached for good, and the URL of another version redirects to it", async () => {
  const { tags } = await headOf(await pathOfProduct("Kaieteur Gown"));
  const url = String(tags["og:image"]);
  const card = await visitor().request(url);
  expect(card.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await sizeOf(card)).toEqual({ format: "jpeg", width: "1200", height: "630" });
  const former = url.replace(/[0-9a-f]{16}\.jpg$/, "0000000000000000.jpg");
  const response = await visitor().request(former);
  expect(response.status).toBe(302);
  expect(new URL(response.headers.get("location") ?? "", former).href).toBe(url);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const unknown = await visitor().request("/social/0198f000-0000-7000-8000-000000000000/0.jpg");
  expect(unknown.status).toBe(404);
});

test("one filter has the plain listing's canonical URL, and combined filters and searches are not indexed", async () => {
  const { tags: filtered } = await headOf("/shop?size=M");
  expect(filtered.canonical).toBe(`${shop().url}/shop`);
  expect(filtered.robots).toBeUndefined();
  for (const path of ["/shop?size=M&sort=name", "/search", "/search?q=linen"]) {
    const { tags } = await headOf(path);
    expect(tags.canonical, path).toBeUndefined();
    expect(tags.robots, path).toBe("noindex, follow");
  }
  for (const path of ["/cart", "/checkout", "/login"]) {
    expect((await headOf(path)).tags.robots, path).toMatch(/^noindex/);
  }
});

test("the visible breadcrumbs of a page are those of its structured data", async () => {
  for (const [path, name] of Object.entries({
    "/collections/casual-luxury": "Smart Casual",
    "/catalog": "Product Catalog",
    "/about": "About",
    "/contact": "Contact",
    "/returns": "Returns",
    "/made-to-measure": "Made to Measure",
    "/faq": "Frequently Asked Questions",
    "/privacy": "Privacy Policy",
    "/new-dawn": "New Dawn",
    "/measurement": "Measurement",
  })) {
    const page = await visitor().open(path);
    const trail = page.inside(page.getByRole("navigation", { name: "Breadcrumb" }));
    const visible = trail.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(visible, path).toEqual(["Home", `/${name}`]);
    const { structuredData } = servedHead(page.html);
    const { "@graph": things } = structuredData as {
      "@graph": { "@type": string; itemListElement?: { name: string }[] }[];
    };
    const list = things.find((thing) => thing["@type"] === "BreadcrumbList");
    expect(
      list?.itemListElement?.map((item) => item.name),
      path,
    ).toEqual(["Home", name]);
  }
});
