import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { orderItems } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { customerTest, inShopDatabase } from "#tests/support/browser/customer.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import {
  approvePattern,
  buySuit,
  checkMeasurements,
  openPattern,
  tailorAt,
} from "#tests/support/browser/tailor.ts";
import { deliverGarment } from "#tests/support/production.ts";

/** In cm, of the measures table. */
async function sleeveOf(table: Page): Promise<number> {
  const row = table.getByRole("row", { name: /^Sleeve length/ });
  return Number(await row.getByRole("cell").nth(2).textContent());
}

/** The garment of an order that starts with these digits. */
async function garmentOf(shop: string, number: string) {
  return inShopDatabase(shop, async (db) => {
    const rows = await db
      .select({ garmentId: garments.id, orderId: orderItems.orderId, orderItemId: orderItems.id })
      .from(garments)
      .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId));
    const garment = rows.find(({ orderId }) => orderId.includes(number));
    if (!garment) throw new Error("The order has no garment");
    return garment;
  });
}

customerTest(
  "sleeves reported 1 cm long are 1 cm shorter in the drawing of the next suit, until the customer leaves that out",
  async ({ baseURL, browser, customer, page }) => {
    customerTest.slow();
    const shop = baseURL ?? "";
    await haveMeasured(page, "Me", SUIT_BODY);
    const first = await buySuit(page, customer.email);
    await using tailor = await tailorAt(browser, shop, page);
    const { page: table } = tailor;
    await openPattern(table, first);
    const before = await sleeveOf(table);
    const patterns = table.url();
    await checkMeasurements(table);
    await visit(table, patterns);
    await approvePattern(table);
    const sewn = await garmentOf(shop, first);
    await inShopDatabase(shop, (db) => deliverGarment(db, { ...sewn, at: new Date() }));

    await visit(page, `/profile/orders/${sewn.orderId}/garments/${sewn.garmentId}`);
    const report = page.getByRole("form", { name: "How it fits" });
    await report.getByLabel("Sleeves: how").selectOption({ label: "Too long" });
    await report.getByLabel("Sleeves: by how much").selectOption("10");
    await report.getByRole("button", { name: "Send how it fits" }).click();
    await expect(page.getByText("Thank you. We remember it")).toBeVisible();

    const second = await buySuit(page, customer.email);
    await openPattern(table, second);
    const earlier = table.getByRole("region", { name: "From earlier garments" });
    await expect(earlier).toContainText("Sleeves: 1 cm shorter");
    await expect(earlier).toContainText("in the draft");
    expect(Math.abs((await sleeveOf(table)) - before + 1)).toBeLessThanOrEqual(0.1);
    await expectReadable(table);
    await expectAccessible(table);

    await visit(page, `/profile/orders/${(await garmentOf(shop, second)).orderId}`);
    await page.getByRole("link", { name: "Change this garment" }).click();
    await page.getByLabel("Leave out: Sleeves: 1 cm shorter").check();
    await expectReadable(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save the change" }).click();
    await expect(page.getByRole("heading", { name: "Your change is saved" })).toBeVisible();

    await openPattern(table, second);
    await table.getByRole("button", { name: "Draft again", exact: true }).click();
    await expect(table.getByText("Version 2", { exact: true })).toBeVisible();
    await expect(earlier).toHaveCount(0);
    expect(Math.abs((await sleeveOf(table)) - before)).toBeLessThanOrEqual(0.1);
  },
);
