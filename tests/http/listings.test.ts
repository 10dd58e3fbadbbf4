import { expect, test } from "vitest";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const { visitor } = shopSuite();

const open = (path: string) => visitor().open(path);

/** The names on the product cards of a page's main part. */
function cardNames(page: ShownPage): string[] {
  const main = page.inside(page.getByRole("main"));
  return main
    .queryAllByRole("article")
    .map((card) => page.inside(card).getByRole("heading").textContent ?? "");
}

function hrefOf(page: ShownPage, within: HTMLElement, name: string | RegExp): string | null {
  return page.inside(within).getByRole("link", { name }).getAttribute("href");
}

const collectionCards = [
  "/collections/business-attire",
  "/collections/evening-elegance",
  "/collections/casual-luxury",
  "/collections/seasonal-selection",
  "/collections/womens-accessories",
  "/collections/mens-accessories",
];

// Specification 1.3, 2.1
test("the home page explains its work in four steps, and does not pretend to measure by AI yet", async () => {
  const page = await open("/");
  const steps = page
    .inside(page.getByRole("region", { name: "From your measurements to your door" }))
    .getAllByRole("listitem");
  expect(steps.map((step) => page.inside(step).getByRole("heading").textContent)).toEqual([
    "AI MeasurementComing Soon",
    "Style Selection",
    "Expert Tailoring",
    "Worldwide Delivery",
  ]);
});

test("the home page links to New Dawn and the six collections", async () => {
  const page = await open("/");
  const main = page.getByRole("main");
  expect(hrefOf(page, main, "Meet New Dawn")).toBe("/new-dawn");
  const card = page.inside(main).getByRole("link", { name: /Professional wardrobe essentials/ });
  const list = card.closest("ul") as HTMLElement;
  const links = page.inside(list).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(collectionCards);
});

// Specification 2.3
test("the shop's banner links to the measurement wizard", async () => {
  const page = await open("/shop");
  const banner = page.getByRole("link", { name: /^Bespoke Fashion, Powered by AI/ });
  expect(banner.getAttribute("href")).toBe("/measurement");
  page.inside(banner).getByRole("heading", { level: 1, name: "Bespoke Fashion, Powered by AI" });
});

// Specification 2.3
test("the shop shows the six collections as cards under 'Explore Our Collections'", async () => {
  const page = await open("/shop");
  const collections = page.inside(page.getByRole("region", { name: "Explore Our Collections" }));
  expect(collections.getByRole("heading", { level: 2 }).textContent).toBe(
    "Explore Our Collections",
  );
  const links = collections.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(collectionCards);
  expect(links[2]?.textContent).toContain("Smart Casual");
});

test("the shop shows 12 products per page, and page links keep the filter", async () => {
  const pageLink = (page: ShownPage, name: string) =>
    page
      .inside(page.getByRole("navigation", { name: "Our Story, pages" }))
      .queryByRole("link", { name })
      ?.getAttribute("href");
  const first = await open("/shop");
  expect(cardNames(first)).toHaveLength(12);
  expect(pageLink(first, "Next")).toBe("/shop?page=2");
  expect(pageLink(first, "Previous")).toBeUndefined();
  const second = await open("/shop?page=2");
  expect(cardNames(second)).toHaveLength(12);
  expect(pageLink(second, "Previous")).toBe("/shop");
  const last = await open("/shop?page=4");
  expect(cardNames(last)).toHaveLength(3);
  expect(pageLink(last, "Next")).toBeUndefined();
  const filtered = await open("/shop?gender=male");
  expect(pageLink(filtered, "Next")).toBe("/shop?gender=male&page=2");
});

test("a URL beyond the last page leads to the last page", async () => {
  const page = await open("/shop?page=99");
  expect(page.url.pathname + page.url.search).toBe("/shop?page=4");
  expect(cardNames(page)).toHaveLength(3);
});

test("an unknown filter shows everything", async () => {
  const page = await open("/shop?gender=cats&page=-3");
  const filters = page.inside(page.getByRole("navigation", { name: "Filter by gender" }));
  const all = filters.getByRole("link", { name: "All" });
  expect(all.getAttribute("aria-current")).toBe("true");
  expect(cardNames(page)).toEqual(cardNames(await open("/shop")));
});

// Specification 2.48, 8.35
test("the shop says when its filters find nothing", async () => {
  const page = await open("/shop?size=Nowhere");
  expect(page.getByRole("main").textContent).toContain(
    "No products found for the selected filter.",
  );
  expect(cardNames(page)).toEqual([]);
});

test("a URL with foreign parameters shows its filters", async () => {
  const page = await open("/shop?size=M&utm_source=mail&color=blue&gender=male");
  expect(page.status).toBe(200);
  page.getByRole("link", { name: "Remove Size M" });
});

test("every card has an image with alt text, a name linked to the product, and a price in dollars and cents", async () => {
  const page = await open("/shop");
  const gown = page.getByRole("link", { name: "Kaieteur Gown" });
  expect(gown.getAttribute("href")).toBe(await pathOfProduct("Kaieteur Gown"));
  for (const article of page.inside(page.getByRole("main")).getAllByRole("article")) {
    expect(article.querySelector("img")?.getAttribute("alt")).toMatch(/\w+/);
    expect(article.textContent).toMatch(/\$\d{1,3}(,\d{3})*\.\d{2}/);
  }
  expect(gown.closest("article")?.textContent).toContain("$1,250.00");
});

// Specification 2.73
test("the catalog lists garments but no skirt, accessory or loungewear", async () => {
  const first = cardNames(await open("/catalog"));
  const second = cardNames(await open("/catalog?page=2"));
  expect(first).toHaveLength(12);
  expect(second).toHaveLength(9);
  const names = first.concat(second);
  expect(names).toContain("Kaieteur Gown");
  for (const name of ["Silk Scarf", "Orinoco Midi Skirt", "Sunday Robe"]) {
    expect(names).not.toContain(name);
  }
});

// Specification 2.5, 2.73, 2.74, 3.28
test("each filter of the catalog shows one kind of garment", async () => {
  const catalog = await open("/catalog");
  // Behind a button on small screens, and beside the products on wide ones.
  const lists = catalog.getAllByRole("navigation", { name: "Filters" });
  const linksIn = (list: HTMLElement) => catalog.inside(list).getAllByRole("link");
  expect(lists.map((list) => linksIn(list).map(({ textContent }) => textContent))).toEqual([
    ["All", "Suits", "Dresses", "Outerwear", "Jackets", "Pants", "Shirts"],
    ["All", "Suits", "Dresses", "Outerwear", "Jackets", "Pants", "Shirts"],
  ]);
  const [filters] = lists;
  if (!filters) throw new Error("The catalog has no filters");
  for (const { name, slug, product, price } of [
    { name: "Suits", slug: "suits", product: "Stabroek Two-Piece Suit", price: "$1,499.00" },
    { name: "Dresses", slug: "dresses", product: "Kaieteur Gown", price: "$1,250.00" },
    {
      name: "Outerwear",
      slug: "outerwear",
      product: "Rainy Season Trench Coat",
      price: "$1,180.00",
    },
    { name: "Jackets", slug: "jackets", product: "Rupununi Dinner Jacket", price: "$1,150.00" },
    { name: "Pants", slug: "pants", product: "Brickdam Trousers", price: "$329.00" },
    { name: "Shirts", slug: "shirts", product: "Cathedral White Shirt", price: "$249.00" },
  ]) {
    expect(hrefOf(catalog, filters, name)).toBe(`/catalog?filter=${slug}`);
    const page = await open(`/catalog?filter=${slug}`);
    page.getByRole("heading", { level: 2, name });
    const link = page.inside(page.getByRole("main")).getByRole("link", { name: product });
    expect(link.closest("article")?.textContent).toContain(price);
    if (name !== "Dresses") expect(cardNames(page)).not.toContain("Kaieteur Gown");
  }
});

// Specification 2.4, 2.40, 2.41, 2.42, 4.41, 7.9
test("every collection shows its products for women first and for men on request", async () => {
  for (const { slug, title, female, male } of [
    {
      slug: "business-attire",
      title: "Business Attire",
      female: "Regent Silk Shirt",
      male: "Kingston Pinstripe Suit",
    },
    {
      slug: "evening-elegance",
      title: "Evening Elegance",
      female: "Kaieteur Gown",
      male: "Rupununi Dinner Jacket",
    },
    {
      slug: "casual-luxury",
      title: "Smart Casual",
      female: "Seawall Shirt Dress",
      male: "Mahaica Chinos",
    },
    {
      slug: "lounge-wear",
      title: "Lounge Wear",
      female: "Courida Pyjama Set",
      male: "Hammock Lounge Trousers",
    },
    {
      slug: "seasonal-selection",
      title: "Seasonal Selection",
      female: "Rainy Season Trench Coat",
      male: "Harvest Wool Coat",
    },
  ]) {
    const women = await open(`/collections/${slug}`);
    women.getByRole("heading", { level: 1, name: title });
    expect(hrefOf(women, women.getByRole("main"), "Get AI-Measured Now")).toBe("/measurement");
    expect(women.getByRole("region", { name: title }).textContent).toMatch(/\d+ items?/);
    expect(cardNames(women)).toContain(female);
    expect(cardNames(women)).not.toContain(male);
    const toggle = women.getByRole("navigation", { name: "Show pieces for" });
    expect(hrefOf(women, toggle, "Male")).toBe(`/collections/${slug}?gender=male`);
    const men = await open(`/collections/${slug}?gender=male`);
    expect(cardNames(men)).toContain(male);
    expect(cardNames(men)).not.toContain(female);
  }
});

// Specification 2.4, 2.41, 2.45, 2.46, 7.10, 7.12
test("each URL shows men's and unisex accessories without a toggle, and Women's Accessories has no toggle", async () => {
  const toggleOf = (page: ShownPage) => page.queryByRole("navigation", { name: "Show pieces for" });
  for (const slug of ["mens-accessories", "accessories"]) {
    const page = await open(`/collections/${slug}`);
    page.getByRole("heading", { level: 1, name: "Men's Accessories" });
    expect(toggleOf(page)).toBeNull();
    const names = cardNames(page);
    expect(names).toContain("Georgetown Silk Tie");
    expect(names).toContain("Botanic Garden Hat");
    expect(names).not.toContain("Silk Scarf");
  }
  const page = await open("/collections/womens-accessories");
  page.getByRole("heading", { level: 1, name: "Women's Accessories" });
  expect(toggleOf(page)).toBeNull();
  expect(cardNames(page)).toContain("Silk Scarf");
  expect(cardNames(page)).not.toContain("Georgetown Silk Tie");
});
