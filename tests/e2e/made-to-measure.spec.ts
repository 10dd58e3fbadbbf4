import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { expectReadable, productPath, storedCart, visit } from "#tests/support/browser/shop.ts";

test("a guest chooses, begins to measure, and finds everything again after a reload", {
  tag: "@phone",
}, async ({ page }) => {
  const path = `${await productPath(page.request, "Kaieteur Gown")}/made-to-measure`;
  await visit(page, path);
  await expect(
    page.getByRole("heading", { level: 1, name: "Kaieteur Gown", exact: true }),
  ).toBeVisible();
  await expectReadable(page);

  await page.getByText("Easy", { exact: true }).click();
  const remarks = page.getByLabel("Anything the atelier should know");
  await remarks.fill("I wear it with flat shoes.");

  await page.getByRole("button", { name: "Begin measuring" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Measuring: Me" })).toBeVisible();
  await page.getByRole("button", { name: "Stop for now" }).click();
  await expect(page.getByText(/^0 of \d+ measured$/)).toBeVisible();

  await page.getByRole("button", { name: /^Add to Cart/ }).click();
  await expect(page.getByText(/missing\. Please measure before you order/)).toBeVisible();
  expect(await storedCart(page)).toBeNull();

  await visit(page, path);
  await expect(remarks).toHaveValue("I wear it with flat shoes.");
  await expect(page.getByRole("radio", { name: /^Easy/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Me", exact: true })).toBeChecked();
  await expectReadable(page);
});
