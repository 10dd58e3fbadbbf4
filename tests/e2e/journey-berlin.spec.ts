import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { openVisitor } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { goToPayment, newEmail } from "#tests/support/browser/payment.ts";
import { addToCart, cartSidebar, visit } from "#tests/support/browser/shop.ts";

// A Berlin guest buys, receives, returns, and spends the store credit; the owner acts in between.

const NAME = "Hammock Lounge Trousers";
const PRICE = "$180.00";
const ARRIVAL = /arrives (\d+ (?:[A-Z][a-z]+ )?(?:\d{4} )?to \d+ [A-Z][a-z]+(?: \d{4})?)/i;

async function fillBerlin(payment: Page): Promise<void> {
  await expect(payment.getByLabel("Country")).toHaveValue("DE");
  await payment.getByLabel("Full name").fill("Anna Schmidt");
  await payment.getByRole("textbox", { name: "Address", exact: true }).fill("Torstraße 1");
  await payment.getByLabel("City or village").fill("Berlin");
  await payment.getByLabel("Postal code").fill("10119");
  await expect(payment.getByRole("radio")).toHaveCount(1);
}

/** To the payment; returns number and delivery days. */
async function buy(guest: Page, email: string) {
  await visit(guest, "/");
  await guest.getByRole("link", { name: "Explore Collection" }).first().click();
  await guest.waitForURL(/\/shop/);
  await addToCart(guest, NAME, "L");
  await expect(cartSidebar(guest)).toContainText("International, $45.00");
  const days = ARRIVAL.exec(await cartSidebar(guest).innerText())?.[1] ?? "no days";
  const payment = await goToPayment(guest, email);
  await fillBerlin(payment);
  await payment.getByRole("button", { name: "Pay $225.00" }).click();
  await payment.waitForURL(/\/checkout\/success/);
  const main = payment.getByRole("main");
  for (const text of ["Order Confirmed!", "Torstraße 1", `Arrives ${days}`, PRICE, "$225.00"]) {
    await expect(main).toContainText(text);
  }
  const confirmation = await readMailTo(email);
  for (const text of [PRICE, "$45.00", "$225.00", days]) expect(confirmation).toContain(text);
  const number = /Order Number\s*([0-9a-f]{8})/.exec(await main.innerText())?.[1] ?? "";
  await payment.close();
  return number;
}

async function openOrder(owner: Page, number: string): Promise<void> {
  await visit(owner, `/admin/orders?q=${number}`);
  await owner.getByRole("link", { name: number }).filter({ visible: true }).first().click();
  await expect(owner.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible();
}

async function openForm(owner: Page, title: string) {
  await owner.locator("summary").filter({ hasText: title }).first().click();
  return owner.getByRole("form", { name: title }).first();
}

async function deliver(owner: Page, number: string): Promise<void> {
  await openOrder(owner, number);
  const shipment = await openForm(owner, "Send a parcel");
  await shipment.getByLabel("Carrier").fill("DHL Express");
  await shipment.getByLabel("Tracking number").fill("JD0146");
  await shipment.getByRole("button", { name: /^Send the parcel/ }).click();
  await expect(owner.getByText("The parcel is on its way").first()).toBeVisible();
  const arrival = await openForm(owner, "Mark as delivered");
  await arrival.getByRole("button").click();
  await expect(owner.getByText("Delivered", { exact: true })).toBeVisible();
}

/** Returns the authorization number. */
async function announceReturn(guest: Page, number: string, email: string): Promise<string> {
  await visit(guest, "/order-lookup");
  await guest.getByLabel("Order Number").fill(number);
  await guest.getByLabel("Email").fill(email);
  await guest.getByRole("button", { name: "Find your order" }).click();
  await expect(guest.getByText("DHL Express, JD0146")).toBeVisible();
  await guest.locator("summary").filter({ hasText: "Return a piece" }).click();
  await guest.getByLabel(`Pieces of ${NAME}`).selectOption("1");
  await guest.getByRole("radio", { name: "I changed my mind" }).check();
  await guest.getByRole("button", { name: "Get an authorization number" }).click();
  const authorization = guest.getByText(/^RA-[0-9A-Z]+$/);
  await expect(authorization).toBeVisible();
  return authorization.innerText();
}

async function creditReturn(owner: Page, number: string, authorization: string): Promise<void> {
  await openOrder(owner, number);
  await expect(owner.getByText(authorization).first()).toBeVisible();
  await (await openForm(owner, "It has arrived")).getByRole("button").click();
  const refund = await openForm(owner, "Refund it");
  await refund.getByRole("radio", { name: "As store credit" }).check();
  await refund.getByRole("button", { name: /^Refund/ }).click();
  const sure = owner.getByRole("alertdialog").or(owner.getByRole("dialog"));
  await sure.getByRole("button", { name: /\$180\.00/ }).click();
  await expect(owner.getByRole("main")).toContainText("Store credit");
}

async function spendCredit(guest: Page, email: string): Promise<void> {
  const mail = await readMailTo(email, "$180.00 of store credit at Demerara Atelier");
  const link = /https?:\/\/[^\s"<>]+\/store-credit\/[\w-]+/.exec(mail)?.[0] ?? "";
  await addToCart(guest, NAME, "M");
  await visit(guest, new URL(link).pathname);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("$180.00");
  await guest.getByRole("button", { name: "Use it at checkout" }).click();
  await guest.waitForURL(/\/checkout$/);
  await expect(guest.getByRole("checkbox", { name: /Use \$180\.00/ })).toBeChecked();
  const payment = await goToPayment(guest, email);
  await fillBerlin(payment);
  await expect(payment.getByRole("main")).toContainText("Store credit");
  await payment.getByRole("button", { name: "Pay $45.00" }).click();
  await payment.waitForURL(/\/checkout\/success/);
  await expect(payment.getByRole("main")).toContainText("Order Confirmed!");
  await visit(guest, new URL(link).pathname);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("$0.00");
}

// Specification 2.118, 2.122
test("a guest in Berlin buys, receives, returns, and spends the store credit on a second order", async ({
  page: owner,
  browser,
}) => {
  test.slow();
  await using visitor = await openVisitor(browser, { locale: "de-DE" });
  const guest = visitor.page;
  const email = newEmail();
  const number = await buy(guest, email);
  await deliver(owner, number);
  const authorization = await announceReturn(guest, number, email);
  await creditReturn(owner, number, authorization);
  await spendCredit(guest, email);
});
