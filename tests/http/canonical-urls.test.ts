import { expect, test } from "vitest";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";

const { visitor } = shopSuite();

test("a URL of no product is a 404 page", async () => {
  for (const path of ["/product/no-such-gown", "/products/no-such-gown", "/product/no/such"]) {
    const page = await visitor().open(path);
    expect(page.status, path).toBe(404);
    expect(page.text).toContain("Product Not Found");
  }
});

test("a form", async () => {
  const page = await visitor().open("/login");
  const next = await page.press("Access CMS", {
    Username: "owner",
    Password: "tape-and-chalk-1966",
  });
  expect(next.url.pathname).toBe("/admin");
});
