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

test("a search without a result suggests searches, collections and the shop", async ({ page }) => {
  await visit(page, "/search?q=zzqx");
  await expect(page.getByRole("heading", { name: "Nothing found for “zzqx”" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Browse Shop" })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Evening Elegance/ })
    .click();
  await expect(page).toHaveURL("/collections/evening-elegance");
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

test("the header links to the search", { tag: "@both" }, async ({ page, isMobile }) => {
  await visit(page, "/about");
  if (isMobile) {
    await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
    await expect(page).toHaveURL("/search");
    await expect(box(page)).toBeFocused();
    return;
  }
  const field = page.getByRole("banner").getByLabel("Search the shop");
  await field.fill("velvet");
  await field.press("Enter");
  await expect(results(page, "velvet").getByRole("article").first()).toContainText(
    "Rupununi Dinner Jacket",
  );
});

test("filters apply as they are checked, show as chips and are removed one by one", {
  tag: "@both",
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

test("a URL with foreign parameters works without errors", async ({ page }) => {
  await visit(page, "/shop?size=M&utm_source=mail&color=blue&gender=male");
  await expect(page.getByRole("link", { name: "Remove Size M" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search, filters and sorting are forms", async ({ page }) => {
    await page.goto("/search");
    await box(page).fill("silk");
    await box(page).press("Enter");
    await expect(page).toHaveURL("/search?q=silk");
    await page.getByRole("link", { name: "Filter", exact: true }).click();
    await page.getByRole("checkbox", { name: /^Evening Elegance/ }).check();
    await page.getByRole("button", { name: "Show pieces" }).click();
    await expect(page).toHaveURL(/q=silk&gender=all&category=evening-elegance/);
    const found = results(page, "silk");
    await expect(found.getByRole("article").first()).toContainText(/Gown|Dress|Skirt/);
    await page.getByLabel("Sort by").selectOption("Name, A to Z");
    await page.getByRole("button", { name: "Sort" }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(found.getByRole("article").first()).toContainText("Hibiscus Column Dress");
  });
});

test("a hostile search causes no server error", async ({ request }) => {
  for (const text of [
    "%00",
    "%F0%9F%91%97",
    "%E0%A4%A",
    "%27%22%3B--",
    "%3Cscript%3E",
    "a".repeat(10_000),
    "+".repeat(99),
  ]) {
    for (const path of [
      `/search?q=${text}`,
      `/search/suggestions?q=${text}`,
      `/shop?size=${text}&color=${text}&price=${text}&category=${text}&sort=${text}&show=${text}`,
    ]) {
      expect((await request.get(path)).status(), path.slice(0, 60)).toBeLessThan(500);
    }
  }
});
