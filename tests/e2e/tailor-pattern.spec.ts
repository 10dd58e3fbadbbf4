import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import {
  approvePattern,
  buySuit,
  checkMeasurements,
  openPattern,
  tailorAt,
} from "#tests/support/browser/tailor.ts";
import { calibrationSquares, readDrawnPages } from "#tests/support/pdf-scale.ts";

/** The pages of a downloaded PDF. */
async function download(page: Page, name: RegExp) {
  const path = await page.getByRole("link", { name }).getAttribute("href");
  const response = await page.request.get(path ?? "");
  expect(response.headers()["content-type"]).toBe("application/pdf");
  return readDrawnPages(await response.body());
}

test("a bought suit is drafted to its body; the tailor downloads both patterns true to scale and approves them", async ({
  baseURL,
  browser,
  page,
}) => {
  test.slow();
  await haveMeasured(page, "Me", SUIT_BODY);
  const number = await buySuit(page, newEmail());
  await using tailor = await tailorAt(browser, baseURL ?? "", page);
  const { page: table } = tailor;
  await openPattern(table, number);
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
  await approvePattern(table);
  await table.getByRole("link", { name: /^Chinos/ }).click();
  await expect(table.getByText("Pattern ready", { exact: true })).toHaveCount(0);
  await approvePattern(table);
  await expect(table.getByText("Pattern ready", { exact: true })).toBeVisible();
});
