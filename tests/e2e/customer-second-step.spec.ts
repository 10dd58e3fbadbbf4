import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { cartLines } from "#db/schema/cart.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { openVisitor, test as shopTest } from "#tests/support/browser/fixtures.ts";
import { field, title } from "#tests/support/browser/locators.ts";
import type { Customer } from "#tests/support/browser/registration.ts";
import { registerCustomer, userIdOf } from "#tests/support/browser/registration.ts";
import { haveInCart, visit } from "#tests/support/browser/shop.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";
import { totpCode } from "#tests/support/totp.ts";

// Passkeys belong to a host name.
const test = shopTest.extend({
  baseURL: ({ shop }, use) => use(shop.url.replace("127.0.0.1", "localhost")),
});

const HALF_MINUTE_MS = 30_000;

async function confirmedCustomer(shop: string): Promise<Customer> {
  const customer = await registerCustomer(shop);
  await currentShop().inDatabase((db) =>
    db.update(profiles).set({ emailVerified: true }).where(eq(profiles.email, customer.email)),
  );
  return customer;
}

async function enterPassword(page: Page, { email, password }: Customer, path: string) {
  await visit(page, path);
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

const recoveryCodes = (page: Page) =>
  page.getByRole("listitem").filter({ hasText: /^\w{5}-\w{5}$/ });

test("a customer turns on an app, and the cart of another browser joins the account after its code, at the checkout that she came from", {
  tag: "@phone",
}, async ({ page, browser, baseURL, shop, isMobile, viewport }) => {
  const rosa = await confirmedCustomer(shop.url);
  await enterPassword(page, rosa, "/auth?next=%2Fprofile%2Fsettings");
  await expect(page).toHaveURL(/\/profile\/settings$/);
  const disclosure = page.locator("details").filter({ hasText: "Set up an authenticator app" });
  await disclosure.locator("summary").click();
  await disclosure.getByLabel("Your current password").fill(rosa.password);
  await disclosure.getByRole("button", { name: "Show the code to scan" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expect(recoveryCodes(page)).toHaveCount(10);
  // A phone cannot scan its own screen.
  const ownApp = page.getByRole("link", { name: "Open it there" });
  await expect(ownApp).toHaveAttribute("href", /^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}/);
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  const key = (await page.getByText(/^[A-Z2-7]{32,}$/).textContent()) ?? "";
  await page.getByLabel("Code from the app").fill(totpCode(key));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByText("An authenticator app is on.")).toBeVisible();
  await expectFitsEveryWidth(page);

  const options = { baseURL: baseURL ?? "", isMobile, viewport };
  await using visitor = await openVisitor(browser, options);
  const other = visitor.page;
  const userId = await userIdOf(shop.url, rosa.email);
  const linesOfAccount = () =>
    currentShop().inDatabase((db) => db.$count(cartLines, eq(cartLines.userId, userId)));
  await haveInCart(other, "Cathedral White Shirt", "L");
  await enterPassword(other, rosa, "/auth?next=%2Fcheckout");
  await expect(title(other)).toHaveText("One more step");
  await expectAccessible(other);
  await expectFitsEveryWidth(other);
  expect(await linesOfAccount()).toBe(0);
  const nextCode = totpCode(key, Date.now() + HALF_MINUTE_MS);
  await other.getByLabel("Code", { exact: true }).fill(nextCode);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other).toHaveURL(/\/checkout$/);
  await expect(other.getByLabel("Email")).toHaveValue(rosa.email);
  await expect.poll(linesOfAccount).toBe(1);
});

test("a customer adds a passkey, signs in with it alone, and removes it", async ({
  page,
  shop,
}) => {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const rosa = await confirmedCustomer(shop.url);
  await enterPassword(page, rosa, "/auth?next=%2Fprofile%2Fsettings");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The passkey is added")).toBeVisible();
  await expect(recoveryCodes(page)).toHaveCount(10);
  await expectAccessible(page);

  await page.context().clearCookies();
  await visit(page, "/auth?next=%2Fprofile%2Fsettings");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/profile\/settings$/);

  await page.context().clearCookies();
  await enterPassword(page, rosa, "/auth?next=%2Fprofile%2Fsettings");
  await expect(page.getByText("Please use one of your passkeys now")).toBeVisible();
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/profile\/settings$/);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("The passkey is removed")).toBeVisible();
});
