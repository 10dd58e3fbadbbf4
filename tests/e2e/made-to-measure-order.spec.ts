import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { goToPayment, newEmail, payOnTestPage } from "#tests/support/browser/payment.ts";
import { cartSidebar, expectReadable, productPath, visit } from "#tests/support/browser/shop.ts";

const SUIT = "Stabroek Two-Piece Suit";

const main = (page: Page) => page.getByRole("main");
const summary = (page: Page) => page.getByRole("region", { name: "Order Summary" });
const ARRIVAL =
  /Standard.*?arrives (\d+ (?:[A-Z][a-z]+ )?(?:\d{4} )?to \d+ [A-Z][a-z]+(?: \d{4})?)/is;

/** When the standard delivery arrives, as a page says it. */
async function datesOf(page: Page): Promise<string> {
  await expect(main(page)).toContainText(ARRIVAL);
  const [, dates] = ARRIVAL.exec(await main(page).innerText()) ?? [];
  if (!dates) throw new Error("The page has no dates");
  return dates;
}

/** Chooses a cloth and a lapel; returns the total on the button and the chosen options as orders name them. */
async function specifySuit(page: Page): Promise<string> {
  await haveMeasured(page, "Me", SUIT_BODY);
  await visit(page, `${await productPath(page.request, SUIT)}/made-to-measure`);
  const before = await main(page).getByLabel("Your order").locator("output").textContent();
  await page.getByText("Midnight barathea", { exact: true }).first().click();
  await page.getByText("Peak", { exact: true }).first().click();
  const total = main(page).getByLabel("Your order").locator("output");
  await expect(total).not.toHaveText(before ?? "");
  await expect(main(page)).toContainText("cannot be returned because you changed your mind");
  await expectReadable(page);
  const shown = await total.textContent();
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toBeVisible();
  return shown ?? "";
}

test("a guest buys a made-to-measure suit with options and sees the same price everywhere, and the contract on the order's page", {
  tag: "@phone",
}, async ({ page }) => {
  const email = newEmail();
  const price = await specifySuit(page);

  await test.step("the cart has the options, the price and the date with its days of making", async () => {
    await expect(cartSidebar(page)).toContainText(price);
    await expect(cartSidebar(page)).toContainText("Midnight barathea");
    await expectAccessible(page);
    await visit(page, "/cart");
    await expect(main(page)).toContainText("Midnight barathea");
    await expect(main(page)).toContainText(price);
    await expect(
      page.getByRole("link", { name: /^Change measurements and options/ }),
    ).toBeVisible();
    await expectReadable(page);
  });
  await page.getByLabel("Delivery to").selectOption("GY");
  // An order that another test places in between moves the date; from the payment on it is agreed.
  await expect(async () => {
    await visit(page, "/cart");
    const inCart = await datesOf(page);
    await visit(page, "/checkout");
    await expect(main(page)).toContainText(inCart, { timeout: 2_000 });
  }).toPass();

  const payment = await goToPayment(page, email);
  const dates = await datesOf(payment);
  await test.step("checkout and payment page agree", async () => {
    await expect(summary(page)).toContainText("Midnight barathea");
    await expect(summary(page)).toContainText(price);
    await expectAccessible(page);
    await expect(main(payment)).toContainText(price);
  });
  await payOnTestPage(payment);

  await test.step("the success page has the options and no measurement", async () => {
    await expect(summary(payment)).toContainText("Made to your measurements");
    await expect(summary(payment)).toContainText("Midnight barathea");
    await expect(summary(payment)).toContainText(price);
    await expect(main(payment)).toContainText(dates);
    await expect(main(payment)).toContainText("has the contract");
    await expect(main(payment)).not.toContainText("Wrist");
    await expectReadable(payment);
  });

  const mail = await test.step("so does the email", async () => {
    const text = await readMailTo(email);
    expect(text).toContain("Midnight barathea");
    expect(text).toContain(price);
    expect(text).toContain("Cut to your measurements");
    expect(text).not.toContain("Wrist");
    return text;
  });

  await test.step("order lookup has the contract with the measurements", async () => {
    expect(mail).toContain("/order-lookup");
    const number = /[0-9a-f]{8}/.exec(await summary(payment).innerText())?.[0] ?? "";
    await visit(payment, "/order-lookup");
    await payment.getByLabel("Order Number").fill(number);
    await payment.getByLabel("Email").fill(email);
    await payment.getByRole("button", { name: "Find your order" }).click();
    await expect(payment.getByRole("heading", { level: 1 })).toContainText(number);
    await expect(main(payment)).toContainText("Frozen");
    await expect(main(payment)).toContainText("17 cm");
    await expect(main(payment)).toContainText("Midnight barathea");
    await expect(main(payment)).toContainText(price);
    await expect(main(payment)).toContainText("we alter it, make it again or refund it");
    await expectReadable(payment);
  });
});
