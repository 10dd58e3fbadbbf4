import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { test } from "../support/browser/fixtures.ts";
import { scriptRuns, visit } from "../support/browser/shop.ts";

const LISTING = "/shop?gender=female&page=2";

const cards = (page: Page) => page.getByRole("region", { name: "Our Story" }).getByRole("article");
const link = (card: Locator) => card.getByRole("heading").getByRole("link");

async function heightOf(card: Locator): Promise<number> {
  return Math.round((await card.boundingBox())?.y ?? Number.NaN);
}

/** From the lower half to the middle of the screen. */
async function comeToCard(page: Page): Promise<{ card: Locator; height: number }> {
  const card = cards(page).nth(7);
  await link(card).evaluate((element) => element.scrollIntoView({ block: "center" }));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
  return { card, height: await heightOf(card) };
}

async function openFirstProduct(page: Page, card: Locator): Promise<void> {
  await link(card).click();
  await expect(page).toHaveURL(/\/product\//);
  await expect(
    page.getByRole("link", { name: "Goes well" }).or(page.locator("#beside-title")),
  ).toBeAttached();
}

async function expectPosition(page: Page, listing: string, height: number): Promise<void> {
  await expect(page).toHaveURL(listing);
  await expect.poll(() => heightOf(cards(page).nth(7))).toBe(height);
}

test("going back from a product restores the listing's filters, page and scroll position", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, LISTING);
  const { card, height } = await comeToCard(page);
  await openFirstProduct(page, card);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expectPosition(page, LISTING, height);
});

test("a card whose image was changed keeps its position", async ({ page }) => {
  await visit(page, LISTING);
  const { card, height } = await comeToCard(page);
  await card.getByRole("button", { name: /^Choose a size/ }).focus();
  await page.keyboard.press("ArrowRight");
  await openFirstProduct(page, card);
  await page.goBack();
  await expectPosition(page, LISTING, height);
});

test("going back also restores the position after the product was reloaded", async ({ page }) => {
  await visit(page, LISTING);
  const { card, height } = await comeToCard(page);
  await openFirstProduct(page, card);
  await page.reload();
  await scriptRuns(page);
  await page.goBack();
  await expectPosition(page, LISTING, height);
});

test("a reloaded listing keeps its position", async ({ page }) => {
  await visit(page, LISTING);
  const { height } = await comeToCard(page);
  await page.reload();
  await scriptRuns(page);
  await expectPosition(page, LISTING, height);
});

test("going back before the script runs restores the position", { tag: "@once-unsteady" }, async ({
  page,
}) => {
  const release = await holdResponses(page, /\/assets\/.*\.js$/);
  await page.goto(LISTING, { waitUntil: "domcontentloaded" });
  const { card, height } = await comeToCard(page);
  await openFirstProduct(page, card);
  await page.goBack();
  await expectPosition(page, LISTING, height);
  release();
  await scriptRuns(page);
  await expectPosition(page, LISTING, height);
});

test("the product's breadcrumb returns to the collection as it was left", async ({ page }) => {
  const collection = "/collections/evening-elegance?sort=name";
  await visit(page, collection);
  const grid = page.getByRole("region", { name: "Evening Elegance" });
  const card = grid.getByRole("article").filter({ hasText: "Kaieteur Gown" });
  await link(card).evaluate((element) => element.scrollIntoView({ block: "center" }));
  const height = await heightOf(card);
  await link(card).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await trail.getByRole("link", { name: "Evening Elegance" }).click();
  await expect(page).toHaveURL(collection);
  await expect.poll(() => heightOf(card)).toBe(height);
});

test("the product's breadcrumb leads a new visitor to the whole collection", async ({ page }) => {
  await visit(page, "/collections/evening-elegance");
  const path = await link(page.getByRole("article").first()).getAttribute("href");
  await visit(page, path ?? "");
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await trail.getByRole("link", { name: "Evening Elegance" }).click();
  await expect(page).toHaveURL("/collections/evening-elegance");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
