import type { Page } from "@playwright/test";
import { expect, mergeTests } from "@playwright/test";
import type { Database } from "#db/client.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { addShipment, listItemIds } from "#tests/support/browser/create-shipped-order.ts";
import { customerTest, inShopDatabase } from "#tests/support/browser/customer.ts";
import { htmlProblems } from "#tests/support/browser/html-rules.ts";
import { pressOn, typeInto } from "#tests/support/browser/keyboard.ts";
import { shown } from "#tests/support/browser/locators.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { buyItems, newEmail } from "#tests/support/browser/payment.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";
import { createOrder } from "#tests/support/orders.ts";

const status = (page: Page) => page.getByRole("status").filter({ hasText: /./ }).first();
const disclosure = (page: Page, title: string) =>
  page.locator("summary").filter({ hasText: title });

async function openForm(page: Page, title: string) {
  await pressOn(page, disclosure(page, title).first());
  return page.getByRole("form", { name: title }).first();
}

async function ship(page: Page, title: string): Promise<void> {
  const form = await openForm(page, title);
  await form.getByLabel("Carrier").fill("Our own courier");
  await form.getByRole("button", { name: /^Send the parcel/ }).click();
}

async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  await expectAccessible(page);
  await onPhone(page, async () => {
    expect(await scrollsSideways(page), "scrolls sideways").toBe(false);
    await expectAccessible(page);
  });
}

const createPaidOrder = (db: Database, customerEmail: string) =>
  createOrder(db, {
    customerEmail,
    status: "completed",
    lines: [{}, { productName: "Gold Knot Cufflinks", size: "One Size" }],
    events: ["placed", "completed"],
  });

test("the owner finds an order to ship, sends it in two shipments with the keyboard, and both arrive", async ({
  page,
  baseURL,
  noise,
}) => {
  noise.expect(refusedFormNoise);
  const email = newEmail();
  await inShopDatabase(baseURL ?? "", (db) => createPaidOrder(db, email));
  await visit(page, "/admin/orders?way=to_ship&sort=oldest");
  await expect(page.getByRole("link", { name: /^To ship/ })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await visit(page, `/admin/orders?q=${encodeURIComponent(email)}`);
  await pressOn(page, shown(page.getByRole("link", { name: /^[0-9a-f]{8}$/ })));
  await expect(page.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible();
  const form = await openForm(page, "Send a parcel");
  await form.getByLabel(/^Pieces of Gold Knot/).selectOption("0");
  await pressOn(page, form.getByRole("button", { name: /^Send the parcel/ }));
  await expect(form.getByText("Please say who carries the parcel")).toBeVisible();
  await expect(form.getByLabel("Carrier")).toBeFocused();
  await expectAccessibleAtBothWidths(page);
  await typeInto(page, form.getByLabel("Carrier"), "dhl express");
  await typeInto(page, form.getByLabel("Tracking number"), "JD0146");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("The parcel is on its way");
  await expect(page.getByText("Partly shipped")).toBeVisible();
  await ship(page, "Send another parcel");
  await expect(page.getByRole("heading", { name: "Parcel 2" })).toBeVisible();
  for (const undelivered of [1, 0]) {
    const arrival = await openForm(page, "Mark as delivered");
    await arrival.getByRole("button").click();
    await expect(disclosure(page, "Mark as delivered")).toHaveCount(undelivered);
  }
  await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
});

test("a delivery and a shipment recorded by mistake are undone with the keyboard", {
  tag: "@once-unsteady",
}, async ({ page, baseURL }) => {
  const orderId = await inShopDatabase(baseURL ?? "", async (db) => {
    const id = await createPaidOrder(db, newEmail());
    for (const itemId of await listItemIds(db, id)) await addShipment(db, id, itemId);
    return id;
  });
  await visit(page, `/admin/orders/${orderId}`);
  const second = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Parcel 2" }) });
  await pressOn(page, second.locator("summary").filter({ hasText: "Mark as delivered" }));
  await second.getByRole("form", { name: "Mark as delivered" }).getByRole("button").click();
  await expect(status(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("the parcel is on its way again");
  await expect(page.getByText("Not delivered after all")).toBeVisible();
  await pressOn(page, second.locator("summary").filter({ hasText: "Recorded by mistake" }));
  await expectAccessibleAtBothWidths(page);
  await pressOn(page, second.getByRole("button", { name: "Take the parcel back" }));
  await expect(status(page)).toContainText("Its pieces wait to be sent again");
  await expect(page.getByRole("heading", { name: "Parcel 2" })).toHaveCount(0);
  await ship(page, "Send another parcel");
  await expect(page.getByRole("heading", { name: "Parcel 2" })).toBeVisible();
});

mergeTests(test, customerTest)(
  "a customer follows a shipment and announces a return, and the owner receives and refunds it",
  async ({ page, customer, browser, baseURL, ownerSession }) => {
    await buyItems(page.request, customer.email, ["Hammock Lounge Trousers", "M"]);
    await visit(page, "/profile/orders");
    await shown(page.getByRole("link", { name: /View/ })).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible();
    const orderId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await customer.inDatabase(async (db) => {
      const [itemId = ""] = await listItemIds(db, orderId);
      await addShipment(db, orderId, itemId);
    });
    await page.reload();
    await expect(page.getByText("DHL Express, JD0146")).toBeVisible();
    await page.getByRole("link", { name: "Return a piece" }).click();
    await page.getByLabel(/^Pieces of Hammock/).selectOption("1");
    await page.getByRole("radio", { name: /another size/ }).check();
    await page.getByRole("button", { name: "Get an authorization number" }).click();
    await expect(page.getByText(/^RA-/)).toBeVisible();

    const owner = await browser.newContext({
      baseURL: baseURL ?? "",
      storageState: ownerSession,
      reducedMotion: "reduce",
      viewport: { width: 1440, height: 900 },
    });
    const admin = await owner.newPage();
    const response = await visit(admin, `/admin/orders/${orderId}`);
    expect(await htmlProblems((await response?.text()) ?? "", "admin")).toEqual([]);
    const arrival = await openForm(admin, "It has arrived");
    await arrival.getByRole("checkbox", { name: /^As good as new/ }).check();
    await arrival.getByRole("button", { name: /^Receive it/ }).click();
    await expect(status(admin)).toContainText("The return is received");
    const refund = await openForm(admin, "Refund it");
    const amount = await refund.getByLabel("Amount in $").inputValue();
    expect(amount).toBe("180.00");
    await expectAccessibleAtBothWidths(admin);
    await refund.getByRole("button", { name: `Refund $${amount}` }).click();
    const question = admin.getByRole("alertdialog");
    await expect(question).toContainText(`$${amount} goes back to the customer`);
    const posts: string[] = [];
    admin.on("request", (request) => {
      if (request.method() === "POST") posts.push(request.url());
    });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await refund.getByRole("button", { name: `Refund $${amount}` }).click();
    await question.getByRole("button", { name: `Refund $${amount}` }).click();
    await expect(status(admin)).toContainText("The refund is recorded");
    // Nothing was sent before the question was confirmed.
    expect(posts).toHaveLength(1);
    await expect(admin.getByRole("heading", { name: /^RA-/ }).locator("..")).toContainText(
      "Refunded",
    );
    await owner.close();
    await page.getByRole("link", { name: "Back to the order" }).click();
    await expect(page.getByText(`−$${amount}`)).toBeVisible();
  },
);

test("the owner adds a note to an order", async ({ page, baseURL }) => {
  const orderId = await inShopDatabase(baseURL ?? "", (db) => createPaidOrder(db, newEmail()));
  await visit(page, `/admin/orders/${orderId}`);
  const form = await openForm(page, "Write a note");
  await form.getByLabel("Note").fill("She loved the cufflinks");
  await form.getByRole("button", { name: "Keep the note" }).click();
  await expect(page.getByText("She loved the cufflinks")).toBeVisible();
});

test("the owner saves a view of the order list under a free name and deletes it", {
  tag: "@once-unsteady",
}, async ({ page, noise }) => {
  noise.expect(refusedFormNoise);
  await visit(page, "/admin/orders?way=delivered");
  await disclosure(page, "Keep this view").click();
  await page.getByLabel("Name of the view").fill("To ship");
  await page.getByRole("button", { name: "Keep the view" }).click();
  await expect(page.getByText("This name is already used")).toBeVisible();
  await page.getByLabel("Name of the view").fill("Arrived");
  await page.getByRole("button", { name: "Keep the view" }).click();
  const tab = page.getByRole("link", { name: "Arrived", exact: true });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expectAccessibleAtBothWidths(page);
  await disclosure(page, "Change the view").click();
  await page.getByRole("button", { name: "Delete the view" }).click();
  await expect(tab).toHaveCount(0);
});
