import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { cutOffNoise, missingPageNoise } from "#tests/support/browser/page-noise.ts";
import { cartSidebar, storedCart, visit } from "#tests/support/browser/shop.ts";
import { holdResponses } from "../support/browser/hold-responses.ts";

const toggle = (page: Page) => page.getByRole("navigation", { name: "Show pieces for" });
const grid = (page: Page, title: string) => page.getByRole("region", { name: title });
const cards = (page: Page) => page.getByRole("main").getByRole("article");

const toggled = [
  ["business-attire", "Business Attire", "Regent Silk Shirt", "Kingston Pinstripe Suit"],
  ["evening-elegance", "Evening Elegance", "Kaieteur Gown", "Rupununi Dinner Jacket"],
  ["casual-luxury", "Smart Casual", "Seawall Shirt Dress", "Mahaica Chinos"],
  ["lounge-wear", "Lounge Wear", "Courida Pyjama Set", "Hammock Lounge Trousers"],
  ["seasonal-selection", "Seasonal Selection", "Rainy Season Trench Coat", "Harvest Wool Coat"],
] as const;

// Specification 2.4, 2.40, 2.41, 2.42, 4.41, 7.9
test("every collection shows its products for women first and for men on request", async ({
  page,
}) => {
  for (const [slug, title, female, male] of toggled) {
    await test.step(title, async () => {
      await visit(page, `/collections/${slug}`);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      const measured = page.getByRole("link", { name: "Get AI-Measured Now" });
      await expect(measured).toHaveAttribute("href", "/measurement");
      await expect(grid(page, title)).toContainText(/\d+ items?/);
      await expect(cards(page).filter({ hasText: female })).toBeVisible();
      await expect(cards(page).filter({ hasText: male })).toHaveCount(0);
      await toggle(page).getByRole("link", { name: "Male", exact: true }).click();
      await expect(page).toHaveURL(`/collections/${slug}?gender=male`);
      await expect(cards(page).filter({ hasText: male })).toBeVisible();
      await expect(cards(page).filter({ hasText: female })).toHaveCount(0);
    });
  }
});

// Specification 2.4, 2.41, 2.45, 2.46, 7.10, 7.12
test("each address shows men's and unisex accessories without a toggle, and Women's Accessories has no toggle", async ({
  page,
}) => {
  for (const slug of ["mens-accessories", "accessories"]) {
    await visit(page, `/collections/${slug}`);
    await expect(page.getByRole("heading", { level: 1, name: "Men's Accessories" })).toBeVisible();
    await expect(toggle(page)).toHaveCount(0);
    await expect(cards(page).filter({ hasText: "Georgetown Silk Tie" })).toBeVisible();
    await expect(cards(page).filter({ hasText: "Botanic Garden Hat" })).toBeVisible();
    await expect(cards(page).filter({ hasText: "Silk Scarf" })).toHaveCount(0);
  }
  await visit(page, "/collections/womens-accessories");
  await expect(page.getByRole("heading", { level: 1, name: "Women's Accessories" })).toBeVisible();
  await expect(toggle(page)).toHaveCount(0);
  await expect(cards(page).filter({ hasText: "Silk Scarf" })).toBeVisible();
  await expect(cards(page).filter({ hasText: "Georgetown Silk Tie" })).toHaveCount(0);
});

// Specification 2.47
test("a product of Women's Accessories can be added to the cart", async ({ page }) => {
  await visit(page, "/collections/womens-accessories");
  await page.getByRole("button", { name: "Choose a size: Silk Scarf" }).click();
  const dialog = page.getByRole("dialog", { name: "Silk Scarf" });
  await dialog.getByRole("button", { name: "Add to Cart" }).click();
  await expect(cartSidebar(page)).toContainText("Silk Scarf");
  expect(await storedCart(page)).toHaveLength(1);
});

// Specification 2.43, 4.41, 9.11
test("eight skeleton cards are shown while another view of a collection loads", {
  tag: "@both",
}, async ({ page }) => {
  await visit(page, "/collections/evening-elegance");
  const letThrough = await holdResponses(page);
  await toggle(page).getByRole("link", { name: "Male", exact: true }).click();
  const waiting = page.getByRole("main").getByRole("status").filter({ hasText: "Loading" });
  await expect(waiting).toBeVisible();
  await expect(waiting.locator(":scope > div")).toHaveCount(8);
  await expect(cards(page)).toHaveCount(0);
  letThrough();
  await expect(cards(page).filter({ hasText: "Rupununi Dinner Jacket" })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

// Specification 2.44, 4.41
test("a collection that cannot be loaded says so, and Retry loads it", async ({ page, noise }) => {
  noise.expect(cutOffNoise);
  await visit(page, "/collections/evening-elegance");
  await page.route(/\.data(\?|$)/, (route) => route.abort());
  await toggle(page).getByRole("link", { name: "Male", exact: true }).click();
  const panel = page.getByRole("alert");
  await expect(panel).toContainText("Error Loading Category");
  await expect(panel).toContainText(
    "There was an error loading the Evening Elegance. Please try again later.",
  );
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  await page.unroute(/\.data(\?|$)/);
  await panel.getByRole("link", { name: "Retry" }).click();
  await expect(cards(page).filter({ hasText: "Rupununi Dinner Jacket" })).toBeVisible();
  await expect(panel).toHaveCount(0);
});

// Specification 2.48, 8.35
test("the shop says when its filters find nothing", async ({ page }) => {
  await visit(page, "/shop?size=Nowhere");
  await expect(page.getByRole("main")).toContainText("No products found for the selected filter.");
});

test("an unknown collection is a 404 page", async ({ page, noise }) => {
  noise.expect(missingPageNoise);
  const response = await visit(page, "/collections/hats-for-cats");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
});
