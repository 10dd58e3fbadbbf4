import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import {
  fillDelivery,
  goToPayment,
  newEmail,
  payOnTestPage,
} from "#tests/support/browser/payment.ts";
import { signInCustomer } from "#tests/support/browser/registration.ts";
import { haveInCart, visit } from "#tests/support/browser/shop.ts";

const outcome = (payment: Page, name: string) => payment.getByRole("button", { name, exact: true });

test("the tab in which the checkout began thanks and shows the order once it is paid in the other tab", async ({
  page,
}) => {
  await haveInCart(page, "Sash Belt", "M");
  const payment = await goToPayment(page, newEmail());
  await payOnTestPage(payment);
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What happens next" })).toBeVisible();
});

test("the tab in which the checkout began says when the payment was cancelled, and keeps everything", async ({
  page,
}) => {
  const email = newEmail();
  await haveInCart(page, "Sash Belt", "M");
  const payment = await goToPayment(page, email);
  await outcome(payment, "Cancel").click();
  await expect(page.getByText("The payment was cancelled")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expectAccessible(page);
  // The checkout with the email filled in.
  await payment.getByRole("link", { name: "Return to Checkout" }).click();
  await expect(payment.getByLabel("Email")).toHaveValue(email);
});

test("an expired payment leads back to the checkout with everything kept, in both tabs", async ({
  page,
}) => {
  const email = newEmail();
  await haveInCart(page, "Sash Belt", "M");
  const payment = await goToPayment(page, email);
  await fillDelivery(payment);
  await outcome(payment, "Expire").click();
  await expect(page.getByText("The time to pay has passed")).toBeVisible();
  await payment.getByRole("link", { name: "Return to Checkout" }).click();
  await expect(payment).toHaveURL("/checkout");
  await expect(payment.getByLabel("Email")).toHaveValue(email);
  await payment.close();
  await page.getByLabel("Deliver to").selectOption("GY");
  const again = await goToPayment(page, email);
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

test("a guest cancels a pending order on the page that order lookup opens", async ({ page }) => {
  const email = newEmail();
  await haveInCart(page, "Sash Belt", "M");
  const payment = await goToPayment(page, email);
  const session = new URL(payment.url()).pathname.split("/").at(-1);
  await payment.close();
  await visit(page, `/checkout/success?session_id=${session}`);
  const summary = page.getByRole("region", { name: "Order Summary" });
  const number = /[0-9a-f]{8}/.exec(await summary.innerText())?.[0] ?? "";
  await visit(page, "/order-lookup");
  await page.getByLabel("Order Number").fill(number);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Find your order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel this order" }).click();
  await expect(page.getByRole("main")).toContainText("Cancelled");
  await expect(page.getByRole("button", { name: "Cancel this order" })).toHaveCount(0);
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
  await expect(main).toContainText(`We sent a link to ${email}`);
  const mail = await readMailTo(email, "Confirm your email for Demerara Atelier");
  const [link = ""] = /http:\/\/\S+\/auth\/verify\?token=[\w.-]+/.exec(mail) ?? [];
  await visit(payment, link);
  await payment
    .getByRole("main")
    .getByRole("button", { name: /^Confirm/ })
    .click();
  await expect(payment.getByText(/confirmed/i).first()).toBeVisible();
  const customer = { firstName: "", lastName: "", email, password: "hibiscus-veranda-1834" };
  await signInCustomer(payment.context(), new URL(payment.url()).origin, customer);
  await visit(payment, "/profile/orders");
  await expect(payment.getByRole("table")).toContainText("$");
  await expect(payment.getByRole("table").getByRole("row")).toHaveCount(2);
});
