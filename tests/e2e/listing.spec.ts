import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { cartSidebar, storedCart, visit } from "#tests/support/browser/shop.ts";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const cardOf = (page: Page, name: string) => cards(page).filter({ hasText: name });
const catalogFilters = (page: Page) => page.getByRole("navigation", { name: "Filters" });
const toggle = (page: Page) => page.getByRole("navigation", { name: "Show pieces for" });

async function addFromCard(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name });
  await dialog.getByRole("button", { name: "Add to Cart" }).click();
  await expect(cartSidebar(page).getByRole("link", { name })).toBeVisible();
}

// Specification 2.1
test("the home page opens with its promise in at most two lines and two links", async ({
  page,
}) => {
  await visit(page, "/");
  const headline = page.getByRole("heading", { level: 1, name: "High Fashion with a Conscience" });
  const shop = page.getByRole("link", { name: "Explore Collection" });
  const look = async () => {
    await expect(headline).toBeInViewport();
    await expect(shop).toBeInViewport();
  };
  await look();
  await onPhone(page, look);
  await expect(shop).toHaveAttribute("href", "/shop");
  const fitting = page.getByRole("link", { name: "Virtual Fitting Experience" });
  await expect(fitting).toHaveAttribute("href", "/measurement");
  for (const width of [390, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await headline.evaluate((element) => {
      const { lineHeight } = getComputedStyle(element);
      return Math.round(element.getBoundingClientRect().height / Number.parseFloat(lineHeight));
    });
    expect(lines, `at ${width} px`).toBeLessThanOrEqual(2);
  }
});

// Specification 2.47
test("products without a choice of size are added to the cart from the home page and a collection", async ({
  page,
}) => {
  await visit(page, "/");
  await page.getByRole("button", { name: "Add to Cart: Heliconia Clutch" }).click();
  await addFromCard(page, "Heliconia Clutch");
  await visit(page, "/collections/womens-accessories");
  await page.getByRole("button", { name: "Choose a size: Silk Scarf" }).click();
  await addFromCard(page, "Silk Scarf");
  expect(await storedCart(page)).toMatchObject([
    { name: "Heliconia Clutch", quantity: 1 },
    { name: "Silk Scarf", quantity: 1 },
  ]);
});

// Specification 2.5, 2.74, 2.76
test("the catalog's filters are beside it and narrow it, and View Details leads to a product", async ({
  page,
}) => {
  await visit(page, "/catalog");
  await expect(page.getByRole("heading", { level: 1, name: "Product Catalog" })).toBeVisible();
  await expect(catalogFilters(page).getByRole("link")).toHaveCount(7);
  await catalogFilters(page).getByRole("link", { name: "Outerwear", exact: true }).click();
  await expect(page).toHaveURL("/catalog?filter=outerwear");
  await expect(page.getByRole("heading", { level: 2, name: "Outerwear" })).toBeVisible();
  await expect(cardOf(page, "Rainy Season Trench Coat")).toContainText("$1,180.00");
  await expect(cardOf(page, "Kaieteur Gown")).toHaveCount(0);
  await catalogFilters(page).getByRole("link", { name: "All", exact: true }).click();
  await expect(page).toHaveURL("/catalog");
  await expect(cardOf(page, "Kaieteur Gown")).toBeVisible();
  const details = cardOf(page, "Kaieteur Gown").getByRole("link", { name: "View Details" });
  await expect(details).toHaveText("View Details");
  await details.click();
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
});

// Specification 2.75
test("on a phone the catalog has one Filters button, with more filters inside", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, "/catalog");
  const button = page.locator("summary").filter({ hasText: "Filters" });
  await expect(button).toBeVisible();
  await expect(catalogFilters(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Filter", exact: true })).toBeHidden();
  await button.tap();
  await expect(catalogFilters(page).getByRole("link")).toHaveCount(7);
  await button.tap();
  await expect(catalogFilters(page)).toHaveCount(0);
  await button.tap();
  await catalogFilters(page).getByRole("link", { name: "Pants", exact: true }).tap();
  await expect(page).toHaveURL("/catalog?filter=pants");
  await expect(cardOf(page, "Brickdam Trousers")).toContainText("$329.00");
  await page.locator("summary").filter({ hasText: "Filters, Pants" }).tap();
  await page.getByRole("link", { name: "More filters" }).tap();
  await expect(page.getByRole("dialog", { name: "Filter" })).toBeVisible();
});

// Specification 2.3
test("'Our Story' is filtered by All, Female and Male, and unisex products appear for both", async ({
  page,
}) => {
  const filter = (name: string) =>
    page
      .getByRole("navigation", { name: "Filter by gender" })
      .getByRole("link", { name, exact: true });
  await visit(page, "/shop");
  const grid = page.getByRole("region", { name: "Our Story" });
  await expect(filter("All")).toHaveAttribute("aria-current", "true");
  await expect(grid).toContainText("39 items");

  await filter("Female").click();
  await expect(page).toHaveURL("/shop?gender=female");
  await expect(filter("Female")).toHaveAttribute("aria-current", "true");
  await expect(cardOf(page, "Kaieteur Gown")).toBeVisible();
  await expect(cardOf(page, "Sunday Robe")).toBeVisible();
  await expect(cardOf(page, "Stabroek Two-Piece Suit")).toHaveCount(0);

  await filter("Male").click();
  await expect(page).toHaveURL("/shop?gender=male");
  await expect(cardOf(page, "Stabroek Two-Piece Suit")).toBeVisible();
  await expect(cardOf(page, "Sunday Robe")).toBeVisible();
  await expect(cardOf(page, "Kaieteur Gown")).toHaveCount(0);

  await page.goBack();
  await expect(cardOf(page, "Kaieteur Gown")).toBeVisible();
});

test("the next page of the shop begins at the list's heading", async ({ page }) => {
  await visit(page, "/shop");
  const pages = page.getByRole("navigation", { name: "Our Story, pages" });
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/shop?page=2");
  await expect(pages.getByRole("link", { name: "Previous" })).toHaveAttribute("href", "/shop");
  await expect(cards(page)).toHaveCount(12);
  await expect(page.getByRole("heading", { level: 2, name: "Our Story" })).toBeInViewport();
});

// Specification 2.42, 2.43, 4.41, 9.11
test("eight skeleton cards are shown while another view of a collection loads", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, "/collections/evening-elegance");
  const letThrough = await holdResponses(page);
  await toggle(page).getByRole("link", { name: "Male", exact: true }).click();
  const waiting = page.getByRole("main").getByRole("status").filter({ hasText: "Loading" });
  await expect(waiting).toBeVisible();
  await expect(waiting.locator(":scope > div")).toHaveCount(8);
  await expect(cards(page)).toHaveCount(0);
  letThrough();
  await expect(cardOf(page, "Rupununi Dinner Jacket")).toBeVisible();
  await expect(page).toHaveURL("/collections/evening-elegance?gender=male");
  await expect(waiting).toHaveCount(0);
  await expect(cardOf(page, "Kaieteur Gown")).toHaveCount(0);
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
  await expect(cardOf(page, "Rupununi Dinner Jacket")).toBeVisible();
  await expect(panel).toHaveCount(0);
});
