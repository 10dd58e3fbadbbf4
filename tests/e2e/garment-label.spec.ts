import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { extractText } from "unpdf";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/product.ts";
import { orderNumber } from "#features/orders/order.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { productPath, scriptRuns, visit } from "#tests/support/browser/shop.ts";
import { addMaker, createGarmentOrder } from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

const SUIT = "Golden Grove Linen Suit";

/** A guest's suit that is fitted, a maker of New Dawn with this name, and somebody of the staff. */
async function fittedSuit(shop: string, publicName: string) {
  const box = currentShop().measurementBox;
  const email = newEmail();
  return inShopDatabase(shop, async (db) => {
    const [suit] = await db
      .select({ productId: products.id, variantId: productVariants.id })
      .from(products)
      .innerJoin(productVariants, eq(productVariants.productId, products.id))
      .where(and(eq(products.name, SUIT), eq(productVariants.size, CUSTOM_SIZE)));
    if (!suit) throw new Error("The demo has no made-to-measure suit");
    const line = { ...suit, productName: SUIT, size: CUSTOM_SIZE, madeToMeasure: true };
    const order = await createGarmentOrder(db, { customerEmail: email, box, lines: [line] });
    const garmentId = order.garments[0]?.id ?? "";
    const makerId = await addMaker(db, `${publicName} Persaud`, { publicName, isNewDawn: true });
    const changes = { stage: "fitted", makerId } as const;
    await db.update(garments).set(changes).where(eq(garments.id, garmentId));
    const staff = { email: newEmail(), role: "admin", name: "Rosa Gomes" } as const;
    return { garmentId, orderId: order.orderId, email, staffId: await createCustomer(db, staff) };
  });
}

/** The numbers of New Dawn's totals; zero where nothing is shown. */
async function readTotals(page: Page) {
  await visit(page, "/new-dawn");
  const text = await page.getByRole("main").innerText();
  const numberOf = (pattern: RegExp) => Number(pattern.exec(text)?.[1]?.replaceAll(",", "") ?? 0);
  return {
    hours: numberOf(/of paid work on garments\s+([\d,]+) hour/),
    dollars: numberOf(/given in[^\n]*\s+[^\n]*\$([\d,.]+)/),
  };
}

async function donate(page: Page): Promise<void> {
  await page.getByLabel("An amount of your own, in dollars").fill("37.50");
  const donation = page.locator("form", { has: page.getByRole("group", { name: "Amount" }) });
  await donation.getByLabel("Email").fill(newEmail());
  await donation.getByRole("button", { name: "Donate" }).click();
  await page.waitForURL(/\/checkout\/test-payment\//);
  await scriptRuns(page);
  await page.getByRole("button", { name: "Pay $37.50" }).click();
  await page.waitForURL(/\/new-dawn\/thank-you/);
}

test("a finished garment's label leads to the page of who made it, and New Dawn's totals follow hours and donations", {
  tag: "@both",
}, async ({ baseURL, browser, page }) => {
  const name = `Rosa${newEmail()
    .replaceAll(/[^a-z]/g, "")
    .slice(0, 9)}`;
  const suit = await fittedSuit(baseURL ?? "", name);
  const before = await readTotals(page);
  await using staff = await anotherSession(browser, baseURL ?? "", suit.staffId);
  await visit(staff.page, `/admin/atelier/production/${suit.garmentId}`);
  const label = staff.page.getByRole("link", { name: "Label with QR code (PDF)" });
  await staff.page.getByLabel("Minutes of work for “Finished”").fill("840");
  await staff.page.getByRole("button", { name: "It is finished" }).click();
  const file = await staff.page.request.get((await label.getAttribute("href")) ?? "");
  const { text } = await extractText(new Uint8Array(await file.body()), { mergePages: true });
  const [path = ""] = /\/made\/[0-9a-f]{32}/.exec(text.replaceAll(/\s/g, "")) ?? [];

  await visit(page, path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(SUIT);
  await expect(page.getByText(`Made by ${name} in 14 hours`)).toBeVisible();
  const shown = await page.getByRole("main").innerText();
  for (const hidden of [suit.email, orderNumber(suit.orderId), "98.7", "Persaud"])
    expect(shown).not.toContain(hidden);
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  await visit(page, await productPath(page.request, SUIT));
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(page.getByRole("region", { name: "Who made it" })).toContainText(name);

  expect((await readTotals(page)).hours).toBeGreaterThanOrEqual(before.hours + 14);
  await donate(page);
  expect((await readTotals(page)).dollars).toBeGreaterThanOrEqual(before.dollars + 37.5);
});
