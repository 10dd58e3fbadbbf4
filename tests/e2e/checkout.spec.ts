import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import {
  fillDelivery,
  goToPayment,
  newEmail,
  payOnTestPage,
} from "#tests/support/browser/payment.ts";
import {
  addToCart,
  haveInCart,
  haveLinesInCart,
  storedCart,
  visit,
} from "#tests/support/browser/shop.ts";
import { CHECKOUT_POST } from "#tests/support/checkout-post.ts";
import { cartLineOf, setStock } from "#tests/support/shop/products.ts";

const summary = (page: Page) => page.getByRole("region", { name: "Order Summary" });
const payButton = (page: Page) => page.getByRole("button", { name: /^Proceed to Payment/ });
const changes = (page: Page) => page.getByRole("status").filter({ hasText: "Your cart changed" });

/** The payment's tab that a press opens. */
async function tabOf(page: Page, press: () => Promise<void>): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await press();
  const payment = await opening;
  await payment.waitForURL(/\/checkout\/test-payment\//);
  return payment;
}

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
  tag: "@phone",
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
  await expect(payButton(page)).toHaveText("Proceed to Payment (1 item)");
  await expectAccessible(page);

  const payment = await goToPayment(page, email);
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByText("Your payment page is open in a new tab")).toBeVisible();
  await expect(payment.getByText(/^TEST/)).toBeVisible();
  await expect(payment.getByRole("region", { name: "Order Summary" })).toContainText("$180.00");
  await expectAccessible(payment);
  await payOnTestPage(payment);

  const order = summary(payment);
  await expect(payment.getByRole("main")).toContainText(/only stored/);
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
  // The tab in which the checkout began shows the order as well.
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What happens next" })).toBeVisible();

  const mail = await readMailTo(email);
  for (const text of ["Order Confirmed!", "Hammock Lounge Trousers", "$195.00", "12 Camp Street"]) {
    expect(mail).toContain(text);
  }
  expect(mail).toContain("30 days");
});

// Specification 2.85, 2.87, 2.88, 5.14, 5.15
test("an empty cart cannot go to payment, a line's total is its price times its quantity, and the email is validated beside its field", async ({
  page,
}) => {
  await visit(page, "/checkout");
  await expect(summary(page)).toContainText("Your cart is empty");
  await expect(payButton(page)).toBeDisabled();
  await expect(payButton(page)).toHaveText("Proceed to Payment (0 items)");

  await haveInCart(page, "Hammock Lounge Trousers", "M", { quantity: 2 });
  await visit(page, "/checkout");
  const line = summary(page).getByRole("listitem");
  await expect(line).toContainText("$180.00 × 2");
  await expect(line).toContainText("$360.00");
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

// Specification 2.89, 2.90, 2.91
test("the payment page opens in the same tab when the browser blocks new ones, and a second visit to the success page leaves a new cart as it is", async ({
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
  const paid = page.url();
  await haveInCart(page, "Water Street Pencil Skirt", "L");
  await visit(page, paid);
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible();
  expect(await storedCart(page)).toMatchObject([{ name: "Water Street Pencil Skirt", size: "L" }]);
});

// Specification 2.88, 4.23
test("the button says Processing... while the payment page opens, and a second press places no second order", {
  tag: "@once-unsteady",
}, async ({ page }) => {
  await haveInCart(page, "Sash Belt", "L");
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill(newEmail());
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(CHECKOUT_POST)) posts.push(request.method());
  });
  const letThrough = await holdResponses(page, `**${CHECKOUT_POST}`);
  const payment = await tabOf(page, async () => {
    await payButton(page).click();
    const busy = page.getByRole("button", { name: "Processing..." });
    await expect(busy).toBeDisabled();
    await busy.click({ force: true });
    await page.getByLabel("Email").press("Enter");
    letThrough();
  });
  await expect(page.getByText("Your payment page is open in a new tab")).toBeVisible();
  expect(posts).toEqual(["POST"]);
  await payment.close();
});

test("a made-to-measure line of an older cart leads to its measurements and cannot be ordered without", async ({
  page,
}) => {
  await haveInCart(page, "Hibiscus Column Dress", "Custom");
  await visit(page, "/cart");
  await expect(page.getByText("your measurements are still missing")).toBeVisible();
  await expect(page.getByText("Please complete your made-to-measure pieces")).toBeVisible();
  await visit(page, "/checkout");
  const notice = page.getByRole("status").filter({ hasText: "Your cart is not complete yet" });
  await expect(notice).toBeVisible();
  // The notice leads to the cart, and offers nothing to accept.
  await expect(notice.getByRole("button")).toHaveCount(0);
  await page.getByRole("link", { name: /^Give your measurements/ }).click();
  await expect(page).toHaveURL(/\/made-to-measure\?/);
  expect(new URL(page.url()).searchParams.get("line")).toMatch(/\|Custom/);
});

test("what changed since the cart was filled is reported before the payment, and accepting it charges the current price", async ({
  page,
}) => {
  await setStock("Botanic Garden Hat", "M", 1);
  await setStock("Botanic Garden Hat", "L", 0);
  const blazer = await cartLineOf("Bourda Cricket Blazer", "XL");
  const hat = await cartLineOf("Botanic Garden Hat", "M");
  const soldOut = await cartLineOf("Botanic Garden Hat", "L");
  const earrings = await cartLineOf("Filigree Earrings", "One Size");
  await haveLinesInCart(page, [
    { ...blazer, price: 1 },
    { ...hat, quantity: 50 },
    soldOut,
    { ...earrings, id: "0198f000-0000-7000-8000-000000000009" },
  ]);
  await visit(page, "/checkout");
  for (const text of [
    "The price of Bourda Cricket Blazer changed from $1.00 to $690.00.",
    "Only 1 left of Botanic Garden Hat in size M.",
    "Botanic Garden Hat in size L is sold out.",
    "Filigree Earrings is no longer offered.",
    "Nothing has been charged.",
  ]) {
    await expect(changes(page)).toContainText(text);
  }
  await expectAccessible(page);
  await page.getByLabel("Email").fill(newEmail());
  const payment = await tabOf(page, () =>
    changes(page).getByRole("button", { name: "Accept and continue" }).click(),
  );
  expect(await storedCart(page)).toMatchObject([
    { name: "Bourda Cricket Blazer", price: 690, quantity: 1 },
    { name: "Botanic Garden Hat", size: "M", quantity: 1 },
  ]);
  await expect(summary(payment)).toContainText("$690.00");
});

test("a cart of which nothing is sold any more is emptied on the checkout", async ({ page }) => {
  const gone = { id: "0198f000-0000-7000-8000-000000000009" };
  await haveInCart(page, "Filigree Earrings", "One Size", gone);
  await visit(page, "/checkout");
  await changes(page).getByRole("button", { name: "Remove from cart" }).click();
  await expect(summary(page)).toContainText("Your cart is empty");
  expect(await storedCart(page)).toBeNull();
});

test("more than a visitor can reserve is offered in part, and the cart stays as it is until then", {
  tag: "@once-unsteady",
}, async ({ page, noise }) => {
  noise.expect(/status of 409/);
  await setStock("Kaieteur Gown", "S", 6);
  await haveInCart(page, "Kaieteur Gown", "S", { quantity: 4 });
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill(newEmail());
  await payButton(page).click();
  const notice = page.getByRole("status").filter({ hasText: "We can reserve part of your cart" });
  await expect(notice).toContainText(
    "We can reserve 3 pieces of Kaieteur Gown in size S for you now",
  );
  expect(await storedCart(page)).toMatchObject([{ quantity: 4 }]);
  await expectAccessible(page);
  await tabOf(page, () => notice.getByRole("button", { name: "Accept and continue" }).click());
  expect(await storedCart(page)).toMatchObject([{ quantity: 3 }]);
});

// Specification 8.45, 8.46
test("a checkout without a response, or with one that has no payment page, says so and loses nothing", async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/net::ERR_INTERNET_DISCONNECTED/);
  await haveInCart(page, "Gold Knot Cufflinks", "One Size");
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill("rosa@example.org");
  await context.setOffline(true);
  await payButton(page).click();
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("rosa@example.org");
  expect(await storedCart(page)).toHaveLength(1);
  await context.setOffline(false);
  await page.route(`**${CHECKOUT_POST}`, (route) =>
    route.fulfill({ contentType: "text/x-script", body: '[{"_1":2},"data",{}]' }),
  );
  await payButton(page).click();
  await expect(page.getByText("No checkout URL received")).toBeVisible();
  await page.unrouteAll();
  await tabOf(page, () => payButton(page).click());
});
