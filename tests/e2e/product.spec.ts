import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { cutOffNoise, missingPageNoise } from "#tests/support/browser/page-noise.ts";
import {
  addToCart,
  cartSidebar,
  openProduct,
  scriptRuns,
  storedCart,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const gallery = (page: Page) => page.getByRole("region", { name: /^Pictures of/ });
const firstImage = (page: Page) => gallery(page).getByRole("img").first();
const NAVY = /^Two-piece navy worsted suit/;
const CHARCOAL = /^Two-piece suit in charcoal/;

// Specification 2.77
test("a product that loads slowly shows a skeleton first", async ({ page }) => {
  await visit(page, "/collections/evening-elegance");
  const letThrough = await holdResponses(page);
  const card = page.getByRole("main").getByRole("article").filter({ hasText: "Kaieteur Gown" });
  await card.getByRole("link", { name: "Kaieteur Gown" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Loading product" })).toBeVisible();
  letThrough();
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  await expect(page.getByText("Loading product")).toHaveCount(0);
});

test("materials, care, delivery and returns open by mouse and keyboard", async ({ page }) => {
  await openProduct(page, "Kaieteur Gown");
  const main = page.getByRole("main");
  // The same sentence until the script knows the country.
  const express = page
    .locator("#delivery-and-returns")
    .getByText("Express: 2-3 business days, $25 flat");
  await expect(express).toBeHidden();
  await main.getByText("Delivery and returns", { exact: true }).click();
  await expect(express).toBeVisible();
  await main.getByText("Materials and care", { exact: true }).focus();
  await expectAccessible(page);
});

// Specification 5.7
test("adding without a size is refused and focuses the sizes", { tag: "@phone" }, async ({
  page,
}) => {
  await openProduct(page, "Rainy Season Trench Coat");
  await page.getByRole("button", { name: "Add to Cart" }).click();
  const sizes = page.getByRole("group", { name: "Available Sizes" });
  await expect(sizes).toContainText("Please choose a size");
  await expect(sizes.getByRole("radio").first()).toBeFocused();
  await expect(sizes).toBeInViewport();
  await expect(cartSidebar(page)).toHaveCount(0);
  expect(await storedCart(page)).toBeNull();
  await tile(page, "Available Sizes", "L").click();
  await expect(sizes).not.toContainText("Please choose a size");
});

// Specification 2.37, 2.79
test("a product with size and color is added to the cart, and the sidebar opens", async ({
  page,
}) => {
  await addToCart(page, "Savannah Linen Shirt", "L", "Sea Green");
  await expect(cartSidebar(page)).toContainText(
    "Savannah Linen Shirt (Size: L) added to your cart",
  );
  await expect(cartSidebar(page)).toContainText("Sea Green");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(cartSidebar(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Add to Cart" })).toBeFocused();
});

test("the same size added twice is one line of two items", async ({ page }) => {
  await addToCart(page, "Mahaica Chinos", "L");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add to Cart" }).click();
  const lines = cartSidebar(page).getByRole("list", { name: "Items in your cart" });
  await expect(lines.getByRole("listitem")).toHaveCount(1);
  await expect(lines.getByRole("status")).toHaveText("2");
});

// Specification 4.31, 9.20
test("sold-out sizes are crossed out and labelled, and the last items are counted", async ({
  page,
}) => {
  await openProduct(page, "Stabroek Two-Piece Suit");
  const sizes = page.getByRole("group", { name: "Available Sizes" });
  await expect(sizes.getByRole("radio", { name: "L, sold out", exact: true })).toBeDisabled();
  await tile(page, "Available Sizes", "M").click();
  await expect(page.getByText("The last one in this size")).toBeVisible();
  await tile(page, "Available Colors", "Charcoal").click();
  await expect(sizes.getByRole("radio", { name: "L", exact: true })).toBeEnabled();
  await expect(sizes.getByRole("radio", { name: "M", exact: true })).toBeChecked();
  await expect(page.getByText("Only 3 left in this size")).toBeVisible();
});

// Specification 4.30
test("a stored page says that more than three are left, and one small request brings the exact count", async ({
  page,
  request,
  noise,
}) => {
  noise.expect(cutOffNoise);
  const path = await pathOfProduct("Kaieteur Gown");
  const counts: Record<string, number> = await (await request.get(`${path}/stock`)).json();
  const [key = "", left] = Object.entries(counts).find(([, count]) => count > 3) ?? [];
  const [size = "", color = ""] = key.split("|");
  const chosen = `${path}?${new URLSearchParams({ size, color })}`;
  const html = await (await request.get(chosen)).text();
  expect(html).toContain("More than 3 in this size");
  const requests: string[] = [];
  page.on("request", (each) => {
    if (each.url().endsWith("/stock")) requests.push(each.url());
  });
  await visit(page, chosen);
  await expect(page.getByText(`${left} in this size`, { exact: true })).toBeVisible();
  expect(requests).toHaveLength(1);
  await page.route("**/stock", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (each) => each.url().endsWith("/stock"));
  await page.reload();
  await failed;
  await expect(page.getByText("More than 3 in this size")).toBeVisible();
});

test("choosing Custom explains made to measure", async ({ page }) => {
  await openProduct(page, "Kaieteur Gown");
  await tile(page, "Available Sizes", "Custom").click();
  await expect(page.getByRole("main")).toContainText(
    "Made-to-measure pieces are non-returnable unless defective",
  );
  await expect(page.getByRole("main")).toContainText("an extra 7-18 days");
});

test("the arrow keys move between sizes and skip the sold-out one", async ({ page }) => {
  await openProduct(page, "Golden Grove Linen Suit");
  const sizes = page.getByRole("group", { name: "Available Sizes" });
  await sizes.getByRole("radio", { name: "XS" }).focus();
  await page.keyboard.press("Space");
  await expect(sizes.getByRole("radio", { name: "XS" })).toBeChecked();
  await page.keyboard.press("ArrowRight");
  await expect(sizes.getByRole("radio", { name: "M", exact: true })).toBeChecked();
});

// Specification 1.3, 4.40
test("the size guide opens beside the sizes, in inches and centimeters, and returns the focus", async ({
  page,
}) => {
  await openProduct(page, "Kaieteur Gown");
  const opener = page.getByRole("button", { name: "Size guide" });
  await opener.click();
  const guide = page.getByRole("dialog", { name: "Size Guide" });
  await expect(guide.getByRole("row", { name: /^XS/ })).toContainText("32-34");
  await guide.getByText("cm", { exact: true }).click();
  await expect(guide.getByRole("row", { name: /^XS/ })).toContainText("81-86");
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  await page.keyboard.press("Escape");
  await expect(guide).toBeHidden();
  await expect(opener).toBeFocused();
});

test("an image opens full screen, and the keyboard changes, enlarges and closes it", async ({
  page,
}) => {
  await openProduct(page, "Kaieteur Gown");
  const opener = page.getByRole("button", { name: /^Enlarge image 1 of 2/ });
  await opener.click();
  const zoom = page.getByRole("dialog", { name: "Pictures of Kaieteur Gown, enlarged" });
  await expect(zoom).toContainText("Image 1 of 2");
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  await page.keyboard.press("ArrowRight");
  await expect(zoom).toContainText("Image 2 of 2");
  await page.keyboard.press("ArrowRight");
  await expect(zoom).toContainText("Image 1 of 2");
  await page.keyboard.press("+");
  await expect(zoom.getByRole("button", { name: "Zoom out" }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(zoom).toHaveCount(0);
  await expect(opener).toBeFocused();
});

// Specification 8.36
test("an image that fails says 'Image not available'", async ({ page, noise }) => {
  noise.expect(/Failed to load resource/);
  await page.route("**/images/**", (route) => route.abort());
  await openProduct(page, "Kaieteur Gown");
  const images = page.getByRole("region", { name: "Pictures of Kaieteur Gown" });
  await expect(images.getByText("Image not available").first()).toBeVisible();
  await expect(images.getByRole("button", { name: /^Enlarge image 1/ })).toHaveCount(0);
});

// Specification 8.36
test("an enlarged image that fails says 'Failed to load image'", async ({ page, noise }) => {
  noise.expect(/Failed to load resource/);
  await openProduct(page, "Kaieteur Gown");
  await page.route("**/images/**", (route) => route.abort());
  await page.getByRole("button", { name: /^Enlarge image 1 of 2/ }).click();
  const zoom = page.getByRole("dialog", { name: "Pictures of Kaieteur Gown, enlarged" });
  await expect(zoom.getByRole("alert")).toHaveText("Failed to load image");
});

test("on a phone Add to Cart stays at the bottom, and the image counter follows", {
  tag: "@phone",
}, async ({ page }) => {
  await openProduct(page, "Kaieteur Gown");
  const add = page.getByRole("button", { name: "Add to Cart" });
  await expect(add).toHaveCount(1);
  await expect(add).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Next image" }).tap();
  await expect(page.getByText("Image 2 of 2").filter({ visible: true })).toBeVisible();
  await page.getByText("Description", { exact: true }).scrollIntoViewIfNeeded();
  await expect(add).toBeInViewport({ ratio: 1 });
});

test("choosing a color shows that color's image, and the cart line keeps it", {
  tag: "@phone",
}, async ({ page }) => {
  await openProduct(page, "Stabroek Two-Piece Suit");
  await expect(firstImage(page)).toHaveAttribute("alt", NAVY);
  await tile(page, "Available Colors", "Charcoal").click();
  await expect(firstImage(page)).toHaveAttribute("alt", CHARCOAL);
  await expect(gallery(page).getByRole("img", { name: NAVY })).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]color=Charcoal$/);
  const shown = await firstImage(page).getAttribute("src");
  await tile(page, "Available Sizes", "M").click();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  const line = cartSidebar(page).getByRole("listitem").filter({ hasText: "Stabroek" });
  const imageId = String(shown).split("/")[2];
  await expect(line.locator("img").first()).toHaveAttribute("src", `/images/${imageId}/320.webp`);
  expect(await storedCart(page)).toMatchObject([{ image: `/images/${imageId}/320.webp` }]);
  await page.reload();
  await expect(firstImage(page)).toHaveAttribute("alt", CHARCOAL);
});

test("a printed product has its image, name, price, description, materials and URL", async ({
  page,
  baseURL,
}) => {
  await openProduct(page, "Kaieteur Gown");
  await page.emulateMedia({ media: "print" });
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  await expect(main.getByText("$1,250.00").first()).toBeVisible();
  await expect(main.getByText("Named for the falls")).toBeVisible();
  await expect(main.getByText("Silk satin, 100% silk")).toBeVisible();
  await expect(main.getByText(`${baseURL}${new URL(page.url()).pathname}`)).toBeVisible();
  await expect(main.locator("img:visible")).toHaveCount(1);
  await expect(main.getByRole("group", { name: "Available Sizes" })).toBeHidden();
  await expect(main.getByText("Goes well with it")).toBeHidden();
  const addToCart = main.getByRole("button", { name: "Add to Cart", includeHidden: true });
  await expect(addToCart).not.toHaveCount(0);
  await expect(addToCart.filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
});

// Specification 2.78
test("Go Back of an unknown product leads to the shop's page before it, or to the shop", async ({
  page,
  noise,
}) => {
  noise.expect(missingPageNoise);
  const goBack = page.getByRole("main").getByRole("link", { name: "Go Back" });
  await visit(page, "/product/1");
  await expect(page.getByRole("heading", { level: 1, name: "Product Not Found" })).toBeVisible();
  await goBack.click();
  await expect(page).toHaveURL("/shop");
  await visit(page, "/catalog");
  await page.evaluate(() => location.assign("/product/1"));
  await expect(page).toHaveURL("/product/1");
  await scriptRuns(page);
  await goBack.click();
  await expect(page).toHaveURL("/catalog");
});
