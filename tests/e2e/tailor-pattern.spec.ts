import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { goToPayment, newEmail, payOnTestPage } from "#tests/support/browser/payment.ts";
import { cartSidebar, expectReadable, productPath, visit } from "#tests/support/browser/shop.ts";
import { tailorAt } from "#tests/support/browser/tailor.ts";
import { calibrationSquares, readDrawnPages } from "#tests/support/pdf-scale.ts";

const SUIT = "Stabroek Two-Piece Suit";

/** Buys a suit cut to a measured person and returns the order's number. */
async function buySuit(page: Page): Promise<string> {
  await haveMeasured(page, "Me", SUIT_BODY);
  await visit(page, `${await productPath(page.request, SUIT)}/made-to-measure`);
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toBeVisible();
  await visit(page, "/cart");
  await page.getByLabel("Delivery to").selectOption("GY");
  const payment = await goToPayment(page, newEmail());
  await payOnTestPage(payment);
  const summary = payment.getByRole("region", { name: "Order Summary" });
  return /[0-9a-f]{8}/.exec(await summary.innerText())?.[0] ?? "";
}

/** The pages of a downloaded PDF. */
async function download(page: Page, name: RegExp) {
  const path = await page.getByRole("link", { name }).getAttribute("href");
  const response = await page.request.get(path ?? "");
  expect(response.headers()["content-type"]).toBe("application/pdf");
  return readDrawnPages(await response.body());
}

async function checkMeasurements(table: Page): Promise<void> {
  await table.getByRole("link", { name: "Check them in production" }).click();
  await table.getByRole("button", { name: "Measurements are checked" }).click();
  await expect(table.getByRole("button", { name: "Pattern is ready" })).toBeVisible();
}

async function approve(table: Page): Promise<void> {
  const approval = table.getByRole("region", { name: "Approval" });
  const accepted = approval.getByRole("checkbox");
  for (const box of await accepted.all()) await box.check();
  await approval.getByRole("button", { name: /^Approve version/ }).click();
  await expect(approval).toContainText("is approved");
}

test("a bought suit is drafted to its body; the tailor downloads both patterns true to scale and approves them", async ({
  baseURL,
  browser,
  page,
}) => {
  test.slow();
  const number = await buySuit(page);
  await using tailor = await tailorAt(browser, baseURL ?? "", page);
  const { page: table } = tailor;
  await visit(table, "/admin/atelier/patterns");
  await table.getByRole("listitem").filter({ hasText: number }).getByRole("link").click();
  await expect(table.getByRole("heading", { level: 1, name: SUIT })).toBeVisible();
  const wait = table.getByRole("button", { name: "Draft it now" });
  for (const button of await wait.all()) await button.click();
  await expect(table.getByRole("region", { name: /^Drawing of/ })).toBeVisible();
  await expectReadable(table);
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
  await visit(table, patterns);
  await approve(table);
  await table.getByRole("link", { name: /^Chinos/ }).click();
  await expect(table.getByText("Pattern ready", { exact: true })).toHaveCount(0);
  await approve(table);
  await expect(table.getByText("Pattern ready", { exact: true })).toBeVisible();
});
