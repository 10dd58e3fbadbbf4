import { expect } from "@playwright/test";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { openProduct, productPath, tile, visit } from "#tests/support/browser/shop.ts";

const PRODUCT = "Berbice Heavy Tee";
const SKU = "DA-BERBICE-OFF-WHITE-XS";

test("a customer requests a sold-out size, the owner receives it with the keyboard, and the email leads to it", async ({
  page,
  request,
  baseURL,
  noise,
}) => {
  noise.expect(/status of 422/);
  await test.step("a visitor leaves an email, with and without JavaScript", async () => {
    await openProduct(page, PRODUCT);
    await page.getByRole("link", { name: "Tell me when it is back" }).click();
    await tile(page, "Size", "XS, Off-White").click();
    await page.getByRole("button", { name: "Tell me" }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
    await page.getByRole("textbox", { name: "Email" }).fill("waits@example.com");
    await page.getByRole("button", { name: "Tell me" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "We will tell you" })).toBeFocused();

    const path = `${await productPath(request, PRODUCT)}/back-in-stock`;
    const form = await (await request.get(path)).text();
    const [, variantId = ""] = /name="variantId"[^>]*value="([^"]+)"/.exec(form) ?? [];
    const headers = { origin: baseURL ?? "" };
    const plain = { variantId, email: "plain@example.com" };
    const response = await request.post(path, { form: plain, headers });
    expect(await response.text()).toContain("We will tell you");
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
    await page.getByLabel("Product or SKU").fill(SKU);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: PRODUCT }).first().click();
    const row = page.getByRole("row", { name: /Received/ });
    await expect(row).toContainText("+2");
    await expect(row).toContainText("owner");
  });

  await test.step("the email links to the size, which can be chosen now", async () => {
    await readMailTo("plain@example.com");
    const mail = await readMailTo("waits@example.com");
    const [link = ""] = /http\S+size=XS\S*/.exec(mail) ?? [];
    await visit(page, link.replaceAll("&amp;", "&").replace(/".*/, ""));
    await expect(page.getByRole("radio", { name: "XS", exact: true })).toBeChecked();
    await expect(page.getByText("Only 2 left in this size")).toBeVisible();
  });

  await test.step("the owner sends it to another email and previews the dark version", async () => {
    await visit(page, "/admin/outbox?status=sent");
    await page
      .getByRole("link", { name: /^Back: Berbice Heavy Tee/ })
      .first()
      .click();
    await page.getByLabel("Another address").fill("other@example.com");
    await page.keyboard.press("Enter");
    await expect(page.getByText("To other@example.com")).toBeVisible();
    await readMailTo("other@example.com");
    await visit(page, "/admin/mails?kind=back-in-stock");
    await page.getByRole("link", { name: "At night" }).click();
    await expect(page).toHaveURL(/light=night/);
    const wide = page.frameLocator('iframe[title="Back in stock, on a wide screen"]');
    await expect(wide.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(243, 237, 226)");
    await page.getByLabel("Send a sample to").fill("sample@example.com");
    await page.getByRole("button", { name: "Send a sample" }).click();
    await expect(page.getByText("A sample is on its way to sample@example.com.")).toBeVisible();
    await readMailTo("sample@example.com");
  });
});
