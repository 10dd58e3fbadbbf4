import { expect, test } from "vitest";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const { shop, visitor } = shopSuite();

async function redirectOf(path: string): Promise<{ status: number; location: string | null }> {
  const { status, headers } = await visitor().request(path);
  return { status, location: headers.get("location") };
}

test("a product's other URLs redirect to the one with its id and keep the query", async () => {
  const path = await pathOfProduct("Kaieteur Gown");
  const id = path.replace("/product/", "");
  expect(await redirectOf(path)).toEqual({ status: 200, location: null });
  for (const other of [
    `/product/${id.toUpperCase()}`,
    `/product/${id}/kaieteur-gown`,
    `/product/${id}/a-name-it-had-before`,
    "/product/kaieteur-gown",
    "/Product/Kaieteur-Gown",
    "/products/kaieteur-gown",
    `/products/${id}`,
    `${path}/`,
  ]) {
    expect(await redirectOf(`${other}?size=M&utm_source=mail`), other).toEqual({
      status: 301,
      location: `${path}?size=M&utm_source=mail`,
    });
  }
});

test("a link with a product's name in it opens the product", async () => {
  const page = await visitor().open("/products/kaieteur-gown");
  expect(page.url.pathname).toBe(await pathOfProduct("Kaieteur Gown"));
  page.getByRole("heading", { level: 1, name: "Kaieteur Gown" });
});

test("a URL of no product is a 404 page", async () => {
  for (const path of ["/product/no-such-gown", "/products/no-such-gown", "/product/no/such"]) {
    const page = await visitor().open(path);
    expect(page.status, path).toBe(404);
    page.getByRole("heading", { level: 1, name: "Product Not Found" });
  }
});

test("capitals, double slashes and trailing slashes redirect to the page's URL", async () => {
  const others = {
    "/Shop?page=2": "/shop?page=2",
    "/shop/": "/shop",
    "/collections//lounge-wear": "/collections/lounge-wear",
    "/ABOUT": "/about",
    "/%61bout": "/about",
    "/collections/Business-Attire?gender=male": "/collections/business-attire?gender=male",
    "/new-dawn//": "/new-dawn",
  };
  for (const [other, path] of Object.entries(others)) {
    expect(await redirectOf(other), other).toEqual({ status: 301, location: path });
    expect(await redirectOf(path), path).toEqual({ status: 200, location: null });
  }
  expect(await redirectOf("/No-Such-Page")).toEqual({ status: 404, location: null });
});

test("a malformed URL is a 404 and no server error", async () => {
  for (const path of ["/%E0%A4%A", "/product/%", "/collections/%ff", "/%00"]) {
    // As a string: a parsed URL would not be sent unchanged.
    const { status } = await fetch(`${shop().url}${path}`);
    expect(status, path).toBe(404);
  }
});
