import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { goToPayment, newEmail, payOnTestPage } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { addSuitToCart, MADE_SUIT } from "#tests/support/browser/tailor.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

/** A Monday morning in Georgetown, for the shop and for its pages. */
const MORNING = "2026-11-23T10:00:00-04:00";

test.use({ shopOptions: { startsAt: MORNING } });
test.beforeEach(({ page }) => page.clock.setFixedTime(MORNING));

const main = (page: Page) => page.getByRole("main");

async function chooseDay(page: Page, day: string): Promise<void> {
  await page.getByLabel("I need it by").fill(day);
  await page.getByRole("button", { name: "Ask the atelier" }).click();
}

test("a shopper sees a date on the product's page and asks for a day there, before anything is measured", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ page, noise }) => {
  noise.expect(/status of 422/);
  await visit(page, await pathOfProduct(MADE_SUIT));
  await page.getByRole("radio", { name: /^Custom/ }).check({ force: true });
  await main(page).getByText("Delivery", { exact: true }).first().scrollIntoViewIfNeeded();
  await page.getByLabel("Delivery to").selectOption("GY");
  await expect(main(page)).toContainText("Arrives 8 to 18 December 2026, Standard, Free");
  await page.getByRole("link", { name: "Need it by a certain day?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("When would it arrive?");
  await expect(main(page)).toContainText("Arrives 8 to 18 December 2026, Standard");
  await page.goBack();
  await expect(page.getByRole("radio", { name: /^Custom/ })).toBeChecked();
  await page.goForward();
  await chooseDay(page, "2026-11-21");
  await expect(page.getByText("Please choose a day after today.")).toBeVisible();
  await chooseDay(page, "2026-11-26");
  await expect(page.getByText("The first day we can promise is")).toBeVisible();
  await chooseDay(page, "2027-06-11");
  await expect(page.getByText("Yes, by 11 June")).toBeVisible();
  await expectFitsEveryWidth(page);
  await expectReadable(page);
  await main(page).getByRole("link", { name: MADE_SUIT }).click();
  await expect(page.getByRole("heading", { level: 1, name: MADE_SUIT })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Custom/ })).toBeChecked();
});

test("a shopper asks for a day at the checkout, and the order keeps it", async ({ page }) => {
  const email = newEmail();
  await haveMeasured(page, "Me", SUIT_BODY);
  await addSuitToCart(page);

  await visit(page, "/checkout");
  await page.getByLabel("Deliver to").selectOption("GY");
  await page.getByRole("link", { name: "Need it by a certain day?" }).click();
  await expect(main(page)).toContainText(MADE_SUIT);
  await chooseDay(page, "2027-06-11");
  await expect(page.getByText("Yes, by 11 June")).toBeVisible();
  await expectFitsEveryWidth(page);
  await page.getByRole("button", { name: /^Plan it for 11 June/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
  await expect(main(page)).toContainText("Needed by: 11 June");
  await expectReadable(page);

  const payment = await goToPayment(page, email);
  await payOnTestPage(payment);
  await expect(main(payment)).toContainText("Needed by: 11 June");
  await expect(main(payment)).toContainText("With you by 11 June 2027, Standard, Free");
  expect(await readMailTo(email)).toContain("Needed by: 11 June");
});
