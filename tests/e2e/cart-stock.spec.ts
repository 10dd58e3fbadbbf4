import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import {
  cartSidebar,
  haveInCart,
  openProduct,
  storedCart,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";
import { CHECKOUT_POST, checkoutFields } from "#tests/support/checkout-post.ts";
import { cartLineOf, setStock } from "#tests/support/shop/products.ts";

const more = (page: Page) => page.getByRole("button", { name: /^Increase quantity/ });
const quantities = async (page: Page) =>
  ((await storedCart(page)) as { quantity: number }[]).map(({ quantity }) => quantity);

test("a quantity beyond the stock is reduced with a message, and the stepper stops there", {
  tag: "@phone",
}, async ({ page }) => {
  await setStock("Courida Pyjama Set", "M", 5);
  await haveInCart(page, "Courida Pyjama Set", "M", { quantity: 50 });
  await visit(page, "/cart");
  const main = page.getByRole("main");
  await expect(main).toContainText("Only 5 left, so we changed your quantity from 50 to 5.");
  expect(await quantities(page)).toEqual([5]);
  await expect(more(page)).toBeDisabled();
  await page.getByRole("button", { name: /^Decrease quantity/ }).click();
  await expect(main).not.toContainText("left, so we changed");
  await more(page).click();
  await expect(main).toContainText("These are the last 5 in this size.");
  await expectAccessible(page);
});

test("stock that another customer takes while the cart is open is noticed when it comes back into view", {
  tag: "@once-unsteady",
}, async ({ page, request }) => {
  await setStock("Sunday Robe", "L", 3);
  const line = await cartLineOf("Sunday Robe", "L");
  await haveInCart(page, "Sunday Robe", "L", { quantity: 3 });
  await visit(page, "/cart");
  const main = page.getByRole("main");
  await expect(main).toContainText("These are the last 3 in this size.");
  const form = checkoutFields({ items: [line], customerEmail: newEmail() });
  const ordered = await request.post(CHECKOUT_POST, { form });
  expect(await ordered.text()).toContain("/checkout/test-payment/");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(main).toContainText("Only 2 left, so we changed your quantity from 3 to 2.");
  expect(await quantities(page)).toEqual([2]);
});

test("a line that has sold out says so, leaves the subtotal and leads to the restock alert", async ({
  page,
}) => {
  await setStock("Botanic Garden Hat", "L", 0);
  await haveInCart(page, "Botanic Garden Hat", "L");
  await visit(page, "/cart");
  const main = page.getByRole("main");
  await expect(main).toContainText("Botanic Garden Hat in size L is sold out.");
  await expect(main.getByRole("link", { name: "Tell me when it is back" })).toHaveAttribute(
    "href",
    /\/product\/[^/]+\/back-in-stock/,
  );
  await expect(main).toContainText("Nothing in your cart can be bought at the moment.");
  await expect(main.getByText("$0.00")).toBeVisible();
  await expect(more(page)).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Checkout" })).toHaveCount(0);
  await expectAccessible(page);
});

test("the cart's sidebar stops at the stock, and the product page adds no more than there are", async ({
  page,
}) => {
  await setStock("Botanic Garden Hat", "M", 2);
  await openProduct(page, "Botanic Garden Hat");
  await tile(page, "Available Sizes", "M").click();
  await expect(page.getByText("Only 2 left in this size")).toBeVisible();
  const add = page.getByRole("button", { name: "Add to Cart" });
  await add.click();
  const sidebar = cartSidebar(page);
  await more(page).click();
  await expect(sidebar).toContainText("These are the last 2 in this size.");
  await expect(more(page)).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(sidebar).toHaveCount(0);
  await add.click();
  await expect(page.getByText(/and your cart has all of them|already in your cart/)).toBeVisible();
  expect(await quantities(page)).toEqual([2]);
});
