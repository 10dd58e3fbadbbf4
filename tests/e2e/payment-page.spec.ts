import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { isSlow, test } from "#tests/support/browser/fixtures.ts";
import { newEmail, openPayment } from "#tests/support/browser/payment.ts";
import { haveInCart, visit } from "#tests/support/browser/shop.ts";

// Same-day delivery is offered in the morning only.
test.use({ shopOptions: { startsAt: "2026-03-02T08:00:00-04:00" } });

const payButton = (page: Page) => page.getByRole("button", { name: /^Pay / });
const total = (page: Page) => page.getByRole("status", { name: "Total" });

test("the payment page offers only the methods that serve the country, with a live total on the button too", {
  tag: "@phone",
}, async ({ page }) => {
  await openPayment(page, newEmail(), ["Kaieteur Gown", "XL"]);
  const methods = page.getByRole("group", { name: "Shipping" }).getByRole("radio");
  await expect(page.getByLabel("Country")).toHaveValue("GY");
  await expect(page.getByRole("radio", { name: /, Standard, Free$/ })).toBeChecked();
  await expect(payButton(page)).toHaveText("Pay $1,250.00");
  await page.getByLabel("Country").selectOption("DE");
  await expect(methods).toHaveCount(1);
  await expect(page.getByRole("radio", { name: /, International, \$45\.00$/ })).toBeChecked();
  await expect(payButton(page)).toHaveText("Pay $1,295.00");
  await expect(total(page)).toContainText("$1,295.00");
  await expect(page.getByText(/Duties and import taxes are not included/)).toBeVisible();
  // Its image has no name: the line beside it names the piece.
  const image = page.getByRole("region", { name: "Order Summary" }).locator("img");
  await expect(image).toHaveJSProperty("complete", true);
  await expectAccessible(page);
  await page.getByLabel("Full name").fill("Anna Schmidt");
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("Torstr. 1");
  await page.getByLabel("City or village").fill("Berlin");
  await page.getByLabel("Postal code").fill("10119");
  await payButton(page).click();
  await page.waitForURL(/\/checkout\/success/);
  await expect(page.getByRole("region", { name: "Order Summary" })).toContainText("$1,295.00");
});

test("a corrected field loses its error alone; another country changes methods and totals, and the other errors stay", async ({
  page,
  noise,
}) => {
  noise.expect(/status of 400/);
  await openPayment(page, newEmail(), ["Midnight Slip Dress", "XL"]);
  await payButton(page).click();
  const problem = page.getByText("Full name is required");
  const others = [
    page.getByText("Address is required"),
    page.getByText("City or village is required"),
  ];
  await expect(problem).toBeVisible();
  for (const other of others) await expect(other).toBeVisible();
  await expect(page.getByLabel("Full name")).toBeFocused();
  await page.getByLabel("Full name").fill("Rosa");
  await expect(problem).toBeHidden();
  for (const other of others) await expect(other).toBeVisible();
  await expect(payButton(page)).toHaveText("Pay $640.00");
  await page.getByLabel("Country").selectOption("DE");
  const methods = page.getByRole("group", { name: "Shipping" }).getByRole("radio");
  await expect(page.getByRole("radio", { name: /, International, \$45\.00$/ })).toBeChecked();
  await expect(methods).toHaveCount(1);
  await expect(payButton(page)).toHaveText("Pay $685.00");
  await expect(total(page)).toContainText("$45.00");
  await expect(total(page)).toContainText("$685.00");
  for (const other of others) await expect(other).toBeVisible();
  await expect(problem).toBeHidden();
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
});

test("a town without same-day delivery is not offered it", async ({ page }) => {
  await openPayment(page, newEmail(), ["Midnight Slip Dress", "XXL"]);
  const sameDay = page.getByRole("radio", { name: /Georgetown same-day/ });
  await page.getByLabel("City or village").fill("Georgetown");
  await expect(sameDay).toHaveCount(1);
  await page.getByLabel("City or village").fill("Linden");
  await expect(sameDay).toHaveCount(0);
});

test("the new tab shows the house's style before the payment page has arrived", async ({
  page,
}) => {
  test.skip(isSlow, "Playwright's routes lose the first request of a tab that a script has opened");
  await haveInCart(page, "Sash Belt", "L");
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill(newEmail());
  const background = await page.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor,
  );
  // Not by a route: it loses the new tab's style sheet.
  await page.evaluate(() => {
    const { fetch } = window;
    const arrives = new Promise<void>((resolve) => Object.assign(window, { arrive: resolve }));
    window.fetch = async (...request) => {
      await arrives;
      return fetch(...request);
    };
  });
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: /^Proceed to Payment/ }).click();
  const tab = await opening;
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Opening the payment page…");
  await expect(tab.locator("html")).toHaveCSS("background-color", background);
  await expect(tab.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /Cormorant/);
  await expect(tab.getByRole("link", { name: "Demerara Atelier" })).toBeVisible();
  await page.evaluate(() => (window as unknown as { arrive: () => void }).arrive());
  await tab.waitForURL(/\/checkout\/test-payment\//);
});
