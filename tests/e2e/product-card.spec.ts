import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { cartSidebar, storedCart, tile, visit } from "#tests/support/browser/shop.ts";

// Dialogs and images move.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const card = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });
const image = (page: Page, name: string) =>
  card(page, name).getByRole("button", { name: /^Choose a size/ });
const sizeDialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const addButton = (dialog: Locator) => dialog.getByRole("button", { name: "Add to Cart" });

/** CSS pixels; negative is left. */
async function swipe(page: Page, over: Locator, distance: number): Promise<void> {
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  if (!box) throw new Error("nothing to swipe on");
  const y = box.y + box.height / 3;
  const from = box.x + box.width / 2;
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", x: number) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
  await touch("touchStart", from);
  await touch("touchMove", from + distance / 2);
  await touch("touchMove", from + distance);
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await finger.detach();
}

// Specification 2.3, 2.33
test("the arrow keys cycle through a card's images", { tag: "@once-unsteady" }, async ({
  page,
}) => {
  await visit(page, "/collections/evening-elegance");
  const gown = image(page, "Kaieteur Gown");
  await gown.focus();
  for (const [key, index] of [
    ["ArrowRight", 2],
    ["ArrowRight", 1],
    ["ArrowLeft", 2],
    ["ArrowLeft", 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(card(page, "Kaieteur Gown")).toContainText(`Image ${index} of 2`);
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test.describe("with touch,", { tag: "@phone" }, () => {
  // Specification 2.33
  test("a swipe of 50 px changes a card's image without opening it, and a shorter one changes nothing", {
    tag: "@once-unsteady",
  }, async ({ page }) => {
    await visit(page, "/collections/evening-elegance");
    const gown = card(page, "Kaieteur Gown");
    await swipe(page, image(page, "Kaieteur Gown"), -60);
    await expect(gown).toContainText("Image 2 of 2");
    await swipe(page, image(page, "Kaieteur Gown"), -60);
    await expect(gown).toContainText("Image 1 of 2");
    await swipe(page, image(page, "Kaieteur Gown"), -40);
    await swipe(page, image(page, "Kaieteur Gown"), 60);
    await expect(gown).toContainText("Image 2 of 2");
    await expect(sizeDialog(page, "Kaieteur Gown")).toHaveCount(0);
  });
});

test.describe("with a mouse,", () => {
  test("hovering shows the second image, and chevrons change the image", async ({ page }) => {
    await visit(page, "/collections/evening-elegance");
    const gown = card(page, "Kaieteur Gown");
    await expect(gown.locator("img")).toHaveCount(1);
    await gown.hover();
    await expect(gown.locator("img")).toHaveCount(2);
    const next = gown.locator("button[tabindex='-1']").last();
    await next.click();
    await expect(gown).toContainText("Image 1 of 2");
    await next.click();
    await expect(gown).toContainText("Image 2 of 2");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

// Specification 2.34
test("the card's image and button open the size dialog", async ({ page }) => {
  await visit(page, "/collections/evening-elegance");
  const name = "Hibiscus Column Dress";
  await image(page, name).click();
  await expect(sizeDialog(page, name)).toBeVisible();
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  await sizeDialog(page, name).getByRole("button", { name: "Close" }).click();
  await expect(sizeDialog(page, name)).toBeHidden();
  await card(page, name)
    .getByRole("button", { name: `Add to Cart: ${name}` })
    .click();
  await expect(sizeDialog(page, name)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sizeDialog(page, name)).toBeHidden();
});

// Specification 2.35, 2.36, 5.7
test("Add to Cart waits for a size, and closing the dialog forgets the choice", async ({
  page,
}) => {
  await visit(page, "/collections/evening-elegance");
  const name = "Hibiscus Column Dress";
  const dialog = sizeDialog(page, name);
  await image(page, name).click();
  await expect(addButton(dialog)).toBeDisabled();
  await tile(dialog, "Available Sizes", "M").click();
  await expect(dialog.getByRole("radio", { name: "M", exact: true })).toBeChecked();
  await expect(addButton(dialog)).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await image(page, name).click();
  await expect(dialog.getByRole("radio", { name: "M", exact: true })).not.toBeChecked();
  await expect(addButton(dialog)).toBeDisabled();
  expect(await storedCart(page)).toBeNull();
});

test("a sold-out size is labelled and cannot be chosen, and another color may have it", async ({
  page,
}) => {
  await visit(page, "/collections/evening-elegance?gender=male");
  const name = "Rupununi Dinner Jacket";
  const dialog = sizeDialog(page, name);
  await image(page, name).click();
  await expect(dialog.getByRole("radio", { name: "XS, sold out", exact: true })).toBeDisabled();
  await tile(dialog, "Available Colors", "Black").click();
  await expect(dialog.getByRole("radio", { name: "XS", exact: true })).toBeEnabled();
  await expect(dialog.getByRole("radio", { name: "M, sold out", exact: true })).toBeDisabled();
});

// Specification 2.3, 2.37, 2.43, 4.15
test("adding an item says so, opens the cart's sidebar and raises the count", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, "/collections/evening-elegance");
  const name = "Hibiscus Column Dress";
  await card(page, name)
    .getByRole("button", { name: `Add to Cart: ${name}` })
    .click();
  const dialog = sizeDialog(page, name);
  await tile(dialog, "Available Sizes", "M").click();
  await addButton(dialog).click();
  const sidebar = cartSidebar(page);
  await expect(sidebar.getByText(`${name} (Size: M) added to your cart`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(sidebar.getByRole("link", { name })).toBeVisible();
  await expect(sidebar).toContainText("Size: M");
  await expect(sidebar).toContainText("$895.00");
  await expect(sidebar).toContainText("1 item");
});

test("the size dialog opens the size guide and returns to the choice", async ({ page }) => {
  await visit(page, "/collections/casual-luxury");
  const name = "Seawall Shirt Dress";
  const dialog = sizeDialog(page, name);
  await image(page, name).click();
  await tile(dialog, "Available Sizes", "L").click();
  await dialog.getByRole("button", { name: "Size guide" }).click();
  const guide = page.getByRole("dialog", { name: "Size Guide" });
  await expect(guide.getByRole("row", { name: /^L ?your choice/ })).toContainText("38-40");
  await page.keyboard.press("Escape");
  await expect(guide).toBeHidden();
  await expect(dialog.getByRole("radio", { name: "L", exact: true })).toBeChecked();
});

test("a product without body sizes has no size guide, neither in the dialog nor on its page", async ({
  page,
}) => {
  await visit(page, "/collections/womens-accessories");
  const name = "Sash Belt";
  const dialog = sizeDialog(page, name);
  await image(page, name).click();
  await expect(tile(dialog, "Available Sizes", "M")).toBeVisible();
  await expect(dialog.getByText("Size guide")).toHaveCount(0);
  await dialog.getByRole("link", { name: "View Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("main").getByText("Size guide")).toHaveCount(0);
});

// Specification 8.36
test("a card whose image fails shows the generated one", async ({ page, noise }) => {
  noise.expect(/Failed to load resource/);
  await page.route("**/images/**", (route) => route.abort());
  await visit(page, "/collections/evening-elegance");
  const gown = image(page, "Kaieteur Gown");
  await gown.scrollIntoViewIfNeeded();
  await expect(gown.locator("svg[aria-label='Kaieteur Gown']")).toBeVisible();
  await expect(gown.locator("img")).toHaveCount(0);
});

test("a card's dots name its colors, show the color under the pointer and lead to it", async ({
  page,
}) => {
  await visit(page, "/collections/business-attire");
  const card = page.getByRole("article").filter({ hasText: "Essequibo Tailored Blazer" });
  const dots = card.getByRole("list", { name: "Colors of Essequibo Tailored Blazer" });
  await expect(dots.getByRole("link")).toHaveCount(2);
  const black = dots.getByRole("link", { name: "Black, Essequibo Tailored Blazer" });
  await black.hover();
  await expect(card.locator('img[alt^="Black one-button crepe blazer"]')).toBeVisible();
  await expectAccessible(page);
  await black.click();
  await expect(page.getByRole("heading", { level: 1, name: "Essequibo" })).toBeVisible();
  const gallery = page.getByRole("region", { name: /^Pictures of/ });
  await expect(gallery.getByRole("img").first()).toHaveAttribute(
    "alt",
    /^Black one-button crepe blazer/,
  );
  await expect(
    page.getByRole("group", { name: "Available Colors" }).getByRole("radio", { name: "Black" }),
  ).toBeChecked();
});
