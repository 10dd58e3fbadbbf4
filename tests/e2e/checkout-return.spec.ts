import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import {
  fillDelivery,
  goToPayment,
  newEmail,
  payOnTestPage,
} from "#tests/support/browser/payment.ts";
import { haveInCart, storedCart, visit } from "#tests/support/browser/shop.ts";
import { CHECKOUT_POST } from "#tests/support/checkout-post.ts";

const outcome = (payment: Page, name: string) => payment.getByRole("button", { name, exact: true });
const summary = (page: Page) => page.getByRole("region", { name: "Order Summary" });

/** Of later requests for a payment page. */
function checkoutCalls(page: Page): number[] {
  const statuses: number[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(CHECKOUT_POST)) statuses.push(response.status());
  });
  return statuses;
}

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
  // The tab in which the checkout began.
  await expect(page.getByText("The payment was cancelled")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expectAccessible(page);
  await payment.getByRole("link", { name: "Return to Checkout" }).click();
  await expect(payment).toHaveURL("/checkout");
  await expect(payment.getByLabel("Email")).toHaveValue(email);
  await expect(summary(payment).getByRole("listitem")).toContainText("Kingston Pinstripe Suit");
  const requests = checkoutCalls(payment);
  const again = await goToPayment(payment, email);
  expect(requests).toEqual([200]);
  await payOnTestPage(again);
});

test("an expired payment charges nothing and leads back to the checkout with everything kept, in both tabs", async ({
  page,
}) => {
  const email = newEmail();
  await haveInCart(page, "Sash Belt", "M");
  const payment = await goToPayment(page, email);
  await fillDelivery(payment);
  await outcome(payment, "Expire").click();
  await expect(payment.getByRole("main")).toContainText("This payment session has expired");
  await expectAccessible(payment);
  await expect(page.getByText("The time to pay has passed")).toBeVisible();
  await payment.getByRole("link", { name: "Return to Checkout" }).click();
  await expect(payment).toHaveURL("/checkout");
  await expect(payment.getByLabel("Email")).toHaveValue(email);
  await payment.close();
  expect(await storedCart(page)).toHaveLength(1);
  await page.getByLabel("Deliver to").selectOption("GY");
  const requests = checkoutCalls(page);
  const again = await goToPayment(page, email);
  expect(requests).toEqual([200]);
  await expect(again.getByLabel("Full name")).toHaveValue("Rosa Persaud");
  await expect(again.getByRole("textbox", { name: "Address", exact: true })).toHaveValue(
    "12 Camp Street",
  );
  await payOnTestPage(again);
});

test("a pending order is cancelled from its page, and its pieces are free again", async ({
  page,
}) => {
  await haveInCart(page, "Kingston Pinstripe Suit", "S");
  const payment = await goToPayment(page, newEmail());
  const session = new URL(payment.url()).pathname.split("/").at(-1);
  await payment.close();
  await visit(page, `/checkout/success?session_id=${session}`);
  await page.getByRole("button", { name: "Cancel this order" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "This order was cancelled" }),
  ).toBeVisible();
  await visit(page, `/checkout/test-payment/${session}`);
  await expect(page.getByText("This payment session has expired")).toBeVisible();
});

// Specification 4.24
test("the success page of an unpaid order waits, keeps the cart and updates itself when the payment arrives", async ({
  page,
}) => {
  await haveInCart(page, "Victoria Lily Ball Skirt", "XL");
  const payment = await goToPayment(page, newEmail());
  const session = new URL(payment.url()).pathname.split("/").at(-1);
  await visit(page, `/checkout/success?session_id=${session}`);
  await expect(
    page.getByRole("heading", { level: 1, name: "Confirming your payment" }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Order Summary" })).toContainText("Pending");
  await expectAccessible(page);
  expect(await storedCart(page)).toHaveLength(1);
  await fillDelivery(payment);
  await payment.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible();
  await expect.poll(() => storedCart(page)).toBeNull();
});

// Specification 2.94, 8.47
test("an order that cannot be loaded shows an error, and Retry shows that it is loading", async ({
  page,
}) => {
  await visit(page, "/checkout/success?session_id=cs_test_unknown");
  await page.getByRole("link", { name: "Continue Shopping" }).click();
  await expect(page).toHaveURL("/shop");
  // A simulated database failure.
  await page.route("**/checkout/success.data*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"unknown"', '"failed"');
    await route.fulfill({ response, body });
  });
  await page.goBack();
  await expect(page.getByRole("main")).toContainText("Could not retrieve order details");
  await expect(page.getByText("Could not retrieve order details")).toHaveCount(2);
  await page.unroute("**/checkout/success.data*");
  const letThrough = await holdResponses(page, "**/checkout/success.data*");
  await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Loading your order details...")).toBeVisible();
  letThrough();
  await expect(page.getByRole("main")).toContainText("Order not found");
});

test("the success page shows where and when it arrives, what happens next, and gives a guest a link and an account", async ({
  page,
}) => {
  const email = newEmail();
  await haveInCart(page, "Sash Belt", "M");
  const payment = await goToPayment(page, email);
  await payOnTestPage(payment);
  const main = payment.getByRole("main");
  await expect(main).toContainText("12 Camp Street");
  await expect(main).toContainText(/Arrives \d+/);
  await expect(payment.getByRole("heading", { name: "What happens next" })).toBeVisible();
  await expect(payment.getByLabel("Link to your order")).toHaveValue(payment.url());
  await expectAccessible(payment);
  await payment.getByRole("textbox", { name: "Password" }).fill("hibiscus-veranda-1834");
  await payment.getByRole("button", { name: "Create my account" }).click();
  await expect(main).toContainText(/Almost done\s*This shop sends no emails yet/);
  const mail = await readMailTo(email, "Confirm your email for Demerara Atelier");
  const [link = ""] = /http:\/\/\S+\/auth\/verify\?token=[\w.-]+/.exec(mail) ?? [];
  await visit(payment, link);
  // Nobody is signed in: the mailbox and the password confirm together, and sign in.
  await main.getByRole("textbox", { name: "Password" }).fill("hibiscus-veranda-1834");
  await main.getByRole("button", { name: /^Confirm/ }).click();
  await expect(main).toContainText("confirmed");
  await visit(payment, "/profile/orders");
  await expect(payment.getByRole("table")).toContainText("$");
  await expect(payment.getByRole("table").getByRole("row")).toHaveCount(2);
});
