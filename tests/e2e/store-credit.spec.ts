import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { openVisitor } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { buyItems, fillDelivery, newEmail } from "#tests/support/browser/payment.ts";
import {
  addToCart,
  cartSidebar,
  scriptRuns,
  scrollsSideways,
  visit,
} from "#tests/support/browser/shop.ts";

/** From the top: the fixed header may half cover a target. */
async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await onPhone(page, async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await scrollsSideways(page), "scrolls sideways").toBe(false);
    await expectAccessible(page);
  });
  await expectFitsEveryWidth(page);
}

const openOrderOf = async (page: Page, email: string) => {
  await visit(page, `/admin/orders?q=${encodeURIComponent(email)}`);
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Returns" })).toBeVisible();
};
const opened = (page: Page, title: string) =>
  page.locator("details").filter({ has: page.locator("summary", { hasText: title }) });

// A cart would follow the owner's account, also into tests that run beside this one.
test("a visitor beside the signed-in owner has neither the owner's session nor the owner's cart", async ({
  page,
  browser,
}) => {
  const synced = page.waitForResponse(
    (response) =>
      response.url().endsWith("/cart/sync") &&
      (response.request().postData() ?? "").includes('"size":"M"'),
  );
  await addToCart(page, "Hammock Lounge Trousers", "M");
  await synced;
  await using visitor = await openVisitor(browser);
  expect(await visitor.page.context().cookies()).toEqual([]);
  await addToCart(visitor.page, "Hammock Lounge Trousers", "L");
  // The open sidebar hides the header's count.
  const items = cartSidebar(visitor.page).getByRole("list", { name: "Items in your cart" });
  await expect(items.getByRole("listitem")).toHaveCount(1);
  await expect(items).toContainText("Size: L");
  await visit(visitor.page, "/admin");
  await expect(visitor.page).toHaveURL(/\/login/);
});

// Specification 2.118, 2.122
test("a guest starts a return, the owner gives store credit for it, and the guest pays another order with it", async ({
  page,
  browser,
  request,
}) => {
  const email = newEmail();
  await buyItems(request, email, ["Hammock Lounge Trousers", "L"]);
  const number = /Your order ([0-9a-f]{8})/.exec(await readMailTo(email))?.[1] ?? "";
  await using visitor = await openVisitor(browser);
  const guest = visitor.page;
  await visit(guest, "/order-lookup");
  await guest.getByLabel("Order Number").fill(number);
  await guest.getByLabel("Email").fill(email);
  await guest.getByRole("button", { name: "Find your order" }).click();
  await opened(guest, "Return a piece").locator("summary").first().click();
  await guest.getByLabel(/^Pieces of Hammock/).selectOption("1");
  await guest.getByRole("radio", { name: "I changed my mind" }).check();
  await expectGood(guest);
  await guest.getByRole("button", { name: "Get an authorization number" }).click();
  await expect(guest.getByText(/^RA-/).first()).toBeVisible();

  await openOrderOf(page, email);
  await opened(page, "It has arrived").locator("summary").first().click();
  await page.getByRole("button", { name: "Receive it and tell the customer" }).click();
  await opened(page, "Refund it").locator("summary").first().click();
  await page.getByRole("radio", { name: /^As store credit/ }).check();
  await expectGood(page);
  await page.getByRole("button", { name: /^Refund \$/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Refund \$/ })
    .click();
  await expect(page.getByText("Refunded as store credit")).toBeVisible();
  const mail = await readMailTo(email, "$180.00 of store credit at Demerara Atelier");
  const link = /\/store-credit\/[0-9a-f]{64}/.exec(mail)?.[0] ?? "";

  await visit(guest, link);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("$180.00");
  await expectGood(guest);
  await addToCart(guest, "Hammock Lounge Trousers", "M");
  await visit(guest, link);
  await guest.getByRole("button", { name: "Use it at checkout" }).click();
  await scriptRuns(guest);
  await guest.getByLabel("Email").fill(email);
  await expect(guest.getByRole("checkbox", { name: /^Use \$180\.00/ })).toBeChecked();
  await expectGood(guest);
  const opening = guest.waitForEvent("popup");
  await guest.getByRole("button", { name: /^Proceed to Payment/ }).click();
  const payment = await opening;
  await payment.waitForURL(/\/checkout\/test-payment\//);
  await scriptRuns(payment);
  await fillDelivery(payment);
  await expectGood(payment);
  await payment.getByRole("button", { name: /^Pay/ }).click();
  await payment.waitForURL(/\/checkout\/success/);
  const summary = payment.getByRole("region", { name: "Order Summary" });
  await expect(summary).toContainText("−$180.00");
  await expectGood(payment);
  await visit(guest, link);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("$0.00");
});

// Specification 2.122
test("the owner gives credit from the customer's page, and an order that it covers needs no payment page", async ({
  page,
  browser,
  request,
  noise,
}) => {
  noise.expect(refusedFormNoise);
  const email = newEmail();
  await buyItems(request, email, ["Hammock Lounge Trousers", "L"]);
  await visit(page, `/admin/customers/person?email=${encodeURIComponent(email)}`);
  await page.locator("summary").filter({ hasText: "Give store credit" }).click();
  await page.getByLabel("Amount in $").first().fill("1,000");
  await page.getByLabel("Reason").first().fill("Thank you for waiting");
  await page.getByRole("button", { name: "Give it and tell the customer" }).click();
  await expect(page.getByText(/Please enter an amount/)).toBeVisible();
  await page.getByLabel("Amount in $").first().fill("1000");
  await page.getByRole("button", { name: "Give it and tell the customer" }).click();
  await expect(page.getByText("+$1,000.00")).toBeVisible();
  await expectGood(page);
  const mail = await readMailTo(email, "$1,000.00 of store credit at Demerara Atelier");
  const link = /\/store-credit\/[0-9a-f]{64}/.exec(mail)?.[0] ?? "";

  await using visitor = await openVisitor(browser);
  const guest = visitor.page;
  await addToCart(guest, "Hammock Lounge Trousers", "M");
  await visit(guest, link);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("$1,000.00");
  await guest.getByRole("button", { name: "Use it at checkout" }).click();
  await scriptRuns(guest);
  await guest.getByLabel("Email").fill(email);
  const opening = guest.waitForEvent("popup");
  await guest.getByRole("button", { name: /^Proceed to Payment/ }).click();
  const delivery = await opening;
  await delivery.waitForURL(/\/checkout\/store-credit\//);
  await scriptRuns(delivery);
  await fillDelivery(delivery);
  await expectGood(delivery);
  await delivery.getByRole("button", { name: "Place the order" }).click();
  await delivery.waitForURL(/\/checkout\/success/);
  await expect(delivery.getByRole("heading", { level: 1 })).toHaveText("Order Confirmed!");
  await visit(guest, link);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("$805.00");
});
