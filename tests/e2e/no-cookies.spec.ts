import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { addToCart, visit } from "#tests/support/browser/shop.ts";

// An earlier visit's storage hides this one's.
test.use({ reuseContext: false });

test("a visitor who browses, searches, fills the cart and writes to us gets no cookie", async ({
  page,
  context,
}) => {
  const stored = () =>
    page.evaluate(() =>
      [...Object.keys(localStorage), ...document.cookie.split(";")].filter(Boolean),
    );
  for (const path of ["/", "/shop", "/search?q=linen", "/measurement", "/contact"]) {
    await visit(page, path);
    expect(await context.cookies(), path).toEqual([]);
  }
  expect(await stored(), "before a product was seen").toEqual([]);
  await addToCart(page, "Kaieteur Gown", "M");
  for (const path of ["/cart", "/checkout", "/checkout/cancel", "/login"]) {
    await visit(page, path);
    expect(await context.cookies(), path).toEqual([]);
  }
  expect((await stored()).sort()).toEqual(["cart", "cart_changes", "recently-viewed"]);
});
