import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import {
  fillDelivery,
  goToPayment,
  newEmail,
  openPayment,
  payOnTestPage,
} from "#tests/support/browser/payment.ts";
import { addToCart, cartIcon, haveInCart, storedCart, visit } from "#tests/support/browser/shop.ts";
import { CHECKOUT_POST } from "#tests/support/checkout-post.ts";

const summary = (page: Page) => page.getByRole("region", { name: "Order Summary" });
const payButton = (page: Page) => page.getByRole("button", { name: /^Proceed to Payment/ });
/** Of later requests for a payment page. */
function checkoutCalls(page: Page): number[] {
  const statuses: number[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(CHECKOUT_POST)) statuses.push(response.status());
  });
  return statuses;
}
const outcome = (payment: Page, name: string) => payment.getByRole("button", { name, exact: true });

// Specification 2.39, 9.12
test("cart, checkout, payment page, success page and email show the same subtotal of a reduced item", async ({
  page,
}) => {
  const email = newEmail();
  await addToCart(page, "Hammock Lounge Trousers", "L");
  await page.getByRole("button", { name: /^Add to cart: / }).click();
  await expect(page.getByRole("list", { name: "Items in your cart" })).toContainText("15% off");
  const subtotalOf = (within: Page) =>
    within
      .getByRole("term")
      .filter({ hasText: "Subtotal" })
      .locator("xpath=following-sibling::dd")
      .first();
  await expect(subtotalOf(page)).toHaveText(/^\$(255|289)\.65$/);
  const subtotal = await subtotalOf(page).innerText();
  const payment = await goToPayment(page, email);
  await expect(subtotalOf(page)).toHaveText(subtotal);
  await expect(subtotalOf(payment)).toHaveText(subtotal);
  await fillDelivery(payment);
  await expect(subtotalOf(payment)).toHaveText(subtotal);
  await payment.getByRole("button", { name: /^Pay\b/ }).click();
  await payment.waitForURL(/\/checkout\/success/);
  await expect(subtotalOf(payment)).toHaveText(subtotal);
  await expect(summary(payment)).toContainText("Free");
  const mail = (await readMailTo(email)).replace(/\s+/g, " ");
  expect(mail).toContain(`Subtotal: ${subtotal}`);
  expect(mail).toContain("Shipping, Standard: Free");
});

// Specification 1.1, 2.13, 2.84, 2.85, 2.86, 2.88, 2.89, 2.90, 2.91, 4.23, 4.24, 6.1, 7.48
test("a cart becomes a paid order: summary, payment page in a new tab, confirmation, email and an empty cart", {
  tag: "@both",
}, async ({ page }) => {
  const email = newEmail();
  await addToCart(page, "Hammock Lounge Trousers", "L");
  await visit(page, "/checkout");
  const line = summary(page).getByRole("listitem");
  await expect(line).toContainText("Hammock Lounge Trousers");
  await expect(line).toContainText("Size: L");
  await expect(line).toContainText("$180.00 × 1");
  await expect(line.locator("img")).toBeVisible();
  await expect(summary(page)).toContainText("Subtotal");
  await expect(summary(page)).toContainText("Shipping and taxes calculated at checkout");
  await expect(payButton(page)).toHaveText("Proceed to Payment (1 items)");
  await expectAccessible(page);

  const payment = await goToPayment(page, email);
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByText("Your payment page is open in a new tab")).toBeVisible();
  await expect(payment.getByText(/^TEST/)).toBeVisible();
  await expect(payment.getByRole("region", { name: "Order Summary" })).toContainText("$180.00");
  await expectAccessible(payment);
  await payOnTestPage(payment);

  const order = summary(payment);
  await expect(payment.getByRole("main")).toContainText("We sent a confirmation email");
  for (const text of [
    "Completed",
    email,
    "Hammock Lounge Trousers",
    "Size: L",
    "Total",
    "$195.00",
  ]) {
    await expect(order).toContainText(text);
  }
  await expect(payment.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute(
    "href",
    "/shop",
  );
  await expect(payment.getByRole("link", { name: "View Your Orders" })).toHaveAttribute(
    "href",
    "/profile",
  );
  await expectAccessible(payment);
  await expect.poll(() => storedCart(page)).toBeNull();

  const mail = await readMailTo(email);
  for (const text of ["Order Confirmed!", "Hammock Lounge Trousers", "$195.00", "12 Camp Street"]) {
    expect(mail).toContain(text);
  }
  expect(mail).toContain("30 days");
});

// Specification 2.85
test("a line's total is its unit price times its quantity", async ({ page }) => {
  await haveInCart(page, "Hammock Lounge Trousers", "M", { quantity: 2 });
  await visit(page, "/checkout");
  const line = summary(page).getByRole("listitem");
  await expect(line).toContainText("$180.00 × 2");
  await expect(line).toContainText("$360.00");
});

// Specification 9.24
test("standard shipping is free over $200", async ({ page }) => {
  await openPayment(page, newEmail(), ["Kaieteur Gown", "XL"]);
  await expect(page.getByRole("radio", { name: /^Standard/ })).toBeVisible();
  await payOnTestPage(page);
  await expect(summary(page)).toContainText("Shipping, Standard");
  await expect(summary(page)).toContainText("Free");
  await expect(summary(page)).toContainText("$1,250.00");
});

test("a declined card is reported, no input is lost, and the second attempt pays", async ({
  page,
}) => {
  await openPayment(page, newEmail(), ["Midnight Slip Dress", "XXL"]);
  await fillDelivery(page);
  await outcome(page, "Fail").click();
  await expect(page.getByRole("alert")).toContainText("The card was declined");
  await expect(page.getByLabel("Full name")).toHaveValue("Rosa Persaud");
  await payOnTestPage(page);
});

test("an incomplete address is refused and the other fields stay", async ({ page, noise }) => {
  noise.expect(/status of 400/);
  await openPayment(page, newEmail(), ["Midnight Slip Dress", "XL"]);
  await page.getByLabel("Full name").fill("Rosa Persaud");
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByText("Please enter the street and house number.")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Rosa Persaud");
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
});

test("an expired session charges nothing, releases the stock and keeps the cart for another attempt", async ({
  page,
}) => {
  const email = newEmail();
  await haveInCart(page, "Kingston Pinstripe Suit", "XXL");
  const payment = await goToPayment(page, email);
  await outcome(payment, "Expire").click();
  await expect(payment.getByRole("main")).toContainText("This payment session has expired");
  await expectAccessible(payment);
  await payment.getByRole("link", { name: "Return to Checkout" }).click();
  await expect(payment).toHaveURL("/checkout");
  await payment.close();
  await expect(payButton(page)).toHaveText("Proceed to Payment (1 items)");
  const requests = checkoutCalls(page);
  const again = await goToPayment(page, email);
  expect(requests).toEqual([200]);
  await payOnTestPage(again);
});

// Specification 2.13, 2.97, 2.98, 4.24
test("cancelling says Checkout Cancelled and keeps the cart, and the next press opens a new payment page", async ({
  page,
}) => {
  const email = newEmail();
  await haveInCart(page, "Kingston Pinstripe Suit", "XL");
  const payment = await goToPayment(page, email);
  await outcome(payment, "Cancel").click();
  await expect(
    payment.getByRole("heading", { level: 1, name: "Checkout Cancelled" }),
  ).toBeVisible();
  await expect(payment.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute(
    "href",
    "/shop",
  );
  expect(await storedCart(payment)).toHaveLength(1);
  await payment.getByRole("link", { name: "Return to Checkout" }).click();
  await expect(payment).toHaveURL("/checkout");
  await expect(summary(payment).getByRole("listitem")).toContainText("Kingston Pinstripe Suit");
  const requests = checkoutCalls(payment);
  const again = await goToPayment(payment, email);
  expect(requests).toEqual([200]);
  await payOnTestPage(again);
});

// Specification 2.88, 5.14
test("an empty cart cannot go to payment", async ({ page }) => {
  await visit(page, "/checkout");
  await expect(summary(page)).toContainText("Your cart is empty");
  await expect(payButton(page)).toBeDisabled();
  await expect(payButton(page)).toHaveText("Proceed to Payment (0 items)");
});

// Specification 2.87, 5.15
test("the email is required and validated, with the error beside the field", async ({ page }) => {
  await haveInCart(page, "Sash Belt", "S");
  await visit(page, "/checkout");
  await expect(page.getByLabel("Email")).toHaveJSProperty("required", true);
  await payButton(page).click();
  await expect(page.getByText("Please enter your email address.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("rosa@nowhere");
  await payButton(page).click();
  await expect(page.getByText(/Please enter a valid email address/)).toBeVisible();
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
});

// Specification 2.89
test("the payment page opens in the same tab when the browser blocks new ones", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await haveInCart(page, "Sash Belt", "M");
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill(newEmail());
  await payButton(page).click();
  await page.waitForURL(/\/checkout\/test-payment\//);
  await payOnTestPage(page);
  await expect.poll(() => storedCart(page)).toBeNull();
});

// Specification 2.88, 4.23
test("the button says Processing... while the payment page opens, and a second press places no second order", async ({
  page,
}) => {
  await haveInCart(page, "Sash Belt", "L");
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill(newEmail());
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const calls: string[] = [];
  await page.route(`**${CHECKOUT_POST}`, async (route) => {
    calls.push(route.request().url());
    await held;
    await route.continue();
  });
  const opening = page.waitForEvent("popup");
  await payButton(page).click();
  const busy = page.getByRole("button", { name: "Processing..." });
  await expect(busy).toBeDisabled();
  await busy.click({ force: true });
  letThrough();
  const payment = await opening;
  await payment.waitForURL(/\/checkout\/test-payment\//);
  expect(calls).toHaveLength(1);
});

test("a made-to-measure line of an older cart leads to its measurements and cannot be ordered without", async ({
  page,
}) => {
  await haveInCart(page, "Hibiscus Column Dress", "Custom");
  await visit(page, "/cart");
  await expect(page.getByText("your measurements are still missing")).toBeVisible();
  await expect(page.getByText("Please complete your made-to-measure pieces")).toBeVisible();
  await visit(page, "/checkout");
  const notice = page.getByRole("main").getByText("Your cart is not complete yet");
  await expect(notice).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Accept|Remove|Continue)/ })).toHaveCount(0);
  await page.getByRole("link", { name: /^Give your measurements/ }).click();
  await expect(page).toHaveURL(/\/made-to-measure\?/);
  expect(new URL(page.url()).searchParams.get("line")).toMatch(/\|Custom/);
});

// Specification 2.90, 2.91
test("a second visit to the success page leaves a new cart as it is", async ({ page }) => {
  await haveInCart(page, "Water Street Pencil Skirt", "XL");
  const payment = await goToPayment(page, newEmail());
  await payOnTestPage(payment);
  const paid = payment.url();
  await haveInCart(page, "Water Street Pencil Skirt", "L");
  await payment.goto(paid);
  await expect(payment.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible();
  await visit(page, "/cart");
  await expect(cartIcon(page, 1)).toBeVisible();
});
