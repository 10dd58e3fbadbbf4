import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { visit } from "#tests/support/browser/shop.ts";

const grid = (page: Page) => page.getByRole("region", { name: "Our Story" });
const cards = (page: Page) => grid(page).getByRole("article");
const filter = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Filter by gender" })
    .getByRole("link", { name, exact: true });

// Specification 2.3
test("the shop's banner links to the measurement wizard", async ({ page }) => {
  await visit(page, "/shop");
  const banner = page.getByRole("link", { name: /^Bespoke Fashion, Powered by AI/ });
  await expect(banner).toHaveAttribute("href", "/measurement");
  await expect(
    banner.getByRole("heading", { level: 1, name: "Bespoke Fashion, Powered by AI" }),
  ).toBeVisible();
});

// Specification 2.3
test("the shop shows the six collections as cards under 'Explore Our Collections'", async ({
  page,
}) => {
  await visit(page, "/shop");
  const collections = page.getByRole("region", { name: "Explore Our Collections" });
  await expect(collections.getByRole("heading", { level: 2 })).toHaveText(
    "Explore Our Collections",
  );
  const links = collections.getByRole("link");
  await expect(links).toHaveCount(6);
  await expect(links.first()).toHaveAttribute("href", "/collections/business-attire");
  await expect(links.nth(2)).toContainText("Smart Casual");
});

// Specification 2.3
test("'Our Story' is filtered by All, Female and Male, and unisex products appear for both", async ({
  page,
}) => {
  await visit(page, "/shop");
  await expect(grid(page).getByRole("heading", { level: 2, name: "Our Story" })).toBeVisible();
  await expect(filter(page, "All")).toHaveAttribute("aria-current", "true");
  await expect(grid(page)).toContainText("39 items");

  await filter(page, "Female").click();
  await expect(page).toHaveURL("/shop?gender=female");
  await expect(filter(page, "Female")).toHaveAttribute("aria-current", "true");
  await expect(cards(page).filter({ hasText: "Kaieteur Gown" })).toBeVisible();
  await expect(cards(page).filter({ hasText: "Sunday Robe" })).toBeVisible();
  await expect(cards(page).filter({ hasText: "Stabroek Two-Piece Suit" })).toHaveCount(0);

  await filter(page, "Male").click();
  await expect(page).toHaveURL("/shop?gender=male");
  await expect(cards(page).filter({ hasText: "Stabroek Two-Piece Suit" })).toBeVisible();
  await expect(cards(page).filter({ hasText: "Sunday Robe" })).toBeVisible();
  await expect(cards(page).filter({ hasText: "Kaieteur Gown" })).toHaveCount(0);

  await page.goBack();
  await expect(cards(page).filter({ hasText: "Kaieteur Gown" })).toBeVisible();
});

test("the shop shows 12 products per page, and page links keep the filter", async ({ page }) => {
  await visit(page, "/shop");
  await expect(cards(page)).toHaveCount(12);
  const pages = page.getByRole("navigation", { name: "Our Story, pages" });
  await expect(pages.getByRole("link", { name: "Next" })).toHaveAttribute("href", "/shop?page=2");
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/shop?page=2");
  await expect(cards(page)).toHaveCount(12);
  await expect(grid(page).getByRole("heading", { level: 2 })).toBeInViewport();
  await expect(pages.getByRole("link", { name: "Previous" })).toHaveAttribute("href", "/shop");
  await visit(page, "/shop?page=4");
  await expect(cards(page)).toHaveCount(3);
  await expect(pages.getByRole("link", { name: "Next" })).toHaveCount(0);
});

test("a URL beyond the last page leads to the last page", async ({ page }) => {
  await visit(page, "/shop?gender=female&page=99");
  await expect(page).not.toHaveURL(/page=99/);
  await expect(cards(page).first()).toBeVisible();
});

test("an unknown filter shows everything", async ({ page }) => {
  await visit(page, "/shop?gender=cats&page=-3");
  await expect(filter(page, "All")).toHaveAttribute("aria-current", "true");
  await expect(cards(page)).toHaveCount(12);
});

test("every card has an image with alt text, a name linked to the product, and a price in dollars and cents", async ({
  page,
}) => {
  await visit(page, "/shop");
  const card = cards(page).filter({ hasText: "Kaieteur Gown" });
  await expect(card.locator("img").first()).toHaveAttribute("alt", /\w+/);
  await expect(card.getByRole("link", { name: "Kaieteur Gown", exact: true })).toHaveAttribute(
    "href",
    /^\/product\/[0-9a-f-]{36}$/,
  );
  await expect(card).toContainText("$1,250.00");
});
