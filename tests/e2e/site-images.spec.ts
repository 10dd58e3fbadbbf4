import { expect } from "@playwright/test";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { toasts } from "#tests/support/browser/locators.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

// Specification 2.147, 2.148, 2.149, 5.21, 9.21
test("Category Menu Cards show each category's image, file and size in KB", async ({ page }) => {
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
  await expectReadable(page);
  await onPhone(page, () => expectReadable(page));
});

// Specification 2.149, 8.27
test("the presets are uploaded to four categories, and the toast counts them", async ({ page }) => {
  await visit(page, "/admin?tab=site-images");
  await page.getByRole("button", { name: "Upload Preset Images" }).click();
  await expect(toasts(page).getByText("Preset images uploaded")).toBeVisible();
  await expect(toasts(page).getByText("Successfully uploaded 4 category images")).toBeVisible();
});
