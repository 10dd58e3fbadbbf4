import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import {
  cartSidebar,
  openProduct,
  productPath,
  storedCart,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";

const gallery = (page: Page) => page.getByRole("region", { name: /^Pictures of/ });
const firstImage = (page: Page) => gallery(page).getByRole("img").first();
const NAVY = /^Two-piece navy worsted suit/;
const BLACK = /^Black one-button crepe blazer/;
const CHARCOAL = /^Two-piece suit in charcoal/;

test("choosing a color shows that color's image, and the cart line keeps it", {
  tag: "@both",
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
  await expect(firstImage(page)).toHaveAttribute("alt", BLACK);
  await expect(
    page.getByRole("group", { name: "Available Colors" }).getByRole("radio", { name: "Black" }),
  ).toBeChecked();
});

test.describe("without JavaScript,", () => {
  test.use({ javaScriptEnabled: false });

  test("a link for each color shows its image", async ({ page, request }) => {
    await page.goto(await productPath(request, "Stabroek Two-Piece Suit"));
    await expect(firstImage(page)).toHaveAttribute("alt", NAVY);
    await page.getByRole("link", { name: "Show Charcoal" }).click();
    await expect(firstImage(page)).toHaveAttribute("alt", CHARCOAL);
    await expect(page.locator("head link[rel=preload][as=image]").first()).toHaveAttribute(
      "imagesrcset",
      new RegExp(String(await firstImage(page).getAttribute("src")).split("/")[2] ?? "none"),
    );
  });
});
