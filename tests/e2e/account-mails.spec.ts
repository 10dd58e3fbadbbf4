import { expect } from "@playwright/test";
import { authAccounts } from "#db/schema/identity.server.ts";
import { unsubscribeToken } from "#features/identity/unsubscribe.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { visit } from "#tests/support/browser/shop.ts";

customerTest(
  "a mailed link ends one kind of email without signing in, on its page and from an email program",
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
    await onPhone(page, () => expectAccessible(page));
    await expectFitsEveryWidth(page);
    // As email programs do, without cookie and referrer (RFC 8058).
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
  "an account without a password names its provider and receives a link to choose one",
  async ({ page, customer }) => {
    await customer.inDatabase((db) =>
      db
        .insert(authAccounts)
        .values({ userId: customer.userId, accountId: "asha-at-google", providerId: "google" }),
    );
    await visit(page, "/profile/settings");
    await expect(page.getByText("You can sign in with Google.")).toBeVisible();
    await expectAccessible(page);
    await onPhone(page, () => expectAccessible(page));
    await page.getByRole("button", { name: "Choose a password" }).click();
    await expect(page.getByRole("heading", { name: "Look into your mailbox" })).toBeVisible();
    await expect(page.getByText(customer.email)).toBeVisible();
  },
);
