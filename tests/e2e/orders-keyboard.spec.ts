import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { products } from "#db/schema/catalog.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import type { TestCustomer } from "#tests/support/browser/customer.ts";
import { anotherSession, customerTest } from "#tests/support/browser/customer.ts";
import { choose, pick, pressOn, tabTo, toggle, typeInto } from "#tests/support/browser/keyboard.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { missingPageNoise, refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { createOrder } from "#tests/support/orders.ts";

// Nothing here is pressed, written or chosen but by the keyboard; every stop of the focus is looked for on the screen (`tabTo`).

// Long ways on foot: a busy machine takes its time.
customerTest.describe.configure({ timeout: 120_000 });

const HOME = {
  fullName: "Asha Persaud",
  phone: "",
  line1: "12 Camp Street",
  line2: "",
  city: "Georgetown",
  region: "",
  postalCode: "",
  country: "GY",
};

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const main = (page: Page) => page.getByRole("main");
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name });
const field = (page: Page, label: string | RegExp) => page.getByLabel(label, { exact: true });
const tabOf = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "My Account" }).getByRole("link", { name });

async function pieceId(customer: TestCustomer, name: string): Promise<string> {
  const [piece] = await customer.inDatabase((db) =>
    db.select({ id: products.id }).from(products).where(eq(products.name, name)),
  );
  return piece?.id ?? "";
}

/** A paid order of a piece that is still sold, one made to measure and one long gone. */
async function paidOrder(customer: TestCustomer): Promise<string> {
  const productId = await pieceId(customer, "Hammock Lounge Trousers");
  const { email, userId } = customer;
  return customer.inDatabase((db) =>
    createOrder(db, {
      userId,
      customerEmail: email,
      status: "completed",
      shippingAddress: HOME,
      shippingMethod: "Standard",
      lines: [
        { productId, productName: "Hammock Lounge Trousers", quantity: 2 },
        { productName: "Kaieteur Gown", size: "Custom", madeToMeasure: true },
      ],
      subtotalMinor: 24_000,
      totalMinor: 24_000,
      events: ["placed", "completed"],
    }),
  );
}

customerTest(
  "by keyboard: an order is found, opened, printed, bought again, asked about and returned",
  async ({ page, context, customer, isMobile, noise }) => {
    noise.expect(refusedFormNoise);
    noise.expect(missingPageNoise);
    const id = await paidOrder(customer);
    const number = `${id.slice(0, 8)}…`;
    const toOrder = () => pressOn(page, link(page, "Back to the order"));

    // Specification 2.65, 2.66, 2.67, 2.68, 2.69
    await customerTest.step("orders are listed, opened and read whole", async () => {
      await visit(page, "/profile");
      await pressOn(page, tabOf(page, "Orders"));
      if (!isMobile) {
        for (const head of ["Order Date", "Order Number", "Status", "Total", "View"]) {
          await expect(page.getByRole("columnheader", { name: head })).toBeVisible();
        }
      }
      for (const words of [number, "$240.00", "Completed"]) {
        await expect(main(page).getByText(words).filter({ visible: true })).toBeVisible();
      }
      await expectReadable(page);
      await pressOn(page, link(page, `View order ${number}`));
      await expect(page).toHaveURL(`/profile/orders/${id}`);
      await expect(title(page)).toHaveText(`Order ${number}`);
      for (const words of [
        "Hammock Lounge Trousers",
        "Payment received",
        "12 Camp Street",
        "Guyana",
      ]) {
        await expect(main(page).getByText(words).first()).toBeVisible();
      }
      await expectReadable(page);
    });

    // Specification 2.69
    await customerTest.step("they have a receipt to print", async () => {
      await pressOn(page, link(page, "Receipt to print"));
      await expect(title(page)).toHaveText("Receipt");
      for (const words of [number, "Georgetown", "$240.00", "Asha Persaud"]) {
        await expect(main(page).getByText(words).first()).toBeVisible();
      }
      await expectReadable(page);
      await page.emulateMedia({ media: "print" });
      await expect(page.getByText("Back to the order")).toBeHidden();
      await expect(main(page).getByText("Total", { exact: true })).toBeVisible();
      await page.emulateMedia({ media: "screen" });
      await toOrder();
    });

    await customerTest.step(
      "a piece is returned by the rules, with an authorization number and a mail",
      async () => {
        await pressOn(page, link(page, "Return a piece"));
        await expectReadable(page);
        const send = () => pressOn(page, button(page, "Get an authorization number"));
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
        const mail = await readMailTo(customer.email);
        expect(mail).toContain(await authorization.innerText());
        await toOrder();
        await expect(main(page)).toContainText("Return announced");
      },
    );

    await customerTest.step(
      "'Order these again' puts what is still sold into the cart and says what is not",
      async () => {
        await pressOn(page, button(page, "Order these again"));
        const cart = page.getByRole("dialog", { name: "Your Cart" });
        await expect(cart.getByRole("link", { name: "Hammock Lounge Trousers" })).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(cart).toBeHidden();
        await expect(main(page)).toContainText("Kaieteur Gown is no longer offered.");
        await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
      },
    );

    await customerTest.step("'Ask about this order' fills in its number", async () => {
      await pressOn(page, link(page, "Ask about this order"));
      await expect(page.getByLabel("Subject")).toHaveValue(`About order ${number}`);
    });

    await customerTest.step(
      "without an account it is found by its number and email, and alike when either is wrong",
      async () => {
        await context.clearCookies();
        await visit(page, "/order-lookup");
        const look = async (wanted: string, email: string) => {
          await typeInto(page, page.getByLabel("Order Number"), wanted);
          await typeInto(page, field(page, "Email"), email);
          await page.keyboard.press("Enter");
        };
        const alert = main(page).getByRole("alert");
        const refusals: string[] = [];
        for (const [wanted, email] of [
          ["00000000", customer.email],
          [id.slice(0, 8), "somebody@example.com"],
        ] as const) {
          const answered = page.waitForResponse(/order-lookup/);
          await look(wanted, email);
          await answered;
          await expect(alert).toContainText("We found no such order");
          refusals.push(await alert.innerText());
          await expect(field(page, "Email")).toHaveValue(email);
        }
        expect(refusals[0]).toBe(refusals[1]);
        await look(id.slice(0, 8), customer.email);
        await expect(title(page)).toHaveText(`Order ${number}`);
        await expectReadable(page);
        await tabTo(page, link(page, "Ask about this order"));
      },
    );
  },
);

customerTest(
  "by keyboard: measurements are read, settings saved, sessions ended, the data downloaded and the account deleted",
  async ({ page, customer, browser, baseURL, noise }) => {
    noise.expect(refusedFormNoise);
    const { email, userId } = customer;
    await customer.inDatabase(async (db) => {
      await db
        .insert(measurementProfiles)
        .values({ userId, label: "Asha", measures: { chest: 920, waist: 740 } });
      await db.insert(addresses).values({ ...HOME, userId });
    });
    await paidOrder(customer);

    // Specification 2.70
    await customerTest.step("measurements are listed for each person", async () => {
      await visit(page, "/profile");
      await pressOn(page, tabOf(page, "Measurements"));
      await expect(page.getByRole("heading", { level: 2, name: "Asha" })).toBeVisible();
      await expect(page.getByText("92 cm")).toBeVisible();
      await expectReadable(page);
    });

    await customerTest.step(
      // Specification 2.71
      "Email Notifications are off and Order Updates on; what is chosen is kept",
      async () => {
        await pressOn(page, tabOf(page, "Settings"));
        const news = page.getByRole("checkbox", { name: /^Email Notifications/ });
        const updates = page.getByRole("checkbox", { name: /^Order Updates/ });
        await expect(news).not.toBeChecked();
        await expect(updates).toBeChecked();
        await toggle(page, news);
        await toggle(page, updates);
        await pressOn(page, button(page, "Save Settings"));
        await expect(toasts(page)).toContainText("Settings saved");
        await page.reload();
        await expect(news).toBeChecked();
        await expect(updates).not.toBeChecked();
        await expectReadable(page);
      },
    );

    await customerTest.step("sessions elsewhere are seen and ended, this one stays", async () => {
      await using elsewhere = await anotherSession(browser, baseURL ?? "", userId);
      await elsewhere.page.goto("/profile");
      await expect(elsewhere.page).toHaveURL("/profile");
      await visit(page, "/profile/settings");
      await expect(page.getByText("This device")).toHaveCount(1);
      await tabTo(page, button(page, /^Sign out: /));
      await pressOn(page, button(page, "Sign out everywhere else"));
      await expect(toasts(page)).toContainText("Signed out everywhere else");
      await expect(button(page, "Sign out everywhere else")).toHaveCount(0);
      await elsewhere.page.goto("/profile");
      await expect(elsewhere.page).toHaveURL("/auth");
    });

    await customerTest.step("'Download my data' is a file with what the shop keeps", async () => {
      const downloading = page.waitForEvent("download");
      await pressOn(page, link(page, "Download my data"));
      const file = await (await downloading).path();
      const data = JSON.parse(await readFile(file, "utf8"));
      expect(data).toMatchObject({ profile: { email }, orders: [{ total: "240.00" }] });
    });

    await customerTest.step(
      // Specification 2.72
      "Delete Account warns, waits for the email, and ends the account for good",
      async () => {
        await expect(page.getByText(/cannot be undone.*permanently deleted/)).toBeVisible();
        await pressOn(page, link(page, "Delete Account"));
        await expect(page).toHaveURL("/profile/delete");
        await expectReadable(page);
        await typeInto(page, page.getByLabel("Type your email to confirm"), "somebody@example.com");
        await pressOn(page, button(page, "Delete Account"));
        await expect(main(page)).toContainText("This is not the email of your account");
        await typeInto(page, page.getByLabel("Type your email to confirm"), email);
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL("/");
        expect(await readMailTo(email)).toContain("Your account is deleted");
        await page.goto("/profile", { waitUntil: "domcontentloaded" });
        await expect(page).toHaveURL("/auth");
      },
    );
  },
);
