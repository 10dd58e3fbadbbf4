import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { goToPayment, newEmail } from "#tests/support/browser/payment.ts";
import { addToCart, cartSidebar, haveInCart, visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

/** A Monday morning in Georgetown, for the shop and for its pages. */
const MORNING = "2026-03-02T10:00:00-04:00";

test.use({ shopOptions: { startsAt: MORNING } });
test.beforeEach(({ page }) => page.clock.setFixedTime(MORNING));

const TROUSERS = "Hammock Lounge Trousers";
const ABROAD = "Arrives 12 March to 2 April 2026, International, $45.00";
const destination = (page: Page) => page.getByLabel("Delivery to");

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("the product page knows the country, price, days and duties, and the cart and the checkout too", {
    tag: "@phone",
  }, async ({ page }) => {
    await visit(page, await pathOfProduct(TROUSERS));
    await page.getByText("30-day returns").scrollIntoViewIfNeeded();
    await expect(destination(page)).toHaveValue("DE");
    const main = page.getByRole("main");
    await expect(main).toContainText(ABROAD);
    await expect(main).toContainText("Duties and import taxes are not included");
    await addToCart(page, TROUSERS, "L");
    await expect(cartSidebar(page)).toContainText(ABROAD);
    await visit(page, "/checkout");
    await expect(page.getByLabel("Deliver to")).toHaveValue("DE");
    await expect(main).toContainText(ABROAD);
    await expectAccessible(page);
    const payment = await goToPayment(page, newEmail());
    await expect(payment.getByLabel("Country")).toHaveValue("DE");
    await expect(payment.getByRole("radio")).toHaveCount(1);
  });
});

test("another country is one choice away and remembered on every page", async ({ page }) => {
  await haveInCart(page, TROUSERS, "L");
  await visit(page, await pathOfProduct(TROUSERS));
  await destination(page).selectOption({ label: "Guyana, Georgetown" });
  const main = page.getByRole("main");
  await expect(main).toContainText("Arrives 10 to 13 March 2026, Standard, $15.00");
  await expect(main).not.toContainText("Duties and import taxes");
  await visit(page, "/cart");
  await expect(destination(page)).toHaveValue("GY-Georgetown");
  await visit(page, "/checkout");
  await expect(page.getByLabel("Deliver to")).toHaveValue("GY-Georgetown");
});

test("a made-to-measure size moves the days of arrival", async ({ page }) => {
  await visit(page, await pathOfProduct("Hibiscus Column Dress"));
  await page.getByText("30-day returns").scrollIntoViewIfNeeded();
  await destination(page).selectOption("US");
  const main = page.getByRole("main");
  await expect(main).toContainText("Arrives 12 March to 2 April 2026");
  await page.getByRole("group", { name: "Size" }).getByText("Custom", { exact: true }).click();
  await expect(main).toContainText("Arrives 19 March to 20 April 2026");
  await expect(main).not.toContainText("Arrives 12 March to 2 April 2026");
});
