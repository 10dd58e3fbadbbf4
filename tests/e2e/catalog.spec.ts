import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { visit } from "#tests/support/browser/shop.ts";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const filters = (page: Page) => page.getByRole("navigation", { name: "Filters" });

/** Behind a button on small screens. */
async function chooseFilter(page: Page, name: string, isMobile: boolean): Promise<void> {
  if (isMobile) await page.locator("summary").filter({ hasText: "Filters" }).tap();
  await filters(page).getByRole("link", { name, exact: true }).click();
}

const types = [
  ["Suits", "suits", "Stabroek Two-Piece Suit", "$1,499.00"],
  ["Dresses", "dresses", "Kaieteur Gown", "$1,250.00"],
  ["Outerwear", "outerwear", "Rainy Season Trench Coat", "$1,180.00"],
  ["Jackets", "jackets", "Rupununi Dinner Jacket", "$1,150.00"],
  ["Pants", "pants", "Brickdam Trousers", "$329.00"],
  ["Shirts", "shirts", "Cathedral White Shirt", "$249.00"],
] as const;

// Specification 2.5, 2.73, 2.74, 3.28
test("the catalog's filters narrow it to one kind of garment and back to All", {
  tag: "@both",
}, async ({ page, isMobile }) => {
  await visit(page, "/catalog");
  await expect(page.getByRole("heading", { level: 1, name: "Product Catalog" })).toBeVisible();
  for (const [name, slug, product, price] of isMobile ? types.slice(-2) : types) {
    await chooseFilter(page, name, isMobile);
    await expect(page).toHaveURL(`/catalog?filter=${slug}`);
    const card = cards(page).filter({ hasText: product });
    await expect(card).toContainText(price);
    await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
  }
  await expect(cards(page).filter({ hasText: "Kaieteur Gown" })).toHaveCount(0);
  await chooseFilter(page, "All", isMobile);
  await expect(page).toHaveURL("/catalog");
  await expect(cards(page).filter({ hasText: "Kaieteur Gown" })).toBeVisible();
});

// Specification 2.73
test("the catalog lists garments but no skirt, accessory or loungewear", async ({ page }) => {
  for (const [address, count] of [
    ["/catalog", 12],
    ["/catalog?page=2", 9],
  ] as const) {
    await visit(page, address);
    await expect(cards(page)).toHaveCount(count);
    for (const name of ["Silk Scarf", "Orinoco Midi Skirt", "Sunday Robe"]) {
      await expect(cards(page).filter({ hasText: name })).toHaveCount(0);
    }
  }
});

// Specification 2.76
test("View Details leads from a card to its product", async ({ page }) => {
  await visit(page, "/catalog?filter=outerwear");
  const card = cards(page).filter({ hasText: "Harvest Wool Coat" });
  const details = card.getByRole("link", { name: "View Details" });
  await expect(details).toHaveText("View Details");
  await details.click();
  await expect(page.getByRole("heading", { level: 1, name: "Harvest Wool Coat" })).toBeVisible();
});

test.describe("on a small screen", { tag: "@phone" }, () => {
  // Specification 2.75
  test("the filters are behind a Filters button", async ({ page }) => {
    await visit(page, "/catalog");
    await expect(filters(page)).toHaveCount(0);
    const toggle = page.locator("summary").filter({ hasText: "Filters" });
    await toggle.tap();
    await expect(filters(page).getByRole("link")).toHaveCount(7);
    await toggle.tap();
    await expect(filters(page)).toHaveCount(0);
  });
});

test.describe("on a wide screen", () => {
  // Specification 2.74
  test("the seven filters are beside the catalog", async ({ page }) => {
    await visit(page, "/catalog");
    await expect(filters(page).getByRole("link")).toHaveText([
      "All",
      "Suits",
      "Dresses",
      "Outerwear",
      "Jackets",
      "Pants",
      "Shirts",
    ]);
  });
});

test("on a phone the catalog has one Filters control, with more filters inside", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, "/catalog");
  await expect(page.getByRole("link", { name: "Filter", exact: true })).toBeHidden();
  await page.locator("summary").filter({ hasText: "Filters" }).click();
  await page.getByRole("link", { name: "More filters" }).click();
  await expect(page.getByRole("dialog", { name: "Filter" })).toBeVisible();
});
