import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { inShopDatabase } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import {
  approvePattern,
  buySuit,
  checkMeasurements,
  MADE_SUIT,
  openPattern,
  tailorAt,
} from "#tests/support/browser/tailor.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { calibrationSquares, readDrawnPages } from "#tests/support/pdf-scale.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

/** The pages of a downloaded PDF. */
async function download(page: Page, name: RegExp) {
  const path = await page.getByRole("link", { name }).getAttribute("href");
  const response = await page.request.get(path ?? "");
  expect(response.headers()["content-type"]).toBe("application/pdf");
  return readDrawnPages(await response.body());
}

/** The line of an order below a tab of the list of patterns, opened by keyboard. */
async function lineBelow(table: Page, tab: RegExp, number: string) {
  await visit(table, "/admin/atelier/patterns");
  const link = table
    .getByRole("navigation", { name: "What to do" })
    .getByRole("link", { name: tab });
  await link.press("Enter");
  await expect(link).toHaveAttribute("aria-current", "page");
  return table.getByRole("listitem").filter({ hasText: number });
}

test("a bought suit is drafted to its body; the tailor downloads both patterns true to scale and approves them", {
  tag: "@both",
}, async ({ baseURL, browser, page }) => {
  test.slow();
  await haveMeasured(page, "Me", SUIT_BODY);
  const number = await buySuit(page, newEmail());
  await using tailor = await tailorAt(browser, baseURL ?? "", page);
  const { page: table } = tailor;
  await openPattern(table, number);
  await expectReadable(table);
  await expectFitsEveryWidth(table);
  await expectAccessible(table);
  await expect(table.getByRole("region", { name: "Approval" })).toContainText("not checked yet");

  await test.step("the roll and the tiles have a square of 100 mm", async () => {
    const [roll] = await download(table, /^Roll PDF/);
    expect(roll?.widthMm).toBeCloseTo(841, 0);
    const pages = await download(table, /^A4 PDF/);
    expect(pages.length).toBeGreaterThan(10);
    for (const sheet of [roll, pages[0]]) {
      const [square] = sheet ? calibrationSquares(sheet, 100) : [];
      expect(square?.widthMm).toBeCloseTo(100, 1);
      expect(square?.heightMm).toBeCloseTo(100, 1);
    }
    expect(pages[1]?.widthMm).toBeCloseTo(210, 0);
  });

  const patterns = table.url();
  await checkMeasurements(table);
  await expect(await lineBelow(table, /^To approve/, number)).toContainText("Chinos: ready");
  await expect(await lineBelow(table, /^Approved/, number)).toHaveCount(0);
  await visit(table, patterns);
  await approvePattern(table);
  await table.getByRole("link", { name: /^Chinos/ }).click();
  await expect(table.getByText("Pattern ready", { exact: true })).toHaveCount(0);
  await expectFitsEveryWidth(table);
  await approvePattern(table);
  await expect(table.getByText("Pattern ready", { exact: true })).toBeVisible();
  await expect(await lineBelow(table, /^To approve/, number)).toHaveCount(0);
  await expect(await lineBelow(table, /^Approved/, number)).toContainText("Chinos: approved");

  await test.step("the order's page leads to its garment and its patterns", async () => {
    await visit(table, patterns);
    await table.getByRole("link", { name: `Order ${number}` }).click();
    const garments = table.getByRole("region", { name: "In the atelier" });
    await expect(garments).toContainText("Pattern ready");
    await expectReadable(table);
    await expectFitsEveryWidth(table);
    await garments.getByRole("link", { name: MADE_SUIT }).press("Enter");
    await expect(table.getByRole("button", { name: "Approve to cut" })).toBeVisible();
    await table.getByRole("link", { name: "Pattern of chinos" }).press("Enter");
    await expect(table.getByRole("region", { name: /^Drawing of/ })).toBeVisible();
    await expect(table).toHaveURL(/\/chinos/);
  });
});

/** A paid shirt that the shop comes to within a minute, and its page before that. */
async function openUndrafted(page: Page, shop: string): Promise<void> {
  const box = currentShop().measurementBox;
  const specification = measuredSpecification(MEASURED_MAN);
  const terms = { garment: "shirt" };
  for (;;) {
    const { orderItemId } = await inShopDatabase(shop, (db) =>
      createGarmentOrder(db, { box, specification, terms, customerEmail: newEmail() }),
    );
    const path = `/admin/atelier/patterns/${orderItemId}`;
    await visit(page, path);
    // The shop may have come to it already.
    if (new URL(page.url()).pathname === path) return;
  }
}

test("a pattern that the shop has not drafted yet says so, and is drafted at once on request", async ({
  baseURL,
  browser,
  page,
}) => {
  const shop = baseURL ?? "";
  await using tailor = await tailorAt(browser, shop, page);
  const { page: table } = tailor;
  await openUndrafted(table, shop);
  await expect(table.getByText("This pattern is being drafted")).toBeVisible();
  await expectReadable(table);
  await expectFitsEveryWidth(table);
  await table.getByRole("button", { name: "Draft it now" }).press("Enter");
  await expect(table.getByRole("region", { name: /^Drawing of/ })).toBeVisible();
  await expect(table).toHaveURL(/\/shirt$/);
});
