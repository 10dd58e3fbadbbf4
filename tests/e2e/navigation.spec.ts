import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { addToCart, cartIcon, openProduct, visit } from "#tests/support/browser/shop.ts";

// The menu and the drawer move.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const collections = [
  ["Business Attire", "Professional wardrobe essentials", "/collections/business-attire"],
  ["Evening Elegance", "Stunning formal wear", "/collections/evening-elegance"],
  ["Smart Casual", "Refined casual elegance", "/collections/casual-luxury"],
  ["Seasonal Selection", "Curated seasonal collections", "/collections/seasonal-selection"],
  ["Women's Accessories", "Elegant accessories for women", "/collections/womens-accessories"],
  ["Men's Accessories", "Premium accessories for men", "/collections/mens-accessories"],
] as const;

const header = (page: Page) => page.getByRole("banner");
const menuButton = (page: Page) => header(page).getByRole("button", { name: "Collections" });
const firstEntry = (page: Page) => header(page).getByRole("link", { name: /^Business Attire/ });

test.describe("on a wide screen the menu", () => {
  // Specification 2.28, 9.10
  test("is replaced by the drawer below 768 px", { tag: "@once-unsteady" }, async ({ page }) => {
    await visit(page, "/about");
    const menu = header(page).getByRole("navigation", { name: "Main" });
    const drawer = header(page).getByRole("button", { name: "Menu", exact: true });
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(menu).toBeVisible();
    await expect(drawer).toBeHidden();
    await page.setViewportSize({ width: 767, height: 900 });
    await expect(menu).toBeHidden();
    await expect(drawer).toBeVisible();
  });

  // Specification 2.21, 2.22, 2.23, 2.24, 2.25, 2.26, 3.12
  test("opens Collections on click with six entries in two columns, each with description and URL", async ({
    page,
  }) => {
    await visit(page, "/");
    await expect(menuButton(page)).toHaveAttribute("aria-expanded", "false");
    await menuButton(page).click();
    await expect(menuButton(page)).toHaveAttribute("aria-expanded", "true");
    const entries = header(page).getByRole("list").getByRole("link");
    await expect(entries).toHaveCount(collections.length);
    for (const [index, [name, description, address]] of collections.entries()) {
      const entry = entries.nth(index);
      await expect(entry).toContainText(name);
      await expect(entry).toContainText(description);
      await expect(entry).toHaveAttribute("href", address);
    }
    const lefts = await entries.evaluateAll((links) =>
      links.map((link) => Math.round(link.getBoundingClientRect().left)),
    );
    expect(new Set(lefts).size).toBe(2);
    await expectAccessible(page);
    await menuButton(page).click();
    await expect(firstEntry(page)).toBeHidden();
  });

  // Specification 9.5
  test("opens Collections on hover and closes it when the pointer leaves", async ({ page }) => {
    await visit(page, "/");
    await menuButton(page).hover();
    await expect(firstEntry(page)).toBeVisible();
    await page.getByRole("heading", { level: 1 }).hover({ force: true });
    await page.mouse.move(700, 880);
    await expect(firstEntry(page)).toBeHidden();
  });

  test("opens Collections with the keyboard, moves through it, and closes it with Escape, returning the focus, and after its last entry", async ({
    page,
  }) => {
    await visit(page, "/");
    await menuButton(page).focus();
    await page.keyboard.press("Enter");
    await expect(firstEntry(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(firstEntry(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(firstEntry(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();

    await page.keyboard.press("Enter");
    await header(page)
      .getByRole("link", { name: /^Men's Accessories/ })
      .focus();
    await page.keyboard.press("Tab");
    await expect(header(page).getByRole("link", { name: "Made to Measure" })).toBeFocused();
    await expect(firstEntry(page)).toBeHidden();
  });

  // Specification 2.26
  test("leads to a collection and closes", async ({ page }) => {
    await visit(page, "/");
    await menuButton(page).click();
    await header(page)
      .getByRole("link", { name: /^Smart Casual/ })
      .click();
    await expect(page).toHaveURL("/collections/casual-luxury");
    await expect(page.getByRole("heading", { level: 1, name: "Smart Casual" })).toBeVisible();
    await expect(firstEntry(page)).toBeHidden();
  });
});

test.describe("on a phone the drawer", { tag: "@phone" }, () => {
  // Specification 2.27
  test("has Home, the collections, About and Contact, returns the focus, and closes when it leads to a page", async ({
    page,
  }) => {
    await visit(page, "/");
    await expect(menuButton(page)).toBeHidden();
    const opener = header(page).getByRole("button", { name: "Menu" });
    await opener.tap();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    const addresses = { Home: "/", About: "/about", Contact: "/contact" };
    for (const [name, address] of Object.entries(addresses)) {
      await expect(drawer.getByRole("link", { name, exact: true })).toHaveAttribute(
        "href",
        address,
      );
    }
    await expect(drawer.getByRole("heading", { name: "Collections" })).toBeVisible();
    for (const [name, , address] of collections) {
      await expect(drawer.getByRole("link", { name, exact: true })).toHaveAttribute(
        "href",
        address,
      );
    }
    await expect(drawer.getByRole("button", { name: "Sign Out" })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.tap();
    await drawer.getByRole("link", { name: "Evening Elegance" }).tap();
    await expect(page).toHaveURL("/collections/evening-elegance");
    await expect(drawer).toBeHidden();
  });
});

// Specification 2.27, 4.20
test("the cart icon shows the item count, in every tab at once and after a reload", {
  tag: "@once-unsteady",
}, async ({ page, context }) => {
  const other = await context.newPage();
  await visit(other, "/cart");
  await expect(cartIcon(other, 0)).toBeVisible();
  await addToCart(page, "Linen Pocket Square", "One Size");
  await page.keyboard.press("Escape");
  await expect(cartIcon(page, 1)).toBeVisible();
  await expect(cartIcon(other, 1)).toHaveText("1");
  await other.getByRole("button", { name: /^Increase quantity/ }).click();
  await expect(cartIcon(page, 2)).toBeVisible();
  await page.reload();
  await expect(cartIcon(page, 2)).toBeVisible();
  await other.getByRole("button", { name: /^Remove/ }).click();
  await expect(cartIcon(page, 0)).toHaveText("");
});

test("back and forward move through the visited pages", async ({ page }) => {
  await visit(page, "/");
  await page.getByRole("link", { name: "Explore Collection" }).click();
  await expect(page).toHaveURL("/shop");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Business Attire/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Business Attire" })).toBeVisible();
  await page.goBack();
  await expect(
    page.getByRole("heading", { level: 1, name: "Bespoke Fashion, Powered by AI" }),
  ).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: "Business Attire" })).toBeVisible();
});

test("navigation replaces the first page's metadata and the URL to share", async ({
  page,
  baseURL,
}) => {
  await openProduct(page, "Kaieteur Gown");
  await expect(page.locator("[data-served]")).not.toHaveCount(0);
  await page.getByRole("contentinfo").getByRole("link", { name: "Returns" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();
  await expect(page.locator("[data-served]")).toHaveCount(0);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${baseURL}/returns`);
});

const PAGE_DATA = /\.data(\?|$)/;

/** Navigates while requests fail. */
async function failToLoadHome(page: Page): Promise<void> {
  await visit(page, "/shop");
  await page.route(PAGE_DATA, (route) => route.abort());
  await page.getByRole("link", { name: "Demerara Atelier" }).first().click();
}

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
