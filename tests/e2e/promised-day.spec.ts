import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { addDays } from "#core/business-days.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { goToPayment, newEmail, payOnTestPage } from "#tests/support/browser/payment.ts";
import { expectReadable, productPath, visit } from "#tests/support/browser/shop.ts";
import { addSuitToCart, MADE_SUIT } from "#tests/support/browser/tailor.ts";

const main = (page: Page) => page.getByRole("main");
const today = () => dayOf(new Date());

async function askFor(page: Page, day: string): Promise<void> {
  await page.getByLabel("I need it by").fill(day);
  await page.getByRole("button", { name: "Ask the atelier" }).click();
}

/** On the product's page, to Guyana. */
async function datesOfSuit(page: Page): Promise<string> {
  await visit(page, await productPath(page.request, MADE_SUIT));
  await page.getByRole("radio", { name: /^Custom/ }).check({ force: true });
  await main(page).getByText("Delivery", { exact: true }).first().scrollIntoViewIfNeeded();
  await page.getByLabel("Delivery to").selectOption("GY");
  const standard = main(page)
    .getByText(/^Standard.*arrives \d/)
    .first();
  await expect(standard).toBeVisible();
  return /arrives (.+)$/.exec((await standard.textContent()) ?? "")?.[1] ?? "none";
}

test("a shopper sees a date on the product's page and asks for a day there, before anything is measured", {
  tag: "@both",
}, async ({ page, noise }) => {
  noise.expect(/status of 422/);
  // An order that another test places in between moves the date.
  await expect(async () => {
    const dates = await datesOfSuit(page);
    await page.getByRole("link", { name: "Need it by a certain day?" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("When would it arrive?");
    await expect(main(page)).toContainText(`Standard: arrives ${dates}`, { timeout: 2_000 });
  }).toPass();
  await page.goBack();
  await expect(page.getByRole("radio", { name: /^Custom/ })).toBeChecked();
  await page.goForward();
  await askFor(page, addDays(today(), -2));
  await expect(page.getByText("Please choose a day after today.")).toBeVisible();
  await askFor(page, addDays(today(), 3));
  await expect(page.getByText("The first day on which it can be there is")).toBeVisible();
  await askFor(page, addDays(today(), 200));
  await expect(page.getByText(/^Yes, by /)).toBeVisible();
  await expectFitsEveryWidth(page);
  await expectAccessible(page);
  await expectReadable(page);
  await main(page).getByRole("link", { name: MADE_SUIT }).click();
  await expect(page.getByRole("heading", { level: 1, name: MADE_SUIT })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Custom/ })).toBeChecked();
});

test("a shopper asks for a day at the checkout, and the order keeps it", { tag: "@both" }, async ({
  page,
}) => {
  const email = newEmail();
  await haveMeasured(page, "Me", SUIT_BODY);
  await addSuitToCart(page);

  await visit(page, "/checkout");
  await page.getByLabel("Deliver to").selectOption("GY");
  await page.getByRole("link", { name: "Need it by a certain day?" }).click();
  await expect(main(page)).toContainText(MADE_SUIT);
  await askFor(page, addDays(today(), 200));
  await expectFitsEveryWidth(page);
  await page.getByRole("button", { name: /^Plan it for/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
  await expect(main(page)).toContainText("Needed by:");
  await expectReadable(page);

  const payment = await goToPayment(page, email);
  await payOnTestPage(payment);
  await expect(main(payment)).toContainText("Needed by:");
  await expect(main(payment)).toContainText(/Arrives \d/);
  expect(await readMailTo(email)).toContain("Needed by:");
});
