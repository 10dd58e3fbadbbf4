import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { productPath, visit } from "#tests/support/browser/shop.ts";

const NAME = "Courida Pyjama Set";

/** Other tests change the shop at the same time: the newest change of all is not always this test's. */
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

test("a product and a setting are restored from the log with the keyboard, and the shop shows the earlier version", async ({
  page,
}) => {
  // A second attempt changes something again.
  const { retry } = test.info();
  const mistake = `Words that were not meant, ${retry + 1}.`;
  const wrongCode = `not-meant-${retry + 1}`;
  const address = await productPath(page.request, NAME);
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
