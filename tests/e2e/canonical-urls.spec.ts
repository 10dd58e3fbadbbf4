import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "../support/browser/fixtures.ts";
import { productPath, visit } from "../support/browser/shop.ts";

async function redirectOf(request: APIRequestContext, path: string): Promise<[number, string]> {
  const response = await request.get(path, { maxRedirects: 0 });
  return [response.status(), response.headers().location ?? ""];
}

test.describe("each page has one URL:", () => {
  test("a product's other URLs redirect to the one with its id and keep the query", {
    tag: "@both",
  }, async ({ request }) => {
    const path = await productPath(request, "Kaieteur Gown");
    const id = path.replace("/product/", "");
    expect(await redirectOf(request, path)).toEqual([200, ""]);
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
      expect(await redirectOf(request, `${other}?size=M&utm_source=mail`), other).toEqual([
        301,
        `${path}?size=M&utm_source=mail`,
      ]);
    }
  });

  test("a URL of no product is a 404 page", { tag: "@both" }, async ({ request }) => {
    for (const path of ["/product/no-such-gown", "/products/no-such-gown", "/product/no/such"]) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(404);
      expect(await response.text()).toContain("Product Not Found");
    }
  });

  test("capitals, double slashes and trailing slashes redirect to the page's URL", {
    tag: "@both",
  }, async ({ request }) => {
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
      expect(await redirectOf(request, other), other).toEqual([301, path]);
      expect((await request.get(path)).status()).toBe(200);
    }
    expect(await redirectOf(request, "/No-Such-Page")).toEqual([404, ""]);
  });

  test("a malformed URL is a 404 and no server error", { tag: "@both" }, async ({ baseURL }) => {
    for (const path of ["/%E0%A4%A", "/product/%", "/collections/%ff", "/%00"]) {
      const response = await fetch(`${baseURL}${path}`);
      expect(response.status, path).toBe(404);
    }
  });

  test("a link with a product's name in it opens the product", { tag: "@both" }, async ({
    page,
  }) => {
    const path = await productPath(page.request, "Kaieteur Gown");
    await visit(page, "/products/kaieteur-gown");
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  });
});
