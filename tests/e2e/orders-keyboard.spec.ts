import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { products } from "#db/schema/catalog.server.ts";
import { HOME } from "#tests/support/addresses.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import type { TestCustomer } from "#tests/support/browser/customer.ts";
import { anotherSession, customerTest } from "#tests/support/browser/customer.ts";
import { choose, pick, pressOn, tabTo, toggle, typeInto } from "#tests/support/browser/keyboard.ts";
import {
  accountTab,
  button,
  field,
  link,
  main,
  title,
  toasts,
} from "#tests/support/browser/locators.ts";
import { readMailTo, readMailWithReplyTo } from "#tests/support/browser/mailbox.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { createOrder, sendItems } from "#tests/support/orders.ts";

// `tabTo` fails for a control without Tab or visible focus.

/** One product still sold, one not; returns id and number. */
async function paidOrder({ email, inDatabase, userId }: TestCustomer) {
  const name = "Hammock Lounge Trousers";
  const id = await inDatabase(async (db) => {
    const [product] = await db
      .select({ id: products.id })
      .from(products)
      .where(eq(products.name, name));
    if (!product) throw new Error(`The shop has no ${name}`);
    return createOrder(db, {
      userId,
      customerEmail: email,
      status: "completed",
      shippingAddress: HOME,
      shippingMethod: "Standard",
      lines: [
        { productId: product.id, productName: name, quantity: 2 },
        { productName: "Kaieteur Gown", size: "Custom", madeToMeasure: true },
      ],
      subtotalMinor: 24_000,
      totalMinor: 24_000,
      events: ["placed", "completed"],
    });
  });
  return { id, number: id.slice(0, 8) };
}

// Specification 2.65, 2.66, 2.67, 2.68, 2.69
customerTest(
  "an order is found in the list and opened with the keyboard",
  async ({ page, customer }) => {
    const { id, number } = await paidOrder(customer);
    await visit(page, "/profile");
    await pressOn(page, accountTab(page, "Orders"));
    for (const head of ["Order Date", "Order Number", "Status", "Total", "View"]) {
      await expect(page.getByRole("columnheader", { name: head })).toBeVisible();
    }
    const expectOrder = async () => {
      for (const text of [number, "$240.00", "Completed"]) {
        await expect(main(page).getByText(text).filter({ visible: true })).toBeVisible();
      }
      await expectReadable(page);
    };
    await expectOrder();
    await onPhone(page, expectOrder);
    await pressOn(page, link(main(page), `View order ${number}`));
    await expect(page).toHaveURL(`/profile/orders/${id}`);
    await expect(title(page)).toHaveText(`Order ${number}`);
    for (const text of [
      "Hammock Lounge Trousers",
      "Payment received",
      "12 Camp Street",
      "Guyana",
    ]) {
      await expect(main(page).getByText(text).first()).toBeVisible();
    }
    await expectReadable(page);
    await onPhone(page, () => expectReadable(page));
  },
);

// Specification 2.69
customerTest(
  "a receipt opens with the keyboard and prints without the page's links",
  async ({ page, customer }) => {
    const { id, number } = await paidOrder(customer);
    await visit(page, `/profile/orders/${id}`);
    await pressOn(page, link(main(page), "Receipt to print"));
    await expect(title(page)).toHaveText("Receipt");
    for (const text of [number, "Georgetown", "$240.00", "Asha Persaud"]) {
      await expect(main(page).getByText(text).first()).toBeVisible();
    }
    await expectReadable(page);
    await onPhone(page, () => expectReadable(page));
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Back to the order")).toBeHidden();
    await expect(main(page).getByText("Total", { exact: true })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await pressOn(page, link(main(page), "Back to the order"));
    await expect(title(page)).toHaveText(`Order ${number}`);
  },
);

customerTest(
  "a return is announced with the keyboard, within the rules, and gets a number and an email",
  async ({ page, customer, noise }) => {
    noise.expect(refusedFormNoise);
    const { id } = await paidOrder(customer);
    await visit(page, `/profile/orders/${id}`);
    await expect(link(main(page), "Return a piece")).toHaveCount(0);
    await customer.inDatabase((db) => sendItems(db, id));
    await visit(page, `/profile/orders/${id}`);
    await pressOn(page, link(main(page), "Return a piece"));
    await expectReadable(page);
    await onPhone(page, () => expectReadable(page));
    const send = () => pressOn(page, button(main(page), "Get an authorization number"));
    await send();
    await expect(main(page)).toContainText("Please choose at least one piece");
    await choose(page, page.getByLabel(/Pieces of Kaieteur Gown/), "1");
    await pick(page, page.getByLabel("I changed my mind"));
    await send();
    await expect(main(page)).toContainText(
      "Some of these pieces cannot come back for this reason.",
    );
    await pick(page, page.getByLabel("It is defective"));
    await send();
    const authorization = page.getByText(/^RA-[2-9A-Z]{8}$/);
    await expect(authorization).toBeVisible();
    expect(await readMailTo(customer.email)).toContain(await authorization.innerText());
    await pressOn(page, link(main(page), "Back to the order"));
    await expect(main(page)).toContainText("Return announced");
  },
);

customerTest(
  "with the keyboard 'Order these again' adds what is still sold to the cart, and 'Ask about this order' fills in its number",
  async ({ page, customer }) => {
    const { id, number } = await paidOrder(customer);
    await visit(page, `/profile/orders/${id}`);
    await pressOn(page, button(main(page), "Order these again"));
    const cart = page.getByRole("dialog", { name: "Your Cart" });
    await expect(link(cart, "Hammock Lounge Trousers")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(cart).toBeHidden();
    await expect(main(page)).toContainText("Kaieteur Gown is no longer offered.");
    await expect(link(page, "Cart, 2 items")).toBeVisible();
    await pressOn(page, link(main(page), "Ask about this order"));
    await expect(page.getByLabel("Subject")).toHaveValue(`About order ${number}`);
  },
);

/** From the order's page to the email that the atelier receives. */
async function openAlert(page: Page, customer: TestCustomer, label: string, topic: string) {
  const { id, number } = await paidOrder(customer);
  await visit(page, `/profile/orders/${id}`);
  await pressOn(page, link(main(page), label));
  const subject = `${topic} ${number}`;
  await expect(page.getByLabel("Subject")).toHaveValue(subject);
  await typeInto(page, page.getByLabel("Full Name"), "Rosa Persaud");
  await typeInto(page, field(page, "Email"), customer.email);
  await typeInto(page, page.getByLabel("Message"), "The waist has become too wide.");
  await pressOn(page, button(main(page), /^Send/));
  expect(await readMailWithReplyTo(customer.email)).toContain(subject);
}

// Specification 2.39, 2.104
customerTest(
  "with the keyboard a customer asks for the free remeasurement of a made-to-measure item, and the atelier receives it",
  ({ page, customer }) =>
    openAlert(
      page,
      customer,
      "Ask for a free remeasurement",
      "Free AI-Fit Remeasurement for order",
    ),
);

customerTest(
  "with the keyboard a customer asks for an alteration, and the atelier receives it with the order's number",
  ({ page, customer }) =>
    openAlert(page, customer, "Ask for an alteration", "Alteration for order"),
);

customerTest(
  "a visitor finds an order with the keyboard by number and email, and one message covers both mistakes",
  async ({ page, context, customer, noise }) => {
    noise.expect(/status of 404/);
    const { id, number } = await paidOrder(customer);
    await context.clearCookies();
    const lookUp = async (orderNumber: string, email: string) => {
      await typeInto(page, page.getByLabel("Order Number"), orderNumber);
      await typeInto(page, field(page, "Email"), email);
      await page.keyboard.press("Enter");
    };
    const alert = main(page).getByRole("alert");
    const refusals: string[] = [];
    for (const [orderNumber, email] of [
      ["00000000", customer.email],
      [id.slice(0, 8), "somebody@example.com"],
    ] as const) {
      // A page of its own, so that the message is not the earlier one's.
      await visit(page, "/order-lookup");
      await lookUp(orderNumber, email);
      await expect(alert).toContainText("We found no such order");
      refusals.push(await alert.innerText());
      await expect(field(page, "Email")).toHaveValue(email);
    }
    expect(refusals[0]).toBe(refusals[1]);
    await lookUp(id.slice(0, 8), customer.email);
    await expect(title(page)).toHaveText(`Order ${number}`);
    await expectReadable(page);
    await onPhone(page, () => expectReadable(page));
    await tabTo(page, link(main(page), "Ask about this order"));
  },
);

// Specification 2.71
customerTest(
  "Email Notifications are off and Order Updates on until the customer changes them with the keyboard",
  async ({ page }) => {
    await visit(page, "/profile/settings");
    const notifications = page.getByRole("checkbox", { name: /^Email Notifications/ });
    const updates = page.getByRole("checkbox", { name: /^Order Updates/ });
    await expect(notifications).not.toBeChecked();
    await expect(updates).toBeChecked();
    await toggle(page, notifications);
    await toggle(page, updates);
    await pressOn(page, button(main(page), "Save Settings"));
    await expect(toasts(page)).toContainText("Settings saved");
    await page.reload();
    await expect(notifications).toBeChecked();
    await expect(updates).not.toBeChecked();
    await expectReadable(page);
    await onPhone(page, () => expectReadable(page));
  },
);

customerTest(
  "sessions on other devices are listed and ended with the keyboard, and this one stays",
  async ({ page, customer, browser, baseURL }) => {
    await using elsewhere = await anotherSession(browser, baseURL ?? "", customer.userId);
    await elsewhere.page.goto("/profile");
    await expect(elsewhere.page).toHaveURL("/profile");
    await visit(page, "/profile/settings");
    await expect(page.getByText("This device")).toHaveCount(1);
    await tabTo(page, button(main(page), /^Sign out: /));
    await pressOn(page, button(main(page), "Sign out everywhere else"));
    await expect(toasts(page)).toContainText("Signed out everywhere else");
    await expect(button(main(page), "Sign out everywhere else")).toHaveCount(0);
    await elsewhere.page.goto("/profile");
    await expect(elsewhere.page).toHaveURL("/auth");
  },
);

// Specification 2.72
customerTest(
  "a customer downloads their data and deletes the account with the keyboard, confirmed by the email",
  async ({ page, customer, noise }) => {
    noise.expect(refusedFormNoise);
    const { email } = customer;
    await paidOrder(customer);
    await visit(page, "/profile/settings");
    const downloading = page.waitForEvent("download");
    await pressOn(page, link(main(page), "Download my data"));
    const data = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
    expect(data).toMatchObject({ profile: { email }, orders: [{ total: "240.00" }] });
    await expect(page.getByText(/cannot be undone.*permanently deleted/)).toBeVisible();
    await pressOn(page, link(main(page), "Delete Account"));
    await expect(page).toHaveURL("/profile/delete");
    await expectReadable(page);
    await onPhone(page, () => expectReadable(page));
    await typeInto(page, page.getByLabel("Type your email to confirm"), "somebody@example.com");
    await pressOn(page, button(main(page), "Delete Account"));
    await expect(main(page)).toContainText("This is not the email of your account");
    await typeInto(page, page.getByLabel("Type your email to confirm"), email);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
    expect(await readMailTo(email)).toContain("Your account is deleted");
    await page.goto("/profile", { waitUntil: "domcontentloaded" });
    await expect(page).toHaveURL("/auth");
  },
);
