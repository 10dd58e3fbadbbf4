import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { productPath, visit } from "#tests/support/browser/shop.ts";

const NAME = "Courida Pyjama Set";

const newest = (page: Page) => page.getByRole("main").getByRole("listitem").first();

async function putBackNewest(page: Page, name: string): Promise<void> {
  await newest(page)
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
  tag: "@once",
}, async ({ page }) => {
  const address = await productPath(page.request, NAME);
  const shown = async (path: string) => (await page.request.get(path)).text();

  await test.step("the log lists each changed field and can be filtered", async () => {
    await visit(page, `/admin?tab=products&q=${encodeURIComponent(NAME)}`);
    await page
      .getByRole("link", { name: `Edit ${NAME}` })
      .filter({ visible: true })
      .click();
    await page.getByLabel("Description").fill("Words that were not meant.");
    await page.getByRole("button", { name: "Update Product" }).click();
    await expect(page.getByText("Product updated successfully")).toBeVisible();
    expect(await shown(address)).toContain("Words that were not meant.");
    await visit(page, "/admin?tab=settings&part=seo");
    for (const code of ["house-code-1", "not-meant-123"]) {
      await page.getByLabel("Google verification code").fill(code);
      await page.getByRole("button", { name: "Save Settings" }).click();
      await expect(page.getByText("Unsaved changes")).toHaveCount(0);
    }
    expect(await shown("/")).toContain("not-meant-123");

    await visit(page, "/admin/activity");
    await expect(newest(page)).toContainText("not-meant-123");
    await page.getByLabel("What").selectOption("Product");
    await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
    await expect(page).toHaveURL(/subject=product/);
    await expect(newest(page)).toContainText(NAME);
    await expect(newest(page)).toContainText("Words that were not meant.");
  });

  await test.step("the product is restored", async () => {
    await putBackNewest(page, NAME);
    expect(await shown(address)).not.toContain("Words that were not meant.");
    await expect(newest(page)).toContainText(`restored ${NAME}`);
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
