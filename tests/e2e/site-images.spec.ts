import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { photograph } from "#tests/support/browser/pictures.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";

/** A page for each width, because both change it at the same time. */
const ownPage = () =>
  test.info().project.name === "phone"
    ? { name: "contact", label: "Contact", path: "/contact" }
    : { name: "catalog", label: "Catalog", path: "/catalog" };

const told = (page: Page, words: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(words);

const heroOf = (page: Page) => page.locator("main img").first();

async function shownHero(page: Page, path: string): Promise<string> {
  await visit(page, path);
  return (await heroOf(page).getAttribute("src")) ?? "";
}

test("Category Menu Cards show each category's picture, file and size in KB", async ({ page }) => {
  await visit(page, "/admin?tab=site-images");
  await expect(page.getByRole("heading", { name: "Site Media Manager" })).toBeVisible();
  const card = page.getByRole("listitem").filter({
    has: page.getByRole("heading", { level: 3, name: "Business Attire" }),
  });
  await expect(card.getByText(/^[\d.]+\.\d\d KB$/)).toBeVisible();
  await expect(card.getByLabel("Replace Image for Business Attire")).toHaveAttribute(
    "accept",
    "image/*",
  );
  await card.getByRole("button", { name: "Upload Image for Business Attire" }).click();
  await expect(card.getByText("Please select a file to upload.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Other Categories" })).toBeVisible();
  expect(await scrollsSideways(page)).toBe(false);
  await expectAccessible(page);
});

test("the presets go to their four categories, and the toast counts them", {
  tag: "@once",
}, async ({ page }) => {
  await visit(page, "/admin?tab=site-images");
  await page.getByRole("button", { name: "Upload Preset Images" }).click();
  await expect(told(page, "Preset images uploaded")).toBeVisible();
  await expect(told(page, "Successfully uploaded 4 category images")).toBeVisible();
});

test("a hero is replaced and seen in the shop, keeps its focal point in view, and the old one comes back from the library", {
  tag: "@once",
}, async ({ page }) => {
  const { name, label, path } = ownPage();
  const before = await shownHero(page, path);
  await visit(page, "/admin?tab=site-images&part=heroes");
  await page.getByRole("combobox", { name: "Page" }).selectOption(label);
  await expect(page).toHaveURL(new RegExp(`page=${name}`));
  await expect(page.getByText("Recommended dimensions: 1920×600 pixels.")).toBeVisible();
  expect(await scrollsSideways(page)).toBe(false);
  await expectAccessible(page);
  const old = await page.getByText(/^hero-.*\.webp$/).innerText();

  const file = `hero-${name}-${Date.now()}.png`;
  await page.getByLabel(`Replace Image for ${label} page`).setInputFiles(await photograph(file));
  await expect(page.getByText("Not uploaded yet")).toBeVisible();
  await page.getByRole("button", { name: `Upload Image for ${label} page` }).click();
  await expect(told(page, "Hero image has been updated successfully")).toBeVisible();
  await expect(page.getByText("Upload complete")).toBeVisible();
  await expect(page.getByText(file, { exact: true }).first()).toBeVisible();
  expect(await shownHero(page, path)).not.toBe(before);

  await visit(page, `/admin?tab=media&q=${file}`);
  await page.getByRole("link", { name: file, exact: true }).locator("visible=true").click();
  const item = page.getByRole("article", { name: file });
  await expect(item.getByRole("link", { name: label })).toBeVisible();
  const point = item.getByRole("button", { name: /Focal point/ });
  await point.press("ArrowRight");
  await point.press("ArrowDown");
  await expect(told(page, "Focal point saved")).toBeVisible();
  await expectAccessible(page);
  await visit(page, path);
  await expect(heroOf(page)).toHaveCSS("object-position", "52% 52%");

  await visit(page, `/admin?tab=site-images&part=heroes&page=${name}`);
  await page.getByRole("button", { name: `Choose from library for ${label} page` }).click();
  await page.getByLabel("Search the library").fill(old);
  await page.getByRole("dialog").getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: `Use ${old}` }).click();
  await expect(told(page, "Hero image has been updated successfully")).toBeVisible();
  expect(await shownHero(page, path)).toBe(before);
});
