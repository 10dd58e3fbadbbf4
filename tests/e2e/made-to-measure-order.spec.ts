import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import { orders } from "#db/schema/orders.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { openMeasurements } from "#tests/support/browser/open-measurements.ts";
import { goToPayment, newEmail, payOnTestPage } from "#tests/support/browser/payment.ts";
import { cartSidebar, expectReadable, tile, visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";
import type { Shop } from "#tests/support/shop/shop.ts";

const SUIT = "Stabroek Two-Piece Suit";
/** With its cloth and lapel. */
const PRICE = "$1,714.00";

/** A Wednesday morning in Georgetown: the promised dates do not depend on the day of the run. */
const STARTS_AT = "2026-11-25T10:00:00-04:00";

test.use({ shopOptions: { startsAt: STARTS_AT } });

const main = (page: Page) => page.getByRole("main");
const summary = (page: Page) => page.getByRole("region", { name: "Order Summary" });
/** Nobody else has ordered, and the suit takes its days of making. */
const ARRIVAL = /arrives 10 to 22 December 2026/i;

/** Chooses a cloth and a lapel and puts the suit into the cart. */
async function addSuit(page: Page): Promise<void> {
  await haveMeasured(page, "Me", SUIT_BODY);
  await visit(page, `${await pathOfProduct(SUIT)}/made-to-measure`);
  const total = main(page).getByLabel("Your order").locator("output");
  await tile(page, "Cloth", "Midnight barathea").click();
  await tile(page, "Lapel", "Peak").click();
  await expect(total).toHaveText(PRICE);
  await expect(main(page)).toContainText("cannot be returned because you changed your mind");
  await expectReadable(page);
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toBeVisible();
}

async function orderNumberOf(shop: Shop, email: string): Promise<string> {
  const [order] = await shop.inDatabase((db) =>
    db.select({ id: orders.id }).from(orders).where(eq(orders.customerEmail, email)),
  );
  if (!order) throw new Error("Nothing was ordered");
  return orderNumber(order.id);
}

test("a guest buys a made-to-measure suit with options and sees the same price everywhere, and the contract on the order's page", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ page, shop }) => {
  const email = newEmail();
  await page.context().clock.setSystemTime(new Date(STARTS_AT));
  await addSuit(page);

  await test.step("the cart has the options, the price and the date with its days of making", async () => {
    await expect(cartSidebar(page)).toContainText(PRICE);
    await expect(cartSidebar(page)).toContainText("Midnight barathea");
    await expectAccessible(page);
    await visit(page, "/cart");
    await expect(main(page)).toContainText("Midnight barathea");
    await expect(main(page)).toContainText(PRICE);
    await expect(
      page.getByRole("link", { name: /^Change measurements and options/ }),
    ).toBeVisible();
    await expectReadable(page);
  });
  await page.getByLabel("Delivery to").selectOption("GY");
  await expect(main(page)).toContainText(ARRIVAL);

  const payment = await goToPayment(page, email);
  await expect(main(page)).toContainText(ARRIVAL);
  await expect(main(payment)).toContainText(ARRIVAL);
  await test.step("checkout and payment page agree", async () => {
    await expect(summary(page)).toContainText("Midnight barathea");
    await expect(summary(page)).toContainText(PRICE);
    await expectAccessible(page);
    await expect(main(payment)).toContainText(PRICE);
  });
  await payOnTestPage(payment);

  await test.step("the success page has the options and no measurement", async () => {
    await expect(summary(payment)).toContainText("Made to your measurements");
    await expect(summary(payment)).toContainText("Midnight barathea");
    await expect(summary(payment)).toContainText(PRICE);
    await expect(main(payment)).toContainText(ARRIVAL);
    await expect(main(payment)).toContainText("has the contract");
    await expect(main(payment)).not.toContainText("Wrist");
    await expectReadable(payment);
  });

  const mail = await test.step("so does the email", async () => {
    const text = await readMailTo(email);
    expect(text).toContain("Midnight barathea");
    expect(text).toContain(PRICE);
    expect(text).toContain("Cut to your measurements");
    expect(text).not.toContain("Wrist");
    return text;
  });

  await test.step("order lookup has the contract with the measurements, after a code from the mailbox", async () => {
    expect(mail).toContain("/order-lookup");
    const number = await orderNumberOf(shop, email);
    await visit(payment, "/order-lookup");
    await payment.getByLabel("Order Number").fill(number);
    await payment.getByLabel("Email").fill(email);
    await payment.getByRole("button", { name: "Find your order" }).click();
    await expect(payment.getByRole("heading", { level: 1 })).toContainText(number);
    await expect(main(payment)).not.toContainText("17 cm");
    await openMeasurements(payment, email);
    await expect(main(payment)).toContainText("Frozen");
    await expect(main(payment)).toContainText("17 cm");
    await expect(main(payment)).toContainText("Midnight barathea");
    await expect(main(payment)).toContainText(PRICE);
    await expect(main(payment)).toContainText("we alter it, make it again or refund it");
    await expectReadable(payment);
  });
});
