import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { cartSidebar, visit } from "#tests/support/browser/shop.ts";

// Specification 2.1
test("the home page opens with its promise and two links", { tag: "@both" }, async ({ page }) => {
  await visit(page, "/");
  await expect(
    page.getByRole("heading", { level: 1, name: "High Fashion with a Conscience" }),
  ).toBeInViewport();
  const shop = page.getByRole("link", { name: "Explore Collection" });
  await expect(shop).toHaveAttribute("href", "/shop");
  await expect(shop).toBeInViewport();
  const fitting = page.getByRole("link", { name: "Virtual Fitting Experience" });
  await expect(fitting).toHaveAttribute("href", "/measurement");
});

test("the home page's headline takes at most two lines at any width", async ({ page }) => {
  await visit(page, "/");
  for (const width of [390, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
      const { lineHeight } = getComputedStyle(heading);
      return Math.round(heading.getBoundingClientRect().height / Number.parseFloat(lineHeight));
    });
    expect(lines, `at ${width} px`).toBeLessThanOrEqual(2);
  }
});

// Specification 1.3, 2.1
test("the home page explains its work in four steps, and does not pretend to measure by AI yet", async ({
  page,
}) => {
  await visit(page, "/");
  const steps = page.getByRole("list").filter({ hasText: "AI Measurement" }).getByRole("listitem");
  await expect(steps).toHaveCount(4);
  const titles = ["AI Measurement", "Style Selection", "Expert Tailoring", "Worldwide Delivery"];
  for (const [index, title] of titles.entries()) {
    await expect(steps.nth(index).getByRole("heading", { name: title })).toBeVisible();
  }
  await expect(steps.first()).toContainText("Coming Soon");
});

test("a product of the home page is added to the cart", async ({ page }) => {
  await visit(page, "/");
  await page.getByRole("button", { name: "Add to Cart: Heliconia Clutch" }).click();
  const dialog = page.getByRole("dialog", { name: "Heliconia Clutch" });
  await dialog.getByRole("button", { name: "Add to Cart" }).click();
  await expect(cartSidebar(page).getByRole("link", { name: "Heliconia Clutch" })).toBeVisible();
});

test("the home page links to New Dawn and the six collections", async ({ page }) => {
  await visit(page, "/");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Meet New Dawn" })).toHaveAttribute(
    "href",
    "/new-dawn",
  );
  const cards = main
    .getByRole("region", { name: "The collections" })
    .or(main.getByRole("list").filter({ hasText: "Professional wardrobe essentials" }));
  await expect(cards.first().getByRole("link")).toHaveCount(6);
});
