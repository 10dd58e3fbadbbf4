import { expect, test } from "vitest";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const { visitor } = shopSuite();

async function openProduct(name: string, query = ""): Promise<ShownPage> {
  return visitor().open(`${await pathOfProduct(name)}${query}`);
}

const firstImageOf = (page: ShownPage) =>
  page
    .inside(page.getByRole("region", { name: /^Pictures of/ }))
    .getAllByRole<HTMLImageElement>("img")[0];

// Specification 2.6, 2.79
test("a product shows its name, price, description, stock and number of images", async () => {
  const page = await openProduct("Kaieteur Gown");
  page.getByRole("heading", { level: 1, name: "Kaieteur Gown" });
  const element = page.getByRole("main");
  const main = page.inside(element);
  expect(main.getAllByText("$1,250.00")).not.toEqual([]);
  main.getByText(/^Named for the falls/);
  const collections = main.getAllByRole("link", { name: "Evening Elegance" });
  for (const link of collections) {
    expect(link.getAttribute("href")).toBe("/collections/evening-elegance");
  }
  const text = (element.textContent ?? "").replace(/\s+/g, " ");
  expect(text).toContain("Stock Status: In Stock");
  expect(text).not.toMatch(/made to order/i);
  expect(text).toContain("2 photos available");
  expect(text).toContain("Image 1 of 2");
  expect(text).toContain("5-7 business days");
  expect(text).toContain("30-day returns");
  const colors = main.getByRole("group", { name: "Available Colors" });
  page.inside(colors).getByRole("radio", { name: /Pearl/ });
  const sizes = main.getByRole("group", { name: "Available Sizes" });
  page.inside(sizes).getByRole("radio", { name: "Custom" });
  // A button that opens the dialog once the script runs.
  const inquiry = main.getByRole("link", { name: "Guyana Sales" }).getAttribute("href");
  expect(inquiry?.split("?")[0]).toBe(`${page.url.pathname}/inquiry`);
});

test("a variant's URL opens its product with size and color chosen", async () => {
  const page = await openProduct("Kaieteur Gown", "?color=Navy&size=XS");
  const chosenIn = (group: string) =>
    page.inside(page.getByRole("group", { name: group })).getByRole("radio", { checked: true });
  expect(chosenIn("Available Sizes").getAttribute("value")).toBe("XS");
  page.inside(page.getByRole("group", { name: "Available Colors" })).getByRole("radio", {
    checked: true,
    name: /Navy/,
  });
});

test("without JavaScript a link for each color shows its image", async () => {
  const suit = await openProduct("Stabroek Two-Piece Suit");
  expect(firstImageOf(suit)?.alt).toMatch(/^Two-piece navy worsted suit/);
  const charcoal = await suit.follow("Show Charcoal");
  expect(firstImageOf(charcoal)?.alt).toMatch(/^Two-piece suit in charcoal/);
  const imageId = firstImageOf(charcoal)?.getAttribute("src")?.split("/")[2];
  const [preload] = charcoal.document.querySelectorAll("head link[rel=preload][as=image]");
  expect(preload?.getAttribute("imagesrcset")).toContain(`/images/${imageId}/`);
});

test("without JavaScript what goes well with a product is a link to its collection", async () => {
  const page = await openProduct("Kaieteur Gown");
  const beside = page.getByRole("region", { name: "Goes well with it" });
  const link = page.inside(beside).getByRole("link", { name: "More from Evening Elegance" });
  expect(link.getAttribute("href")).toBe("/collections/evening-elegance");
  expect(link.closest(".noscript\\:hidden")).toBeNull();
  const skeletons = [...beside.querySelectorAll(".animate-breathe")];
  expect(skeletons).toHaveLength(4);
  for (const skeleton of skeletons) {
    expect(skeleton.closest(".noscript\\:hidden")).not.toBeNull();
  }
});

test("related products are computed once and cached for everyone", async () => {
  const path = `${await pathOfProduct("Kaieteur Gown")}/related`;
  const first = await visitor().request(path);
  expect(first.status).toBe(200);
  expect(first.headers.get("x-page-cache")).toBe("miss");
  const again = await visitor().request(path);
  expect(again.headers.get("x-page-cache")).toBe("hit");
  expect(await again.text()).toBe(await first.text());
  const unknown = await visitor().request("/product/0198f000-0000-7000-8000-000000000000/related");
  expect(unknown.status).toBe(404);
});

// Specification 2.78
test("unknown product ids show Product Not Found with a link back", async () => {
  for (const path of [
    "/product/1",
    "/product/no%20such%20piece",
    "/product/0198f000-0000-7000-8000-000000000001",
  ]) {
    const page = await visitor().open(path);
    expect(page.status, path).toBe(404);
    page.getByRole("heading", { level: 1, name: "Product Not Found" });
    const main = page.inside(page.getByRole("main"));
    expect(main.getByRole("link", { name: "Go Back" }).getAttribute("href")).toBe("/shop");
  }
});
