import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { newId } from "#core/ids.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { authAccounts } from "#db/schema/identity.server.ts";
import { unsubscribeToken } from "#features/base/identity/unsubscribe.server.ts";
import { garmentToken } from "#features/garments/alterations/garment-access.server.ts";
import { HOME } from "#tests/support/addresses.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import type { TestCustomer } from "#tests/support/browser/customer.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { deliveredGarment } from "#tests/support/browser/delivered-garment.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { createLinks } from "#tests/support/browser/measuring-steps.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { registerCustomer } from "#tests/support/browser/registration.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createOrder, sendItems } from "#tests/support/orders.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

// What the pages do is in tests/http/account.test.ts and account-keyboard.spec.ts.

/** Accessible and readable on a computer and on a phone, and inside the window at every width. */
async function expectFits(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expectReadable(page);
  await onPhone(page, () => expectReadable(page));
  await expectFitsEveryWidth(page);
}

/** Something of everything that an account can hold; returns the paths of its pages. */
async function fillAccount(customer: TestCustomer): Promise<string[]> {
  const { email: customerEmail, userId } = customer;
  const { measurementBox } = currentShop();
  const [link = ""] = await createLinks(customer, ["Bibi"]);
  const addressId = newId();
  const order = await customer.inDatabase(async (db) => {
    await db.insert(addresses).values({ id: addressId, userId, ...HOME });
    await addMeasuredPerson(db, userId, measuredPerson("Asha", { chest: 920 }), measurementBox);
    const orderId = await createOrder(db, { customerEmail, userId, status: "completed" });
    await sendItems(db, orderId);
    return orderId;
  });
  return [
    link,
    `/profile/orders/${order}`,
    `/profile/orders/${order}/return`,
    `/profile/orders/${order}/receipt`,
    "/account",
    "/profile",
    "/profile?edit=profile",
    "/profile/addresses/new",
    `/profile/addresses/${addressId}`,
    "/profile/payment-methods",
    "/profile/orders",
    "/profile/measurements",
    "/profile/measurements/links",
    "/profile/settings",
    "/profile/delete",
  ];
}

customerTest(
  "every page of the account is accessible, fits the screen and is never cached",
  async ({ page, customer }) => {
    for (const path of await fillAccount(customer)) {
      await customerTest.step(path, async () => {
        const response = await visit(page, path);
        expect(response?.status()).toBe(200);
        expect(response?.headers()["cache-control"]).toBe("private, no-store");
        await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
        await expectFits(page);
      });
    }
  },
);

customerTest(
  "the pages of mailed links and of an account without a password are accessible and fit the screen",
  async ({ page, customer, shop }) => {
    const { userId } = customer;
    await customer.inDatabase((db) =>
      db.insert(authAccounts).values({ userId, accountId: userId, providerId: "google" }),
    );
    await visit(page, "/profile/settings");
    await expect(page.getByText("You can sign in with Google.")).toBeVisible();
    await expectFits(page);

    const token = await customer.withAuth(async (auth) =>
      unsubscribeToken(auth, { userId, topic: "order-updates" }),
    );
    await visit(page, `/unsubscribe?token=${token}`);
    await expect(page.getByRole("button", { name: "No more of these mails" })).toBeVisible();
    await expectFits(page);

    const rosa = await registerCustomer(shop.url);
    const mail = await readMailTo(rosa.email);
    const link = new URL(/http\S+\/auth\/verify\?token=[\w.%-]+/.exec(mail)?.[0] ?? "");
    await visit(page, link.pathname + link.search);
    await expect(page.getByRole("button", { name: "Confirm my email" })).toBeVisible();
    await expectFits(page);
  },
);

customerTest(
  "the pages of a delivered garment and of what the shop remembers of its fit are accessible and fit the screen",
  async ({ page, customer, shop }) => {
    const ofGuest = await deliveredGarment(shop.url, { email: newEmail() });
    const token = await customer.withAuth(async (auth) =>
      garmentToken(auth, { garmentId: ofGuest.garmentId, days: 1, now: shop.now() }),
    );
    await visit(page, `/garment/${token}`);
    await expect(
      page.getByText("Your free AI-Fit remeasurement: once for this piece"),
    ).toBeVisible();
    await expectFits(page);

    const { orderId, garmentId } = await deliveredGarment(shop.url, customer);
    const path = `/profile/orders/${orderId}/garments/${garmentId}`;
    await visit(page, path);
    await expect(page.getByRole("heading", { name: "How does it fit?" })).toBeVisible();
    await expectFits(page);
    const report = {
      intent: "report",
      "way-jacket-sleeve": "large",
      "amount-jacket-sleeve": "10",
    };
    const reported = await page.request.post(path, { form: report, maxRedirects: 0 });
    expect(reported.status()).toBe(303);
    await visit(page, `${path}?saved=report`);
    await expect(page.getByText("Thank you. We remember it")).toBeVisible();
    await expectFits(page);
    await visit(page, "/profile/measurements");
    await expect(page.getByRole("region", { name: "Fit memory" })).toBeVisible();
    await expectFits(page);
  },
);

customerTest.describe("without JavaScript", () => {
  customerTest.use({ javaScriptEnabled: false });

  customerTest(
    "the form behind a link that asks for measurements fits the screen, also with its problems",
    async ({ page, customer, noise }) => {
      noise.expect(refusedFormNoise);
      const [path = ""] = await createLinks(customer, ["Bibi"]);
      await page.goto(path);
      await page.getByRole("checkbox", { name: /^I agree that my body/ }).check();
      await page.getByRole("button", { name: "Agree and start" }).click();
      await expect(page.getByRole("textbox", { name: "Height" })).toBeVisible();
      await expectFitsEveryWidth(page);
      await page.getByRole("textbox", { name: "Waist to seat" }).fill("low");
      await page.getByRole("button", { name: "I am done" }).click();
      // The texts of a noscript element do not count as the page's, but as those of the form inside.
      const form = page.getByRole("form", { name: "Your measurements" });
      await expect(form).toContainText("Stored. Please look at the fields below");
      await expectFitsEveryWidth(page);
    },
  );
});
