import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { goToPayment, newEmail } from "#tests/support/browser/payment.ts";
import {
  addToCart,
  cartSidebar,
  haveInCart,
  productPath,
  visit,
} from "#tests/support/browser/shop.ts";

const ARRIVAL = /arrives \d+ (?:[A-Z][a-z]+ )?(?:\d{4} )?to \d+ [A-Z][a-z]+(?: \d{4})?/;
const destination = (page: Page) => page.getByLabel("Delivery to");

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("the product page knows the country, price, days and duties, and the cart and the checkout too", {
    tag: "@both",
  }, async ({ page }) => {
    await visit(page, await productPath(page.request, "Hammock Lounge Trousers"));
    await page.getByText("30-day returns").scrollIntoViewIfNeeded();
    await expect(destination(page)).toHaveValue("DE");
    const main = page.getByRole("main");
    await expect(main).toContainText("International, $45.00");
    await expect(main).toContainText(ARRIVAL);
    await expect(main).toContainText("Duties and import taxes are not included");
    await addToCart(page, "Hammock Lounge Trousers", "L");
    await expect(cartSidebar(page)).toContainText("International, $45.00");
    await expect(cartSidebar(page)).toContainText(ARRIVAL);
    await visit(page, "/checkout");
    await expect(page.getByLabel("Deliver to")).toHaveValue("DE");
    await expect(page.getByRole("main")).toContainText(ARRIVAL);
    await expectAccessible(page);
    const payment = await goToPayment(page, newEmail());
    await expect(payment.getByLabel("Country")).toHaveValue("DE");
    await expect(payment.getByRole("radio")).toHaveCount(1);
  });
});

test("another country is one choice away and remembered on every page", async ({ page }) => {
  await haveInCart(page, "Hammock Lounge Trousers", "L");
  await visit(page, await productPath(page.request, "Hammock Lounge Trousers"));
  await destination(page).selectOption({ label: "Guyana, Georgetown" });
  await expect(page.getByRole("main")).toContainText("Standard, $15.00");
  await expect(page.getByRole("main")).not.toContainText("Duties and import taxes");
  await visit(page, "/cart");
  await expect(destination(page)).toHaveValue("GY-Georgetown");
  await visit(page, "/checkout");
  await expect(page.getByLabel("Deliver to")).toHaveValue("GY-Georgetown");
});

test("a made-to-measure size moves the days of arrival", async ({ page }) => {
  await visit(page, await productPath(page.request, "Hibiscus Column Dress"));
  await destination(page).selectOption("US");
  const days = page.getByText(ARRIVAL).first();
  const ready = await days.textContent();
  await page.getByRole("group", { name: "Size" }).getByText("Custom", { exact: true }).click();
  await expect(days).not.toHaveText(ready ?? "");
});
