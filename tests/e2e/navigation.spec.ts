import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { missingPageNoise } from "#tests/support/browser/page-noise.ts";
import { addToCart, cartIcon, cartSidebar, visit } from "#tests/support/browser/shop.ts";

// Other tests reduce motion.
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
  test("is replaced by the drawer below 768 px", async ({ page }) => {
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

  // Specification 2.21, 2.25, 2.27
  test("has Home, Collections, About and Contact beside logo, profile and cart", async ({
    page,
  }) => {
    await visit(page, "/");
    const menu = header(page).getByRole("navigation", { name: "Main" });
    const links = { Home: "/", About: "/about", Contact: "/contact" };
    for (const [name, address] of Object.entries(links)) {
      await expect(menu.getByRole("link", { name })).toHaveAttribute("href", address);
    }
    await expect(menuButton(page)).toHaveAttribute("aria-expanded", "false");
    const logo = header(page).getByRole("link", { name: "Demerara Atelier" });
    await expect(logo).toHaveAttribute("href", "/");
    const profile = header(page).getByRole("link", { name: "Sign in" });
    await expect(profile).toHaveAttribute("href", "/auth");
    await expect(cartIcon(page, 0)).toHaveAttribute("href", "/cart");
    await expect(cartIcon(page, 0)).toHaveText("0");
    await expect(header(page).getByRole("button", { name: "Sign Out" })).toHaveCount(0);
  });

  // Specification 2.21, 2.22, 2.23, 2.24, 2.25, 2.26, 3.12
  test("opens Collections on click with six entries, each with description and URL", async ({
    page,
  }) => {
    await visit(page, "/");
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
    await expectAccessible(page);
    await menuButton(page).click();
    await expect(firstEntry(page)).toBeHidden();
  });

  // Specification 2.21
  test("lays the six entries in two columns", async ({ page }) => {
    await visit(page, "/");
    await menuButton(page).click();
    const entries = header(page).getByRole("list").getByRole("link");
    await expect(entries).toHaveCount(collections.length);
    const lefts = await entries.evaluateAll((links) =>
      links.map((link) => Math.round(link.getBoundingClientRect().left)),
    );
    expect(new Set(lefts).size).toBe(2);
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

  test("opens Collections with the keyboard, moves through it, and closes it with Escape, returning the focus", async ({
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
  });

  test("closes Collections when the focus leaves its last entry", async ({ page }) => {
    await visit(page, "/");
    await menuButton(page).focus();
    await page.keyboard.press("Enter");
    await header(page)
      .getByRole("link", { name: /^Men's Accessories/ })
      .focus();
    await page.keyboard.press("Tab");
    await expect(header(page).getByRole("link", { name: "About" })).toBeFocused();
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
  test("has Home, the collections, About and Contact, and returns the focus", async ({ page }) => {
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
  });

  test("leads to a collection and closes", async ({ page }) => {
    await visit(page, "/");
    await header(page).getByRole("button", { name: "Menu" }).tap();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await drawer.getByRole("link", { name: "Evening Elegance" }).tap();
    await expect(page).toHaveURL("/collections/evening-elegance");
    await expect(drawer).toBeHidden();
  });
});

// Specification 2.27, 4.20
test("the cart icon shows the item count, in every tab at once and after a reload", async ({
  page,
  context,
}) => {
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
  await expect(cartIcon(page, 0)).toHaveText("0");
});

// Specification 2.29
test("the footer links to customer service, contact, privacy and terms", async ({ page }) => {
  await visit(page, "/");
  const footer = page.getByRole("contentinfo");
  const links = {
    Shipping: "/shipping",
    Returns: "/returns",
    FAQ: "/faq",
    Privacy: "/privacy",
    Terms: "/terms",
    Contact: "/contact",
    "Lounge Wear": "/collections/lounge-wear",
    "atelier@demerara.example": "mailto:atelier@demerara.example",
    "+592 555 0142": "tel:+5925550142",
  };
  const look = async () => {
    await expect(footer.getByRole("heading", { name: "Customer service" })).toBeVisible();
    for (const [name, address] of Object.entries(links)) {
      const link = footer.getByRole("link", { name, exact: true });
      await expect(link).toHaveAttribute("href", address);
    }
    await expect(footer).toContainText("Georgetown, Guyana");
    await expect(footer).toContainText("9:00 AM to 6:00 PM");
  };
  await look();
  await onPhone(page, look);
});

test("back and forward move through the visited pages", async ({ page, noise }) => {
  noise.expect(missingPageNoise);
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
  await expect(cartSidebar(page)).toHaveCount(0);
});
