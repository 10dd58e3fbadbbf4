import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { newEmail, payOnTestPage } from "#tests/support/browser/payment.ts";
import { cartLine, haveInCart, storedCart, visit } from "#tests/support/browser/shop.ts";
import { CHECKOUT_POST, checkoutFields, readActionData } from "#tests/support/checkout-post.ts";

const changes = (page: Page) => page.getByRole("status").filter({ hasText: "Your cart changed" });

test("an outdated price is reported before the payment, and the current price is charged", async ({
  page,
}) => {
  await haveInCart(page, "Bourda Cricket Blazer", "XL", { price: 1 });
  await visit(page, "/checkout");
  await expect(changes(page)).toContainText(
    "The price of Bourda Cricket Blazer changed from $1.00 to $690.00.",
  );
  await expect(changes(page)).toContainText("Nothing has been charged.");
  await expectAccessible(page);
  await page.getByLabel("Email").fill(newEmail());
  const opening = page.waitForEvent("popup");
  await changes(page).getByRole("button", { name: "Accept and continue" }).click();
  const payment = await opening;
  await payment.waitForURL(/\/checkout\/test-payment\//);
  await expect(payment.getByRole("region", { name: "Order Summary" })).toContainText("$690.00");
  await payOnTestPage(payment);
  await expect(payment.getByRole("region", { name: "Order Summary" })).toContainText("$690.00");
});

test("a quantity above the stock is reduced with a message", async ({ page }) => {
  await haveInCart(page, "Botanic Garden Hat", "M", { quantity: 50 });
  await visit(page, "/checkout");
  await expect(changes(page)).toContainText(/Only \d left of Botanic Garden Hat in size M\./);
  await expect(changes(page).getByRole("button", { name: "Accept and continue" })).toBeVisible();
});

test("more than a visitor can reserve is offered in part, and the cart stays as it is until then", async ({
  page,
  noise,
}) => {
  noise.expect(/status of 409/);
  await haveInCart(page, "Kaieteur Gown", "S", { quantity: 4 });
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill(newEmail());
  await page.getByRole("button", { name: /^Proceed to Payment/ }).click();
  const notice = page.getByRole("status").filter({ hasText: "We can reserve part of your cart" });
  await expect(notice).toContainText(
    /We can reserve \d pieces? of Kaieteur Gown in size S for you now/,
  );
  expect(await storedCart(page)).toMatchObject([{ quantity: 4 }]);
  await expectAccessible(page);
  const opening = page.waitForEvent("popup");
  await notice.getByRole("button", { name: "Accept and continue" }).click();
  await (await opening).waitForURL(/\/checkout\/test-payment\//);
});

test("a product that is no longer sold is reported and removed from the cart", async ({ page }) => {
  const gone = { id: "0198f000-0000-7000-8000-000000000009" };
  await haveInCart(page, "Filigree Earrings", "One Size", gone);
  await visit(page, "/checkout");
  await expect(changes(page)).toContainText("Filigree Earrings is no longer offered.");
  await changes(page).getByRole("button", { name: "Remove from cart" }).click();
  await expect(page.getByRole("region", { name: "Order Summary" })).toContainText(
    "Your cart is empty",
  );
  expect(await storedCart(page)).toBeNull();
});

test("a sold-out size is reported", async ({ page }) => {
  await haveInCart(page, "Botanic Garden Hat", "L");
  await visit(page, "/checkout");
  await expect(changes(page)).toContainText("Botanic Garden Hat in size L is sold out.");
});

// Specification 7.47
test("tampered checkout requests get a message and open no wrong payment", async ({ request }) => {
  const line = await cartLine(request, "Gold Knot Cufflinks", "One Size");
  const carts: unknown[][] = [
    [],
    [{ ...line, price: 0.01 }],
    [{ ...line, price: -140 }],
    [{ ...line, quantity: -3 }],
    [{ ...line, quantity: 1e12 }],
    [{ ...line, quantity: "NaN" }],
    [{ ...line, quantity: 0.5 }],
    [{ ...line, id: "' or 1=1 --" }],
    [{ ...line, size: "XXXL" }],
    [null, 7, "x", {}],
    Array.from({ length: 10_000 }, () => line),
  ];
  for (const items of carts) {
    const response = await request.post(CHECKOUT_POST, {
      form: checkoutFields({ items, customerEmail: "rosa@example.org", shownTotal: 1 }),
    });
    expect(response.status(), JSON.stringify(items.slice(0, 2))).toBeGreaterThanOrEqual(400);
    expect(response.status()).toBeLessThan(500);
    const text = await response.text();
    const body = text.startsWith("[") ? readActionData(text) : JSON.parse(text);
    expect(body.url).toBeUndefined();
    expect(body.error.message).toMatch(/\w+/);
  }
});

// Specification 8.46
test("a checkout without a response says so and loses nothing, also without a network", async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/net::ERR_INTERNET_DISCONNECTED/);
  await haveInCart(page, "Gold Knot Cufflinks", "One Size");
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill("rosa@example.org");
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Proceed to Payment/ }).click();
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("rosa@example.org");
  expect(await storedCart(page)).toHaveLength(1);
  await context.setOffline(false);
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: /^Proceed to Payment/ }).click();
  await (await opening).waitForURL(/\/checkout\/test-payment\//);
});

// Specification 8.45
test("a response without a payment page shows the specification's message", async ({ page }) => {
  await haveInCart(page, "Gold Knot Cufflinks", "One Size");
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill("rosa@example.org");
  await page.route(`**${CHECKOUT_POST}`, (route) =>
    route.fulfill({ contentType: "text/x-script", body: '[{"_1":2},"data",{}]' }),
  );
  await page.getByRole("button", { name: /^Proceed to Payment/ }).click();
  await expect(page.getByText("No checkout URL received")).toBeVisible();
});
