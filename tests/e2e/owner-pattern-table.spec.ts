import { expect } from "@playwright/test";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

test("the owner maps a product to a waistcoat with more ease; a wrong number keeps what she entered", async ({
  noise,
  page,
}) => {
  noise.expect(/status of 422/);
  await visit(page, "/admin/atelier/pattern-table");
  const products = page.getByRole("list", { name: "Products" });
  await expect(products.getByRole("listitem").first()).toBeVisible();
  await expectReadable(page);
  const link = products.getByRole("link", { name: /^Kingston Pinstripe Suit/ });
  await expect(link).toContainText("By garment type");
  await link.click();
  await page.getByRole("radio", { name: "The patterns chosen below" }).check();
  await page.getByRole("checkbox", { name: "Waistcoat", exact: true }).check();
  const easy = page
    .getByRole("group", { name: /^Ease, chest/ })
    .first()
    .getByLabel("Easy");
  const standard = await easy.inputValue();
  await easy.fill("four hundred");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Enter a number from/)).toBeVisible();
  await expect(easy).toHaveValue("four hundred");
  await expect(page.getByRole("checkbox", { name: "Waistcoat", exact: true })).toBeChecked();
  await expectReadable(page);
  await easy.fill("19.5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved. New orders are drafted like this.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Waistcoat" })).toBeVisible();
  await expect(easy).toHaveValue("19.5");

  await visit(page, "/admin/atelier/pattern-table");
  await expect(link).toContainText("Blazer, straight and Waistcoat and Chinos");
  await link.click();
  await page.getByRole("radio", { name: "Its garment type" }).check();
  await easy.fill(standard);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved. New orders are drafted like this.")).toBeVisible();
  await visit(page, "/admin/activity?subject=pattern+table");
  await expect(page.getByRole("main").getByText("Kingston Pinstripe Suit").first()).toBeVisible();
});
