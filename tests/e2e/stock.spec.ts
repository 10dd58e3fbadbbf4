import { expect } from "@playwright/test";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { openProduct, tile, visit } from "#tests/support/browser/shop.ts";
import { setStock } from "#tests/support/shop/products.ts";

// Its mails and stored rows are tested by requests: tests/http/restock.test.ts.

const PRODUCT = "Berbice Heavy Tee";
const SKU = "DA-BERBICE-OFF-WHITE-XS";

test("a customer requests a sold-out size, and the owner scans and receives it with the keyboard", async ({
  page,
  noise,
}) => {
  noise.expect(/status of 422/);
  await setStock(PRODUCT, "XS", 0);
  await test.step("a visitor leaves an email", async () => {
    await openProduct(page, PRODUCT);
    await page.getByRole("link", { name: "Tell me when it is back" }).click();
    await tile(page, "Size", "XS, Off-White").click();
    await page.getByRole("button", { name: "Tell me" }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
    await page.getByRole("textbox", { name: "Email" }).fill("waits@example.com");
    await page.getByRole("button", { name: "Tell me" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "We will tell you" })).toBeFocused();
  });

  await test.step("the owner scans the SKU and enters the quantity", async () => {
    await visit(page, "/admin/stock");
    await page.getByLabel("SKU", { exact: true }).focus();
    await page.keyboard.type(SKU);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Pieces", { exact: true })).toBeFocused();
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${PRODUCT}, XS, Off-White: 2 pieces received`)).toBeVisible();
    await expect(page.getByLabel("SKU", { exact: true })).toBeFocused();
    await expect(page.getByLabel("SKU", { exact: true })).toHaveValue("");
    await openProduct(page, PRODUCT);
    await tile(page, "Available Sizes", "XS").click();
    await expect(page.getByText("Only 2 left in this size")).toBeVisible();
  });

  await test.step("the mail has a dark version", async () => {
    await visit(page, "/admin/mails?kind=back-in-stock");
    await page.getByRole("link", { name: "At night" }).click();
    await expect(page).toHaveURL(/light=night/);
    const wide = page.frameLocator('iframe[title="Back in stock, on a wide screen"]');
    await expect(wide.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(243, 237, 226)");
  });
});
