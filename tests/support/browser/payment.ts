import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { CHECKOUT_POST, checkoutFields, readActionData } from "../checkout-post.ts";
import { cartLineOf } from "../shop/products.ts";
import { scriptRuns, visit } from "./shop.ts";

export function newEmail(): string {
  return `rosa-${crypto.randomUUID()}@example.org`;
}

/** Goes from the cart to the payment. Returns its tab. */
export async function goToPayment(page: Page, email: string): Promise<Page> {
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill(email);
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: /^Proceed to Payment/ }).click();
  const payment = await opening;
  await payment.waitForURL(/\/checkout\/test-payment\//);
  await scriptRuns(payment);
  await expect(payment.getByRole("heading", { level: 1, name: "Test payment" })).toBeVisible();
  return payment;
}

type Item = readonly [name: string, size: string];

/** Opens a payment as the checkout's button does. Returns the page's path. */
async function createCheckout(request: APIRequestContext, email: string, items: Item[]) {
  const lines = await Promise.all(items.map(([name, size]) => cartLineOf(name, size)));
  const form = checkoutFields({ items: lines, customerEmail: email });
  const response = await request.post(CHECKOUT_POST, { form });
  const { url } = readActionData(await response.text());
  return new URL(String(url)).pathname;
}

/** Opens a payment in this tab, without the browser's cart. */
export async function openPayment(page: Page, email: string, ...items: Item[]): Promise<void> {
  await visit(page, await createCheckout(page.request, email, items));
  await expect(page.getByRole("heading", { level: 1, name: "Test payment" })).toBeVisible();
}

/** Buys items by requests, without a browser. */
export async function buyItems(
  request: APIRequestContext,
  email: string,
  ...items: Item[]
): Promise<void> {
  const path = await createCheckout(request, email, items);
  const choice = { intent: "pay", optionId: "standard", fullName: "Rosa Persaud" };
  const address = { line1: "12 Camp Street", city: "Georgetown", country: "GY" };
  const paid = await request.post(path, { form: { ...choice, ...address } });
  expect(paid.url()).toContain("/checkout/success?session_id=");
}

/** Fills in a delivery to Georgetown by standard shipping. */
export async function fillDelivery(payment: Page): Promise<void> {
  await payment.getByLabel("Country").selectOption("GY");
  await payment.getByLabel("Full name").fill("Rosa Persaud");
  await payment.getByRole("textbox", { name: "Address", exact: true }).fill("12 Camp Street");
  await payment.getByLabel("City or village").fill("Georgetown");
  await payment.getByRole("radio", { name: /, Standard, / }).check();
}

export async function payOnTestPage(payment: Page): Promise<void> {
  await fillDelivery(payment);
  await payment.getByRole("button", { name: /^Pay / }).click();
  await payment.waitForURL(/\/checkout\/success\?session_id=/);
  await expect(payment.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible();
}
