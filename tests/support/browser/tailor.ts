import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#db/schema/identity.server.ts";
import { createCustomer } from "../sessions.ts";
import { anotherSession, inShopDatabase } from "./customer.ts";
import { goToPayment, newEmail, payOnTestPage } from "./payment.ts";
import { cartSidebar, productPath, visit } from "./shop.ts";

/** A tailor with the atelier permission, in a browser as large as the visitor's. */
export async function tailorAt(browser: Browser, shop: string, visitor: Page) {
  const userId = await inShopDatabase(shop, async (db) => {
    const id = await createCustomer(db, { email: newEmail(), role: "admin", name: "Rosa Gomes" });
    await db.update(profiles).set({ isAtelier: true }).where(eq(profiles.id, id));
    return id;
  });
  const session = await anotherSession(browser, shop, userId);
  await session.page.setViewportSize(visitor.viewportSize() ?? { width: 1440, height: 900 });
  return session;
}

export const MADE_SUIT = "Stabroek Two-Piece Suit";

/** Cut to the person measured in this browser, of the first cloth that is not used up. */
export async function addSuitToCart(page: Page): Promise<void> {
  await visit(page, `${await productPath(page.request, MADE_SUIT)}/made-to-measure`);
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toBeVisible();
}

/** Buys a suit cut to the person measured in this browser and returns the order's number. */
export async function buySuit(page: Page, email: string): Promise<string> {
  await addSuitToCart(page);
  await visit(page, "/cart");
  await page.getByLabel("Delivery to").selectOption("GY");
  const payment = await goToPayment(page, email);
  await payOnTestPage(payment);
  const summary = payment.getByRole("region", { name: "Order Summary" });
  return /[0-9a-f]{8}/.exec(await summary.innerText())?.[0] ?? "";
}

/** Opens the pattern of an order's line; drafts it at once where the shop has not come to it yet. */
export async function openPattern(table: Page, number: string): Promise<void> {
  await visit(table, "/admin/atelier/patterns");
  await table.getByRole("listitem").filter({ hasText: number }).getByRole("link").click();
  await expect(table.getByRole("heading", { level: 1, name: MADE_SUIT })).toBeVisible();
  const wait = table.getByRole("button", { name: "Draft it now" });
  for (const button of await wait.all()) await button.click();
  await expect(table.getByRole("region", { name: /^Drawing of/ })).toBeVisible();
}

/** Leads to production, where the measurements are found right. */
export async function checkMeasurements(table: Page): Promise<void> {
  await table.getByRole("link", { name: "Check them in production" }).click();
  await table.getByRole("button", { name: "Measurements are checked" }).click();
  await expect(table.getByRole("button", { name: "Pattern is ready" })).toBeVisible();
  await expect(table.getByText(/waiting to send/)).toHaveCount(0);
}

/** Approves the draft that the page shows, with its findings. */
export async function approvePattern(table: Page): Promise<void> {
  const approval = table.getByRole("region", { name: "Approval" });
  const accepted = approval.getByRole("checkbox");
  for (const box of await accepted.all()) await box.check();
  await approval.getByRole("button", { name: /^Approve version/ }).click();
  await expect(approval.getByText(/^Version \d+ is approved$/)).toBeVisible();
}
