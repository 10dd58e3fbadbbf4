import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import type { LifeChoice } from "#tests/support/browser/garment-life.ts";
import { chooseMade } from "#tests/support/browser/garment-life.ts";
import { main } from "#tests/support/browser/locators.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { openMeasurements } from "#tests/support/browser/open-measurements.ts";
import { ownerAt } from "#tests/support/browser/owner.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { addToCart, expectReadable, scriptRuns, visit } from "#tests/support/browser/shop.ts";
import type { StoredOrder } from "#tests/support/browser/stored-order.ts";
import {
  dollars,
  expectSays,
  lineFactsOf,
  missingIn,
  storedGarments,
  storedMoney,
  storedOrder,
} from "#tests/support/browser/stored-order.ts";
import { MADE_SUIT } from "#tests/support/browser/tailor.ts";
import { decodeMail, mailsWith } from "#tests/support/shop/mail-files.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const SHIRT = "Savannah Linen Shirt";
const TIE = "Georgetown Silk Tie";
/** A Wednesday morning in Georgetown. */
const STARTS_AT = "2026-11-25T10:00:00-04:00";
/** Ten business days later, without a holiday between. */
const DUE = "9 December 2026";
const ACCOUNT = ["Bank of Guyana", "Account 000-123-456"];
const SUIT_CHOICES: readonly LifeChoice[] = [
  ["Cloth", "Midnight barathea"],
  ["Lapel", "Peak"],
];
const SHIRT_CHOICES: readonly LifeChoice[] = [
  ["Cloth", "Sky oxford"],
  ["Collar", "Spread"],
];

test.use({ shopOptions: { startsAt: STARTS_AT } });
test.beforeEach(({ page }) => page.context().clock.setSystemTime(new Date(STARTS_AT)));

async function offerTransfers(office: Page): Promise<void> {
  await visit(office, "/admin?tab=settings&part=transfers");
  await office.getByLabel("Customers may pay by bank transfer").check();
  await office.getByLabel("Bank and account").fill(ACCOUNT.join("\n"));
  await office.getByRole("button", { name: "Save Settings" }).click();
  await expect(office.getByText("Settings saved successfully").first()).toBeVisible();
}

/** Orders what is in the cart to Georgetown; returns the tab that says where to transfer the total. */
async function orderByTransfer(page: Page, email: string): Promise<Page> {
  await visit(page, "/checkout");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("radio", { name: /^Bank transfer/ }).check();
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: /^Proceed to Payment \(3 items\)/ }).click();
  const payment = await opening;
  await payment.waitForURL(/\/checkout\/bank-transfer\//);
  await scriptRuns(payment);
  await payment.getByLabel("Country").selectOption("GY");
  await payment.getByLabel("Full name").fill("Ravi Persaud");
  await payment.getByRole("textbox", { name: "Address", exact: true }).fill("12 Camp Street");
  await payment.getByLabel("City or village").fill("Georgetown");
  await payment.getByRole("radio", { name: /, Standard, / }).check();
  await payment.getByRole("button", { name: /^Place the order/ }).click();
  await payment.waitForURL(/\/checkout\/success/);
  await scriptRuns(payment);
  return payment;
}

async function openAsGuest(page: Page, { number }: StoredOrder, email: string): Promise<void> {
  await visit(page, "/order-lookup");
  await page.getByLabel("Order Number").fill(number);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Find your order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
}

/** Marks an order as paid in the office. */
async function confirmTransfer(office: Page, { id, total }: StoredOrder): Promise<void> {
  await visit(office, `/admin/orders/${id}`);
  await office.getByText("Mark as paid", { exact: true }).first().click();
  await office.getByRole("checkbox", { name: `${total} has arrived in the account` }).check();
  await office.getByRole("button", { name: "Mark as paid" }).last().click();
  await expect(office.getByText("The order is paid.").first()).toBeVisible();
}

test("a man orders a suit, a shirt and a tie by bank transfer and cancels the shirt: its money goes back once the owner has sent it, and every word is what the ledger says", async ({
  browser,
  page,
  shop,
}) => {
  const email = newEmail();
  await using owner = await ownerAt(browser, shop);
  const { page: office } = owner;
  await offerTransfers(office);
  await haveMeasured(page, "Ravi", SUIT_BODY);
  await chooseMade(page, await pathOfProduct(MADE_SUIT), SUIT_CHOICES);
  await chooseMade(page, await pathOfProduct(SHIRT), SHIRT_CHOICES);
  await addToCart(page, TIE, "One Size");
  const payment = await orderByTransfer(page, email);
  const order = await storedOrder(shop, email);
  const [, shirt] = order.lines;
  const lines = lineFactsOf(order.lines);
  const reference = order.number.toUpperCase();
  const back = shirt?.price ?? "";
  const subject = (text: string) => `${text} (Demerara Atelier ${order.number})`;

  await test.step("page and email say what is ordered, where to transfer how much, and from when days are counted", async () => {
    const counted = "Days of delivery count from the day your transfer arrives.";
    const address = ["Ravi Persaud", "12 Camp Street", "Georgetown", "Guyana"];
    await expectSays(main(payment), [
      ...lines,
      ...ACCOUNT,
      ...address,
      order.total,
      reference,
      counted,
    ]);
    const mail = await readMailTo(email, subject("How to pay your order"));
    const facts = order.lines.flatMap(({ facts: each, name }) => [name, ...each]);
    expect(
      missingIn(mail, [...facts, ...ACCOUNT, order.total, reference, counted, "Dear Ravi Persaud"]),
    ).toEqual([]);
    await expectReadable(payment);
  });

  await test.step("the owner marks it as paid, and the confirmation promises the days of the order", async () => {
    await confirmTransfer(office, order);
    const paid = await storedOrder(shop, email);
    const mail = await readMailTo(email, `Order Confirmed! Demerara Atelier ${order.number}`);
    expect(missingIn(mail, [...lines, order.total, `Arrives ${paid.arrival}, Standard`])).toEqual(
      [],
    );
    await openAsGuest(payment, order, email);
    await expectSays(main(payment), [...lines, order.total, `Arrives ${paid.arrival}, Standard`]);
  });

  await test.step("he cancels the shirt: the page says by when its money goes back, and that it has not left", async () => {
    const atelier = main(payment).getByRole("region", { name: "In the atelier" });
    await atelier.getByText("Cancel this garment").nth(1).click();
    await expect(atelier).toContainText(`${SHIRT} for Ravi is “Received”: you get ${back} back`);
    await payment.getByRole("button", { name: `Cancel it and get ${back} back` }).click();
    const promised = `We send ${back} to your bank account by ${DUE}. It has not left yet`;
    await expectSays(main(payment), ["Money back", promised]);
    await expect(main(payment)).not.toContainText("by the customer");
    const mail = await readMailTo(email, subject(`Where shall we send your ${back}?`));
    expect(
      missingIn(mail, [
        "Dear Ravi Persaud",
        `You get ${back} of your order ${order.number} back`,
        `by ${DUE}`,
        `1 × ${shirt?.name}`,
        "It has not left yet",
      ]),
    ).toEqual([]);
    expect(await storedMoney(shop, order.id)).toEqual({
      movements: [{ kind: "charge", amountMinor: order.row.totalMinor }],
      refunds: [{ amountMinor: 27_400, status: "pending" }],
    });
    expect(back).toBe(dollars(27_400));
    const stages = (await storedGarments(shop, order)).map(({ stage }) => stage);
    expect(stages).toEqual(["received", "cancelled"]);
  });

  await test.step("he names the account with a code from the mailbox", async () => {
    await openMeasurements(payment, email);
    await payment.getByLabel("Account holder").fill("Ravi Persaud");
    await payment.getByLabel("Account number or IBAN").fill("000-777-888");
    await payment
      .getByRole("textbox", { name: "Bank", exact: true })
      .fill("Republic Bank, Georgetown");
    await payment.getByRole("button", { name: "Save the account" }).click();
    await expect(main(payment)).toContainText("It goes to the account ending in 7888");
    await expectReadable(payment);
    // Its subject is longer than a line of a header.
    const mails = async () => (await mailsWith([`To: ${email}`])).map(decodeMail).join("\n");
    const said = ["account ending in 7888 was entered", `We send ${back} to it`];
    await expect.poll(async () => missingIn(await mails(), said)).toEqual([]);
  });

  await test.step("the owner reads amount and deadline on the Overview and on the order, which calls the shirt cancelled and promises no day for it", async () => {
    await visit(office, "/admin/overview");
    await expectSays(main(office), [
      "Money of a customer waits to be sent back",
      `send ${back} back within 14 days`,
    ]);
    await visit(office, `/admin/orders/${order.id}`);
    await expectSays(main(office), [
      ...lines,
      "1 cancelled",
      `Send ${back} back by ${DUE}`,
      "000-777-888",
    ]);
    const cancelled = main(office)
      .getByRole("region", { name: "In the atelier" })
      .getByRole("listitem")
      .filter({ hasText: shirt?.name ?? "" });
    await expect(cancelled).toContainText("Cancelled");
    await expect(cancelled).not.toContainText("Ship by");
    await expect(cancelled).not.toContainText("No maker yet");
  });

  await test.step("she ticks that it was sent: now it is on its way, and nothing waits any more", async () => {
    await office.locator("summary", { hasText: "Record that it was sent" }).click();
    await office.getByRole("checkbox", { name: `I have sent ${back} from my bank` }).check();
    await office.getByRole("button", { name: `Sent ${back}` }).click();
    await expect(office.getByText("It is recorded as sent").first()).toBeVisible();
    const mail = await readMailTo(email, subject(`Your refund of ${back}`));
    expect(
      missingIn(mail, [
        "Your refund is on its way",
        "Dear Ravi Persaud",
        `Refunded: ${back}`,
        `1 × ${shirt?.name}`,
        "We have sent it from our bank account to yours",
      ]),
    ).toEqual([]);
    expect(mail).not.toContain("by the customer");
    expect(await storedMoney(shop, order.id)).toEqual({
      movements: [
        { kind: "charge", amountMinor: order.row.totalMinor },
        { kind: "refund", amountMinor: -27_400 },
      ],
      refunds: [{ amountMinor: 27_400, status: "succeeded" }],
    });
    await openAsGuest(payment, order, email);
    await expectSays(main(payment), [`Refunded −${back}`, order.total]);
    await expect(main(payment)).not.toContainText("It has not left yet");
    await visit(office, "/admin/overview");
    await expect(main(office)).not.toContainText("waits to be sent back");
  });
});
