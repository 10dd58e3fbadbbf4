import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { coveredFocus } from "#tests/support/browser/focus-cover.ts";
import { ownerTest } from "#tests/support/browser/owner.ts";
import { openProduct, visit } from "#tests/support/browser/shop.ts";

// WCAG 2.4.11: what has the focus is never wholly under a bar that stays on the screen.

/** A low screen of an office, and a window of 1280 x 1024 at 400 %. */
const LOW_WINDOWS = [
  { width: 1280, height: 720 },
  { width: 320, height: 256 },
];

async function expectUncovered(page: Page): Promise<void> {
  for (const size of LOW_WINDOWS) {
    await page.setViewportSize(size);
    expect(await coveredFocus(page), `${size.width} x ${size.height}`).toEqual([]);
  }
}

for (const path of ["/shop", "/measurement", "/auth?tab=create-account", "/contact", "/new-dawn"]) {
  test(`no stop of ${path} lies under a bar`, async ({ page }) => {
    await visit(page, path);
    await expectUncovered(page);
  });
}

test("no stop of a product lies under its bar with the price", async ({ page }) => {
  await openProduct(page, "Kaieteur Gown");
  await expectUncovered(page);
});

for (const path of ["/profile/settings", "/profile/addresses/new"]) {
  customerTest(`no stop of ${path} lies under a bar`, async ({ page }) => {
    await visit(page, path);
    await expectUncovered(page);
  });
}

for (const path of ["/admin/products/new", "/admin?tab=settings", "/admin/orders"]) {
  ownerTest(`no stop of ${path} lies under the bar that saves`, async ({ page }) => {
    await visit(page, path);
    await expectUncovered(page);
  });
}
