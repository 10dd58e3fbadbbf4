import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { CHECKOUT_POST, checkoutFields, readActionData } from "../checkout-post.ts";
import { cartLine, scriptRuns, visit } from "./shop.ts";

/** A person of one test: an address that no other test and no other width uses. */
export function newEmail(): string {
  return `rosa-${crypto.randomUUID()}@example.org`;
}

/** From the cart to the payment page, which opens in a tab of its own; that tab. */
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

type Piece = readonly [name: string, size: string];

/**
 * Opens the payment page for some pieces in this tab, by the call that the checkout's button makes: for what comes after it. The
 * browser's cart knows nothing of it.
 */
export async function openPayment(page: Page, email: string, ...pieces: Piece[]): Promise<void> {
  const items = await Promise.all(pieces.map(([name, size]) => cartLine(page.request, name, size)));
  const form = checkoutFields({ items, customerEmail: email });
  const response = await page.request.post(CHECKOUT_POST, { form });
  const { url } = readActionData(await response.text());
  await visit(page, String(url));
  await expect(page.getByRole("heading", { level: 1, name: "Test payment" })).toBeVisible();
}

/** Writes an address in Georgetown on the test payment page and chooses standard shipping. */
export async function fillDelivery(payment: Page): Promise<void> {
  await payment.getByLabel("Full name").fill("Rosa Persaud");
  await payment.getByRole("textbox", { name: "Address", exact: true }).fill("12 Camp Street");
  await payment.getByLabel("City or village").fill("Georgetown");
  await payment.getByRole("radio", { name: /^Standard/ }).check();
}

/** Pays on the test payment page and ends on the success page. */
export async function payOnTestPage(payment: Page): Promise<void> {
  await fillDelivery(payment);
  await payment.getByRole("button", { name: "Pay", exact: true }).click();
  await payment.waitForURL(/\/checkout\/success\?session_id=/);
  await expect(payment.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible();
}
