import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { cutOffNoise, missingPageNoise } from "#tests/support/browser/page-noise.ts";
import { visit } from "#tests/support/browser/shop.ts";

const PAGE_DATA = /\.data(\?|$)/;

/** Navigates while requests fail. */
async function failToLoadHome(page: Page): Promise<void> {
  await visit(page, "/shop");
  await page.route(PAGE_DATA, (route) => route.abort());
  await page.getByRole("link", { name: "Demerara Atelier" }).first().click();
}

// Specification 2.18, 8.50
test("an unknown URL says Page Not Found and links to the home page and the shop", async ({
  page,
  noise,
}) => {
  noise.expect(missingPageNoise);
  const response = await visit(page, "/somewhere/else?entirely=1");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Browse Shop" })).toHaveAttribute("href", "/shop");
  await main.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
  await expect(
    page.getByRole("heading", { level: 1, name: "High Fashion with a Conscience" }),
  ).toBeVisible();
});

// Specification 2.19, 8.50
test("a page that cannot be loaded says 'Something went wrong', and Try Again loads it", async ({
  page,
  noise,
}) => {
  noise.expect(cutOffNoise);
  await failToLoadHome(page);
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(PAGE_DATA);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "High Fashion with a Conscience" }),
  ).toBeVisible();
});

// Specification 2.19
test("Refresh Page on 'Something went wrong' reloads the page", async ({ page, noise }) => {
  noise.expect(cutOffNoise);
  await failToLoadHome(page);
  await page.getByRole("link", { name: "Refresh Page" }).click();
  await expect(page).toHaveURL("/");
  await expect(
    page.getByRole("heading", { level: 1, name: "High Fashion with a Conscience" }),
  ).toBeVisible();
});
