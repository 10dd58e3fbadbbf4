import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "../support/browser/fixtures.ts";
import { productPath, visit } from "../support/browser/shop.ts";

async function answerTo(request: APIRequestContext, path: string): Promise<[number, string]> {
  const response = await request.get(path, { maxRedirects: 0 });
  return [response.status(), response.headers().location ?? ""];
}

test.describe("one address for each page", () => {
  test("a product is found by its id; every other address it may be known by leads there, query and all", async ({
    request,
  }) => {
    const path = await productPath(request, "Kaieteur Gown");
    const id = path.replace("/product/", "");
    expect(await answerTo(request, path)).toEqual([200, ""]);
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
      expect(await answerTo(request, `${other}?size=M&utm_source=mail`), other).toEqual([
        301,
        `${path}?size=M&utm_source=mail`,
      ]);
    }
  });

  test("an address that names no product says so, whatever it looks like", async ({ request }) => {
    for (const path of ["/product/no-such-gown", "/products/no-such-gown", "/product/no/such"]) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(404);
      expect(await response.text()).toContain("Product Not Found");
    }
  });

  test("capitals, doubled and trailing slashes lead to the page's one address", async ({
    request,
  }) => {
    const others = {
      "/Shop?page=2": "/shop?page=2",
      "/shop/": "/shop",
      "/collections//lounge-wear": "/collections/lounge-wear",
      "/ABOUT": "/about",
      "/collections/Business-Attire?gender=male": "/collections/business-attire?gender=male",
      "/new-dawn//": "/new-dawn",
    };
    for (const [other, path] of Object.entries(others)) {
      expect(await answerTo(request, other), other).toEqual([301, path]);
      expect((await request.get(path)).status()).toBe(200);
    }
    expect(await answerTo(request, "/No-Such-Page")).toEqual([404, ""]);
  });

  test("a damaged address is no page, and no fault of the shop", async ({ baseURL }) => {
    for (const path of ["/%E0%A4%A", "/product/%", "/collections/%ff", "/%00"]) {
      const response = await fetch(`${baseURL}${path}`);
      expect(response.status, path).toBe(404);
    }
  });

  test("a link with a product's name in it opens the product", async ({ page }) => {
    const path = await productPath(page.request, "Kaieteur Gown");
    await visit(page, "/products/kaieteur-gown");
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  });
});
