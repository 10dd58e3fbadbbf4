import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { main } from "#tests/support/browser/locators.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import type { TapeValues } from "#tests/support/browser/measuring-steps.ts";
import {
  guideDialog,
  measureUntil,
  press,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { openMeasurements } from "#tests/support/browser/open-measurements.ts";
import { goToPayment, newEmail } from "#tests/support/browser/payment.ts";
import {
  addToCart,
  cartSidebar,
  expectReadable,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";
import {
  contractNumbers,
  dollars,
  expectSays,
  lineFactsOf,
  missingIn,
  storedGarments,
  storedMoney,
  storedOrder,
} from "#tests/support/browser/stored-order.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const SKIRT = "Water Street Pencil Skirt";
const TROUSERS = "Hammock Lounge Trousers";
/** A Wednesday afternoon in Berlin. */
const STARTS_AT = "2026-11-25T15:00:00+01:00";
const DUTIES = "Duties and import taxes are not included: your customs office may charge them";
const ADDRESS = ["Anna Schmidt", "Torstraße 1", "10119 Berlin", "Germany"];

/** In centimetres. */
const ANNA: TapeValues = {
  Height: "170",
  Waist: "80",
  Seat: "104",
  "Waist to high hip": "11.7",
  "Waist to seat": "20.3",
  "Waist to knee": "59",
  "High hip": "99",
  "Waist to floor": "106",
};

test.use({
  locale: "de-DE",
  timezoneId: "Europe/Berlin",
  shopOptions: { startsAt: STARTS_AT },
});
test.beforeEach(({ page }) => page.context().clock.setSystemTime(new Date(STARTS_AT)));

/** Measures in the guide, which a German browser opens in centimetres, and chooses cloth, length and slit. */
async function addSkirt(page: Page): Promise<void> {
  await visit(page, `${await pathOfProduct(SKIRT)}/made-to-measure`);
  await expect(main(page)).toContainText("8 measurements");
  await page.getByRole("textbox", { name: "Name of the person" }).fill("Anna");
  await page.getByRole("button", { name: "Begin measuring" }).click();
  const guide = guideDialog(page);
  await press(guide, /With a bust/);
  await measureUntil(guide, ANNA, "Height");
  await expect(stepTitle(guide)).toHaveText(/^1 of 8: /);
  await expect(guide.getByRole("radio", { name: "cm" })).toBeChecked();
  await measureUntil(guide, ANNA, null);
  await expect(main(page)).toContainText("8 of 8 measured");
  await tile(page, "Cloth", "Navy worsted twill").click();
  await tile(page, "Length", "Midi").click();
  await tile(page, "Slit", "At the back").click();
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toContainText("Length: Midi");
}

async function payToBerlin(payment: Page): Promise<void> {
  await expect(payment.getByLabel("Country")).toHaveValue("DE");
  await payment.getByLabel("Full name").fill("Anna Schmidt");
  await payment.getByRole("textbox", { name: "Address", exact: true }).fill("Torstraße 1");
  await payment.getByLabel("City or village").fill("Berlin");
  await payment.getByLabel("Postal code").fill("10119");
  await payment.getByRole("button", { name: /^Pay / }).click();
  await payment.waitForURL(/\/checkout\/success\?session_id=/);
  await expect(payment.getByRole("heading", { level: 1 })).toHaveText("Order Confirmed!");
}

test("a guest in Berlin buys a skirt made to measure and ready-made trousers, reads the same of them everywhere, and cancels the trousers", {
  tag: "@phone",
}, async ({ page, shop }) => {
  const email = newEmail();
  await addSkirt(page);
  await addToCart(page, TROUSERS, "L");
  await visit(page, "/cart");
  await expect(main(page)).toContainText("Anna");
  const [shown = ""] =
    /Arrives [\w ]+, International, \$45\.00/.exec(await main(page).innerText()) ?? [];
  expect(shown).not.toBe("");
  const cart = await main(page).innerText();
  await visit(page, "/checkout");
  await expect(page.getByLabel("Deliver to")).toHaveValue("DE");
  await expect(main(page)).toContainText(shown);
  const checkout = await main(page).innerText();

  const payment = await goToPayment(page, email);
  await expectSays(main(payment), [shown, DUTIES]);
  const paying = await main(payment).innerText();
  await payToBerlin(payment);
  const order = await storedOrder(shop, email);
  const lines = lineFactsOf(order.lines);
  const promise = `Arrives ${order.arrival}, International, ${dollars(order.row.shippingMinor)}`;

  await test.step("every page before and after the payment says what the database holds", async () => {
    expect(shown).toBe(promise);
    expect(missingIn(cart, [...lines, DUTIES])).toEqual([]);
    expect(missingIn(checkout, [...lines, DUTIES])).toEqual([]);
    expect(missingIn(paying, [...lines, order.total])).toEqual([]);
    await expectSays(main(payment), [
      ...lines,
      ...ADDRESS,
      order.number,
      order.total,
      promise,
      DUTIES,
    ]);
    await expectReadable(payment);
  });

  await test.step("so does the email", async () => {
    const mail = await readMailTo(email);
    const facts = [...lines, ...ADDRESS, order.number, order.total, promise, DUTIES];
    expect(missingIn(mail, facts)).toEqual([]);
    expect(mail).toContain("Dear Anna Schmidt");
    expect(mail).not.toContain("80 cm");
  });

  await test.step("and the order's page, which has the numbers after a code from the mailbox", async () => {
    await visit(payment, "/order-lookup");
    await payment.getByLabel("Order Number").fill(order.number);
    await payment.getByLabel("Email").fill(email);
    await payment.getByRole("button", { name: "Find your order" }).click();
    await expectSays(main(payment), [...lines, order.number, order.total, promise, DUTIES]);
    await expect(main(payment)).not.toContainText("80 cm");
    await openMeasurements(payment, email);
    const { cm } = await contractNumbers(shop, order.lines[0]?.id ?? "");
    expect(cm).toMatchObject({ height: "170 cm", waist: "80 cm", seat: "104 cm" });
    await expectSays(main(payment), Object.values(cm));
    await expectReadable(payment);
  });

  await test.step("the trousers are cancelled: their price goes back to the card, and the skirt stays", async () => {
    const back = dollars(18_000);
    await payment.getByText("Cancel before it leaves").click();
    await expect(main(payment)).toContainText(`1, ${back} back`);
    await payment.getByRole("button", { name: "Cancel it", exact: true }).click();
    const line = main(payment).getByRole("listitem").filter({ hasText: TROUSERS }).first();
    await expect(line).toContainText("Cancelled");
    await expectSays(main(payment), ["Refunded", `−${back}`, "You cancelled a piece"]);
    await expect(main(payment)).not.toContainText("by the customer");
    const mail = await readMailTo(
      email,
      `Your refund of ${back} (Demerara Atelier ${order.number})`,
    );
    expect(missingIn(mail, [back, `1 × ${TROUSERS}`, "It goes back the way you paid"])).toEqual([]);
    expect(mail).not.toContain("by the customer");
    const money = await storedMoney(shop, order.id);
    expect(money).toEqual({
      movements: [
        { kind: "charge", amountMinor: order.row.totalMinor },
        { kind: "refund", amountMinor: -18_000 },
      ],
      refunds: [{ amountMinor: 18_000, status: "succeeded" }],
    });
    expect((await storedGarments(shop, order)).map(({ stage }) => stage)).toEqual(["received"]);
    await expectReadable(payment);
  });
});
