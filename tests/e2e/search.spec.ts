import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";

const results = (page: Page, text: string) => page.getByRole("region", { name: `“${text}”` });
const box = (page: Page) => page.getByRole("main").getByLabel("Search the shop").last();

test("a search with typing errors finds the product, says what it searched for and can be shared", async ({
  page,
}) => {
  await visit(page, "/search");
  await box(page).fill("linnen shrit");
  await box(page).press("Enter");
  await expect(page).toHaveURL("/search?q=linnen+shrit");
  await expect(page).toHaveTitle(/^“linnen shrit” \| Search/);
  const found = results(page, "linnen shrit");
  await expect(found.getByText("Showing pieces for linen shirt.")).toBeVisible();
  await expect(found.getByRole("article").first()).toContainText("Savannah Linen Shirt");
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  await visit(page, page.url());
  await expect(found.getByRole("article").first()).toContainText("Savannah Linen Shirt");
});

test("suggestions come while typing, and the keyboard moves through them", async ({ page }) => {
  await visit(page, "/search");
  const field = box(page);
  await field.click();
  await field.pressSequentially("kaiteur");
  const option = page.getByRole("option", { name: /^Kaieteur Gown/ });
  await expect(option).toBeVisible();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await field.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  await field.press("Escape");
  await expect(option).toBeHidden();
  await expect(field).toHaveValue("kaiteur");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
});

test("the header has a search box on a wide screen, and a link to the search on a phone", async ({
  page,
}) => {
  await visit(page, "/about");
  const field = page.getByRole("banner").getByLabel("Search the shop");
  await field.fill("velvet");
  await field.press("Enter");
  await expect(results(page, "velvet").getByRole("article").first()).toContainText(
    "Rupununi Dinner Jacket",
  );
  await visit(page, "/about");
  await onPhone(page, async () => {
    await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
    await expect(page).toHaveURL("/search");
    await expect(box(page)).toBeFocused();
  });
});

test("filters apply as they are checked, show as chips and are removed one by one", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, "/shop");
  await page.getByRole("link", { name: "Filter", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Filter" });
  await drawer.getByRole("checkbox", { name: /^Evening Elegance/ }).check();
  await expect(drawer.getByRole("button", { name: "Show 5 pieces" })).toBeVisible();
  await drawer.getByRole("checkbox", { name: /^Red/ }).check();
  await expect(page).toHaveURL(/category=evening-elegance&color=red/);
  await expect(drawer.getByRole("button", { name: "Show 1 piece" })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Show 1 piece" }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL("/shop?category=evening-elegance&color=red");
  const grid = page.getByRole("region", { name: "Our Story" });
  await expect(grid.getByRole("article")).toHaveCount(1);
  await page.getByRole("link", { name: "Remove Red" }).click();
  await expect(grid.getByRole("article")).toHaveCount(5);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/shop");
  await expect(grid.getByRole("article")).toHaveCount(12);
});

test("the back button closes the filters", async ({ page }) => {
  await visit(page, "/catalog");
  await page.getByRole("link", { name: "Filter", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Filter" });
  await expect(drawer.getByRole("radio", { name: /^Male/ })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL("/catalog");
});

test("sorting puts the cheapest first and stays in the URL", async ({ page }) => {
  await visit(page, "/collections/mens-accessories");
  await page.getByLabel("Sort by").selectOption("Price, low to high");
  await expect(page).toHaveURL("/collections/mens-accessories?sort=price-up");
  await expect(page.getByRole("article").first()).toContainText("Linen Pocket Square");
});
