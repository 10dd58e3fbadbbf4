import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import {
  addToCart,
  cartLine,
  cartSidebar,
  haveInCart,
  openProduct,
  productPath,
  storedCart,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";
import { CHECKOUT_POST, checkoutFields } from "#tests/support/checkout-post.ts";

const more = (page: Page) => page.getByRole("button", { name: /^Increase quantity/ });
const quantities = async (page: Page) =>
  ((await storedCart(page)) as { quantity: number }[]).map(({ quantity }) => quantity);

/** As the cart does. */
async function leftOf(request: APIRequestContext, name: string, size: string): Promise<number> {
  const line = { ...(await cartLine(request, name, size)), quantity: 99 };
  const response = await request.post("/cart/quote", { data: { items: [line] } });
  const { quote }: { quote: { lines: { available: number }[] } } = await response.json();
  return quote.lines[0]?.available ?? 0;
}

test("a quantity beyond the stock is reduced with a message, and the stepper stops there", {
  tag: "@both",
}, async ({ page, request }) => {
  const left = await leftOf(request, "Courida Pyjama Set", "M");
  expect(left).toBeGreaterThan(1);
  await haveInCart(page, "Courida Pyjama Set", "M", { quantity: 50 });
  await visit(page, "/cart");
  const main = page.getByRole("main");
  await expect(main).toContainText(
    `Only ${left} left, so we changed your quantity from 50 to ${left}.`,
  );
  expect(await quantities(page)).toEqual([left]);
  await expect(more(page)).toBeDisabled();
  await page.getByRole("button", { name: /^Decrease quantity/ }).click();
  await expect(main).not.toContainText("left, so we changed");
  await more(page).click();
  await expect(main).toContainText(`These are the last ${left} in this size.`);
  await expectAccessible(page);
});

test("stock that another customer takes while the cart is open is noticed when it comes back into view", async ({
  page,
  request,
}) => {
  const left = await leftOf(request, "Sunday Robe", "L");
  expect(left).toBeGreaterThan(2);
  await haveInCart(page, "Sunday Robe", "L", { quantity: left });
  await visit(page, "/cart");
  const main = page.getByRole("main");
  await expect(main).toContainText(`These are the last ${left} in this size.`);
  const items = [{ ...(await cartLine(request, "Sunday Robe", "L")), quantity: 1 }];
  const form = checkoutFields({ items, customerEmail: newEmail() });
  const ordered = await request.post(CHECKOUT_POST, { form });
  expect(await ordered.text()).toContain("/checkout/test-payment/");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const rest = left - 1;
  await expect(main).toContainText(
    `Only ${rest} left, so we changed your quantity from ${left} to ${rest}.`,
  );
  expect(await quantities(page)).toEqual([rest]);
});

test("a line that has sold out says so, leaves the subtotal and leads to the restock alert", async ({
  page,
}) => {
  await haveInCart(page, "Botanic Garden Hat", "L");
  await visit(page, "/cart");
  const main = page.getByRole("main");
  await expect(main).toContainText("Botanic Garden Hat in size L is sold out.");
  await expect(main.getByRole("link", { name: "Tell me when it is back" })).toHaveAttribute(
    "href",
    /\/product\/[^/]+\/back-in-stock/,
  );
  await expect(more(page)).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Checkout" })).toHaveCount(0);
  await expect(main).toContainText("Nothing in your cart can be bought at the moment.");
  await expect(main.getByText("$0.00")).toBeVisible();
  await expectAccessible(page);
});

test("the product page adds no more than there are, and the sidebar stops there too", async ({
  page,
  request,
}) => {
  const name = "Botanic Garden Hat";
  const left = await leftOf(request, name, "M");
  expect(left).toBeGreaterThan(0);
  await haveInCart(page, name, "M", { quantity: left, ...(await colorOf(request, name)) });
  await openProduct(page, name);
  await tile(page, "Available Sizes", "M").click();
  const counted = new RegExp(`^(Only )?${left} (left )?in this size|^The last one in this size`);
  await expect(page.getByText(counted)).toBeVisible();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByText(/and your cart has all of them|already in your cart/)).toBeVisible();
  expect(await quantities(page)).toEqual([left]);
  await page.goto("/robots.txt");
  await page.evaluate(() => localStorage.clear());
  await addToCart(page, name, "M");
  for (let count = 1; count < left; count += 1) await more(page).click();
  await expect(cartSidebar(page)).toContainText(/last/);
  await expect(more(page)).toBeDisabled();
});

/** Returns the product page's default color. */
async function colorOf(request: APIRequestContext, name: string) {
  const html = await (await request.get(await productPath(request, name))).text();
  const color =
    /name="color"[^>]*checked[^>]*value="(#[0-9A-F]{6})"|value="(#[0-9A-F]{6})"[^>]*checked/.exec(
      html,
    );
  return { color: color?.[1] ?? color?.[2] };
}
