import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { visit } from "#tests/support/browser/shop.ts";

const TAB = "/admin?tab=settings";
const save = (page: Page) => page.getByRole("button", { name: "Save Settings" }).click();

test("footer links are added, moved with the keyboard and deleted, and never run a script", {
  tag: "@once",
}, async ({ page }) => {
  await visit(page, `${TAB}&part=footer`);
  await expect(page.getByRole("button", { name: "Move Lounge Wear up" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Move Accessories down" })).toBeDisabled();
  await page.getByRole("button", { name: "Move Accessories up" }).press("Enter");
  await expect(page.getByLabel("Text").first()).toHaveValue("Accessories");
  await expect(page.getByRole("button", { name: "Move Accessories down" })).toBeFocused();
  await page.getByRole("button", { name: "Add Link" }).click();
  await expect(page.getByLabel("Text").last()).toBeFocused();
  await page.keyboard.type("Press");
  await page.getByLabel("URL").last().fill("javascript:alert(1)");
  await save(page);
  await expect(page.getByText(/Please enter a page of the shop/)).toBeVisible();
  await expect(page.getByLabel("URL").last()).toBeFocused();
  for (const name of ["Press", "Lounge Wear", "Accessories"]) {
    await page.getByRole("button", { name: `Delete ${name}` }).click();
  }
  await expect(page.getByText("No footer links added yet")).toBeVisible();
  await page.getByRole("button", { name: "Add your first link" }).click();
  await expect(page.getByLabel("Text")).toBeFocused();
  await page.getByRole("button", { name: "Reset Changes" }).click();
  await expect(page.getByLabel("Text").first()).toHaveValue("Lounge Wear");
});

test("keys are judged by the specification, saved, and the secret one never comes back", {
  tag: "@once",
}, async ({ page, noise }) => {
  noise.expect(/status of 422/);
  await visit(page, `${TAB}&part=integrations`);
  await expect(page.getByText("Test Mode", { exact: true })).toBeVisible();
  await expect(page.getByText("Payments still go through the test page")).toBeVisible();
  const publishable = page.getByLabel("Publishable Key");
  const secret = page.getByLabel("Secret Key", { exact: true });
  await publishable.fill("");
  await secret.fill("sk_test_neverShownAgain00001234");
  await page.getByRole("button", { name: "Save Stripe Keys (TEST)" }).click();
  await expect(page.getByText("Missing Keys")).toBeVisible();
  await expect(
    page.getByText("Both Stripe publishable and secret keys are required"),
  ).toBeVisible();
  await publishable.fill("pk_live_1");
  await page.getByRole("button", { name: "Save Stripe Keys (LIVE)" }).press("Enter");
  await expect(page.getByText("Key Mismatch Error")).toBeVisible();
  await expect(secret).toHaveValue("sk_test_neverShownAgain00001234");
  await page.getByRole("button", { name: "Show secret key" }).press("Enter");
  await expect(secret).toHaveAttribute("type", "text");
  await publishable.fill("pk_test_1");
  await page.getByRole("button", { name: "Save Stripe Keys (TEST)" }).press("Enter");
  await expect(page.getByText("Stripe keys saved successfully (TEST mode)")).toBeVisible();
  await expect(secret).toHaveValue("");
  await expect(page.getByText(/sk_test_••••1234/)).toBeVisible();
  const answers = await Promise.all(
    [`${TAB}&part=integrations`, "/admin.data?tab=settings", "/"].map(async (path) =>
      (await page.request.get(path)).text(),
    ),
  );
  expect(answers.join("")).toContain("sk_test_••••1234");
  expect(answers.join("")).not.toContain("neverShownAgain");
});

test("an announcement stands above the shop, is dismissed for good and moves nothing", {
  tag: "@once",
}, async ({ page }) => {
  const words = "Closed for Mashramani";
  await visit(page, `${TAB}&part=notices`);
  await page.getByLabel(/^Announcement/).fill(words);
  await save(page);
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  const bar = page.getByRole("complementary", { name: "Announcement" });
  await visit(page, "/about");
  await expect(bar).toContainText(words);
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Dismiss announcement" }).click();
  await expect(bar).toBeHidden();
  await visit(page, "/faq");
  await expect(bar).toBeHidden();
  await visit(page, `${TAB}&part=notices`);
  await page.getByLabel(/^Announcement/).fill("");
  await save(page);
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
});

test("a shop that does not answer is told in words, and what was typed stays", {
  tag: "@once",
}, async ({ page, noise }) => {
  noise.expect(cutOffNoise);
  await visit(page, TAB);
  await page.route("**/admin/settings/*", (route) => route.abort());
  await page.getByLabel("Contact Phone").fill("typed");
  await save(page);
  await expect(page.getByText("Error saving settings")).toBeVisible();
  await expect(page.getByText("Failed to save settings")).toBeVisible();
  await expect(page.getByLabel("Contact Phone")).toHaveValue("typed");
});

test("what somebody else saved meanwhile is not overwritten, and Reset Changes shows it", {
  tag: "@once",
}, async ({ page, noise, context }) => {
  noise.expect(/status of 409/);
  await visit(page, `${TAB}&part=notices`);
  const other = await context.newPage();
  await visit(other, `${TAB}&part=notices`);
  const text = page.getByLabel(/^Text under the cart/);
  const before = await text.inputValue();
  await other.getByLabel(/^Text under the cart/).fill("30-Day Returns");
  await save(other);
  await expect(other.getByText("Settings saved successfully")).toBeVisible();
  await text.fill("Mine");
  await save(page);
  await expect(page.getByText(/Somebody else saved these settings/).first()).toBeVisible();
  await expect(text).toHaveValue("Mine");
  await page.getByRole("button", { name: "Reset Changes" }).click();
  await expect(text).toHaveValue("30-Day Returns");
  await text.fill(before);
  await save(page);
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
});
