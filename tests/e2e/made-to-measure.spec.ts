import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import {
  expectReadable,
  productPath,
  storedCart,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";

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
  await expect(page.getByRole("dialog", { name: "Measuring: Me" })).toBeVisible();
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

test("Custom on the product page leads to the measurements in the chosen color, and adds nothing by itself", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, await productPath(page.request, "Savannah Linen Shirt"));
  const color = page.getByRole("group", { name: "Available Colors" }).locator("label").nth(1);
  const name = await color.innerText();
  await color.click();
  await tile(page, "Available Sizes", "Custom").click();
  const main = page.getByRole("main");
  await expect(main).toContainText("with a tape in about");
  await expect(main.getByRole("button", { name: "Add to Cart" })).toHaveCount(0);
  await main
    .getByRole("link", { name: "Give Your Measurements" })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(/\/made-to-measure\?/);
  expect(new URL(page.url()).searchParams.get("color")).toBe(name);
  expect(await storedCart(page)).toBeNull();
});
