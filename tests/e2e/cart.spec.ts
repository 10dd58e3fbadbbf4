import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import {
  addToCart,
  cartIcon,
  cartSidebar,
  haveInCart,
  haveLinesInCart,
  storedCart,
  visit,
} from "#tests/support/browser/shop.ts";
import { cartLineOf } from "#tests/support/shop/products.ts";

// The cart with its motion; the configuration reduces it elsewhere.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const lines = (page: Page) => page.getByRole("list", { name: "Items in your cart" });
const offer = (page: Page) => page.getByRole("region", { name: "Goes well with your order" });
const subtotal = (page: Page) =>
  page.getByRole("term").filter({ hasText: "Subtotal" }).locator("xpath=following-sibling::dd");

/** Stores a cart as another program could have left it, and opens it. */
async function tamper(page: Page, cart: unknown): Promise<void> {
  const text = typeof cart === "string" ? cart : JSON.stringify(cart);
  // The origin's lightest URL.
  await page.goto("/robots.txt");
  await page.evaluate((stored) => localStorage.setItem("cart", stored), text);
  await visit(page, "/cart");
}

// Specification 2.38, 2.39, 4.19, 9.13
test("the sidebar shows the line, shipping, the subtotal, the promise, the payment methods and Checkout", {
  tag: "@phone",
}, async ({ page }) => {
  await addToCart(page, "Cathedral White Shirt", "XL");
  const sidebar = cartSidebar(page);
  const line = lines(page).getByRole("listitem");
  await expect(line).toContainText("Cathedral White Shirt");
  await expect(line).toContainText("Size: XL");
  await expect(line).toContainText("$249.00");
  await expect(line.locator("img")).toBeVisible();
  await expect(sidebar).toContainText("Free AI-Fit Remeasurements + 365-Day Returns");
  await expect(sidebar).toContainText("Shipping calculated at checkout");
  const logos = sidebar.getByRole("list", { name: "Ways to pay" }).getByRole("img");
  await expect(logos).toHaveCount(4);
  for (const [index, name] of ["Visa", "Mastercard", "Amex", "PayPal"].entries()) {
    await expect(logos.nth(index)).toHaveAccessibleName(name);
    await expect(logos.nth(index)).toBeVisible();
  }
  await expect(subtotal(page)).toHaveText("$249.00");
  await expect(sidebar.getByRole("link", { name: "Checkout" })).toBeInViewport();
  await expectAccessible(page);
  await sidebar.getByRole("link", { name: "Checkout" }).click();
  await expect(page).toHaveURL("/checkout");
});

// Specification 2.38, 4.17, 9.15
test("quantities go up and down but not below 1, and the subtotal follows", async ({ page }) => {
  await addToCart(page, "Cathedral White Shirt", "L");
  const less = page.getByRole("button", { name: /^Decrease quantity of Cathedral White Shirt/ });
  const more = page.getByRole("button", { name: /^Increase quantity of Cathedral White Shirt/ });
  await expect(less).toBeDisabled();
  await more.click();
  await more.click();
  await expect(subtotal(page)).toHaveText("$747.00");
  await expect(lines(page)).toContainText("$249.00 each");
  await less.click();
  await less.click();
  await expect(less).toBeDisabled();
  await expect(subtotal(page)).toHaveText("$249.00");
});

test("removing a line shows a message with Undo, and removing the last one shows the empty cart", {
  tag: "@once-unsteady",
}, async ({ page }) => {
  await addToCart(page, "Promenade Bow Tie", "One Size");
  await page.getByRole("button", { name: /^Remove Promenade Bow Tie/ }).click();
  const toast = page.getByText("Item removed from cart");
  await expect(toast).toBeVisible();
  await expect(cartSidebar(page)).toContainText("Your cart is empty");
  expect(await storedCart(page)).toBeNull();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(lines(page).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: /^Remove Promenade Bow Tie/ }).click();
  await cartSidebar(page).getByRole("link", { name: "Explore the shop" }).click();
  await expect(page).toHaveURL("/shop");
  await expect(cartIcon(page, 0)).toBeVisible();
});

test("on the cart's page the focus goes on to the next line after Remove, and back to the line after Undo", async ({
  page,
}) => {
  await haveLinesInCart(page, [
    await cartLineOf("Cathedral White Shirt", "L"),
    await cartLineOf("Promenade Bow Tie", "One Size"),
  ]);
  await visit(page, "/cart");
  await expect(lines(page).getByRole("listitem")).toHaveCount(2);
  const remove = (line: number) =>
    lines(page)
      .getByRole("listitem")
      .nth(line)
      .getByRole("button", { name: /^Remove / });
  await remove(0).press("Enter");
  await expect(lines(page).getByRole("listitem")).toHaveCount(1);
  await expect(remove(0)).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(lines(page).getByRole("listitem")).toHaveCount(2);
  await expect(page.locator("main :focus")).toHaveCount(1);
});

// Specification 2.39, 9.12
test("the upsell offers one of two products at 15% off beside another product only", async ({
  page,
}) => {
  await addToCart(page, "Georgetown Silk Tie", "One Size");
  await expect(offer(page)).toContainText("15% off");
  const isScarf = (await offer(page).innerText()).includes("Silk Scarf");
  const [name, was, now] = isScarf
    ? ["Silk Scarf", "$89.00", "$75.65"]
    : ["Gold Bracelet", "$129.00", "$109.65"];
  await expect(offer(page)).toContainText(was);
  await expect(offer(page)).toContainText(now);
  await offer(page)
    .getByRole("button", { name: `Add to cart: ${name}` })
    .click();
  const line = lines(page).getByRole("listitem").filter({ hasText: name });
  await expect(line).toContainText("15% off");
  await expect(line).toContainText(now);
  await page.getByRole("button", { name: /^Remove Georgetown Silk Tie/ }).click();
  await expect(line).toContainText(was);
  await expect(line).not.toContainText("15% off");
  await expect(offer(page)).toHaveCount(0);
});

// Specification 2.12
test("the empty cart leads to the shop; a filled one shows the same lines and sums, also after a reload", async ({
  page,
}) => {
  await visit(page, "/cart");
  const main = page.getByRole("main");
  await expect(main).toContainText("Your cart is empty");
  await main.getByRole("link", { name: "Explore the shop" }).click();
  await expect(page).toHaveURL("/shop");
  await addToCart(page, "Brickdam Trousers", "XXL");
  await visit(page, "/cart");
  await expect(page.getByRole("heading", { level: 1, name: "Your Cart" })).toBeVisible();
  await expect(lines(page).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: /^Increase quantity/ }).click();
  await expect(subtotal(page)).toHaveText("$658.00");
  await page.reload();
  await expect(subtotal(page)).toHaveText("$658.00");
  await expect(main).toContainText("2 items");
  await expect(offer(page)).toBeVisible();
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  expect(await storedCart(page)).toEqual([
    expect.objectContaining({ name: "Brickdam Trousers", size: "XXL", price: 329, quantity: 2 }),
  ]);
});

test("two tabs show one cart", { tag: "@once-unsteady" }, async ({ page, context }) => {
  await addToCart(page, "Gold Knot Cufflinks", "One Size");
  const other = await context.newPage();
  await visit(other, "/cart");
  await other.getByRole("button", { name: /^Increase quantity/ }).click();
  await expect(subtotal(page)).toHaveText("$280.00");
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(other.getByRole("main")).toContainText("Your cart is empty");
});

test("a stored cart that is broken, impossible or too long is repaired with a message, and what can be read stays", async ({
  page,
}) => {
  const main = page.getByRole("main");
  await test.step("a cart that cannot be read starts empty", async () => {
    await tamper(page, "{not a cart");
    await expect(main).toContainText(
      "We could not read the cart stored in this browser, so it starts empty.",
    );
  });

  await test.step("impossible quantities, prices and lines are corrected", async () => {
    const line = { name: "Shirt", image: "https://evil.example/x.png", size: "M", price: 10 };
    await tamper(page, [
      { ...line, id: "a", quantity: -5 },
      { ...line, id: "b", quantity: 1e9 },
      { ...line, id: "c", quantity: "NaN", price: "free" },
      { ...line, id: "d", quantity: 2 },
      { quantity: 3 },
    ]);
    await expect(lines(page).getByRole("listitem")).toHaveCount(4);
    await expect(main).toContainText("A quantity was not possible and was set between 1 and 99.");
    await expect(main).toContainText("A price could not be read.");
    await expect(main).toContainText(
      "Part of your cart could not be read. Everything else is here.",
    );
    await expect(lines(page).getByText("Price at checkout")).toBeVisible();
  });

  await test.step("a cart of 10,000 lines keeps as many as one order can hold", async () => {
    const many = Array.from({ length: 10_000 }, (_, number) => ({
      id: `piece-${number}`,
      name: `Piece ${number}`,
      image: "",
      size: "M",
      price: 1,
      quantity: 1,
    }));
    await tamper(page, many);
    await expect(lines(page).getByRole("listitem")).toHaveCount(100);
    await expect(main).toContainText("Your cart holds up to 100 different pieces.");
  });
});

test("a cart filled without JavaScript joins the browser's cart once", async ({
  page,
  context,
  baseURL,
}) => {
  const { id } = await cartLineOf("Kaieteur Gown", "M");
  await page.request.post("/cart/simple", {
    form: { intent: "add", product: id, size: "M" },
    headers: { origin: baseURL ?? "" },
  });
  await haveInCart(page, "Sash Belt", "M");
  await visit(page, "/cart");
  await expect(lines(page).getByRole("listitem")).toHaveCount(2);
  const gown = lines(page).getByRole("listitem").filter({ hasText: "Kaieteur Gown" });
  await expect(gown).toContainText("Size: M");
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual([]);
  await visit(page, "/cart");
  await expect(gown).toContainText("$1,250.00");
  await expect(lines(page).getByRole("listitem")).toHaveCount(2);
});
