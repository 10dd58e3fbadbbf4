import { expect } from "@playwright/test";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { visit } from "#tests/support/browser/shop.ts";

test.use({ javaScriptEnabled: false });

test("without JavaScript the settings are saved by plain forms, which keep refused input", async ({
  page,
  noise,
}) => {
  noise.expect(/status of (?:409|422)/);
  const save = () => page.getByRole("button", { name: "Save Settings" }).click();
  const open = (name: string) =>
    page.getByRole("navigation", { name: "Site settings" }).getByRole("link", { name }).click();

  await test.step("a mistake is shown at its field, and no input is lost", async () => {
    await page.goto("/admin?tab=settings");
    await page.getByLabel("Site Name").fill(" ");
    await page.getByLabel("Contact Phone").fill("+592 555 0177");
    await page.getByLabel("Contact Phone").press("Enter");
    await expect(page.getByText("Site name is required")).toBeVisible();
    await expect(page.getByText("Failed to save settings: Something")).toBeVisible();
    await expect(page.getByLabel("Contact Phone")).toHaveValue("+592 555 0177");
  });

  await test.step("the footer's buttons work, and Reset Changes restores the saved values", async () => {
    await open("Footer");
    await page.getByRole("button", { name: "Add Link" }).click();
    await page.getByLabel("Text").last().fill("Press");
    await page.getByLabel("URL").last().fill("javascript:alert(1)");
    await save();
    await expect(page.getByText(/Please enter a page of the shop/)).toBeVisible();
    await page.getByRole("button", { name: "Move Press up" }).click();
    await page.getByRole("button", { name: "Delete Press" }).click();
    await expect(page.getByLabel("Text").last()).not.toHaveValue("Press");
    await page.getByRole("link", { name: "Reset Changes" }).click();
    await expect(page.getByText("Settings reset")).toBeVisible();
  });

  await test.step("an image is chosen on the page itself", async () => {
    await open("SEO");
    await page.getByLabel("Google verification code").fill("abc-123");
    await page.getByRole("button", { name: "Choose from library" }).click();
    await expect(page.getByLabel("Google verification code")).toHaveValue("abc-123");
    await expect(page.getByRole("radio").first()).toBeEnabled();
  });

  await test.step("a value that is not a number stays in the field, and a save never overwrites another", async () => {
    await open("Shipping");
    const rate = page.getByLabel("Rate ($)").first();
    const before = await rate.inputValue();
    await rate.fill("a lot");
    await save();
    await expect(page.getByText("Please enter an amount.")).toBeVisible();
    await expect(rate).toHaveValue("a lot");
    await rate.fill("16.50");
    const other = await page.context().newPage();
    await other.goto("/admin?tab=settings&part=shipping");
    await other.getByLabel("Rate ($)").first().fill("17");
    await other.getByRole("button", { name: "Save Settings" }).click();
    await expect(other.getByText("Settings saved successfully")).toBeVisible();
    for (const _attempt of [1, 2]) {
      await save();
      await expect(page.getByText(/Someone else saved these settings/)).toBeVisible();
      await expect(rate).toHaveValue("16.50");
    }
    await page.getByRole("link", { name: "Reset Changes" }).click();
    await expect(rate).toHaveValue("17.00");
    await rate.fill(before);
    await save();
    await expect(page.getByText("Settings saved successfully")).toBeVisible();
    await expect(rate).toHaveValue(before);
  });
});

test("a text of several lines that was saved without JavaScript is not an unsaved change", async ({
  page,
  browser,
}) => {
  await page.goto("/admin?tab=settings&part=transfers");
  const account = page.getByLabel("Bank and account");
  const before = await account.inputValue();
  await account.fill("Bank of Guyana\nAccount 1");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved successfully")).toBeVisible();

  const state = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: true, storageState: state });
  const scripted = await context.newPage();
  await visit(scripted, "/admin?tab=settings&part=transfers");
  await expect(scripted.getByLabel("Bank and account")).toHaveValue("Bank of Guyana\nAccount 1");
  await expect(scripted.getByText("Unsaved changes")).toBeHidden();
  await scripted.getByLabel("Bank and account").press("End");
  await scripted.getByLabel("Bank and account").pressSequentially("2");
  await expect(scripted.getByText("Unsaved changes")).toBeVisible();
  await scripted.getByLabel("Bank and account").press("Backspace");
  await expect(scripted.getByText("Unsaved changes")).toBeHidden();
  await context.close();

  await account.fill(before);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(account).toHaveValue(before);
});
