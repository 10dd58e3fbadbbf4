import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { missingPageNoise } from "#tests/support/browser/page-noise.ts";
import { productPath } from "#tests/support/browser/shop.ts";

test.use({ javaScriptEnabled: false });

// Specification 7.1
test("without JavaScript the shop is browsed by links to collections, filters, pages and products", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Explore Collection" }).click();
  await expect(page).toHaveURL("/shop");
  const grid = page.getByRole("region", { name: "Our Story" });
  await expect(grid.getByRole("article")).toHaveCount(12);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/shop?page=2");
  await expect(grid.getByRole("article")).toHaveCount(12);
  await page.getByRole("link", { name: "Male", exact: true }).click();
  await expect(page).toHaveURL("/shop?gender=male");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Evening Elegance/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Evening Elegance" })).toBeVisible();
  await page.getByRole("link", { name: "Kaieteur Gown" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
});

test("without JavaScript a card's button opens its product", { tag: "@once" }, async ({ page }) => {
  await page.goto("/collections/evening-elegance");
  const card = page.getByRole("article").filter({ hasText: "Kaieteur Gown" });
  await card.getByRole("button", { name: "Add to Cart: Kaieteur Gown" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
});

test("without JavaScript a product shows its whole text, and its sections open", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto(await productPath(page.request, "Kaieteur Gown"));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  await expect(main).toContainText("$1,250.00");
  await expect(main.locator("img").first()).toBeVisible();
  await main.getByText("Delivery and returns", { exact: true }).click();
  await expect(main.getByText("Express: 2-3 business days, $25 flat")).toBeVisible();
});

test("without JavaScript the menu leads to the collections", async ({ page, isMobile }) => {
  await page.goto("/cart");
  if (isMobile) {
    await page.getByRole("banner").getByRole("link", { name: "Menu" }).click();
    await expect(page).toHaveURL(/#pages$/);
    await expect(
      page.getByRole("contentinfo").getByRole("link", { name: "Shop" }),
    ).toBeInViewport();
    return;
  }
  await page.getByRole("banner").getByRole("link", { name: "Collections" }).click();
  await expect(page).toHaveURL("/shop");
  await expect(page.getByRole("heading", { name: "Explore Our Collections" })).toBeVisible();
});

test("without JavaScript the catalog's filters work", async ({ page, isMobile }) => {
  await page.goto("/catalog");
  if (isMobile) await page.locator("summary").filter({ hasText: "Filters" }).click();
  await page.getByRole("link", { name: "Outerwear" }).click();
  await expect(page.getByRole("article").filter({ hasText: "Harvest Wool Coat" })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Kaieteur Gown" })).toHaveCount(0);
});

test("without JavaScript an unknown page still links to the home page", { tag: "@once" }, async ({
  page,
  noise,
}) => {
  noise.expect(missingPageNoise);
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
});
