import { expect } from "@playwright/test";
import { authAccounts } from "#db/schema/identity.server.ts";
import { unsubscribeToken } from "#features/identity/unsubscribe-token.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { createOrder } from "#tests/support/orders.ts";

customerTest(
  "an order is found by its number and email without an account, and alike when either is wrong",
  async ({ page, context, customer, noise }) => {
    noise.expect(/status of 404/);
    const id = await customer.inDatabase((db) =>
      createOrder(db, { customerEmail: customer.email, status: "completed" }),
    );
    await context.clearCookies();
    const look = async (number: string, email: string) => {
      await visit(page, "/order-lookup");
      await page.getByLabel("Order Number").fill(number);
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Find your order" }).click();
    };
    const refusals: string[] = [];
    for (const [number, email] of [
      ["00000000", customer.email],
      [id.slice(0, 8), "somebody@example.com"],
    ] as const) {
      await look(number, email);
      const alert = page.getByRole("alert");
      await expect(alert).toContainText("We found no such order");
      refusals.push(await alert.innerText());
      await expect(page.getByLabel("Email")).toHaveValue(email);
    }
    expect(refusals[0]).toBe(refusals[1]);
    await look(id.slice(0, 8), customer.email);
    await expect(page.getByText("Savannah Linen Shirt")).toBeVisible();
    await expectAccessible(page);
  },
);

customerTest(
  "a link ends one kind of mail without signing in, by the page and by a mail program",
  async ({ page, context, customer }) => {
    const token = await customer.withAuth(async (auth) =>
      unsubscribeToken(auth, { userId: customer.userId, topic: "order-updates" }),
    );
    const path = `/unsubscribe?token=${token}`;
    const cookies = await context.cookies();
    await context.clearCookies();
    await visit(page, path);
    await expect(page.getByText("the mails called Order Updates")).toBeVisible();
    await expectAccessible(page);
    // A mail program presses it with no cookie and no page of the shop behind it (RFC 8058).
    const pressed = await page.request.post(path, { form: { "List-Unsubscribe": "One-Click" } });
    expect(pressed.status()).toBe(200);
    await page.getByRole("button", { name: "No more of these mails" }).click();
    await expect(page.getByText("No more Order Updates")).toBeVisible();
    await context.addCookies(cookies);
    await visit(page, "/profile/settings");
    await expect(page.getByRole("checkbox", { name: /^Order Updates/ })).not.toBeChecked();
  },
);

customerTest(
  "an account without a password says how it is opened, and gets one by mail",
  async ({ page, customer }) => {
    await customer.inDatabase((db) =>
      db
        .insert(authAccounts)
        .values({ userId: customer.userId, accountId: "asha-at-google", providerId: "google" }),
    );
    await visit(page, "/profile/settings");
    await expect(page.getByText("You can sign in with Google.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Choose a password" }).click();
    await expect(page.getByRole("heading", { name: "Look into your mailbox" })).toBeVisible();
    await expect(page.getByText(customer.email)).toBeVisible();
  },
);
