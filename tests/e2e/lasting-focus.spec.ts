import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { addresses } from "#db/schema/customers.server.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { PHONE, test } from "#tests/support/browser/fixtures.ts";
import { button, main } from "#tests/support/browser/locators.ts";
import { ownerTest } from "#tests/support/browser/owner.ts";
import { haveLinesInCart, visit } from "#tests/support/browser/shop.ts";
import { cartLineOf } from "#tests/support/shop/products.ts";
import { pagesOfEachKind, pathOfPage } from "#tests/support/storefront-pages.ts";

// No action drops the focus to the body, where a screen reader starts the page again.

const hasFocus = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? "BODY"))
    .not.toBe("BODY");

test("after the last line of the cart's page is removed, and after its Undo", async ({ page }) => {
  await haveLinesInCart(page, [await cartLineOf("Promenade Bow Tie", "One Size")]);
  await visit(page, "/cart");
  await button(page, /^Remove Promenade Bow Tie/).press("Enter");
  await expect(main(page)).toContainText("Your cart is empty");
  await hasFocus(page);
  await button(page, "Undo").press("Enter");
  await expect(button(page, /^Remove Promenade Bow Tie/)).toBeVisible();
  await hasFocus(page);
});

customerTest("after an address is deleted, and after its Undo", async ({ page, customer }) => {
  await customer.inDatabase((db) =>
    db.insert(addresses).values({
      userId: customer.userId,
      fullName: "Asha Persaud",
      line1: "12 Camp Street",
      city: "Georgetown",
    }),
  );
  await visit(page, "/profile");
  await button(main(page), /^Delete: Asha/).press("Enter");
  await expect(main(page)).toContainText("Address deleted");
  await hasFocus(page);
  await button(main(page), "Undo").press("Enter");
  await expect(main(page)).not.toContainText("Address deleted");
  await hasFocus(page);
});

ownerTest("after rows of a product's form are added and removed", async ({ page }) => {
  await visit(page, "/admin?tab=settings&part=footer");
  await button(main(page), "Add Link").press("Enter");
  await hasFocus(page);
  const remove = main(page)
    .getByRole("button", { name: /^Delete / })
    .last();
  await remove.press("Enter");
  await hasFocus(page);
});

/** Fields with letters under 16 px, into which a phone zooms. */
const smallFields = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "select, textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [type=range])",
      ),
    ]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.getAttribute("aria-label") ?? field.getAttribute("name") ?? field.id),
  );

test.describe("on a phone", () => {
  test.use(PHONE);
  test("no page of the shop has a field into which it zooms", async ({ page }) => {
    const small: string[] = [];
    let fields = 0;
    const pages = Object.values(pagesOfEachKind).flat();
    for (const each of pages.filter(({ status }) => status === 200)) {
      const path = await pathOfPage(each);
      await page.goto(path, { waitUntil: "domcontentloaded" });
      small.push(...(await smallFields(page)).map((name) => `${path}: ${name}`));
      fields += await page.locator("select, textarea, input:not([type=hidden])").count();
    }
    expect(fields).toBeGreaterThan(50);
    expect(small).toEqual([]);
  });
});

ownerTest.describe("on a phone, the admin", () => {
  ownerTest.use(PHONE);
  ownerTest("has no field into which it zooms", async ({ page }) => {
    const small: string[] = [];
    for (const path of [
      "/admin?tab=products",
      "/admin/products/new",
      "/admin?tab=settings",
      "/admin/orders",
      "/admin/customers",
      "/admin/inbox",
      "/admin/stock",
      "/admin/activity",
      "/admin/import",
    ]) {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      small.push(...(await smallFields(page)).map((name) => `${path}: ${name}`));
    }
    expect(small).toEqual([]);
  });
});
