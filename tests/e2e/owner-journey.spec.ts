import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { photograph } from "#tests/support/browser/images.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const nightSky = async () => ({
  name: "night.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 2000, height: 1100, channels: 3, background: "#101418" } })
    .png()
    .toBuffer(),
});

test("an owner replaces the demo's hero, categories and images with her own, from draft to shop", {
  tag: "@once-unsteady",
}, async ({ page }) => {
  const category = "Rainwear";
  const coat = "Seawall Raincoat";
  const collection = "/collections/rainwear";
  await test.step("her dark hero turns the headline light, and its focal point is set there", async () => {
    await visit(page, "/admin?tab=site-images&part=heroes&page=home");
    await page.getByLabel("Replace Image for Home page").setInputFiles(await nightSky());
    await page.getByRole("button", { name: "Upload Image for Home page" }).click();
    await expect(page.getByText("Hero image has been updated successfully")).toBeVisible();
    await page.getByText("Focal point: what every crop keeps in view").click();
    const point = page.getByRole("button", { name: /^Focal point of night/ });
    await point.focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("Focal point saved")).toBeVisible();
    await page.setViewportSize({ width: 2400, height: 1300 });
    await visit(page, "/");
    const hero = page.getByRole("main").locator("section img").first();
    const shown = await hero.boundingBox();
    expect(shown?.width, "enlarged beyond its pixels").toBeLessThanOrEqual(2000);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(248, 245, 239)");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("her category stands in the menu and has a page", async () => {
    await visit(page, "/admin?tab=categories");
    await page.getByRole("button", { name: "Add New Category" }).click();
    const adding = page.getByRole("dialog", { name: "Add New Category" });
    await adding.getByLabel("Category Name").fill(category);
    await adding.getByLabel("Description").fill("For the rainy season");
    await adding.getByLabel("Show in the menu").check();
    await adding.getByRole("button", { name: "Create Category" }).click();
    await expect(page.getByText("Category created successfully")).toBeVisible();
    const link = page.getByRole("link", { name: "View Page (opens in a new tab)" });
    await expect(link).toHaveAttribute("href", collection);
  });

  await test.step("her product is a draft first, with her own image, and nobody sees it", async () => {
    await page.getByRole("link", { name: "Add Product" }).click();
    await page.getByLabel("Product Name").fill(coat);
    await page.getByLabel("Price ($)").fill("180");
    await page.getByLabel(/choose them/).setInputFiles([await photograph("coat.png")]);
    await page.getByRole("button", { name: "Save as Draft" }).click();
    await expect(
      page.getByText("It is a draft: nobody sees it until you publish it."),
    ).toBeVisible();
    const listed = await page.request.get(collection);
    expect(await listed.text()).not.toContain(coat);
  });

  await test.step("published, it is on the category's page, and its breadcrumb leads back", async () => {
    await visit(page, `/admin?tab=products&q=${encodeURIComponent(coat)}`);
    await page
      .getByRole("link", { name: `Edit ${coat}` })
      .filter({ visible: true })
      .click();
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText("Product updated successfully")).toBeVisible();
    await visit(page, collection);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(category);
    await page.getByRole("main").getByRole("link", { name: coat }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(coat);
    const trail = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(trail.getByRole("link", { name: category })).toHaveAttribute("href", collection);
  });
});

const NAME = "Courida Pyjama Set";

const newestOf = (page: Page, name: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: name }).first();

async function putBackNewest(page: Page, name: string): Promise<void> {
  await newestOf(page, name)
    .getByRole("link", { name: /^Put back as it was before/ })
    .press("Enter");
  await expect(page.getByRole("heading", { name: `Put ${name} back as it was` })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Put back" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${name} is as it was`)).toBeVisible();
}

test("a product and a setting are restored from the log with the keyboard, and the shop shows the earlier version", {
  tag: "@once-unsteady",
}, async ({ page }) => {
  const mistake = "Words that were not meant.";
  const wrongCode = "not-meant";
  const address = await pathOfProduct(NAME);
  const shown = async (path: string) => (await page.request.get(path)).text();

  await test.step("the log lists each changed field and can be filtered", async () => {
    await visit(page, `/admin?tab=products&q=${encodeURIComponent(NAME)}`);
    await page
      .getByRole("link", { name: `Edit ${NAME}` })
      .filter({ visible: true })
      .click();
    await page.getByLabel("Description").fill(mistake);
    await page.getByRole("button", { name: "Update Product" }).click();
    await expect(page.getByText("Product updated successfully")).toBeVisible();
    expect(await shown(address)).toContain(mistake);
    await visit(page, "/admin?tab=settings&part=seo");
    for (const code of ["house-code-1", wrongCode]) {
      await page.getByLabel("Google verification code").fill(code);
      await expect(page.getByText("Unsaved changes")).toBeVisible();
      await page.getByRole("button", { name: "Save Settings" }).click();
      await expect(page.getByText("Unsaved changes")).toHaveCount(0);
    }
    expect(await shown("/")).toContain(wrongCode);

    await visit(page, "/admin/activity");
    await expect(newestOf(page, "Search engines")).toContainText(wrongCode);
    await page.getByLabel("What").selectOption("Product");
    await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
    await expect(page).toHaveURL(/subject=product/);
    await expect(newestOf(page, NAME)).toContainText(mistake);
  });

  await test.step("the product is restored", async () => {
    await putBackNewest(page, NAME);
    expect(await shown(address)).not.toContain(mistake);
    await expect(newestOf(page, NAME)).toContainText(`restored ${NAME}`);
    await expect(page, "what the log was narrowed to stays").toHaveURL(/subject=product/);
  });

  await test.step("the setting is restored", async () => {
    await page.getByLabel("What").selectOption("Site Settings");
    await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
    await expect(page).toHaveURL(/subject=settings/);
    await putBackNewest(page, "Search engines");
    expect(await shown("/")).toContain("house-code-1");
  });
});
