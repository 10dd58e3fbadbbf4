import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { openVisitor } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { fillDelivery, newEmail } from "#tests/support/browser/payment.ts";
import { addToCart, scriptRuns, scrollsSideways, visit } from "#tests/support/browser/shop.ts";

const SETTINGS = "/admin?tab=settings&part=transfers";

async function offerTransfers(page: Page, isOn: boolean): Promise<void> {
  await visit(page, SETTINGS);
  const offer = page.getByRole("switch", { name: /Customers may pay by bank transfer/ });
  await offer.setChecked(isOn);
  await page.getByLabel("Bank and account").fill("Bank of Guyana\nAccount 000-123-456");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
}

async function expectGoodAtBothWidths(page: Page): Promise<void> {
  await expectAccessible(page);
  await onPhone(page, async () => {
    expect(await scrollsSideways(page), "scrolls sideways").toBe(false);
    await expectAccessible(page);
  });
  await expectFitsEveryWidth(page);
}

test("a guest orders by bank transfer, the owner marks it as paid, and the customer sees it", async ({
  page,
  browser,
  noise,
}) => {
  noise.expect(refusedFormNoise);
  await offerTransfers(page, true);
  await using visitor = await openVisitor(browser);
  const guest = visitor.page;
  const email = newEmail();
  await addToCart(guest, "Hammock Lounge Trousers", "L");
  await visit(guest, "/checkout");
  await guest.getByLabel("Email").fill(email);
  await guest.getByRole("radio", { name: /^Bank transfer/ }).check();
  await expectGoodAtBothWidths(guest);
  const opening = guest.waitForEvent("popup");
  await guest.getByRole("button", { name: /^Proceed to Payment/ }).click();
  const transfer = await opening;
  await transfer.waitForURL(/\/checkout\/bank-transfer\//);
  await scriptRuns(transfer);
  await transfer.getByRole("button", { name: "Place the order" }).click();
  await expect(transfer.getByLabel("Full name")).toBeFocused();
  await expectGoodAtBothWidths(transfer);
  await fillDelivery(transfer);
  await transfer.getByRole("button", { name: "Place the order" }).click();
  await transfer.waitForURL(/\/checkout\/success/);
  const main = transfer.getByRole("main");
  for (const text of ["Thank you for your order", "$195.00", "Account 000-123-456"]) {
    await expect(main).toContainText(text);
  }
  await expectGoodAtBothWidths(transfer);
  expect(await readMailTo(email)).toContain("Account 000-123-456");

  await visit(page, `/admin/orders?q=${encodeURIComponent(email)}`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.locator("summary").filter({ hasText: "Mark as paid" }).click();
  const form = page
    .getByRole("form", { name: "Mark as paid" })
    .or(page.locator("form").filter({ has: page.getByRole("button", { name: "Mark as paid" }) }));
  await form.first().getByRole("button", { name: "Mark as paid" }).click();
  await expect(page.getByText("Please confirm that the whole sum has arrived.")).toBeVisible();
  await expectGoodAtBothWidths(page);
  await form.first().getByRole("checkbox").check();
  await form.first().getByRole("button", { name: "Mark as paid" }).click();
  await expect(
    page.getByText("The order is paid, and the customer has the confirmation."),
  ).toBeVisible();

  await transfer.reload();
  await expect(transfer.getByRole("heading", { level: 1 })).toHaveText("Order Confirmed!");
  await offerTransfers(page, false);
});
