import type { Page } from "@playwright/test";
import { expect, mergeTests } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { htmlProblems } from "#tests/support/browser/html-rules.ts";
import { pressOn, typeInto } from "#tests/support/browser/keyboard.ts";
import { ownerTest } from "#tests/support/browser/owner.ts";
import { openPayment, payOnTestPage } from "#tests/support/browser/payment.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";

const test = mergeTests(ownerTest, customerTest);

/** Unfolds a form of the order's page and gives it. */
async function unfold(desk: Page, title: string) {
  const fold = desk.locator("summary").filter({ hasText: title }).first();
  await pressOn(desk, fold);
  return desk.getByRole("form", { name: title }).first();
}

async function looksWell(desk: Page) {
  await expectAccessible(desk);
  await onPhone(desk, async () => {
    expect(await scrollsSideways(desk), "scrolls sideways").toBe(false);
    await expectAccessible(desk);
  });
}

test("an order is paid, leaves in two parcels, arrives, comes back in part and is refunded", {
  tag: "@once",
}, async ({ page, customer, browser, baseURL, ownerSession }) => {
  test.setTimeout(120_000);
  const owners = await browser.newContext({
    baseURL: baseURL ?? "",
    storageState: ownerSession,
    reducedMotion: "reduce",
    viewport: { width: 1440, height: 900 },
  });
  const desk = await owners.newPage();
  const done = desk.getByRole("status").filter({ hasText: /./ }).first();

  await test.step("the customer buys two pieces", async () => {
    const { email } = customer;
    await openPayment(
      page,
      email,
      ["Hammock Lounge Trousers", "M"],
      ["Gold Knot Cufflinks", "One Size"],
    );
    await payOnTestPage(page);
  });

  await test.step("the owner finds it among those to ship, and sends the first parcel by keyboard", async () => {
    await visit(desk, "/admin/orders?way=to_ship&sort=oldest");
    await expect(desk.getByRole("link", { name: /^To ship/ })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await visit(desk, `/admin/orders?q=${encodeURIComponent(customer.email)}`);
    await pressOn(desk, desk.getByRole("link", { name: /^[0-9a-f]{8}…$/ }).first());
    await expect(desk.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible();
    const form = await unfold(desk, "Send a parcel");
    await form.getByLabel(/^Pieces of Gold Knot/).selectOption("0");
    await pressOn(desk, form.getByRole("button", { name: /^Send the parcel/ }));
    await expect(form.getByText("Please say who carries the parcel")).toBeVisible();
    await expect(form.getByLabel("Carrier")).toBeFocused();
    await looksWell(desk);
    await typeInto(desk, form.getByLabel("Carrier"), "dhl express");
    await typeInto(desk, form.getByLabel("Tracking number"), "JD0146");
    await desk.keyboard.press("Enter");
    await expect(done).toContainText("The parcel is on its way");
    await expect(desk.getByText("Partly shipped")).toBeVisible();
  });

  await test.step("and the second one; both arrive", async () => {
    const form = await unfold(desk, "Send another parcel");
    await form.getByLabel("Carrier").fill("Our own courier");
    await form.getByRole("button", { name: /^Send the parcel/ }).click();
    await expect(desk.getByRole("heading", { name: "Parcel 2" })).toBeVisible();
    for (const still of [1, 0]) {
      const arrival = await unfold(desk, "Mark as delivered");
      await arrival.getByRole("button").click();
      await expect(desk.locator("summary").filter({ hasText: "Mark as delivered" })).toHaveCount(
        still,
      );
    }
    await expect(desk.getByText("Delivered", { exact: true })).toBeVisible();
  });

  await test.step("the wrong button is taken back by keyboard: a delivery, and the parcel itself", async () => {
    const undo = desk.getByRole("button", { name: "Undo" });
    await expect(done).toBeFocused();
    await desk.keyboard.press("Tab");
    await expect(undo).toBeFocused();
    await desk.keyboard.press("Enter");
    await expect(done).toContainText("the parcel is on its way again");
    await expect(desk.getByText("Not delivered after all")).toBeVisible();
    const second = desk
      .getByRole("listitem")
      .filter({ has: desk.getByRole("heading", { name: "Parcel 2" }) });
    await pressOn(desk, second.locator("summary").filter({ hasText: "Recorded by mistake" }));
    await looksWell(desk);
    await pressOn(desk, second.getByRole("button", { name: "Take the parcel back" }));
    await expect(done).toContainText("Its pieces wait to be sent again");
    await expect(desk.getByRole("heading", { name: "Parcel 2" })).toHaveCount(0);
    const form = await unfold(desk, "Send another parcel");
    await form.getByLabel("Carrier").fill("Our own courier");
    await form.getByRole("button", { name: /^Send the parcel/ }).click();
    await expect(desk.getByRole("heading", { name: "Parcel 2" })).toBeVisible();
  });

  await test.step("the customer follows the parcels and announces a return", async () => {
    await visit(page, "/profile/orders");
    await page.getByRole("link", { name: /View/ }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible();
    await expect(page.getByText("DHL Express, JD0146")).toBeVisible();
    await page.getByRole("link", { name: "Return a piece" }).click();
    await page.getByLabel(/^Pieces of Hammock/).selectOption("1");
    await page.getByRole("radio", { name: /another size/ }).check();
    await page.getByRole("button", { name: "Get an authorization number" }).click();
    await expect(page.getByText(/^RA-/)).toBeVisible();
  });

  await test.step("the owner receives it and refunds what was paid for the piece", async () => {
    await desk.reload();
    const arrival = await unfold(desk, "It has arrived");
    await arrival.getByRole("checkbox", { name: /^As good as new/ }).check();
    await arrival.getByRole("button", { name: /^Receive it/ }).click();
    await expect(done).toContainText("The return is received");
    const refund = await unfold(desk, "Refund it");
    const amount = await refund.getByLabel("Amount in $").inputValue();
    expect(Number(amount)).toBeGreaterThan(0);
    await looksWell(desk);
    const source = await (await owners.request.get(desk.url())).text();
    expect(await htmlProblems(source, "admin")).toEqual([]);
    await refund.getByRole("button", { name: "Refund and settle the return" }).click();
    await expect(done).toContainText("The money is on its way back");
    await expect(desk.getByRole("heading", { name: /^RA-/ }).locator("..")).toContainText(
      "Refunded",
    );
    await page.getByRole("link", { name: "Back to the order" }).click();
    await expect(page.getByText(`−$${amount}`)).toBeVisible();
  });

  await test.step("a note and a kept view stay with the shop", async () => {
    const form = await unfold(desk, "Write a note");
    await form.getByLabel("Note").fill("She loved the cufflinks");
    await form.getByRole("button", { name: "Keep the note" }).click();
    await expect(desk.getByText("She loved the cufflinks")).toBeVisible();
    await visit(desk, "/admin/orders?way=delivered");
    await desk.locator("summary").filter({ hasText: "Keep this view" }).click();
    await desk.getByLabel("Name of the view").fill("To ship");
    await desk.getByRole("button", { name: "Keep the view" }).click();
    await expect(desk.getByText("This name is taken")).toBeVisible();
    await desk.getByLabel("Name of the view").fill("Arrived");
    await desk.getByRole("button", { name: "Keep the view" }).click();
    const tab = desk.getByRole("link", { name: "Arrived", exact: true });
    await expect(tab).toHaveAttribute("aria-current", "page");
    await looksWell(desk);
    await desk.locator("summary").filter({ hasText: "Change the view" }).click();
    await desk.getByRole("button", { name: "Delete the view" }).click();
    await expect(tab).toHaveCount(0);
  });
  await owners.close();
});
