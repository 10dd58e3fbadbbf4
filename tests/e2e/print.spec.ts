import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { openProduct, visit } from "#tests/support/browser/shop.ts";

test("a printed product has its image, name, price, description, materials and URL", async ({
  page,
  baseURL,
}) => {
  await openProduct(page, "Kaieteur Gown");
  await page.emulateMedia({ media: "print" });
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  await expect(main.getByText("$1,250.00").first()).toBeVisible();
  await expect(main.getByText("Named for the falls")).toBeVisible();
  await expect(main.getByText("Silk satin, 100% silk")).toBeVisible();
  await expect(main.getByText(`${baseURL}${new URL(page.url()).pathname}`)).toBeVisible();
  await expect(main.locator("img:visible")).toHaveCount(1);
  await expect(main.getByRole("group", { name: "Available Sizes" })).toBeHidden();
  await expect(main.getByText("Goes well with it")).toBeHidden();
  const addToCart = main.getByRole("button", { name: "Add to Cart", includeHidden: true });
  await expect(addToCart).not.toHaveCount(0);
  await expect(addToCart.filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
});

test("the printed questions are all open", async ({ page }) => {
  await visit(page, "/faq");
  await page.emulateMedia({ media: "print" });
  const responses = page.locator("details > .prose");
  await expect(responses).toHaveCount(8);
  for (const response of await responses.all()) await expect(response).toBeVisible();
});

for (const path of ["/privacy", "/terms", "/shipping", "/returns"]) {
  test(`the printed page ${path} has its text alone`, async ({ page }) => {
    await visit(page, path);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("nav:visible, button:visible, footer:visible")).toHaveCount(0);
  });
}
