import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { fillDelivery, goToPayment, newEmail } from "#tests/support/browser/payment.ts";
import { haveInCart, storedCart, visit } from "#tests/support/browser/shop.ts";

// Specification 2.92, 2.96, 8.48
test("the success page without a session shows a warning and links", async ({ page }) => {
  await visit(page, "/checkout/success");
  await expect(page.getByText("Missing session information")).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute(
    "href",
    "/shop",
  );
  await expect(page.getByRole("link", { name: "View Your Orders" })).toHaveAttribute(
    "href",
    "/profile",
  );
});

// Specification 2.95, 2.96, 8.49
test("the success page of an unknown session says that the order was not found", async ({
  page,
}) => {
  await visit(page, "/checkout/success?session_id=cs_test_unknown");
  await expect(page.getByRole("main")).toContainText(
    "Order not found: We couldn't find an order associated with this session. Please contact support if you completed a payment.",
  );
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

test("the success page of a session that ended unpaid says so and links to the checkout", async ({
  page,
}) => {
  await haveInCart(page, "Victoria Lily Ball Skirt", "XXL");
  const payment = await goToPayment(page, newEmail());
  const session = new URL(payment.url()).pathname.split("/").at(-1);
  await payment.getByRole("button", { name: "Expire" }).click();
  await expect(payment.getByText("This payment session has expired")).toBeVisible();
  await visit(page, `/checkout/success?session_id=${session}`);
  await expect(
    page.getByRole("heading", { level: 1, name: "This order was not paid" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Return to Checkout" })).toHaveAttribute(
    "href",
    "/checkout",
  );
  expect(await storedCart(page)).toHaveLength(1);
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
